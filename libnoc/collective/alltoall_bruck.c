/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bruck's algorithm. Block i of a member is the one for the member i behind it. It travels by the
 * bits of i, the highest one first: in the round of bit k each member sends those of its blocks in
 * whose i bit k is set to the one 2^k behind it, all in one message.
 *
 *     OUTPUT     the blocks by i: first a member's own, which are then replaced by those that come
 *     SCRATCH    | to be sent: n/2 |   | received: n/2 |
 *
 * Blocks to be sent are runs of 2^k blocks, 2^k apart. More than one are put together first, and
 * what was received is taken apart into the same places. In the end block i is the one from the
 * member i before, and blocks are put in the order of ranks.
 *
 * Cost: ceil(log2 n) rounds, in each at most half of the blocks, and some 3n local steps. Messages
 * are fewer than by pairs, and local steps more, so it is for short blocks and for messages that are
 * expensive to begin.
 */
#include "steps.h"

/* So many runs have bit k set. */
static inline uint32_t runs_of(uint32_t count, uint32_t k)
{
    return ((count - 1 - (1u << k)) >> (k + 1)) + 1;
}

/* The blocks of run r, which may be cut by the end. */
static inline struct noc_span run_of(uint32_t count, uint32_t k, uint32_t r)
{
    uint32_t size = 1u << k, first = (2 * r + 1) * size;

    return noc_span(NOC_OUTPUT, first, count - first < size ? count - first : size);
}

/* The blocks of all runs. */
static inline uint32_t blocks_of(uint32_t count, uint32_t k)
{
    uint32_t last = runs_of(count, k) - 1;

    return (last << k) + run_of(count, k, last).count;
}

static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    (void)rank;
    return noc_span(NOC_SCRATCH, 0, call->count);
}

/* Into the order of i; a member of rank 0 has it so. */
static bool begin(const struct noc_call *call, uint32_t rank, uint32_t number,
                  struct noc_step *step)
{
    uint32_t behind = call->count - rank;

    return number == 0 ? noc_step_local(step, noc_span(NOC_INPUT, rank, behind),
                                        noc_span(NOC_OUTPUT, 0, behind), NOC_STORE)
                       : noc_step_local(step, noc_span(NOC_INPUT, 0, rank),
                                        noc_span(NOC_OUTPUT, behind, rank), NOC_STORE);
}

/* Of the round of bit k: put together, exchange, take apart. */
static bool round_step(const struct noc_call *call, uint32_t rank, uint32_t k, uint32_t packs,
                       uint32_t number, struct noc_step *step)
{
    uint32_t count = call->count, blocks = blocks_of(count, k), half = count - count / 2;
    struct noc_span run;

    if (number < packs) {
        run = run_of(count, k, number);
        return noc_step_local(step, run, noc_span(NOC_SCRATCH, number << k, run.count), NOC_STORE);
    }
    if (number == packs) {
        return noc_step_exchange(step, noc_rank_behind(call, rank, 1u << k),
                                 packs ? noc_span(NOC_SCRATCH, 0, blocks) : run_of(count, k, 0),
                                 noc_rank_before(call, rank, 1u << k),
                                 noc_span(NOC_SCRATCH, half, blocks), NOC_STORE);
    }
    number -= packs + 1;
    run = run_of(count, k, number);
    return noc_step_local(step, noc_span(NOC_SCRATCH, half + (number << k), run.count), run,
                          NOC_STORE);
}

/* Into the order of ranks. */
static bool end(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_OUTPUT), noc_span_all(call, NOC_SCRATCH),
                              NOC_STORE);
    }
    return number <= call->count &&
           noc_step_local(step, noc_span(NOC_SCRATCH, number - 1, 1),
                          noc_span(NOC_OUTPUT, noc_rank_before(call, rank, number - 1), 1),
                          NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    uint32_t begins = rank ? 2 : 1, k = noc_doublings(call->count);

    if (number < begins) {
        return begin(call, rank, number, step);
    }
    number -= begins;
    while (k-- > 0) {
        uint32_t runs = runs_of(call->count, k), packs = runs > 1 ? runs : 0;

        if (number < packs + 1 + runs) {
            return round_step(call, rank, k, packs, number, step);
        }
        number -= packs + 1 + runs;
    }
    return end(call, rank, number, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    uint32_t count = call->count, rounds = noc_doublings(count);

    weight->rounds = rounds;
    weight->copied = 3 * count;
    weight->locals = 3 + count;
    for (uint32_t k = 0; k < rounds; k++) {
        uint32_t runs = runs_of(count, k), blocks = blocks_of(count, k);

        weight->sent += blocks;
        weight->crowded += blocks * crowd[k];
        weight->copied += runs > 1 ? 2 * blocks : blocks;
        weight->locals += runs > 1 ? 2 * runs : runs;
    }
}

const struct noc_schedule noc_schedule_alltoall_bruck = {
    .name = "bruck",
    .summary = "by the bits of the distance, many blocks in a message (Bruck, Ho, Kipnis, Upfal, "
               "Weathersby 1997)",
    .operation = NOC_ALLTOALL,
    .apart = true,
    .scratch = scratch,
    .number = NOC_NUMBER_alltoall_bruck,
    .weigh = weigh,
    .step = step,
};
