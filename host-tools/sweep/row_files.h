/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of several files, each row once. */
#ifndef NOCT_SWEEP_ROW_FILES_H
#define NOCT_SWEEP_ROW_FILES_H

#include "base/options.h"

/* A row, and the line that it is, without its newline. */
typedef enum status row_function(void *opaque, const json_t *row, const char *line,
                                 struct error *error);

struct row_files {
    uint64_t rows, again; /* rows that were there before, and the same */
};

/*
 * Call for each row of the files that the words of o name. Rows of one file come as they stand there.
 * Several files are taken for the shares of a study, which deal its rows in turn: files come by their
 * names, 2 before 10, points in the order in which the files' rows have them if they are dealt back,
 * and the rows of a point together, by trial. A torn last line is left out. STATUS_BAD: a file cannot
 * be read, has other lines, rows of another version or of two compilers (rows.h), or a row that says
 * otherwise than one before it with its id.
 */
enum status row_files_read(struct row_files *files, const struct options *o, row_function *call,
                           void *opaque, struct error *error);

/* Does this key tell one point from another? */
bool row_key_tells(int key);

/* What all rows of a point have in common; to be freed. */
char *row_point(const json_t *row);

#endif
