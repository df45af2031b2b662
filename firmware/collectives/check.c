/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a call's arguments make sense here: what other members call is not known yet.
 */
#include "collectives.h"

static const uint32_t limit = 4 * NOC_LENGTH_MAX;

/* Lengths one behind the other. */
static uint64_t sum(const uint32_t *length, uint32_t count, uint32_t unit)
{
    uint64_t bytes = 0;
    uint32_t i;

    for (i = 0; i < count; i++) {
        COUNTED(passed);
        bytes += (uint64_t)length[i] * unit;
    }
    return bytes;
}

/* Where the caller's blocks end. */
static uint64_t blocks_end(const noc_blocks *b, uint32_t count)
{
    uint64_t end = 0, one;
    uint32_t i;

    if (!b->offset) {
        return sum(b->bytes, count, 1);
    }
    for (i = 0; i < count; i++) {
        COUNTED(passed);
        one = (uint64_t)b->offset[i] + b->bytes[i];
        end = b->bytes[i] && one > end ? one : end;
    }
    return end;
}

/* Bytes of each memory at this member. */
struct extents {
    uint64_t from, to;
};

static struct extents reduction_extents(const struct noc_group *g, const struct arguments *a)
{
    uint64_t all = a->op->bytes * (uint64_t)a->length;
    struct extents e = {all, all};

    if ((a->operation == NOC_REDUCE && g->rank != a->root) ||
        (a->operation == NOC_EXSCAN && !g->rank)) {
        e.to = 0;
    }
    if (a->operation == NOC_REDUCE_SCATTER) {
        e.from = sum(a->elements, g->count, a->op->bytes);
        e.to = (uint64_t)a->elements[g->rank] * a->op->bytes;
    }
    return e;
}

static struct extents extents_of(const struct noc_group *g, const struct arguments *a)
{
    const bool root = g->rank == a->root;
    const uint64_t all = a->listed ? 0 : (uint64_t)a->length * g->count;
    struct extents e = {a->length, a->length};

    switch (a->operation) {
    case NOC_BROADCAST:
        e.from = 0;
        break;
    case NOC_GATHER:
        e.to = !root ? 0 : a->listed ? blocks_end(a->received, g->count) : all;
        break;
    case NOC_SCATTER:
        e.from = !root ? 0 : a->listed ? blocks_end(a->sent, g->count) : all;
        break;
    case NOC_ALLGATHER:
        e.from = a->listed ? a->received->bytes[g->rank] : a->length;
        e.to = a->listed ? blocks_end(a->received, g->count) : all;
        break;
    case NOC_ALLTOALL:
        e.from = a->listed ? blocks_end(a->sent, g->count) : all;
        e.to = a->listed ? blocks_end(a->received, g->count) : all;
        break;
    default:
        return reduction_extents(g, a);
    }
    return e;
}

static bool listed(const noc_blocks *b)
{
    return b && b->bytes;
}

/* Whether the lists are there that say how long blocks are, and fit each other. */
static bool lists_are_good(const struct noc_group *g, const struct arguments *a)
{
    const bool root = g->rank == a->root;

    if (a->operation == NOC_REDUCE_SCATTER) {
        return a->elements;
    }
    if (!a->listed) {
        return true;
    }
    switch (a->operation) {
    case NOC_GATHER:
        return !root || (listed(a->received) && a->received->bytes[g->rank] == a->length);
    case NOC_SCATTER:
        return !root || (listed(a->sent) && a->sent->bytes[g->rank] == a->length);
    case NOC_ALLGATHER:
        return listed(a->received);
    default:
        return listed(a->sent) && listed(a->received) &&
               a->sent->bytes[g->rank] == a->received->bytes[g->rank];
    }
}

static bool is_reduction(uint8_t operation)
{
    return operation == NOC_REDUCE || operation == NOC_ALLREDUCE || operation == NOC_SCAN ||
           operation == NOC_EXSCAN || operation == NOC_REDUCE_SCATTER;
}

noc_err arguments_check(const struct noc_group *g, const struct arguments *a)
{
    struct extents e;

    if (!noc_layer.size || !g) {
        return noc_layer.size ? NOC_ERR_GROUP : NOC_ERR_UNSTARTED;
    }
    if (a->root >= g->count) {
        return NOC_ERR_RANK;
    }
    if (is_reduction(a->operation) && (!a->op || !a->op->combine || !a->op->bytes)) {
        return NOC_ERR_ARGUMENT;
    }
    if (a->operation == NOC_BARRIER) {
        return NOC_ERR_OK;
    }
    if (!lists_are_good(g, a)) {
        return NOC_ERR_ARGUMENT;
    }
    e = extents_of(g, a);
    if (e.from > limit || e.to > limit || (uint64_t)a->length * g->count > UINT32_MAX) {
        return NOC_ERR_LENGTH;
    }
    if ((e.from && (!a->from || !ni_reads(a->from, (uint32_t)e.from))) ||
        (e.to && (!a->to || !ni_writes(a->to, (uint32_t)e.to)))) {
        return NOC_ERR_ARGUMENT;
    }
    return NOC_ERR_OK;
}
