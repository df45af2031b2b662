/* SPDX-License-Identifier: BSD-2-Clause */
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/number.h"
#include "base/progress.h"
#include "interrupt.h"
#include "result/result.h"
#include "rows.h"
#include "summary.h"
#include "workers.h"

enum { SECONDS_MAX = 100000000 };
enum { ASK_TRIALS = 1000000 }; /* of more it is asked whether that is meant */

struct sweep {
    struct study *study;
    const struct options *o;
    struct share share;
    uint64_t jobs;
    struct rows *rows; /* or NULL */
    bool with_rows;    /* somebody reads them */
    json_t *row;       /* the one that is being made */
    struct piece *piece;
    uint64_t whole;   /* trials that there will be */
    uint64_t seconds; /* that it may take; 0: any */
    int64_t until;    /* by clock_ms(), no trial begins later; 0: for ever */
    uint64_t done, resumed, skipped, not_done, failed;
};

/* Without a grid, plan --out draws a collective's schedule. */
static bool out_has_rows(const struct options *o, const struct depth *d)
{
    return o->text[KEY_out] && !(strcmp(d->name, "plan") == 0 && o->text[KEY_collective]);
}

bool sweep_is_wanted(const struct options *o, const struct depth *d)
{
    static const int own[] = {KEY_trials,     KEY_precision, KEY_share, KEY_dry_run,
                              KEY_skip_unfit, KEY_jobs,      KEY_yes,   KEY_time};
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++) {
        if (o->text[own[i]]) {
            return true;
        }
    }
    return values_are_several(o) || out_has_rows(o, d);
}

/* --- one trial, in a worker ---------------------------------------------------------------------- */

/* The trial of these options, or what is in the file of it. */
static enum status make_trial(struct sweep *w, const struct part *part, const struct piece *piece,
                              const struct options *o, struct made *made, struct error *error)
{
    const struct point *p = &w->study->point[piece->point];
    char id[ROW_ID_TEXT];
    struct trial t = {
        .depth = part->depth->name, .fits = p->fits, .number = piece->trial, .row = w->row};
    const struct sample *there = NULL;
    if (w->rows && rows_count(w->rows) && p->fits && !depth_id(part->depth, o, id, w->row, error)) {
        t.id = id;
        there = rows_find(w->rows, id);
    }
    enum status status = STATUS_DONE;
    if (there) {
        *made = (struct made){.sample = *there, .resumed = true};
    } else if (w->until && clock_ms() >= w->until) {
        *made = (struct made){.skipped = true};
    } else {
        status = depth_make(part->depth, o, &t, w->with_rows, made, error);
    }
    return status;
}

static enum status work(void *opaque, uint64_t number, struct made *made, struct error *error)
{
    struct sweep *w = opaque;
    const struct piece *piece = &w->piece[number];
    struct options o;
    study_options(w->study, piece->point, &o);
    o.for_row = true;
    enum status status = depth_seed(&o, piece->trial, error);
    if (status && !w->study->point[piece->point].fits) {
        status = STATUS_DONE; /* a bad seed is why it does not fit */
    }
    if (!status) {
        status = make_trial(w, study_part(w->study, piece->point), piece, &o, made, error);
    }
    options_free(&o);
    return status;
}

/* --- all trials ------------------------------------------------------------------------------------ */

static enum status take(struct sweep *w, uint32_t point, const struct made *made,
                        struct error *error)
{
    enum row_end end = made->sample.end;
    if (made->skipped) {
        w->skipped++;
        return STATUS_DONE;
    }
    study_take(w->study, point, &made->sample);
    w->done++;
    w->not_done += end != END_DONE;
    w->failed += end > END_SATURATED;
    if (made->resumed) {
        w->resumed++;
        return STATUS_DONE;
    }
    if (w->rows) {
        return rows_add(w->rows, made->row, error);
    }
    if (made->row) {
        fputs(made->row, stdout);
        fflush(stdout);
    }
    return ferror(stdout) ? error_set(error, STATUS_ENVIRONMENT, "the rows cannot be written")
                          : STATUS_DONE;
}

static void tell(const struct sweep *w)
{
    progress_study_at(w->done, w->resumed);
    interrupt_at(w->done, w->whole, w->rows ? rows_in_file(w->rows) : 0);
}

static enum status run_round(struct sweep *w, uint64_t pieces, struct error *error)
{
    uint64_t jobs = w->jobs < pieces ? w->jobs : pieces;
    struct workers *workers = workers_start((unsigned)jobs, pieces, work, w);
    enum status status = STATUS_DONE;
    for (uint64_t i = 0; i < pieces && !status; i++) {
        struct made made = {.row = NULL};
        status = workers_next(workers, &made, error);
        if (!status) {
            status = take(w, w->piece[i].point, &made, error);
            free(made.row);
        }
        tell(w);
    }
    workers_end(workers);
    return status;
}

