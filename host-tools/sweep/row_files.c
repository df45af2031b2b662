/* SPDX-License-Identifier: BSD-2-Clause */
#include "row_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text_lines.h"
#include "rows.h"

/* A row that waits until all files are read. */
struct kept {
    const char *line; /* of `seen` */
    uint32_t point, trial;
    uint64_t number;
};

/* Where a point's first row is: row `number` of file `file`. */
struct dealt {
    uint64_t number;
    unsigned file;
};

struct reading {
    json_t *seen; /* {id: line} */
    struct row_files *files;
    row_function *call;
    void *opaque;
    const char *name;
    struct row_maker maker;
    uint64_t number;
    unsigned file;
    bool several;
    /* Of several files: */
    json_t *place; /* {point: its place} */
    struct kept *kept;
    struct dealt *dealt;
    size_t keeps, points, keeps_room, points_room;
};

/* --- points ---------------------------------------------------------------------------------- */

bool row_key_tells(int key)
{
    return key != KEY_seed && key_rows[key].group & GROUPS_ROW;
}

char *row_point(const json_t *row)
{
    json_t *keys = json_array();
    json_array_append(keys, json_object_get(row, "depth"));
    for (int k = 0; k < KEYS; k++) {
        json_t *value = json_object_get(row, key_rows[k].name);
        if (row_key_tells(k)) {
            json_array_append_new(keys, value ? json_incref(value) : json_null());
        }
    }
    char *text = json_dumps(keys, JSON_COMPACT);
    json_decref(keys);
    return text;
}

/* --- several files ---------------------------------------------------------------------------- */

static void *with_room(void *array, size_t n, size_t *room, size_t size)
{
    if (n == *room) {
        *room = *room ? 2 * *room : 64;
        array = realloc(array, *room * size);
        if (!array) {
            out_of_memory();
        }
    }
    return array;
}

static bool is_dealt_before(const struct dealt *a, const struct dealt *b)
{
    return a->number != b->number ? a->number < b->number : a->file < b->file;
}

/* The place of a row's point. */
static uint32_t point_of(struct reading *r, const json_t *row)
{
    const struct dealt here = {r->number, r->file};
    char *text = row_point(row);
    const json_t *place = json_object_get(r->place, text);
    size_t point = place ? (size_t)json_integer_value(place) : r->points;
    if (!place) {
        r->dealt = with_room(r->dealt, r->points, &r->points_room, sizeof *r->dealt);
        r->dealt[r->points++] = here;
        json_object_set_new(r->place, text, json_integer((json_int_t)point));
    } else if (is_dealt_before(&here, &r->dealt[point])) {
        r->dealt[point] = here;
    }
    free(text);
    return (uint32_t)point;
}

static void keep(struct reading *r, const json_t *row, const char *line)
{
    r->kept = with_room(r->kept, r->keeps, &r->keeps_room, sizeof *r->kept);
    r->kept[r->keeps] =
        (struct kept){line, point_of(r, row),
                      (uint32_t)json_integer_value(json_object_get(row, "trial")), r->keeps};
    r->keeps++;
}

static int by_place(const void *a, const void *b, void *opaque)
{
    const struct kept *x = a, *y = b;
    const struct dealt *dealt = opaque;
    return x->point != y->point ? is_dealt_before(&dealt[x->point], &dealt[y->point]) ? -1 : 1
         : x->trial != y->trial ? (x->trial > y->trial) - (x->trial < y->trial)
                                : (x->number > y->number) - (x->number < y->number);
}

static enum status call_all(struct reading *r, struct error *error)
{
    enum status status = STATUS_DONE;
    if (r->keeps) {
        qsort_r(r->kept, r->keeps, sizeof *r->kept, by_place, r->dealt);
    }
    for (size_t i = 0; i < r->keeps && !status; i++) {
        json_t *row = json_loads(r->kept[i].line, 0, NULL);
        status = r->call(r->opaque, row, r->kept[i].line, error);
        json_decref(row);
    }
    return status;
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Do two rows say the same, but for how what was asked is spelled? Trial 5 of seed 1 is trial 1 of
 * seed 5. Firmware that was built anew has another image, and may take the same cycles. */
static bool is_same(const char *one, const char *other)
{
    json_t *row[2] = {json_loads(one, 0, NULL), json_loads(other, 0, NULL)};
    for (int k = 0; k < KEYS; k++) {
        for (unsigned i = 0; i < 2 && key_rows[k].group & GROUPS_ROW; i++) {
            json_object_del(row[i], key_rows[k].name);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        json_object_del(row[i], "trial");
        json_object_del(row[i], "image");
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
    json_t *text = json_string(line);
    json_object_set_new(r->seen, id, text);
    r->files->rows++;
    if (r->several) {
        keep(r, row, json_string_value(text));
        return STATUS_DONE;
    }
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
        status = rows_line(r->name, lines.text, r->number, &r->maker, &row, error);
        if (!status) {
            status = take_row(r, row, lines.text, error);
            json_decref(row);
        }
    }
    snprintf(what, sizeof what, "'%s'", r->name);
    return text_lines_end(&lines, status, what, error);
}

/* "-" is standard input. */
static enum status read_named(struct reading *r, const char *name, struct error *error)
{
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    r->name = name;
    if (!file) {
        return error_set(error, STATUS_BAD, "'%s': cannot be read: %s", name, strerror(errno));
    }
    enum status status = read_file(r, file, error);
    if (file != stdin) {
        fclose(file);
    }
    return status;
}

enum status row_files_read(struct row_files *files, const struct options *o, row_function *call,
                           void *opaque, struct error *error)
{
    const unsigned n = o->words_n;
    struct reading r = {.seen = json_object(),
                        .files = files,
                        .call = call,
                        .opaque = opaque,
                        .several = n > 1,
                        .place = json_object()};
    enum status status = STATUS_DONE;
    *files = (struct row_files){0, 0};
    if (!n) {
        error_set(error, STATUS_BAD, "which rows?");
        status = error_fix(error, "name the files that --out of a study has made; - is standard "
                                  "input");
    }
    char **names = alloc_array(n + 1, sizeof *names);
    for (unsigned i = 0; i < n; i++) {
        names[i] = o->words[i];
    }
    qsort(names, n, sizeof *names, by_name);
    for (; r.file < n && !status; r.file++) {
        status = read_named(&r, names[r.file], error);
    }
    if (!status) {
        status = call_all(&r, error);
    }
    free(names);
    free(r.kept);
    free(r.dealt);
    json_decref(r.place);
    json_decref(r.seen);
    return status;
}
