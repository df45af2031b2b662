/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data is scattered, and each member then gathers all of it, both along the pairs of halving.h:
 * in round k of the scatter those who have data give half of it to the partner 2^k places away; the
 * rounds back exchange what both have. So the largest messages go to the nearest partners. Members
 * beyond a power of two are folded (fold.h).
 *
 * Cost: 2 log2 n rounds, one more if there is no power of two of members; on the longest way twice
 * all data, instead of log2 n times.
 */
#include "halving.h"

/* The number'th message of the scatter that a place sends, which first has data in round `from`. */
static bool scatter_step(const struct noc_call *call, const struct noc_fold *fold, uint32_t place,
                         uint32_t from, uint32_t number, struct noc_step *step)
{
    uint32_t k = from + number;
    uint32_t other = place ^ (1u << k);

    return noc_step_send(step, noc_fold_rank(call, fold, other),
                         noc_halving_span(fold, other, k + 1, NOC_OUTPUT)) &&
           noc_step_joins(step, number);
}

/* The steps of who takes part for its place. */
static bool places_step(const struct noc_call *call, const struct noc_fold *fold, uint32_t rank,
                        uint32_t number, struct noc_step *step)
{
    uint32_t rounds = noc_doublings(fold->places);
    uint32_t place = noc_fold_place(fold, rank);
    uint32_t away = place ^ noc_fold_place(fold, call->root);
    uint32_t from = noc_doublings(away + 1); /* it has data after so many rounds */
    uint32_t k, other, partner;

    if (from > 0 && number-- == 0) {
        other = place ^ (1u << (from - 1));
        return noc_step_receive(step, noc_fold_rank(call, fold, other),
                                noc_halving_span(fold, place, from, NOC_OUTPUT), NOC_STORE);
    }
    if (number < rounds - from) {
        return scatter_step(call, fold, place, from, number, step);
    }
    number -= rounds - from;
    if (number >= rounds) {
        return number == rounds && rank < 2 * fold->pairs &&
               noc_step_send(step, rank ^ 1, noc_span_all(call, NOC_OUTPUT));
    }
    k = rounds - 1 - number;
    other = place ^ (1u << k);
    partner = noc_fold_rank(call, fold, other);
    return noc_step_exchange(step, partner, noc_halving_span(fold, place, k + 1, NOC_OUTPUT),
                             partner, noc_halving_span(fold, other, k + 1, NOC_OUTPUT), NOC_STORE);
}

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    struct noc_fold fold = noc_fold(call);

    if (rank != noc_fold_rank(call, &fold, noc_fold_place(&fold, rank))) {
        return number == 0 &&
               noc_step_receive(step, rank ^ 1, noc_span_all(call, NOC_OUTPUT), NOC_STORE);
    }
    return places_step(call, &fold, rank, number, step);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    struct noc_fold fold = noc_fold(call);
    uint32_t handed = fold.pairs > 0 ? call->count : 0; /* to those that are folded */
    uint32_t halves = call->count - call->count / fold.places;
    uint32_t rounds = noc_doublings(fold.places);

    weight->rounds = 2 * rounds + (handed > 0);
    weight->late = handed > 0; /* unless halves are as long */
    weight->halvings = 2;
    weight->halved = noc_doublings(fold.places);
    weight->sent = 2 * halves + handed;
    weight->crowded = halves + noc_crowded_halving(crowd, rounds, call->count) + handed;
}

const struct noc_schedule noc_schedule_broadcast_scatter_allgather = {
    .name = "scatter-allgather",
    .summary = "scattered by halves, then gathered by all (Thakur, Rabenseifner, Gropp 2005)",
    .operation = NOC_BROADCAST,
    .number = NOC_NUMBER_broadcast_scatter_allgather,
    .weigh = weigh,
    .step = step,
};