/* All points have as many trials when the time is up. */
static int by_trial(const void *a, const void *b)
{
    const struct piece *one = a, *other = b;
    return one->trial != other->trial ? (one->trial > other->trial) - (one->trial < other->trial)
                                      : (one->point > other->point) - (one->point < other->point);
}

/* Does precision end the trials of some point? */
static bool is_adaptive(const struct study *s)
{
    bool adaptive = false;
    for (uint32_t i = 0; i < s->parts; i++) {
        adaptive |= s->part[i].trials.precision > 0;
    }
    return adaptive;
}

static enum status run_rounds(struct sweep *w, struct error *error)
{
    uint64_t pieces = 0;
    enum status status = STATUS_DONE;
    w->whole = study_trials(w->study, &w->share);
    progress_study("trials", w->whole, w->seconds);
    interrupt_begin(w->study->command, w->o->text[KEY_out], is_adaptive(w->study));
    tell(w);
    while (!status && ((w->piece = study_next(w->study, &w->share, &pieces)), pieces)) {
        if (w->until) {
            qsort(w->piece, pieces, sizeof *w->piece, by_trial);
        }
        w->whole = study_trials(w->study, &w->share);
        progress_study_whole(w->whole);
        status = run_round(w, pieces, error);
        free(w->piece);
    }
    interrupt_end();
    progress_study_end();
    return status;
}

/* --- before and after --------------------------------------------------------------------------------- */

static enum status ask(const char *what, uint64_t n, struct error *error)
{
    error_set(error, STATUS_BAD, "this study has %llu %s, more than a million",
              (unsigned long long)n, what);
    return error_fix(error, "--yes makes them all the same, --dry-run only counts them");
}

