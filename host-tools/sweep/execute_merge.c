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

/* A file that takes its name when all is in it: it may be one of those that are read. */
struct target {
    char *name;   /* where a link leads to; NULL: it is not asked for */
    char *beside; /* NULL: written as it is, since it is a device or a pipe */
    FILE *file;
};

static enum status refuse_lost(const char *name, int why, struct error *error)
{
    return error_set(error, STATUS_ENVIRONMENT, "'%s': cannot be written: %s", name, strerror(why));
}

struct merging {
    struct target out, csv;
    FILE *printed; /* or NULL */
};

/* Why a file lost a row is known only until something else goes wrong, or right. */
static enum status take(void *opaque, const json_t *row, const char *line, struct error *error)
{
    const struct merging *m = opaque;
    FILE *csv = m->printed ? m->printed : m->csv.file;
    if (m->out.file && (fprintf(m->out.file, "%s\n", line) < 0 || ferror(m->out.file))) {
        return refuse_lost(m->out.name, errno, error);
    }
    if (csv) {
        csv_row(csv, row);
    }
    return m->csv.file && ferror(m->csv.file) ? refuse_lost(m->csv.name, errno, error)
                                              : STATUS_DONE;
}

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
    int why = t->file && fflush(t->file) ? errno : 0;
    if (t->file && fclose(t->file) && !why) {
        why = errno;
    }
    if (!status && !why && t->beside && rename(t->beside, t->name)) {
        why = errno;
    }
    if (!status && why) {
        status = refuse_lost(t->name, why, error);
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
    struct merging m = {.printed = NULL};
    struct row_files files = {0, 0};
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
    status = target_open(&m.out, name, error);
    if (!status) {
        status = target_open(&m.csv, printed ? NULL : table, error);
    }
    m.printed = printed ? stdout : NULL;
    if (!status && table) {
        csv_rows_heading(printed ? stdout : m.csv.file);
    }
    if (!status) {
        status = row_files_read(&files, o, take, &m, error);
    }
    status = target_close(&m.out, status, error);
    if (locked >= 0) {
        close(locked);
    }
    status = target_close(&m.csv, status, error);
    if (!status && !printed) {
        *result = json_pack("{s:i,s:I,s:I}", "schema", RESULT_SCHEMA, "rows",
                            (json_int_t)files.rows, "again", (json_int_t)files.again);
    }
    return status;
}
