/* SPDX-License-Identifier: BSD-2-Clause */
/* noct plot: what rows come to, as curves and as a table of comma-separated values. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/out_file.h"
#include "commands.h"
#include "csv.h"
#include "curves.h"
#include "curves_page.h"

/* What one sample does not tell is left out. */
static void csv_number(FILE *to, bool known, double number)
{
    json_t *value = known ? json_real(number) : json_null();
    csv_value(to, false, value);
    json_decref(value);
}

static void csv_count(FILE *to, uint32_t count)
{
    json_t *value = json_integer(count);
    csv_value(to, false, value);
    json_decref(value);
}

static void csv_metric(FILE *to, const struct groups *g, uint32_t group, enum metric m)
{
    const struct group *own = &g->at[group];
    const struct statistics *of = &own->of[m];
    double low, high;
    bool known = statistics_interval(of, &low, &high);
    char *name = groups_name(g, group);
    csv_text(to, true, name);
    csv_text(to, false, metric_names[m]);
    csv_count(to, of->n);
    csv_count(to, own->not_done);
    csv_number(to, of->n, of->mean);
    csv_number(to, of->n > 1, statistics_deviation(of));
    csv_number(to, known, low);
    csv_number(to, known, high);
    csv_number(to, of->n, of->min);
    csv_number(to, of->n, of->max);
    for (int k = -1; k < KEYS; k++) { /* what the point's name says, in columns */
        if (k < 0 ? g->depths : g->varies[k]) {
            csv_value(to, false, json_object_get(own->row, k < 0 ? "depth" : key_rows[k].name));
        }
    }
    fputc('\n', to);
    free(name);
}

/* Does any point have this number? */
static bool is_known(const struct groups *g, enum metric m)
{
    for (uint32_t i = 0; i < g->n; i++) {
        if (g->at[i].of[m].n) {
            return true;
        }
    }
    return false;
}

static void csv_write(FILE *to, const struct groups *g, const bool *wanted)
{
    fprintf(to, "point,metric,n,not_done,mean,sd,low95,high95,min,max");
    for (int k = -1; k < KEYS; k++) {
        if (k < 0 ? g->depths : g->varies[k]) {
            csv_text(to, false, k < 0 ? "depth" : key_rows[k].name);
        }
    }
    fputc('\n', to);
    for (uint32_t i = 0; i < g->n; i++) {
        for (unsigned m = 0; m < METRICS; m++) {
            const struct group *own = &g->at[i];
            if (wanted[m] && (own->of[m].n || own->not_done)) { /* else plans have no latency */
                csv_metric(to, g, i, (enum metric)m);
            }
        }
    }
}

static enum status write_csv(const struct groups *g, const bool *wanted, const char *name,
                             struct error *error)
{
    bool printed = strcmp(name, OPTION_GIVEN) == 0;
    if (!printed && out_file_is_stdout(name)) {
        error_set(error, STATUS_BAD, "csv '%s': the answer goes there", name);
        return error_fix(error, "without a name, as --csv, the table is printed in its place");
    }
    FILE *to = printed ? stdout : fopen(name, "w");
    if (!to) {
        return error_set(error, STATUS_BAD, "csv '%s': cannot be written: %s", name,
                         strerror(errno));
    }
    csv_write(to, g, wanted);
    if (!printed && (ferror(to) | fclose(to))) {
        error_set(error, STATUS_ENVIRONMENT, "csv '%s': cannot be written: %s", name,
                  strerror(errno));
        out_file_remove(name);
        return STATUS_ENVIRONMENT;
    }
    return STATUS_DONE;
}

/* --y "latency_max,steps": of a table; all that some point has, if it is not given. */
static enum status choose_metrics(bool wanted[METRICS], const struct groups *g, const char *y,
                                  struct error *error)
{
    enum status status = STATUS_DONE;
    memset(wanted, 0, METRICS * sizeof *wanted);
    for (unsigned m = 0; m < METRICS && !y; m++) {
        wanted[m] = is_known(g, (enum metric)m);
    }
    if (!y) {
        return status;
    }
    char *copy = alloc_text(y), *rest = copy, *name;
    while (!status && (name = strsep(&rest, ","))) {
        enum metric m;
        status = metric_parse(&m, name, error);
        if (!status) {
            wanted[m] = true;
        }
    }
    free(copy);
    return status;
}