/* Bytes that are free for programs; UINT64_MAX: nobody says. */
static uint64_t free_memory(void)
{
    unsigned long long kib;
    uint64_t bytes = UINT64_MAX;
    char line[128];
    FILE *file = fopen("/proc/meminfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) {
            bytes = kib * 1024;
        }
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

/* No more processes than there is memory for what they make. */
static void bound_jobs(struct sweep *w)
{
    uint64_t bytes = w->study->bytes, most = bytes ? free_memory() / bytes : w->jobs;
    if (most < w->jobs) {
        w->jobs = most ? most : 1;
        fprintf(stderr, "noct %s: memory for %llu boards at once\n", w->study->command,
                (unsigned long long)w->jobs);
    }
}

static enum status prepare(struct sweep *w, struct error *error)
{
    struct study *s = w->study;
    const struct options *o = w->o;
    bool sure = o->text[KEY_yes];
    if (number_option(o, KEY_time, 0, SECONDS_MAX, 0, &w->seconds, error) ||
        number_option(o, KEY_jobs, 1, WORKERS_MAX, workers_default(), &w->jobs, error) ||
        share_parse(&w->share, o, error)) {
        return STATUS_BAD;
    }
    w->until = o->text[KEY_time] ? clock_ms() + 1000 * (int64_t)w->seconds : 0;
    if (s->points > ASK_TRIALS && !sure) {
        return o->text[KEY_dry_run] ? STATUS_DONE : ask("points", s->points, error);
    }
    enum status status = study_check(s, o->text[KEY_skip_unfit], error);
    bound_jobs(w);
    if (status || s->total <= ASK_TRIALS || sure || o->text[KEY_dry_run]) {
        return status;
    }
    return ask("trials", s->total, error);
}

/* Of points that nobody has looked at. */
static uint64_t most_trials(const struct study *s)
{
    uint64_t trials = 0;
    for (uint32_t i = 0; i < s->parts; i++) {
        trials += (uint64_t)s->part[i].grid.points * s->part[i].trials.most;
    }
    return trials;
}

static void say_count(const struct sweep *w)
{
    const struct study *s = w->study;
    uint32_t rows = w->rows ? rows_count(w->rows) : 0;
    if (w->o->json) {
        uint64_t total = s->point ? s->total : most_trials(s);
        json_t *answer = json_pack("{s:i,s:I,s:I,s:i,s:i}", "schema", RESULT_SCHEMA, "points",
                                   (json_int_t)s->points, "trials", (json_int_t)total, "unfit",
                                   (int)s->misfits, "rows", (int)rows);
        result_print(answer);
        json_decref(answer);
        return;
    }
    printf("%llu points", (unsigned long long)s->points);
    if (s->point) {
        printf(", %llu trials", (unsigned long long)s->total);
    } else {
        printf(", %llu trials at most; nobody has looked whether they fit",
               (unsigned long long)most_trials(s));
    }
    if (s->misfits) {
        printf(", %u points do not fit", s->misfits);
    }
    if (w->rows) {
        printf("; %u rows are in %s", rows, w->o->text[KEY_out]);
    }
    printf("\n");
}

/* The time was up. */
static void say_skipped(const struct sweep *w)
{
    const uint64_t all = w->done + w->skipped;
    if (w->skipped) {
        fprintf(stderr, "noct %s: the time was up: %llu of %llu trials; %s\n", w->study->command,
                (unsigned long long)w->done, (unsigned long long)all,
                w->rows ? "the same again goes on" : "with --out the same again would go on");
    }
}

static enum status judge(const struct sweep *w, struct error *error)
{
    return w->failed ? error_set(error, STATUS_NO, "%llu of %llu trials did not end as they should",
                                 (unsigned long long)w->failed, (unsigned long long)w->done)
                     : STATUS_DONE;
}

/* The compiler of the firmware that makes some of these rows, to be freed; NULL: none is needed. */
static char *compiler_of(const struct study *s)
{
    for (uint32_t i = 0; i < s->parts; i++) {
        const struct part *p = &s->part[i];
        if (p->depth->compiler && !p->options.text[KEY_firmware]) {
            return p->depth->compiler();
        }
    }
    return NULL;
}

static enum status open_rows(struct sweep *w, bool dry, struct error *error)
{
    const char *out = w->o->text[KEY_out];
    char *compiler = compiler_of(w->study);
    enum status status =
        dry ? rows_look(&w->rows, out, compiler, error) : rows_open(&w->rows, out, compiler, error);
    free(compiler);
    return status;
}

enum status sweep_run(struct study *s, const struct options *o, json_t **summary,
                      struct error *error)
{
    const char *out = o->text[KEY_out];
    struct sweep w = {.study = s, .o = o, .with_rows = o->json || out, .row = json_object()};
    bool dry = o->text[KEY_dry_run];
    *summary = NULL;
    enum status status = prepare(&w, error);
    if (!status && out) {
        status = open_rows(&w, dry, error);
    }
    if (!status && dry) {
        say_count(&w);
    } else if (!status) {
        for (uint32_t i = 0; i < s->parts; i++) {
            if (s->part[i].depth->begin) {
                s->part[i].depth->begin();
            }
        }
        status = run_rounds(&w, error);
        say_skipped(&w);
        if (!status && !o->json) {
            *summary = summary_make(s, w.resumed);
        }
        status = status ? status : judge(&w, error);
    }
    rows_close(w.rows);
    json_decref(w.row);
    return status;
}

enum status sweep_options(const struct options *o, const struct depth *d, json_t **summary,
                          struct error *error)
{
    struct study s;
    *summary = NULL;
    study_begin(&s, d->name);
    enum status status = study_add(&s, d, o, 0, error);
    if (!status) {
        status = sweep_run(&s, o, summary, error);
    }
    study_free(&s);
    return status;
}

/* --- in a batch ------------------------------------------------------------------------------------------ */

static enum status refuse_in_batch(const struct options *o, struct error *error)
{
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && k != KEY_trials && key_rows[k].group & GROUPS_STUDY) {
            error_set(error, STATUS_BAD, "%s: cannot be used in a batch", key_rows[k].name);
            return error_fix(error, "noct sweep takes such lines as a study");
        }
    }
    return STATUS_DONE;
}

enum status sweep_each(const struct options *o, const struct depth *d,
                       enum status (*answer)(void *opaque, const struct options *o), void *opaque,
                       enum status (*worse)(enum status a, enum status b), struct error *error)
{
    struct study s;
    enum status worst = STATUS_DONE;
    study_begin(&s, d->name);
    enum status status = refuse_in_batch(o, error);
    status = status ? status : study_add(&s, d, o, 0, error);
    if (!status && s.points * s.part[0].trials.most > ASK_TRIALS) {
        status = error_set(error, STATUS_BAD, "a line with more than a million experiments");
    }
    for (uint64_t i = 0; !status && i < s.points; i++) {
        struct error unused = {.text = ""};
        uint32_t trials = 1;
        for (uint32_t t = 1; t <= trials; t++) {
            struct options one;
            study_options(&s, i, &one);
            struct identity identity;
            if (t == 1 && !depth_check(d, &one, &identity, &unused) && identity.random) {
                trials = s.part[0].trials.most;
            }
            (void)depth_seed(&one, t, &unused); /* a bad seed is refused by the answer */
            worst = worse(worst, answer(opaque, &one));
            options_free(&one);
        }
    }
    study_free(&s);
    return worst;
}
