/* SPDX-License-Identifier: BSD-2-Clause */
/* noct merge: the rows of several files become one file, or a table of comma-separated values. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/out_file.h"
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
struct target {
    char *name;   /* where a link leads to; NULL: it is not asked for */
    char *beside; /* NULL: written as it is, since it is a device or a pipe */
    FILE *file;
};

static bool is_special(const char *name)
{
    struct stat about;
    return stat(name, &about) == 0 && !S_ISREG(about.st_mode);
}

static enum status target_open(struct target *t, const char *name, struct error *error)
{
    *t = (struct target){.name = NULL};
    if (!name) {
        return STATUS_DONE;
    }
    t->name = realpath(name, NULL);
    t->name = t->name ? t->name : alloc_text(name);
    name = t->name;
    if (!is_special(name)) {
        size_t room = strlen(name) + 8;
        t->beside = alloc_zeroed(room);
        snprintf(t->beside, room, "%s.part", name);
    }
    const char *written = t->beside ? t->beside : name;
    t->file = fopen(written, "w");
    return t->file ? STATUS_DONE
                   : error_set(error, STATUS_BAD, "'%s': cannot be written: %s", written,
                               strerror(errno));
}

static enum status target_close(struct target *t, enum status status, struct error *error)
{
    bool written = !t->file || (fflush(t->file) == 0 && !ferror(t->file));
    if (t->file && fclose(t->file)) {
        written = false;
    }
    if (!status && t->file && (!written || (t->beside && rename(t->beside, t->name)))) {
        status = error_set(error, STATUS_ENVIRONMENT, "'%s': cannot be written: %s", t->name,
                           strerror(errno));
    }
    if (status && t->file && t->beside) {
        remove(t->beside);
    }
    free(t->beside);
    free(t->name);
    return status;
}

enum status execute_merge(const struct options *o, json_t **result, struct error *error)
{
    struct merging m;
    struct row_files files = {0, 0};
    struct target out = {NULL, NULL, NULL}, csv = out;
    const char *name = o->text[KEY_out], *table = o->text[KEY_csv];
    bool printed = table && strcmp(table, OPTION_GIVEN) == 0;
    int locked = -1;
    if (!name && !table) {
        error_set(error, STATUS_BAD, "where to?");
        return error_fix(error, "give --out FILE for rows, or --csv FILE for a table");
    }
    if (name && is_special(name)) { /* rows are resumed, so no device */
        return error_set(error, STATUS_BAD, "out '%s': no ordinary file; give another file", name);
    }
    if (table && !printed && out_file_is_stdout(table)) {
        error_set(error, STATUS_BAD, "csv '%s': the answer goes there", table);
        return error_fix(error, "without a name, as --csv, the table is printed in its place");
    }
    enum status status = name ? rows_lock(name, &locked, error) : STATUS_DONE;
    if (status) {
        return status;
    }
    status = target_open(&out, name, error);
    if (!status) {
        status = target_open(&csv, printed ? NULL : table, error);
    }
    m = (struct merging){out.file, printed ? stdout : csv.file};
    if (!status && m.csv) {
        csv_rows_heading(m.csv);
    }
    if (!status) {
        status = row_files_read(&files, o, take, &m, error);
    }
    status = target_close(&out, status, error);
    if (locked >= 0) {
        close(locked);
    }
    status = target_close(&csv, status, error);
    if (!status && !printed) {
        *result = json_pack("{s:i,s:I,s:I}", "schema", RESULT_SCHEMA, "rows",
                            (json_int_t)files.rows, "again", (json_int_t)files.again);
    }
    return status;
}
