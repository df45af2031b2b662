/* SPDX-License-Identifier: BSD-2-Clause */
#include "costs_option.h"

#include <jansson.h>
#include <string.h>

#include "params.h"

enum { COST_MAX = 1 << 20 };

static const char EMULATOR[] = "emulator", RTL[] = "rtl";

/* One number of a file of costs. *missing: the name of the first that is not there, or no number. */
static int32_t number(const json_t *file, const char *name, int32_t least, const char **missing)
{
    const json_t *value = json_object_get(file, name);
    json_int_t n = json_integer_value(value);
    if (!json_is_integer(value) || n < least || n > COST_MAX) {
        *missing = *missing ? *missing : name;
        return 0;
    }
    return (int32_t)n;
}

static enum status read_file(struct experiment *e, const char *name, struct error *error)
{
    json_error_t cause;
    const char *missing = NULL;
    struct firmware_costs *f = &e->costs_file;
    json_t *file = json_load_file(name, JSON_REJECT_DUPLICATES, &cause);
    if (!file) {
        error_set(error, STATUS_BAD, "costs '%s': %s", name, cause.text);
        return error_fix(error, "give emulator, rtl, or a file of costs");
    }
    *f = (struct firmware_costs){
        .source = {.second = (uint32_t)number(file, "source_second", 0, &missing),
                   .further = (uint32_t)number(file, "source_further", 0, &missing),
                   .made = true},
        .relay = {.first = (uint32_t)number(file, "relay", 0, &missing),
                  .second = (uint32_t)number(file, "relay_second", 0, &missing),
                  .further = (uint32_t)number(file, "relay_further", 0, &missing),
                  .made = true},
        .call = (uint32_t)number(file, "call", 0, &missing),
        .copied = {(uint32_t)number(file, "call_16_flits", 0, &missing),
                   (uint32_t)number(file, "call_4_flits", 0, &missing),
                   (uint32_t)number(file, "call_1_flit", 0, &missing)},
        .back = {number(file, "relay_return", -COST_MAX, &missing),
                 number(file, "relay_return_more", -COST_MAX, &missing)},
        .sleeps = (uint32_t)number(file, "relay_sleeps", 0, &missing),
        .wakes = (uint32_t)number(file, "relay_wakes", 0, &missing),
    };
    json_decref(file);
    return missing ? error_set(error, STATUS_BAD,
                               "costs '%s': %s: must be a number of cycles, at most %d", name,
                               missing, COST_MAX)
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
