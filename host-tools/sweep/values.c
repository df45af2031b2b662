/* SPDX-License-Identifier: BSD-2-Clause */
#include "values.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "decimal.h"
#include "experiment/lattice.h"
#include "topology/topologies.h"

static void add(struct values *v, const char *before, const char *text, size_t length)
{
    size_t room = strlen(before) + length + 1;
    char *copy = alloc_zeroed(room);
    snprintf(copy, room, "%s%.*s", before, (int)length, text);
    if (!(v->n & (v->n - 1))) { /* full at 0, 1, 2, 4, ... */
        char **more = realloc(v->text, (v->n ? 2 * v->n : 1) * sizeof *more);
        if (!more) {
            out_of_memory();
        }
        v->text = more;
    }
    v->text[v->n++] = copy;
}

/* --- ranges ------------------------------------------------------------------ */

struct range {
    decimal from, to, step;
    bool factor; /* step multiplies */
};

/* A..B, A..B+S or A..BxF; all of the text. */
static bool read_range(const char *text, struct range *r)
{
    *r = (struct range){.step = DECIMAL_ONE};
    if (!decimal_read(&text, &r->from) || strncmp(text, "..", 2) != 0) {
        return false;
    }
    text += 2;
    if (!decimal_read(&text, &r->to)) {
        return false;
    }
    if (*text == '+' || *text == 'x') {
        r->factor = *text++ == 'x';
        return decimal_read(&text, &r->step) && !*text;
    }
    return !*text;
}

static enum status range_refused(int key, const char *text, const char *why, struct error *error)
{
    error_set(error, STATUS_BAD, "%s '%s': %s", key_rows[key].name, text, why);
    return error_fix(error, "a range is written 1..8, 0.1..0.5+0.1 or 8..512x2");
}

/* The next value behind `at`; false: it is none that nine digits can say. */
static bool next(const struct range *r, decimal *at)
{
    if (r->factor) {
        return decimal_times(*at, r->step, at);
    }
    *at += r->step;
    return true;
}

/* One list has more than all points may be without --yes. */
static enum status refuse_many(const struct range *r, int key, const char *text,
                               struct error *error)
{
    uint64_t n = 0;
    decimal at = r->from;
    if (r->factor) {
        do {
            n++;
        } while (next(r, &at) && at <= r->to);
    } else {
        n = (uint64_t)((r->to - r->from) / r->step) + 1;
    }
    error_set(error, STATUS_BAD,
              "%s '%s': adds %" PRIu64 " values, and a list has at most a million",
              key_rows[key].name, text, n);
    return error_fix(error, "a file of a study can have several on lines of their own, with --yes");
}

static enum status add_range(struct values *v, int key, const char *before, const char *text,
                             struct error *error)
{
    struct range r;
    char one[DECIMAL_TEXT];
    if (!read_range(text, &r)) {
        return range_refused(key, text, "no range", error);
    }
    if (r.from > r.to) {
        return range_refused(key, text, "it ends before it begins", error);
    }
    if (r.factor ? r.step <= DECIMAL_ONE || !r.from : !r.step) {
        return range_refused(key, text, "it never ends", error);
    }
    for (decimal at = r.from; at <= r.to;) {
        if (v->n == VALUES_MAX) {
            return refuse_many(&r, key, text, error);
        }
        decimal_text(at, one);
        add(v, before, one, strlen(one));
        if (!next(&r, &at)) {
            return range_refused(key, text, "a value has more than nine places", error);
        }
    }
    return STATUS_DONE;
}

/* --- lists --------------------------------------------------------------------- */

/* Are its digits those of a name? */
static bool is_name(int key, const char *text)
{
    static const int named[] = {KEY_algorithm, KEY_routing, KEY_firmware, KEY_costs};
    const char *file;
    for (unsigned i = 0; i < sizeof named / sizeof *named; i++) {
        if (key == named[i]) {
            return true;
        }
    }
    return (key == KEY_traffic && strncmp(text, "file:", 5) == 0) ||
           (key == KEY_topology && noc_topology_file(text, &file));
}

/* What begins as a number and has two points in it is a range, or is to be one, as -1..3 and
 * 1e-2..1e-1. The words of no key begin so, but those of files may. */
static bool is_range(int key, const char *text)
{
    const char *number = text + (*text == '-');
    number += *number == '.';
    return isdigit((unsigned char)*number) && strstr(text, "..") && !is_name(key, text);
}

/* One value, or a range. */
static enum status add_item(struct values *v, int key, const char *text, struct error *error)
{
    static const char random[] = "random:";
    const size_t length = sizeof random - 1;
    if (key == KEY_dests && strncmp(text, random, length) == 0 && is_range(key, text + length)) {
        return add_range(v, key, random, text + length, error);
    }
    if (!option_has_commas(key) && is_range(key, text)) {
        return add_range(v, key, "", text, error);
    }
    add(v, "", text, strlen(text));
    return STATUS_DONE;
}

/* A value, and the same in the spelling that all texts of it share. */
struct spelled {
    const char *text;
    char *plain; /* malloc'd */
};

/* The end of a whole number; of one with a point or an exponent NULL. */
static const char *whole_end(const char *text)
{
    const char *end = text + strspn(text, "0123456789");
    return end == text || *end == '.' || *end == 'e' || *end == 'E' ? NULL : end;
}

