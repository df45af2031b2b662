/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recursive halving of data and of distances: in the first round a member exchanges half of the data
 * with the one whose place (fold.h) is half of all away, and combines the half in which its own
 * block is, and so on. Distant contributions are combined first, so the order of ranks is lost.
 *
 * Cost: log2 n rounds, two more if there is no power of two of members; each member receives all
 * data once.
 */
#include "fold.h"
#include "steps.h"

static bool halve(const struct noc_fold *fold, uint32_t rank, uint32_t half, struct noc_step *step)
{
    uint32_t place = noc_fold_place(fold, rank);
    uint32_t other = place ^ half;
    uint32_t partner = noc_fold_first(fold, other);
    uint32_t theirs = other & ~(half - 1), mine = place & ~(half - 1);

    return noc_step_exchange(
        step, partner,
        noc_span(NOC_SCRATCH, noc_fold_first(fold, theirs), noc_fold_size(fold, theirs, half)),
        partner, noc_span(NOC_SCRATCH, noc_fold_first(fold, mine), noc_fold_size(fold, mine, half)),
        other < place ? NOC_BEFORE : NOC_AFTER);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_fold fold = noc_fold(call);
    struct noc_span all = noc_span_all(call, NOC_SCRATCH);
    struct noc_span own = noc_span(NOC_OUTPUT, rank, 1);
    bool paired = rank < 2 * fold.pairs;
    uint32_t half = fold.places / 2;

    if (paired && rank & 1) {
        return number == 0 ? noc_step_send(step, rank - 1, noc_span_all(call, NOC_INPUT))
                           : number == 1 && noc_step_receive(step, rank - 1, own, NOC_STORE);
    }
    if (number-- == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), all, NOC_STORE);
    }
    if (paired && number-- == 0) {
        return noc_step_receive(step, rank + 1, all, NOC_AFTER);
    }
    for (; half > 0 && number > 0; half /= 2) {
        number--;
    }
    if (half > 0) {
        return halve(&fold, rank, half, step);
    }
    if (paired && number-- == 0) {
        return noc_step_send(step, rank + 1, noc_span(NOC_SCRATCH, rank + 1, 1));
    }
    return number == 0 && noc_step_local(step, noc_span(NOC_SCRATCH, rank, 1), own, NOC_STORE);
}

static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    struct noc_fold fold = noc_fold(call);

    return rank < 2 * fold.pairs && rank & 1 ? noc_span_none() : noc_span_all(call, NOC_SCRATCH);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    struct noc_fold fold = noc_fold(call);
    uint32_t handed = fold.pairs > 0 ? call->count : 0; /* by those that are folded */
    uint32_t halves = call->count - call->count / fold.places;

    weight->rounds = noc_doublings(fold.places) + 2 * (handed > 0);
    weight->halvings = 1;
    weight->halved = noc_doublings(fold.places);
    weight->sent = halves + handed + (handed > 0);
    weight->crowded = noc_crowded_doubling(crowd, noc_doublings(fold.places), fold.places) *
                          call->count / fold.places +
                      handed + (handed > 0);
    weight->combined = halves + handed;
    weight->copied = call->count + 1u;
    weight->locals = 2;
}

const struct noc_schedule noc_schedule_reduce_scatter_halving = {
    .name = "halving",
    .summary = "recursive halving (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_REDUCE_SCATTER,
    .scratch = scratch,
    .number = NOC_NUMBER_reduce_scatter_halving,
    .weigh = weigh,
    .step = step,
};
