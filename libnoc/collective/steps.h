/* SPDX-License-Identifier: BSD-2-Clause */
/* How schedules write their steps down: each of these fills a step, and returns true. */
#ifndef LIBNOC_COLLECTIVE_STEPS_H
#define LIBNOC_COLLECTIVE_STEPS_H

#include "schedule.h"

static inline struct noc_span noc_span(enum noc_memory memory, uint32_t first, uint32_t count)
{
    return (struct noc_span){(uint8_t)memory, (uint16_t)first, (uint16_t)count};
}

/* All blocks of a memory. */
static inline struct noc_span noc_span_all(const struct noc_call *call, enum noc_memory memory)
{
    return noc_span(memory, 0, call->count);
}

static inline struct noc_span noc_span_none(void)
{
    return noc_span(NOC_INPUT, 0, 0);
}

/* Send to one member, and receive from that or another one. */
static inline bool noc_step_exchange(struct noc_step *step, uint32_t to, struct noc_span sent,
                                     uint32_t from, struct noc_span received, enum noc_then then)
{
    step->to = (uint16_t)to;
    step->from = (uint16_t)from;
    step->sent = sent;
    step->received = received;
    step->then = (uint8_t)then;
    step->joins = false;
    return true;
}

static inline bool noc_step_send(struct noc_step *step, uint32_t to, struct noc_span sent)
{
    return noc_step_exchange(step, to, sent, NOC_NOBODY, noc_span_none(), NOC_STORE);
}

static inline bool noc_step_receive(struct noc_step *step, uint32_t from, struct noc_span received,
                                    enum noc_then then)
{
    return noc_step_exchange(step, NOC_NOBODY, noc_span_none(), from, received, then);
}

/* Without the network: store `what` in `where`, or combine both there. */
static inline bool noc_step_local(struct noc_step *step, struct noc_span what,
                                  struct noc_span where, enum noc_then then)
{
    return noc_step_exchange(step, NOC_NOBODY, what, NOC_NOBODY, where, then);
}

/* The same step as the `number`th of some that go on at once, as many as may. */
static inline bool noc_step_joins(struct noc_step *step, uint32_t number)
{
    step->joins = number % NOC_STEPS_AT_ONCE != 0;
    return true;
}

/* The rank `by` behind `rank`, or before it, around the ring of members; by <= call->count. */
static inline uint32_t noc_rank_behind(const struct noc_call *call, uint32_t rank, uint32_t by)
{
    return rank + by < call->count ? rank + by : rank + by - call->count;
}

static inline uint32_t noc_rank_before(const struct noc_call *call, uint32_t rank, uint32_t by)
{
    return rank >= by ? rank - by : rank + call->count - by;
}

/* ceil(log2 count): as often something doubles until it is at least `count`. */
static inline uint32_t noc_doublings(uint32_t count)
{
    uint32_t doublings = 0;

    while (1u << doublings < count) {
        doublings++;
    }
    return doublings;
}

/* The blocks of so many rounds, in the k-th of which each member sends `blocks` to one 2^k away,
 * crowded (struct noc_weight). */
static inline uint32_t noc_crowded(const uint16_t *crowd, uint32_t rounds, uint32_t blocks)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k < rounds; k++) {
        sum += blocks * crowd[k];
    }
    return sum;
}

/* The same with 2^k blocks in the k-th round, but at most `most`. */
static inline uint32_t noc_crowded_doubling(const uint16_t *crowd, uint32_t rounds, uint32_t most)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k < rounds; k++) {
        uint32_t blocks = 1u << k < most ? 1u << k : most;

        sum += blocks * crowd[k];
        most -= blocks;
    }
    return sum;
}

/* The same with half of the blocks in the first round, a quarter in the next one, and so on. */
static inline uint32_t noc_crowded_halving(const uint16_t *crowd, uint32_t rounds, uint32_t blocks)
{
    uint32_t sum = 0;

    for (uint32_t k = 0; k < rounds; k++) {
        sum += ((blocks + (2u << k) - 1) >> (k + 1)) * crowd[k];
    }
    return sum;
}

/* Of all distances the most. */
static inline uint32_t noc_crowd_most(const struct noc_call *call, const uint16_t *crowd)
{
    uint32_t most = 1;

    for (uint32_t k = 0; 1u << k < call->count; k++) {
        most = crowd[k] > most ? crowd[k] : most;
    }
    return most;
}

static inline bool noc_is_power_of_two(const struct noc_call *call)
{
    return (call->count & (call->count - 1)) == 0;
}

#endif
