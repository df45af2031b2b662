/* SPDX-License-Identifier: BSD-2-Clause */
#include "cost.h"

#include <stddef.h>

#include "schedules.h"

/* Members 2^k apart are some hops apart in one dimension, and between them there are as many others
 * who send the same way. Of an unknown network the dimensions are taken for 4 nodes wide. */
static void crowd_of(struct noc_costs *costs, const uint16_t *width, uint32_t dims)
{
    uint32_t stride = 1, dimension = 0;

    for (uint32_t k = 0; k < NOC_CROWDS; k++) {
        uint32_t distance = 1u << k;

        while (dimension < dims && stride * width[dimension] <= distance) {
            stride *= width[dimension++];
        }
        costs->crowd[k] = (uint16_t)(dims ? distance / stride : 1u << k % 2);
    }
}

void noc_costs_of_firmware(struct noc_costs *costs, uint32_t hops, const uint16_t *width,
                           uint32_t dims)
{
    *costs = (struct noc_costs){.call = 600,
                                .local = 100,
                                .send = 150,
                                .receive = 150,
                                .way = 12 + hops,
                                .offer = 2000,
                                .few_call = 200,
                                .few_step = 68,
                                .flit = 16,
                                .carry = 72,
                                .combine = 112,
                                .copy = 36,
                                .eager = 256,
                                .few = 16};
    crowd_of(costs, width, dims);
}

/* The words of so many blocks. */
static uint64_t words_of(const struct noc_call *call, uint32_t bytes, uint32_t blocks)
{
    uint32_t words = (bytes + 3) / 4;
    uint32_t whole = blocks / call->count, part = blocks % call->count;

    return (uint64_t)whole * words + part * (words / call->count) +
           part * (words % call->count) / call->count;
}

uint64_t noc_cost_predict(const struct noc_schedule *schedule, const struct noc_call *call,
                          uint32_t bytes, const struct noc_costs *costs)
{
    struct noc_weight w = {0};
    uint32_t larger = costs->send > costs->receive ? costs->send : costs->receive;
    uint32_t both = costs->send + costs->receive;
    uint64_t cycles, sent, messages;
    bool offered,
        few = bytes <= costs->few && schedule == &noc_schedule_allreduce_recursive_doubling;

    schedule->weigh(call, costs->crowd, &w);
    sent = words_of(call, bytes, w.sent);
    messages = (uint64_t)w.rounds + w.further;
    offered = 4 * sent > messages * costs->eager;
    cycles = words_of(call, bytes, w.crowded) * costs->flit;
    cycles += offered ? 0 : sent * costs->carry;
    cycles += words_of(call, bytes, w.combined) * costs->combine;
    cycles += words_of(call, bytes, w.copied) * costs->copy;
    cycles /= 16;
    if (few) {
        return cycles + costs->few_call + (uint64_t)w.rounds * (costs->few_step + costs->way);
    }
    cycles += costs->call + (uint64_t)w.locals * costs->local;
    cycles += (uint64_t)w.rounds * (both + costs->way);
    cycles += (uint64_t)w.further * (w.both ? both : larger);
    return cycles + (offered ? messages * costs->offer : 0);
}

uint32_t noc_cost_class(uint32_t bytes)
{
    uint32_t exponent = 0;

    while (exponent < 31 && 1u << exponent < bytes) {
        exponent++;
    }
    return exponent;
}

const struct noc_schedule *noc_cost_choose(const struct noc_call *call, uint32_t bytes,
                                           const struct noc_costs *costs)
{
    const struct noc_schedule *best = NULL;
    uint64_t least = 0;
    uint32_t longest = 1u << noc_cost_class(bytes);

    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        if (noc_schedule_fits(*s, call)) {
            uint64_t cycles = noc_cost_predict(*s, call, longest, costs);

            if (!best || cycles < least) {
                best = *s;
                least = cycles;
            }
        }
    }
    return best;
}
