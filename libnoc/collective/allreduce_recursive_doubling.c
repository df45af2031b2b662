/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursive doubling: in round k the members whose places (fold.h) differ in bit k exchange all
 * they have, and both combine it. What is combined is always one interval of ranks, so their order
 * is kept.
 *
 * Cost: log2 n rounds, two more if there is no power of two of members; in each all data.
 */
#include "fold.h"
#include "steps.h"

/* Of the two members of a pair the first one takes part. */
static bool pair_step(const struct noc_call *call, uint32_t rank, uint32_t number,
                      struct noc_step *step)
{
    if (rank & 1) {
        return number == 0
                 ? noc_step_send(step, rank - 1, noc_span_all(call, NOC_INPUT))
                 : number == 1 &&
                       noc_step_receive(step, rank - 1, noc_span_all(call, NOC_OUTPUT), NOC_STORE);
    }
    return noc_step_receive(step, rank + 1, noc_span_all(call, NOC_OUTPUT), NOC_AFTER);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_span all = noc_span_all(call, NOC_OUTPUT);
    struct noc_fold fold = noc_fold(call);
    bool paired = rank < 2 * fold.pairs;
    uint32_t bit, place, partner;

    if (paired && (rank & 1 || number == 1)) {
        return pair_step(call, rank, number, step);
    }
    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), all, NOC_STORE);
    }
    bit = 1u << (number - 1 - paired);
    if (bit >= fold.places) {
        return paired && bit == fold.places && noc_step_send(step, rank + 1, all);
    }
    place = noc_fold_place(&fold, rank);
    partner = noc_fold_first(&fold, place ^ bit);
    return noc_step_exchange(step, partner, all, partner, all,
                             place & bit ? NOC_BEFORE : NOC_AFTER);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    struct noc_fold fold = noc_fold(call);
    uint32_t handed = fold.pairs > 0; /* by those that are folded, and to them */
    uint32_t rounds = noc_doublings(fold.places);

    weight->rounds = rounds + 2 * handed;
    weight->sent = (rounds + 2 * handed) * call->count;
    weight->crowded = noc_crowded(crowd, rounds, call->count) + 2 * handed * call->count;
    weight->combined = (rounds + handed) * call->count;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_allreduce_recursive_doubling = {
    .name = "recursive-doubling",
    .summary = "all data with the partner 1, 2, 4, ... away (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_ALLREDUCE,
    .ordered = true,
    .number = NOC_NUMBER_allreduce_recursive_doubling,
    .weigh = weigh,
    .step = step,
};
