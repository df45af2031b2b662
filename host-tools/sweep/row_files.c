/* SPDX-License-Identifier: BSD-2-Clause */
#include "row_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_lines.h"
#include "rows.h"

struct reading {
    json_t *seen; /* {id: line} */
    struct row_files *files;
    row_function *call;
    void *opaque;
    const char *name;
    uint64_t number;
};

/* Do two rows say the same, but for how what was asked is spelled? */
static bool is_same(const char *one, const char *other)
{
    json_t *row[2] = {json_loads(one, 0, NULL), json_loads(other, 0, NULL)};
    for (int k = 0; k < KEYS; k++) {
        for (unsigned i = 0; i < 2 && key_rows[k].group & GROUPS_ROW; i++) {
            json_object_del(row[i], key_rows[k].name);
        }
    }
    bool same = json_equal(row[0], row[1]);
    json_decref(row[0]);
    json_decref(row[1]);
    return same;
}

static enum status take_row(struct reading *r, const json_t *row, const char *line,
                            struct error *error)
{
    const char *id = json_string_value(json_object_get(row, "id"));
    const char *other = json_string_value(json_object_get(r->seen, id));
    if (other && (strcmp(other, line) == 0 || is_same(other, line))) {
        r->files->again++;
        return STATUS_DONE;
    }
    if (other) {
        error_set(error, STATUS_BAD, "'%s', line %llu: another row with the id %s says otherwise",
                  r->name, (unsigned long long)r->number, id);
        return error_fix(error,
                         "one of the two was changed, or is of another build; make it again");
    }
    json_object_set_new(r->seen, id, json_string(line));
    r->files->rows++;
    return r->call(r->opaque, row, line, error);
}

/* Of a row that is being written. */
static bool is_torn(const char *line)
{
    json_t *row = json_loads(line, 0, NULL);
    json_decref(row);
    return !row && rows_torn(line);
}

static enum status read_file(struct reading *r, FILE *file, struct error *error)
{
    char what[PATH_MAX + 2];
    struct text_lines lines = TEXT_LINES(file);
    enum status status = STATUS_DONE;
    while (!status && text_lines_next(&lines) && (lines.whole || !is_torn(lines.text))) {
        json_t *row;
        r->number = lines.number;
        status = rows_line(r->name, lines.text, r->number, &row, error);
        if (!status) {
            status = take_row(r, row, lines.text, error);
            json_decref(row);
        }
    }
    snprintf(what, sizeof what, "'%s'", r->name);
    return text_lines_end(&lines, status, what, error);
}

enum status row_files_read(struct row_files *files, const struct options *o, row_function *call,
                           void *opaque, struct error *error)
{
    struct reading r = {json_object(), files, call, opaque, NULL, 0};
    enum status status = STATUS_DONE;
    *files = (struct row_files){0, 0};
    if (!o->words_n) {
        error_set(error, STATUS_BAD, "which rows?");
        status = error_fix(error, "name the files that --out of a study has made");
    }
    for (unsigned i = 0; i < o->words_n && !status; i++) {
        r.name = o->words[i];
        FILE *file = fopen(r.name, "r");
        if (!file) {
            status =
                error_set(error, STATUS_BAD, "'%s': cannot be read: %s", r.name, strerror(errno));
            break;
        }
        status = read_file(&r, file, error);
        fclose(file);
    }
    json_decref(r.seen);
    return status;
}
