/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each member hands what it contributes to the next one, and what these have got is scanned by
 * recursive doubling (Hillis and Steele 1986) among all members but the first one.
 *
 * Cost: 1 + ceil(log2 (n - 1)) rounds, in each all data.
 */
#include "hillis_steele.h"

static bool step(const struct noc_call *call, uint32_t rank, uint32_t number, struct noc_step *step)
{
    bool first = rank == 0, last = rank + 1 == call->count;

    if (number > 0) {
        return noc_hillis_steele_step(call, rank, 1, number - 1, step);
    }
    return call->count > 1 &&
           noc_step_exchange(step, last ? NOC_NOBODY : rank + 1,
                             last ? noc_span_none() : noc_span_all(call, NOC_INPUT),
                             first ? NOC_NOBODY : rank - 1,
                             first ? noc_span_none() : noc_span_all(call, NOC_OUTPUT), NOC_STORE);
}

static void weigh(const struct noc_call *call, const uint16_t *crowd, struct noc_weight *weight)
{
    uint32_t rounds = noc_doublings(call->count - 1u);

    weight->rounds = call->count > 1 ? 1 + rounds : 0;
    weight->sent = call->count > 1 ? (1 + rounds) * call->count : 0;
    weight->crowded = call->count > 1 ? noc_crowded(crowd, rounds, call->count) + call->count : 0;
    weight->combined = rounds * call->count;
}

const struct noc_schedule noc_schedule_exscan_recursive_doubling = {
    .name = "recursive-doubling",
    .summary = "one on, then all data to the one 1, 2, 4, ... behind (Hillis and Steele 1986)",
    .operation = NOC_EXSCAN,
    .ordered = true,
    .apart = true,
    .number = NOC_NUMBER_exscan_recursive_doubling,
    .weigh = weigh,
    .step = step,
};
