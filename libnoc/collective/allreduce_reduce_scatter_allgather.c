/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rabenseifner's algorithm: a reduce-scatter by recursive halving (halving.h), and then an allgather
 * along the same pairs, from the last round back. Members beyond a power of two are folded (fold.h).
 * The order of ranks is kept, and the largest messages go to the nearest partners.
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
    uint32_t place = noc_fold_place(fold, rank);
    uint32_t k, other, partner;

    if (number < rounds) {
        return noc_halving_step(call, fold, place, number, NOC_OUTPUT, step);
    }
    if (number >= 2 * rounds) {
        return rank < 2 * fold->pairs && number == 2 * rounds &&
               noc_step_send(step, rank + 1, noc_span_all(call, NOC_OUTPUT));
    }
    k = 2 * rounds - 1 - number;
    other = place ^ (1u << k);
    partner = noc_fold_rank(call, fold, other);
    return noc_step_exchange(step, partner, noc_halving_span(fold, place, k + 1, NOC_OUTPUT),
                             partner, noc_halving_span(fold, other, k + 1, NOC_OUTPUT), NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_span input = noc_span_all(call, NOC_INPUT);
    struct noc_span output = noc_span_all(call, NOC_OUTPUT);
    struct noc_fold fold = noc_fold(call);
    bool paired = rank < 2 * fold.pairs;

    if (paired && rank & 1) {
        return number == 0 ? noc_step_send(step, rank - 1, input)
                           : number == 1 && noc_step_receive(step, rank - 1, output, NOC_STORE);
    }
    if (number == 0) {
        return noc_step_local(step, input, output, NOC_STORE);
    }
    if (paired && number == 1) {
        return noc_step_receive(step, rank + 1, output, NOC_AFTER);
    }
    return places_step(call, &fold, rank, number - 1 - paired, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    struct noc_fold fold = noc_fold(call);
    uint32_t handed = fold.pairs > 0 ? call->count : 0; /* by those that are folded */
    uint32_t halves = call->count - call->count / fold.places;

    weight->rounds = 2 * noc_doublings(fold.places) + 2 * (handed > 0);
    weight->halvings = 2;
    weight->halved = noc_doublings(fold.places);
    weight->sent = 2 * (halves + handed);
    weight->crowded =
        2 * noc_crowded_halving(crowd, noc_doublings(fold.places), call->count) + 2 * handed;
    weight->combined = halves + handed;
    weight->copied = call->count;
    weight->locals = 1;
}

const struct noc_schedule noc_schedule_allreduce_reduce_scatter_allgather = {
    .name = "reduce-scatter-allgather",
    .summary = "recursive halving, then gathered by all (Rabenseifner 2004)",
    .operation = NOC_ALLREDUCE,
    .ordered = true,
    .number = NOC_NUMBER_allreduce_reduce_scatter_allgather,
    .weigh = weigh,
    .step = step,
};