/* A number as short as it can be, a whole one with all its digits; the rest of the text. */
static const char *put_number(FILE *to, const char *text)
{
    const char *end = whole_end(text);
    char *rest;
    if (!end) {
        const double number = strtod(text, &rest);
        fprintf(to, "%.17g", number);
        return rest;
    }
    while (*text == '0' && text + 1 < end) {
        text++;
    }
    fprintf(to, "%.*s", (int)(end - text), text);
    return end;
}

/* Each number as short as it can be: 0.5 of 0.50, .5 and 5e-1, torus:4x4 of torus:04x4. */
static char *plain_text(int key, const char *text)
{
    char *plain = NULL;
    size_t length;
    if (*text != '0' && !text[strspn(text, "0123456789")]) {
        return alloc_text(text);
    }
    FILE *to = open_memstream(&plain, &length);
    if (!to) {
        out_of_memory();
        return NULL;
    }
    const bool name = is_name(key, text);
    while (*text) {
        if (!name &&
            (isdigit((unsigned char)*text) || (*text == '.' && isdigit((unsigned char)text[1])))) {
            text = put_number(to, text);
        } else {
            fputc(*text++, to);
        }
    }
    if (fclose(to)) {
        out_of_memory();
    }
    return plain;
}

static int by_plain_text(const void *a, const void *b)
{
    const struct spelled *one = a, *other = b;
    return strcmp(one->plain, other->plain);
}

static enum status twice(int key, const char *one, const char *other, struct error *error)
{
    const char *name = key_rows[key].name;
    return strcmp(one, other) == 0
             ? error_set(error, STATUS_BAD, "%s: the value %s is given twice", name, one)
             : error_set(error, STATUS_BAD, "%s: %s and %s are the same value, given twice", name,
                         one, other);
}

/* A value that is given twice would be made twice, and counted twice. */
static enum status refuse_twice(const struct values *v, int key, struct error *error)
{
    struct spelled *sorted = alloc_array(v->n, sizeof *sorted);
    enum status status = STATUS_DONE;
    for (uint32_t i = 0; i < v->n; i++) {
        sorted[i] = (struct spelled){v->text[i], plain_text(key, v->text[i])};
    }
    qsort(sorted, v->n, sizeof *sorted, by_plain_text);
    for (uint32_t i = 1; i < v->n && !status; i++) {
        if (by_plain_text(&sorted[i - 1], &sorted[i]) == 0) {
            status = twice(key, sorted[i - 1].text, sorted[i].text, error);
        }
    }
    for (uint32_t i = 0; i < v->n; i++) {
        free(sorted[i].plain);
    }
    free(sorted);
    return status;
}

/* Does a topology begin here? */
static bool is_topology(const char *text)
{
    const char *colon = strchr(text, ':');
    if (lattice_named(text)) {
        return true;
    }
    for (unsigned i = 0; colon && noc_topology_kinds[i]; i++) {
        const char *name = noc_topology_kinds[i]->name;
        if (strlen(name) == (size_t)(colon - text) && strncmp(name, text, strlen(name)) == 0) {
            return true;
        }
    }
    return false;
}

/* The next of the values of *rest, as strsep(). In a file's name a comma is one of its letters, if
 * no topology comes behind it. */
static char *next_item(char **rest, int key, const char *between)
{
    const char *file;
    char *item = strsep(rest, between);
    while (item && *rest && key == KEY_topology && noc_topology_file(item, &file) &&
           !is_topology(*rest)) {
        (*rest)[-1] = ',';
        strsep(rest, between);
    }
    return item;
}

/* An empty value among others. */
static enum status refuse_missing(int key, const char *text, struct error *error)
{
    const char *name = key_rows[key].name;
    return strchr(text, OPTION_SEPARATOR[0])
             ? error_set(error, STATUS_BAD, "%s: one of the values is empty", name)
             : error_set(error, STATUS_BAD, "%s '%s': a value is missing between commas", name,
                         text);
}

enum status values_parse(struct values *v, int key, const char *text, struct error *error)
{
    char *copy = alloc_text(text), *rest = copy, *item;
    const char *between = option_has_commas(key) ? OPTION_SEPARATOR : OPTION_SEPARATOR ",";
    enum status status = STATUS_DONE;
    *v = (struct values){NULL, 0};
    while (!status && (item = next_item(&rest, key, between))) {
        status = *item || (!v->n && !rest) ? add_item(v, key, item, error)
                                           : refuse_missing(key, text, error);
    }
    free(copy);
    if (!status && v->n > 1) {
        status = refuse_twice(v, key, error);
    }
    if (status) {
        values_free(v);
    }
    return status;
}

bool values_are_several(const struct options *o)
{
    bool several = false;
    for (int k = 0; k < KEYS && !several; k++) {
        struct values v = {NULL, 0};
        struct error unused;
        if (o->text[k] && option_takes_lists(k)) {
            several = values_parse(&v, k, o->text[k], &unused) || v.n > 1 ||
                      strcmp(v.text[0], o->text[k]) != 0; /* a range may have one, as 8..8 */
            values_free(&v);
        }
    }
    return several;
}

void values_free(struct values *v)
{
    for (uint32_t i = 0; i < v->n; i++) {
        free(v->text[i]);
    }
    free(v->text);
    *v = (struct values){NULL, 0};
}
