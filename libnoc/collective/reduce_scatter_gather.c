/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rabenseifner's algorithm: a reduce-scatter by recursive halving (halving.h), and then a gather
 * along the same pairs, from the last round back: of each pair the one that is farther from the
 * root hands what it has to the other one. Members beyond a power of two are folded (fold.h). The
 * order of ranks is kept.
 *
 * Cost: 2 log2 n rounds, two more if there is no power of two of members; on the longest way twice
 * all data, instead of log2 n times.
 */
#include "halving.h"

/* The steps of who takes part for its place, behind those of the fold. */
static bool places_step(const struct noc_call *call, const struct noc_fold *fold, uint32_t rank,
                        uint32_t number, struct noc_step *step)
{
    uint32_t rounds = noc_doublings(fold->places);
    enum noc_memory mine = rank == call->root ? NOC_OUTPUT : NOC_SCRATCH;
    uint32_t place = noc_fold_place(fold, rank);
    uint32_t away = place ^ noc_fold_place(fold, call->root);
    uint32_t k, other, partner;

    if (number < rounds) {
        return noc_halving_step(call, fold, place, number, mine, step);
    }
    k = 2 * rounds - 1 - number;
    if (number >= 2 * rounds || away >> (k + 1) != 0) {
        return false;
    }
    other = place ^ (1u << k);
    partner = noc_fold_rank(call, fold, other);
    if (away >> k != 0) {
        return noc_step_send(step, partner, noc_halving_span(fold, place, k + 1, mine));
    }
    return noc_step_receive(step, partner, noc_halving_span(fold, other, k + 1, mine), NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_fold fold = noc_fold(call);
    bool paired = rank < 2 * fold.pairs;
    uint32_t active = noc_fold_rank(call, &fold, noc_fold_place(&fold, rank));
    struct noc_span mine = noc_span_all(call, rank == call->root ? NOC_OUTPUT : NOC_SCRATCH);

    if (rank != active) {
        return number == 0 && noc_step_send(step, active, noc_span_all(call, NOC_INPUT));
    }
    if (number == 0) {
        return noc_step_local(step, noc_span_all(call, NOC_INPUT), mine, NOC_STORE);
    }
    if (paired && number == 1) {
        return noc_step_receive(step, rank ^ 1, mine, rank & 1 ? NOC_BEFORE : NOC_AFTER);
    }
    return places_step(call, &fold, rank, number - 1 - paired, step);
}

static struct noc_span scratch(const struct noc_call *call, uint32_t rank)
{
    struct noc_fold fold = noc_fold(call);
    bool active = rank == noc_fold_rank(call, &fold, noc_fold_place(&fold, rank));

    return rank == call->root || !active ? noc_span_none() : noc_span_all(call, NOC_SCRATCH);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    struct noc_fold fold = noc_fold(call);
    uint32_t handed = fold.pairs > 0 ? call->count : 0; /* by those that are folded */
    uint32_t halves = call->count - call->count / fold.places;

    weight->rounds = 2 * noc_doublings(fold.places) + (handed > 0);
    weight->halvings = 2;
    weight->halved = noc_doublings(fold.places);
    weight->sent = 2 * halves + handed;
    weight->crowded =
        noc_crowded_halving(crowd, noc_doublings(fold.places), call->count) + halves + handed;
    weight->combined = halves + handed;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_reduce_scatter_gather = {
    .name = "reduce-scatter-gather",
    .summary = "recursive halving, then gathered (Rabenseifner 2004)",
    .operation = NOC_REDUCE,
    .ordered = true,
    .scratch = scratch,
    .number = NOC_NUMBER_reduce_scatter_gather,
    .weigh = weigh,
    .step = step,
};
