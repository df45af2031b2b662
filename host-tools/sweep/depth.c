/* SPDX-License-Identifier: BSD-2-Clause */
#include "depth.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "own/checked_algorithm.h"
#include "own/checked_routing.h"
#include "predict/commands.h"
#include "run/commands.h"
#include "run/kept_board.h"

static enum status make_run(const struct options *o, struct identity *identity, json_t **result,
                            struct error *error)
{
    enum status status = identity ? check_run(o, identity, error) : STATUS_DONE;
    return status ? status : execute_run(o, result, error);
}

static const struct depth depths[] = {
    {"plan", GROUPS_PLAN, check_plan, make_plan, NULL, NULL},
    {"sim", GROUPS_SIM, check_sim, make_sim, NULL, NULL},
    {"run", GROUPS_RUN, check_run, make_run, kept_board_allow, run_compiler},
};

/* Keys that this depth knows nothing of. */
static enum status refuse_others(const struct depth *d, const struct options *o,
                                 struct error *error)
{
    for (int k = 0; k < KEYS; k++) {
        if (!o->text[k] || key_rows[k].group & (d->groups | GROUP(LIVE))) {
            continue;
        }
        if (key_rows[k].group & GROUPS_ROW) {
            return error_set(error, STATUS_BAD, "%s: noct %s takes none", key_rows[k].name,
                             d->name);
        }
        error_set(error, STATUS_BAD, "%s: is of one experiment, and this is a study of several",
                  key_rows[k].name);
        return error_fix(error, "make that one by itself");
    }
    return STATUS_DONE;
}

const struct depth *depth_find(const char *name)
{
    for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++) {
        if (strcmp(depths[i].name, name) == 0) {
            return &depths[i];
        }
    }
    return NULL;
}

enum status depth_seed(struct options *o, uint32_t trial, struct error *error)
{
    uint64_t seed;
    char text[24];
    enum status status = number_option(o, KEY_seed, 0, UINT32_MAX, 1, &seed, error);
    if (status || trial == 1) {
        return status;
    }
    snprintf(text, sizeof text, "%" PRIu64, (seed + trial - 1) & UINT32_MAX);
    free(o->text[KEY_seed]);
    o->text[KEY_seed] = alloc_text(text);
    return STATUS_DONE;
}

static void write_id(const struct identity *identity, char id[ROW_ID_TEXT])
{
    snprintf(id, ROW_ID_TEXT, "%016" PRIx64, identity->hash);
}

/* row: NULL, or what becomes its row. */
static void begin(struct identity *identity, const struct depth *d, json_t *row)
{
    char version[16];
    if (row) {
        row_begin(row);
    }
    identity_begin(identity, row);
    snprintf(version, sizeof version, "%d", RESULTS_VERSION);
    identity_add_text(identity, d->name);
    identity_add_text(identity, version);
}

enum status depth_check(const struct depth *d, const struct options *o, struct identity *identity,
                        struct error *error)
{
    identity_begin_unnamed(identity);
    enum status status = refuse_others(d, o, error);
    return status ? status : d->check(o, identity, error);
}

enum status depth_id(const struct depth *d, const struct options *o, char id[ROW_ID_TEXT],
                     json_t *row, struct error *error)
{
    struct identity identity;
    begin(&identity, d, row);
    enum status status = d->check(o, &identity, error);
    write_id(&identity, id);
    return status;
}

/* One that does not fit has no identity but its words. */
static void identify_words(const struct depth *d, const struct options *o, char id[ROW_ID_TEXT],
                           json_t *row)
{
    struct identity identity;
    begin(&identity, d, row);
    identity_add_text(&identity, "unfit");
    for (int k = 0; k < KEYS; k++) {
        if (o->text[k] && !(key_rows[k].group & GROUPS_STUDY)) {
            identity_add_text(&identity, key_rows[k].name);
            identity_add_text(&identity, o->text[k]);
        }
    }
    write_id(&identity, id);
}

/* What a wrong routing or algorithm has made nonsense is no answer. */
static enum status execute(const struct depth *d, const struct options *o,
                           struct identity *identity, json_t **result, struct error *error)
{
    enum status status = d->execute(o, identity, result, error);
    if (checked_routing_fault(error) || checked_algorithm_fault(error)) {
        json_decref(*result);
        *result = NULL;
        status = STATUS_BAD;
    }
    return status;
}

/* The row of what came out. own: its identity, if there is a result and t has no id. */
static char *line_of(const struct depth *d, const struct options *o, const struct trial *t,
                     const struct identity *own, enum row_end end, const json_t *result,
                     json_t *derived, const char *error)
{
    struct trial trial = *t;
    struct error unused = {.text = ""};
    char id[ROW_ID_TEXT];
    if (!t->id) {
        trial.id = id;
        if (t->fits && result) {
            write_id(own, id);
        } else if (!t->fits || depth_id(d, o, id, t->row, &unused)) {
            identify_words(d, o, id, t->row);
        }
    }
    row_make(&trial, o, end, result, derived, error);
    return row_line(t->row);
}

enum status depth_make(const struct depth *d, const struct options *o, const struct trial *t,
                       bool with_row, struct made *made, struct error *error)
{
    json_t *result = NULL;
    struct identity own = {.keys = NULL};
    const bool identified = with_row && !t->id && t->fits;
    error_clear(error);
    if (identified) {
        begin(&own, d, t->row);
    }
    enum status status = execute(d, o, identified ? &own : NULL, &result, error);
    json_t *derived = row_derived(o, result);
    *made = (struct made){.sample = sample_of_answer(status, result, derived)};
    if (status != STATUS_ENVIRONMENT && with_row) {
        made->row = line_of(d, o, t, &own, made->sample.end, result, derived, error->text);
    }
    json_decref(derived);
    json_decref(result);
    if (status == STATUS_ENVIRONMENT) {
        return status;
    }
    error_clear(error);
    return STATUS_DONE;
}
