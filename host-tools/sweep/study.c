/* SPDX-License-Identifier: BSD-2-Clause */
#include "study.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"

enum { MISFITS_SHOWN = 10 };

/* --- made of options ------------------------------------------------------------------------- */

void study_begin(struct study *s, const char *command)
{
    *s = (struct study){.command = command};
}

static void part_free(struct part *p)
{
    grid_free(&p->grid);
    options_free(&p->options);
}

void study_free(struct study *s)
{
    for (uint32_t i = 0; i < s->parts; i++) {
        part_free(&s->part[i]);
    }
    for (uint64_t i = 0; s->point && i < s->points; i++) {
        free(s->point[i].of);
    }
    free(s->part);
    free(s->point);
    *s = (struct study){.part = NULL};
}

/* Trial 2 of seed 1 is trial 1 of seed 2. */
static enum status refuse_seeds(const struct part *p, struct error *error)
{
    if (p->trials.most == 1 || !grid_varies(&p->grid, KEY_seed)) {
        return STATUS_DONE;
    }
    error_set(error, STATUS_BAD, "seed: several seeds with several trials make some trials twice");
    return error_fix(error, "trials take one seed after the other; leave one of the two out");
}

static enum status part_make(struct part *p, struct error *error)
{
    enum status status = trials_parse(&p->trials, &p->options, error);
    if (!status && (status = grid_make(&p->grid, &p->options, error)) == STATUS_DONE) {
        status = refuse_seeds(p, error);
    }
    return status;
}

enum status study_add(struct study *s, const struct depth *d, const struct options *o,
                      uint64_t line, struct error *error)
{
    /* A grid points at its part's options, so parts do not move. */
    struct part *more = alloc_array(s->parts + 1, sizeof *more);
    for (uint32_t i = 0; i < s->parts; i++) {
        more[i] = s->part[i];
        more[i].grid.base = &more[i].options;
    }
    free(s->part);
    s->part = more;
    struct part *p = &s->part[s->parts];
    *p = (struct part){.depth = d, .first = (uint32_t)s->points, .line = line};
    options_copy(&p->options, o);
    enum status status = part_make(p, error);
    if (!status && s->points + p->grid.points > GRID_POINTS_MAX) {
        error_set(error, STATUS_BAD, "this study has %" PRIu64 " points with this line",
                  s->points + p->grid.points);
        status =
            error_fix(error, "give fewer: at most %u points can be made at once", GRID_POINTS_MAX);
    }
    if (status) {
        part_free(p);
        return status;
    }
    s->points += p->grid.points;
    s->parts++;
    return STATUS_DONE;
}

const struct part *study_part(const struct study *s, uint64_t point)
{
    uint32_t low = 0, high = s->parts;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (s->part[middle].first <= point) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &s->part[low];
}

void study_options(const struct study *s, uint64_t point, struct options *o)
{
    const struct part *p = study_part(s, point);
    grid_point(&p->grid, (uint32_t)(point - p->first), o);
    o->json = o->batch = true; /* what boards print is no row, and they read nothing */
}

/* --- looked at before the start ------------------------------------------------------------------ */

/* "line 3, algorithm u-ccc, length 8": what tells a point from the others. */
static void name_point(const struct part *p, const struct options *o, struct error *error)
{
    const char *between = "";
    if (p->line) {
        error_append(error, "line %llu", (unsigned long long)p->line);
        between = ", ";
    }
    for (int k = 0; k < KEYS; k++) {
        if (grid_varies(&p->grid, k)) {
            error_append(error, "%s%s %s", between, key_rows[k].name, o->text[k]);
            between = ", ";
        }
    }
    error_append(error, "%s", *between ? ": " : "");
}

static void say_misfit(const struct study *s, const struct part *p, const struct options *o,
                       const struct error *why)
{
    struct error line = {.text = ""};
    if (s->misfits < MISFITS_SHOWN) {
        error_set(&line, STATUS_BAD, "noct %s: ", s->command);
        name_point(p, o, &line);
        error_append(&line, "%s", why->text);
        fprintf(stderr, "%s\n", line.text);
    }
}

static void check_point(struct study *s, uint64_t point, bool skip_unfit)
{
    const struct part *part = study_part(s, point);
    struct point *p = &s->point[point];
    struct options o;
    struct error error = {.text = ""};
    study_options(s, point, &o);
    struct identity identity;
    p->fits = !depth_check(part->depth, &o, &identity, &error);
    p->random = identity.random;
    s->bytes = p->fits && identity.bytes > s->bytes ? identity.bytes : s->bytes;
    if (!p->fits) {
        if (!skip_unfit) {
            say_misfit(s, part, &o, &error);
        }
        s->misfits++;
    }
    s->fixed += p->fits && !p->random && part->trials.most > 1;
    s->total += p->fits && p->random ? part->trials.most : 1;
    options_free(&o);
}

