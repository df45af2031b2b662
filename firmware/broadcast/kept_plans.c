/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plans of broadcasts that a group keeps, a few of the last roots.
 */
#include "broadcast.h"
#include "multicasts/multicasts.h"

static void forget(struct group_calls *c)
{
    uint32_t i;

    for (i = 0; i < LONG_PLANS; i++) {
        noc_plan_free(c->long_plan[i]);
        c->long_plan[i] = NULL;
    }
}

bool plan_is_from(const struct group_calls *c, const noc_plan *plan, uint32_t root)
{
    return plan && plan->env.source == group_node(c->group, root);
}

/* Which are kept is each member's own affair. */
noc_err broadcast_plan(struct group_calls *c, uint32_t root, const struct noc_algorithm *algorithm)
{
    noc_plan *found = NULL;
    uint32_t i = 0;
    noc_err err;

    while (i < LONG_PLANS - 1 && !plan_is_from(c, c->long_plan[i], root)) {
        i++;
    }
    found = c->long_plan[i];
    if (!plan_is_from(c, found, root) || found->algorithm != algorithm) {
        noc_plan_free(found);
        c->long_plan[i] = NULL;
        c->forget = forget;
        err = plan_for_long(c->group, root, algorithm, &found);
        if (err == NOC_ERR_MEMORY) {
            forget(c);
            err = plan_for_long(c->group, root, algorithm, &found);
        }
        if (err) {
            return err;
        }
    }
    for (; i > 0; i--) {
        c->long_plan[i] = c->long_plan[i - 1];
    }
    c->long_plan[0] = found;
    return NOC_ERR_OK;
}
