/* SPDX-License-Identifier: BSD-2-Clause */
/* noct merge: the rows of several files become one file, or a table of comma-separated values. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "commands.h"
#include "csv.h"
#include "result/result.h"
#include "row_files.h"
#include "rows.h"

struct merging {
    FILE *out, *csv; /* or NULL */
};

static enum status take(void *opaque, const json_t *row, const char *line, struct error *error)
{
    const struct merging *m = opaque;
    (void)error;
    if (m->out) {
        fprintf(m->out, "%s\n", line);
    }
    if (m->csv) {
        csv_row(m->csv, row);
    }
    return STATUS_DONE;
}

/* A file that takes its name when all is in it: it may be one of those that are read. */
static FILE *open_beside(const char *name, char **beside, struct error *error)
{
    size_t room = strlen(name) + 8;
    *beside = alloc_zeroed(room);
    snprintf(*beside, room, "%s.part", name);
    FILE *file = fopen(*beside, "w");
    if (!file) {
        error_set(error, STATUS_BAD, "'%s': cannot be written: %s", *beside, strerror(errno));
    }
    return file;
}

static enum status close_beside(FILE *file, char *beside, const char *name, enum status status,
                                struct error *error)
{
    bool written = !file || (fflush(file) == 0 && !ferror(file));
    if (file && fclose(file)) {
        written = false;
    }
    if (!status && file && (!written || rename(beside, name))) {
        status = error_set(error, STATUS_ENVIRONMENT, "'%s': cannot be written: %s", name,
                           strerror(errno));
    }
    if (status && file) {
        remove(beside);
    }
    free(beside);
    return status;
}

enum status execute_merge(const struct options *o, json_t **result, struct error *error)
{
    struct merging m = {NULL, NULL};
    struct row_files files = {0, 0};
    const char *out = o->text[KEY_out], *csv = o->text[KEY_csv];
    char *out_beside = NULL, *csv_beside = NULL;
    bool printed = csv && strcmp(csv, OPTION_GIVEN) == 0;
    if (!out && !csv) {
        error_set(error, STATUS_BAD, "where to?");
        return error_fix(error, "give --out FILE for rows, or --csv FILE for a table");
    }
    int locked = -1;
    if (out && rows_lock(out, &locked, error)) {
        return STATUS_BAD;
    }
    error_clear(error);
    m.out = out ? open_beside(out, &out_beside, error) : NULL;
    if (!error->status) {
        m.csv = printed ? stdout : csv ? open_beside(csv, &csv_beside, error) : NULL;
    }
    enum status status = error->status;
    if (!status && m.csv) {
        csv_rows_heading(m.csv);
    }
    if (!status) {
        status = row_files_read(&files, o, take, &m, error);
    }
    status = close_beside(m.out, out_beside, out, status, error);
    if (locked >= 0) {
        close(locked);
    }
    status = close_beside(printed ? NULL : m.csv, csv_beside, csv, status, error);
    if (!status && !printed) {
        *result = json_pack("{s:i,s:I,s:I}", "schema", RESULT_SCHEMA, "rows",
                            (json_int_t)files.rows, "again", (json_int_t)files.again);
    }
    return status;
}
