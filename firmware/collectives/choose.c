/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which schedule a call takes. All members must come to the same one, so it follows from what all of
 * them know.
 */
#include "collective/cost.h"
#include "collective/schedules.h"

#include "collectives.h"

/* Members know the lengths of their own blocks alone, so each block goes straight to where it is
 * wanted. */
static const struct noc_schedule *for_lists(enum noc_operation operation)
{
    switch (operation) {
    case NOC_GATHER:
        return &noc_schedule_gather_linear;
    case NOC_SCATTER:
        return &noc_schedule_scatter_linear;
    default:
        return &noc_schedule_alltoall_pairwise;
    }
}

/* So that results do not depend on a choice. */
static const struct noc_schedule *reproducible(enum noc_operation operation)
{
    switch (operation) {
    case NOC_SCAN:
        return &noc_schedule_scan_recursive_doubling;
    case NOC_EXSCAN:
        return &noc_schedule_exscan_recursive_doubling;
    default:
        return &noc_schedule_allreduce_recursive_doubling;
    }
}

/* In all blocks, the same at all members. */
static uint32_t bytes_of(const struct arguments *a, uint32_t count)
{
    uint32_t bytes = 0, i;

    switch (a->operation) {
    case NOC_BARRIER:
    case NOC_BROADCAST:
        return a->length;
    case NOC_REDUCE_SCATTER:
        for (i = 0; i < count; i++) {
            COUNTED(passed);
            bytes += a->elements[i] * a->op->bytes;
        }
        return bytes;
    case NOC_ALLGATHER:
        for (i = 0; a->listed && i < count; i++) {
            COUNTED(passed);
            bytes += a->received->bytes[i];
        }
        return a->listed ? bytes : a->length * count;
    default:
        return a->op ? a->length * a->op->bytes : a->length * count;
    }
}

/* By cost, which is counted only when it may have changed. */
static const struct noc_schedule *quickest(struct choice choices[CHOICES],
                                           const struct noc_call *call, uint32_t bytes)
{
    const uint32_t length = noc_cost_class(call, bytes);
    struct choice *choice = &choices[choice_place(length)];
    struct noc_costs costs;

    if (!choice->schedule || choice->length != length || choice->ordered != call->ordered) {
        /* Of an unknown network: not every member may have looked at it. */
        noc_costs_of_firmware(&costs, NOC_HOPS_UNKNOWN, NULL, 0);
        choice->schedule = noc_cost_choose(call, bytes, &costs);
        choice->length = (uint8_t)length;
        choice->ordered = call->ordered;
    }
    return choice->schedule;
}

const struct noc_schedule *schedule_choose(struct group_calls *c, const struct arguments *a,
                                           const struct noc_call *call)
{
    const struct noc_schedule *wish = c->use[a->operation];
    const uint32_t bytes = bytes_of(a, call->count);

    if (a->op && a->op->reproducible) {
        return reproducible((enum noc_operation)a->operation);
    }
    if (a->listed && a->operation != NOC_ALLGATHER) {
        return for_lists((enum noc_operation)a->operation);
    }
    if (wish && noc_schedule_fits(wish, call)) {
        return wish;
    }
    if (a->operation == NOC_ALLREDUCE && bytes <= SHORT_BYTES) {
        return &noc_schedule_allreduce_recursive_doubling; /* short.c's */
    }
    return quickest(c->choice[a->operation], call, bytes);
}

noc_err noc_collective_use(noc_group *group, const char *operation, const char *algorithm)
{
    enum noc_operation o = operation ? noc_operation_find(operation) : NOC_OPERATIONS;
    const struct noc_schedule *s = NULL;
    struct noc_group *g = group_of(group);
    struct group_calls *c;

    if (!g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (o == NOC_OPERATIONS) {
        return NOC_ERR_ALGORITHM;
    }
    if (algorithm) {
        s = noc_schedule_find(o, algorithm);
        if (!s) {
            return NOC_ERR_ALGORITHM;
        }
    }
    c = calls_of(g);
    if (!c) {
        return NOC_ERR_MEMORY;
    }
    c->use[o] = s;
    return NOC_ERR_OK;
}