/* The points as the curves have them: one curve after the other, each by x. */
static void put_in_order(struct groups *g, const struct curves *c)
{
    struct group *sorted = alloc_array(g->n, sizeof *sorted);
    for (uint32_t i = 0; i < g->n; i++) {
        sorted[i] = g->at[c->at[i].group];
    }
    memcpy(g->at, sorted, g->n * sizeof *sorted);
    free(sorted);
}

/* --- curves --------------------------------------------------------------------------------- */

static const int files[] = {KEY_svg, KEY_html};
enum { FILES = sizeof files / sizeof *files };

/* Before anything is drawn. */
static enum status check_files(const struct options *o, struct error *error)
{
    const char *svg = o->text[KEY_svg], *html = o->text[KEY_html];
    enum status status = STATUS_DONE;
    if (svg && html && strcmp(svg, html) == 0) {
        return error_set(error, STATUS_BAD, "html '%s': svg is the same file; give another one",
                         html);
    }
    for (unsigned i = 0; i < FILES && !status; i++) {
        if (o->text[files[i]]) {
            status = out_file_check_of(key_rows[files[i]].name, o->text[files[i]], error);
        }
    }
    return status;
}

/* As a whole or not at all. */
static enum status write_file(const struct curves *c, const struct drawing *d,
                              const struct options *o, int key, struct error *error)
{
    const char *name = o->text[key];
    FILE *file = fopen(name, "w");
    if (!file) {
        return error_set(error, STATUS_BAD, "%s '%s': cannot be written: %s", key_rows[key].name,
                         name, strerror(errno));
    }
    if (key == KEY_html) {
        curves_page(file, c, d, o);
    } else {
        fwrite(d->text, 1, d->length, file);
    }
    bool failed = fflush(file) || ferror(file);
    int why = errno;
    if (fclose(file) && !failed) {
        failed = true;
        why = errno;
    }
    if (failed) {
        error_set(error, STATUS_ENVIRONMENT, "%s '%s': cannot be written: %s", key_rows[key].name,
                  name, strerror(why));
        out_file_remove(name);
    }
    return failed ? STATUS_ENVIRONMENT : STATUS_DONE;
}

static enum status draw_files(const struct groups *g, const struct curves *c,
                              const struct options *o, struct error *error)
{
    struct drawing d;
    enum status status = check_files(o, error);
    status = status ? status : curves_draw(c, &d, error);
    if (status) {
        return status;
    }
    for (unsigned i = 0; i < FILES && !status; i++) {
        if (o->text[files[i]]) {
            status = write_file(c, &d, o, files[i], error);
        }
    }
    free(d.text);
    if (g->unsteady && !status) {
        fprintf(stderr, "noct plot: in %llu of %llu trials no steady state was found\n",
                (unsigned long long)g->unsteady, (unsigned long long)g->rows);
    }
    char *lost = curves_without_place(c);
    if (lost && !status) {
        fprintf(stderr, "noct plot: %s\n", lost);
    }
    free(lost);
    return status;
}

/* Curves, if there are to be any; a table then has their order. */
static enum status draw(struct groups *g, const struct options *o, struct error *error)
{
    struct curves c;
    const char *y = o->text[KEY_y];
    const bool drawn = o->text[KEY_svg] || o->text[KEY_html];
    if (!drawn && !o->text[KEY_x] && !o->text[KEY_by]) {
        return STATUS_DONE;
    }
    if (y && metric_find(y) < METRICS) {
        groups_leave_depths_without(g, metric_find(y));
    }
    enum status status = curves_make(&c, g, o, error);
    if (!status) {
        status = drawn ? draw_files(g, &c, o, error) : STATUS_DONE;
        put_in_order(g, &c);
        curves_free(&c);
    }
    return status;
}

enum status execute_plot(const struct options *o, json_t **result, struct error *error)
{
    struct groups g;
    bool wanted[METRICS];
    const char *csv = o->text[KEY_csv];
    enum status status = groups_read(&g, o, error);
    status = status ? status : draw(&g, o, error);
    status = status ? status : choose_metrics(wanted, &g, o->text[KEY_y], error);
    if (!status && csv) {
        status = write_csv(&g, wanted, csv, error);
    }
    if (!status && !(csv && strcmp(csv, OPTION_GIVEN) == 0)) {
        *result = groups_summary(&g);
    }
    groups_free(&g);
    return status;
}