enum status study_check(struct study *s, bool skip_unfit, struct error *error)
{
    s->point = alloc_array(s->points, sizeof *s->point);
    progress_begin("checking", s->points);
    for (uint64_t i = 0; i < s->points; i++) {
        check_point(s, i, skip_unfit);
        progress_at(i + 1);
    }
    progress_end();
    if (s->misfits > MISFITS_SHOWN && !skip_unfit) {
        fprintf(stderr, "noct %s: and %u more\n", s->command, s->misfits - MISFITS_SHOWN);
    }
    if (s->misfits && !skip_unfit) {
        error_set(error, STATUS_BAD, "%u of %llu points do not fit", s->misfits,
                  (unsigned long long)s->points);
        return error_fix(error, "leave them out, or record them with --skip-unfit");
    }
    if (s->fixed) {
        fprintf(stderr, "noct %s: %u of %llu points have no random choice: one trial each\n",
                s->command, s->fixed, (unsigned long long)s->points);
    }
    return STATUS_DONE;
}

/* --- its trials ------------------------------------------------------------------------------------ */

/* The number that precision is about: latency_max; of random traffic latency_mean; of plans steps;
 * where saturation is looked for that rate. */
static const struct statistics *looked_at(const struct point *p)
{
    static const enum metric order[] = {METRIC_latency_max, METRIC_latency_mean, METRIC_steps,
                                        METRIC_saturation};
    const struct statistics *of = NULL;
    for (unsigned i = 0; !of && i < sizeof order / sizeof *order; i++) {
        of = point_statistics(p, order[i]);
    }
    return of;
}

/* Is another trial of no use? One that is not done makes the mean a wrong one, whatever follows. */
static bool is_settled(const struct trials *t, const struct point *p)
{
    const struct statistics *of = looked_at(p);
    if (!p->fits || !p->random || p->trials >= t->most || p->not_done) {
        return p->trials > 0;
    }
    return p->trials && t->precision > 0 && of &&
           statistics_half(of) <= t->precision * fabs(of->mean);
}

/* How many trials of point i come next; those that it has are counted as made. */
static uint32_t add_trials(struct study *s, uint64_t i)
{
    const struct trials *t = &study_part(s, i)->trials;
    struct point *p = &s->point[i];
    uint32_t before = p->trials;
    if (is_settled(t, p)) {
        return 0;
    }
    p->trials = p->fits && p->random ? trials_next(t, before) : 1;
    return p->trials - before;
}

struct piece *study_next(struct study *s, const struct share *share, uint64_t *n)
{
    struct piece *piece = NULL;
    uint64_t room = 0, number = 0;
    *n = 0;
    for (uint64_t i = 0; i < s->points; i++) {
        bool adaptive = study_part(s, i)->trials.precision > 0;
        if (adaptive && i % share->of != share->part) {
            continue;
        }
        uint32_t more = add_trials(s, i), first = s->point[i].trials - more;
        for (uint32_t t = 1; t <= more; t++) {
            if (!adaptive && number++ % share->of != share->part) {
                continue;
            }
            if (*n == room) {
                room = room ? 2 * room : 64;
                struct piece *wider = realloc(piece, room * sizeof *piece);
                if (!wider) {
                    free(piece);
                    out_of_memory();
                    return NULL;
                }
                piece = wider;
            }
            piece[(*n)++] = (struct piece){(uint32_t)i, first + t};
        }
    }
    return piece;
}

uint64_t study_trials(const struct study *s, const struct share *share)
{
    uint64_t own = 0, dealt = 0;
    for (uint64_t i = 0; i < s->points; i++) {
        const struct trials *t = &study_part(s, i)->trials;
        const struct point *p = &s->point[i];
        uint64_t most = p->fits && p->random ? t->most : 1;
        if (t->precision == 0) {
            dealt += most;
        } else if (i % share->of == share->part) {
            own += is_settled(t, p) ? p->trials : most;
        }
    }
    return own + (dealt + share->of - 1) / share->of;
}

const struct statistics *point_statistics(const struct point *p, enum metric m)
{
    const uint32_t bit = UINT32_C(1) << m;
    return p->has & bit ? &p->of[__builtin_popcount(p->has & (bit - 1))] : NULL;
}

/* Few metrics ever come of a point, and there may be a million points. */
static void keep_statistics(struct point *p, const struct statistics all[METRICS])
{
    uint32_t has = 0, n = 0;
    for (unsigned m = 0; m < METRICS; m++) {
        has |= (uint32_t)(all[m].n > 0) << m;
    }
    if (has != p->has) {
        free(p->of);
        p->of = alloc_array((size_t)__builtin_popcount(has), sizeof *p->of);
        p->has = has;
    }
    for (unsigned m = 0; m < METRICS; m++) {
        if (has >> m & 1) {
            p->of[n++] = all[m];
        }
    }
}

void study_take(struct study *s, uint32_t point, const struct sample *sample)
{
    struct point *p = &s->point[point];
    struct statistics all[METRICS] = {{0}};
    p->made++;
    p->not_done += sample->end != END_DONE;
    s->unsteady += sample->unsteady;
    p->ended[sample->end]++;
    for (unsigned m = 0; m < METRICS; m++) {
        const struct statistics *before = point_statistics(p, m);
        if (before) {
            all[m] = *before;
        }
    }
    sample_add(sample, all);
    keep_statistics(p, all);
}
