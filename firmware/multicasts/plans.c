/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plans that there are, and their end.
 */
#include <stdlib.h>

#include "multicasts.h"

bool group_keeps(struct noc_group *g)
{
    if (!g->kept) {
        g->kept = malloc((size_t)wire_flits_of(g->slot_bytes) * 4);
    }
    return g->kept != NULL;
}

/* Where the list of all plans leads to this one; NULL: it is freed, or never was one. */
static noc_plan **link_of(const noc_plan *plan)
{
    noc_plan **link = &noc_layer.plans;

    while (*link && *link != plan) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

/* It becomes the first of all, so that the next look at it finds it at once. False: there is none such. */
bool plan_is_there(noc_plan *plan)
{
    noc_plan **link = link_of(plan);

    if (!plan || !link) {
        return false;
    }
    *link = plan->next;
    plan->next = noc_layer.plans;
    noc_layer.plans = plan;
    return true;
}

static bool exists(const noc_plan *plan)
{
    return plan && link_of(plan) && !(plan->dead && plan->group);
}

bool plan_is_alive(const noc_plan *plan)
{
    return plan && link_of(plan) && !plan->dead;
}

int32_t noc_plan_parent(const noc_plan *plan, uint32_t *answers_for)
{
    const bool known = exists(plan);

    if (answers_for) {
        *answers_for = known ? plan->answers_for : 0;
    }
    return known ? plan->parent : -1;
}

noc_err plan_refusal(const noc_plan *plan)
{
    return exists(plan) && !plan->group ? NOC_ERR_GROUP : NOC_ERR_ARGUMENT;
}

static noc_err refuse(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout)
{
    (void)body;
    (void)bytes;
    (void)timeout;
    return plan_refusal(plan);
}

/* Nobody is to multicast by it. */
static void bury(noc_plan *plan)
{
    plan->dead = true;
    plan->way = refuse;
}

/* A long multicast whose deadline has passed cannot be gone on with. */
static void end_stream_of(const noc_plan *plan)
{
    uint32_t i;

    for (i = 0; i < STREAMS; i++) {
        if (noc_layer.stream[i].plan == plan) {
            stream_end(&noc_layer.stream[i]);
        }
    }
}

void plan_release(noc_plan *plan)
{
    noc_plan **link = link_of(plan);

    if (link) {
        *link = plan->next;
        end_stream_of(plan);
        if (plan->second) {
            free(plan->second->worms);
            free(plan->second->chain);
            free(plan->second);
        }
        free(plan->worms);
        free(plan->chain);
        free(plan);
    }
}

void plans_orphan(const struct noc_group *g)
{
    noc_plan *p;

    for (p = noc_layer.plans; p; p = p->next) {
        if (p->group == g) {
            end_stream_of(p);
            p->group = NULL;
            bury(p);
        }
    }
}

void noc_plan_free(noc_plan *plan)
{
    if (!exists(plan)) {
        return; /* it was freed before */
    }
    if (plan->group && plan->group->outstanding && plan->group->plan == plan) {
        bury(plan); /* a child may still ask: freed with the last ACK */
    } else {
        plan_release(plan);
    }
}
