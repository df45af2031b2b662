/* SPDX-License-Identifier: BSD-2-Clause */
#include "costs_option.h"

#include <jansson.h>
#include <string.h>

#include "base/in_file.h"
#include "params.h"

enum { COST_MAX = 1 << 20 };

static const char EMULATOR[] = "emulator", RTL[] = "rtl";

struct reader {
    const json_t *file;
    const char
        *wrong;    /* the name of the first number that is not there, or none; NULL: all are good */
    int32_t least; /* that it can be */
};

/* One number of a file of costs. */
static int32_t number(struct reader *r, const char *name, int32_t least)
{
    const json_t *value = json_object_get(r->file, name);
    json_int_t n = json_integer_value(value);
    if (json_is_integer(value) && n >= least && n <= COST_MAX) {
        return (int32_t)n;
    }
    if (!r->wrong) {
        r->wrong = name;
        r->least = least;
    }
    return 0;
}

static uint32_t cost(struct reader *r, const char *name)
{
    return (uint32_t)number(r, name, 0);
}

/* A relay may return sooner than others, but not before its call. */
static struct firmware_costs read_costs(struct reader *r)
{
    const uint32_t call = cost(r, "call");
    const int32_t soonest = -(int32_t)call;
    return (struct firmware_costs){
        .source = {.second = cost(r, "source_second"),
                   .further = cost(r, "source_further"),
                   .made = true},
        .relay = {.first = cost(r, "relay"),
                  .second = cost(r, "relay_second"),
                  .further = cost(r, "relay_further"),
                  .made = true},
        .call = call,
        .copied = {cost(r, "call_16_flits"), cost(r, "call_4_flits"), cost(r, "call_1_flit")},
        .back = {number(r, "relay_return", soonest), number(r, "relay_return_more", soonest)},
        .sleeps = cost(r, "relay_sleeps"),
        .wakes = cost(r, "relay_wakes"),
    };
}

static enum status read_file(struct experiment *e, const char *name, struct error *error)
{
    json_error_t cause;
    const char *why;
    FILE *text = in_file_open(name, &why);
    json_t *file = text ? json_loadf(text, JSON_REJECT_DUPLICATES, &cause) : NULL;
    if (text) {
        why = cause.text;
        fclose(text);
    }
    if (!file) {
        error_set(error, STATUS_BAD, "costs '%s': %s", name, why);
        return error_fix(error, "give emulator, rtl, or a file of costs");
    }
    struct reader r = {.file = file};
    e->costs_file = read_costs(&r);
    json_decref(file);
    return r.wrong ? error_set(error, STATUS_BAD,
                               "costs '%s': %s: must be a whole number of cycles from %d to %d",
                               name, r.wrong, (int)r.least, COST_MAX)
                   : STATUS_DONE;
}

bool costs_are_in_file(const struct experiment *e)
{
    return e->costs && strcmp(e->costs, EMULATOR) != 0 && strcmp(e->costs, RTL) != 0;
}

static enum status not_of_these(const struct experiment *e, struct error *error)
{
    error_set(
        error, STATUS_BAD,
        "costs '%s': they are of worms with one destination, and of relays that know the plan",
        e->costs);
    return error_fix(error, "give relay group and an algorithm with unicasts, or costs emulator");
}

enum status costs_choose(struct experiment *e, const struct options *o, struct error *error)
{
    e->costs = o->text[KEY_costs];
    if (e->costs && strcmp(e->costs, EMULATOR) != 0 && e->relay != NOC_RELAY_GROUP) {
        return not_of_these(e, error);
    }
    return costs_are_in_file(e) ? read_file(e, e->costs, error) : STATUS_DONE;
}

const struct firmware_costs *costs_of(const struct experiment *e, const struct noc_algorithm *a)
{
    if (strcmp(e->costs, EMULATOR) == 0) {
        return firmware_costs_of(a, e->relay);
    }
    if (a->worm) {
        return NULL;
    }
    return strcmp(e->costs, RTL) == 0 ? &firmware_costs_rtl : &e->costs_file;
}

enum status costs_settle(struct experiment *e, struct error *error)
{
    if (!e->costs || !e->algorithm) {
        return STATUS_DONE;
    }
    if (e->segment || e->segment_free) {
        return error_set(
            error, STATUS_BAD,
            "costs: they say nothing of bodies in segments; leave costs or segment out");
    }
    e->software = costs_of(e, e->algorithm);
    return e->software ? STATUS_DONE : not_of_these(e, error);
}
