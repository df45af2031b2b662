/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Dynamic programming over the stretches of an H-cycle.
 *
 * Idea: whole[i..j] is the time until all of chain[i..j] have the message, from
 * when chain[i] has it. Its first worm goes to the beginnings of pieces p < q < ... up to j,
 * and i goes on with [i..p-1] when the worm has left:
 *
 *     whole[i..j] = send + 1 + flits + min over p of max(whole[i..p-1], hops(i,p) + rest[p..j])
 *
 * rest[p..j] is what a worm, come to p, still takes until all of [p..j] have the message, where
 * p's piece ends before q, or at j:
 *
 *     rest[p..j] = 1 + min over q of max(receive + whole[p..q-1], hops(p,q) + rest[q..j])
 *
 * Both choices are kept. Shorter stretches come first.
 *
 * Cost: O(m^3) time, and 14 bytes for each pair of nodes.
 */
#include "partition.h"

struct tables {
    uint32_t n, *whole, *rest;       /* whole[i*n + j]; rest[j*n + p], as it is read along p */
    uint16_t *first, *second, *hops; /* p of whole, q of rest (j + 1: none), [j*n + i] links i to j */
};

size_t noc_partition_room(uint32_t m)
{
    size_t n = (size_t)m + 1;

    return n > NOC_PARTITION_NODES_MAX ? 0 : n * n * (2 * sizeof(uint32_t) + 3 * sizeof(uint16_t));
}

/* Links between two nodes, all towards higher coordinates, around the end if need be. */
static uint32_t links(const struct noc_topology *t, uint32_t from, uint32_t to)
{
    uint32_t sum = 0;

    for (unsigned d = 0; d < t->dims; d++) {
        uint32_t here = noc_digit(t, from, d), there = noc_digit(t, to, d);

        sum += there >= here ? there - here : there + t->width[d] - here;
    }
    return sum;
}

static void lay_tables(struct tables *s, void *room, const struct noc_topology *t,
                       const uint16_t *chain, uint32_t n)
{
    s->n = n;
    s->whole = room;
    s->rest = s->whole + (size_t)n * n;
    s->first = (uint16_t *)(s->rest + (size_t)n * n);
    s->second = s->first + (size_t)n * n;
    s->hops = s->second + (size_t)n * n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i; j < n; j++) {
            s->hops[j * n + i] = (uint16_t)links(t, chain[i], chain[j]);
        }
    }
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void look_at_whole(struct tables *s, const struct noc_cost *cost, uint32_t i, uint32_t j)
{
    uint32_t n = s->n, best = i == j ? 0 : UINT32_MAX;

    for (uint32_t p = i + 1; p <= j; p++) {
        uint32_t time = later(s->whole[i * n + p - 1],
                              cost->hop * s->hops[p * n + i] + s->rest[j * n + p]);

        if (time < best) {
            best = time;
            s->first[i * n + j] = (uint16_t)p;
        }
    }
    s->whole[i * n + j] = i == j ? 0 : cost->send + 1 + cost->flits + best;
}

static void look_at_rest(struct tables *s, const struct noc_cost *cost, uint32_t p, uint32_t j)
{
    uint32_t n = s->n, best = cost->receive + s->whole[p * n + j];

    s->second[j * n + p] = (uint16_t)(j + 1);
    for (uint32_t q = p + 1; q <= j; q++) {
        uint32_t time = later(cost->receive + s->whole[p * n + q - 1],
                              cost->hop * s->hops[q * n + p] + s->rest[j * n + q]);

        if (time < best) {
            best = time;
            s->second[j * n + p] = (uint16_t)q;
        }
    }
    s->rest[j * n + p] = 1 + best;
}

/* From the left: whoever gets a piece stands left of all that it cuts off. */
static void write_cuts(const struct tables *s, uint16_t *cuts)
{
    uint32_t n = s->n;

    cuts[0] = (uint16_t)n;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i + (cuts[i] & ~(uint32_t)NOC_CUT_JOINS) - 1;

        while (j > i) { /* worm after worm, each to what is left on the right */
            uint32_t first = s->first[i * n + j], p = first;

            while (p <= j) {
                uint32_t q = s->second[j * n + p];

                cuts[p] = (uint16_t)((q - p) | (p == first ? 0 : NOC_CUT_JOINS));
                p = q;
            }
            j = first - 1;
        }
    }
}

void noc_partition_by_cost(struct noc_partition *partition, const struct noc_plan_env *env,
                           const uint16_t *chain, uint32_t m)
{
    struct noc_cost_partition *by = (struct noc_cost_partition *)partition;
    uint32_t n = m + 1;
    struct tables s;

    lay_tables(&s, by->room, env->topology, chain, n);
    for (uint32_t span = 0; span < n; span++) {
        for (uint32_t i = 0; i + span < n; i++) {
            look_at_whole(&s, &by->cost, i, i + span);
            look_at_rest(&s, &by->cost, i, i + span);
        }
    }
    by->predicted = s.whole[m];
    write_cuts(&s, partition->cuts);
}
