/* SPDX-License-Identifier: BSD-2-Clause */
#include "costs_option.h"

#include <string.h>

#include "params.h"

static const char EMULATOR[] = "emulator", RTL[] = "rtl";

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
    const enum status status = costs_find(&e->measured, e->costs, error);
    return status ? status
         : e->costs && e->relay != NOC_RELAY_GROUP && !costs_know_lists(e->measured)
             ? not_of_these(e, error)
             : STATUS_DONE;
}

const struct firmware_costs *costs_of(const struct experiment *e, const struct noc_algorithm *a)
{
    return costs_multicast(e->measured, a, e->relay);
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
