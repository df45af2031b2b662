/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file of a study's rows: JSON lines. Whoever runs the study again goes on where it ended: rows
 * that are there are not made again. One noct writes it at a time.
 */
#ifndef NOCT_SWEEP_ROWS_H
#define NOCT_SWEEP_ROWS_H

#include "row.h"

struct rows;

/*
 * Rows stand together only if cycles mean the same in all of them: they are of this noct's version of
 * results and, those of runs, of one compiler. Runs of programs of the user's own are left out: which
 * program it was is in their ids.
 */
struct row_maker {
    char compiler[ROW_COMPILER_TEXT]; /* of Nocturne's firmware; "": nobody has said it yet */
    bool own;                         /* it is that of the firmware which is here; else of a row */
};

/* Open, or make; lock; read what is there. A last line that is torn is cut off. compiler: of the firmware
 * that the rows to come are made by; NULL: they are made by none. */
enum status rows_open(struct rows **rows, const char *name, const char *compiler,
                      struct error *error);
/* The same to read it only, if it is there. */
enum status rows_look(struct rows **rows, const char *name, const char *compiler,
                      struct error *error);
/* Lock a file that is to be replaced, so that no noct writes rows into what is then gone. *fd: to be
 * closed; -1: there is none. */
enum status rows_lock(const char *name, int *fd, struct error *error);
void rows_close(struct rows *rows);

/* How many there were when the file was opened, and are now. */
uint32_t rows_count(const struct rows *rows);
uint64_t rows_in_file(const struct rows *rows);
/* What is kept of the row with this id; NULL: there is none. */
const struct sample *rows_find(const struct rows *rows, const char *id);
/* Add a row, with the newline at its end, by one write. An experiment that several lines of a study
 * make has one row. */
enum status rows_add(struct rows *rows, const char *line, struct error *error);

/* Can a last line without an end be a row that was torn? Anything else is somebody's text. */
bool rows_torn(const char *line);
/* A line of such a file; STATUS_BAD: it is no row, or one of another version, or of another maker. */
enum status rows_line(const char *name, const char *line, uint64_t number, struct row_maker *maker,
                      json_t **row, struct error *error);

#endif
