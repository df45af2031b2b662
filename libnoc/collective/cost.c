/* SPDX-License-Identifier: BSD-2-Clause */
#include "cost.h"

#include <stddef.h>

#include "schedules.h"
#include "steps.h"

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
    noc_costs_of(costs, &noc_costs_measured, hops, width, dims);
}

void noc_costs_of(struct noc_costs *costs, const struct noc_costs_measured *measured, uint32_t hops,
                  const uint16_t *width, uint32_t dims)
{
    *costs = (struct noc_costs){
#define NOC_COST(name, what) .name = measured->name,
#include "costs.def"
        .think = measured->think,
        .way = 20 + hops,
        .flit = 16,
        .eager = 256,
        .few = 16,
    };
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

enum { SLOTS = 16 }; /* for messages that nobody has looked at */

/* Of a call's messages: so many are sent when the one before has come, and without waiting. */
struct messages {
    uint32_t rounds, further;
};

/* The messages that are offered, out of all. Those of a round that sends half of all data, a quarter
 * and so on differ, the others have the same length. */
static struct messages offered(const struct noc_call *call, const struct noc_weight *w,
                               uint32_t bytes, const struct noc_costs *costs)
{
    const uint32_t each = w->halved, halves = w->halvings * each;
    const uint32_t others = w->rounds - halves + w->further;
    const uint32_t most = 1u << each < call->count ? 1u << each : call->count;
    const uint32_t halved = w->halvings * (call->count - (call->count >> each));
    const uint32_t blocks = w->sent > halved ? w->sent - halved : 0;
    struct messages m = {0};

    for (uint32_t k = 0; k < each; k++) {
        const uint32_t rest = most - (1u << k), half = 1u << k < rest ? 1u << k : rest;

        m.rounds += (uint64_t)half * bytes > (uint64_t)most * costs->eager ? w->halvings : 0;
    }
    if (others && 4 * words_of(call, bytes, blocks) > (uint64_t)others * costs->eager) {
        m.rounds += w->rounds - halves;
        m.further = w->further;
    }
    return m;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Of those that are short, as long as none is offered. A core asks for its next step while a message
 * is on its way. */
static uint64_t straight(const struct noc_schedule *s, const struct noc_weight *w,
                         struct messages m, uint32_t spans, const struct noc_costs *k)
{
    const uint32_t step = k->step + k->think[s->number] + spans;
    const uint32_t way = w->relayed ? k->way + spans : larger(k->way, step);
    const uint32_t further = w->both ? k->send + k->take : larger(k->send, k->take);
    const uint32_t resent = w->meets > SLOTS ? w->meets - SLOTS : 0;

    return (uint64_t)m.rounds * (k->send + k->take + way) +
           (uint64_t)m.further * (step + further + (w->joined ? k->joined : 0)) +
           (uint64_t)resent * k->resent;
}

enum { PASSES_SHORT = 1, PASSES_LONG = 4 }; /* of noc_progress, for a message with requests */

/* Of those that are short, but not sent and received straight. */
static uint64_t requested(const struct noc_schedule *s, struct messages m,
                          const struct noc_costs *k)
{
    const uint32_t step = k->walk_step + k->think[s->number] + k->request;

    return (uint64_t)m.rounds * (step + PASSES_SHORT * (k->pass + k->way)) +
           (uint64_t)m.further * (step + k->pass);
}

/* Of those that are offered. A core that sends to several begins with all of them. */
static uint64_t granted(const struct noc_schedule *s, const struct noc_weight *w, struct messages m,
                        const struct noc_costs *k)
{
    const uint32_t step = k->walk_step + k->think[s->number];
    const uint32_t sends = k->offer + k->sent, receives = k->answer + k->received;
    const uint32_t passes = w->relayed && !w->fans ? PASSES_LONG - 1 : PASSES_LONG;
    const uint32_t answered = k->answer + 2 * k->pass, begins = step + k->offer;
    uint64_t cycles = (uint64_t)m.rounds * (step + sends + receives + passes * (k->pass + k->way));

    for (uint32_t others = 0; w->fans && others < m.rounds; others++) {
        cycles += others * begins > answered ? others * begins - answered : 0;
    }
    return cycles + (uint64_t)m.further * (step + k->landed + k->pass +
                                           (w->both ? sends + receives : larger(sends, receives)));
}

/* What is copied and combined of messages that are short: of the further ones, at one end, unless a
 * member sends and receives them. */
static uint64_t copied(const struct noc_weight *w, uint64_t sent, uint64_t combined,
                       const struct noc_costs *k)
{
    const uint64_t further = sent * w->further / larger(w->rounds + w->further, 1);
    const uint64_t out = sent > combined ? sent - combined : 0;

    return w->both
             ? sent * k->copy_in + out * k->copy_out
             : (sent - further) * k->copy_in + (out > further ? out - further : 0) * k->copy_out +
                   (combined ? 0 : further * larger(k->copy_in, k->copy_out));
}

static uint64_t begin(const struct noc_schedule *s, const struct noc_call *call, uint32_t bytes,
                      const struct noc_costs *k)
{
    const bool listed = call->operation == NOC_REDUCE_SCATTER;

    return k->call + (s->scratch && bytes > k->few ? k->memory : 0) +
           (listed ? k->memory + (uint64_t)call->count * k->listed : 0);
}

uint64_t noc_cost_predict(const struct noc_schedule *schedule, const struct noc_call *call,
                          uint32_t bytes, const struct noc_costs *k)
{
    struct noc_weight w = {0};
    struct messages longer, shorter;
    uint64_t cycles, sent;
    const bool few = bytes <= k->few && schedule == &noc_schedule_allreduce_recursive_doubling;

    schedule->weigh(call, k->crowd, &w);
    sent = words_of(call, bytes, w.sent);
    cycles = words_of(call, bytes, w.crowded) * k->flit;
    cycles += words_of(call, bytes, w.combined) * k->combine;
    if (few) {
        return cycles / 16 + k->few_call + (call->count & (call->count - 1) ? k->few_fold : 0) +
               (uint64_t)w.rounds * (k->few_message + k->way);
    }
    /* Their blocks are not all of a memory. */
    const uint32_t spans = w.sent < (w.rounds + w.further) * call->count ? 2 * k->span : 0;

    longer = offered(call, &w, bytes, k);
    shorter = (struct messages){w.rounds - longer.rounds, w.further - longer.further};
    cycles += words_of(call, bytes, w.copied) * k->copy;
    cycles +=
        longer.rounds + longer.further ? 0 : copied(&w, sent, words_of(call, bytes, w.combined), k);
    cycles /= 16;
    cycles += begin(schedule, call, bytes, k) +
              (uint64_t)w.locals *
                  (k->local + k->step + k->think[schedule->number] + (w.locals > 3 ? spans : 0));
    if (call->operation == NOC_BARRIER) {
        return cycles + requested(schedule, shorter, k);
    }
    if (longer.rounds + longer.further) {
        cycles += k->leave + granted(schedule, &w, longer, k);
    }
    return cycles + (longer.rounds + longer.further && !w.late
                         ? requested(schedule, shorter, k)
                         : straight(schedule, &w, shorter, spans, k));
}

uint32_t noc_cost_class(const struct noc_call *call, uint32_t bytes)
{
    uint32_t exponent = 0, over, quarter;

    if (noc_operation_has_blocks((enum noc_operation)call->operation)) {
        bytes = bytes / call->count + (bytes % call->count != 0);
    }
    while (exponent < 31 && bytes >> exponent > 1) {
        exponent++;
    }
    over = bytes > 1u << exponent ? bytes - (1u << exponent) : 0;
    if (exponent < 2) {
        return 4 * (exponent + over);
    }
    quarter = 1u << (exponent - 2);
    return 4 * exponent + over / quarter + (over % quarter != 0);
}

uint32_t noc_cost_longest(const struct noc_call *call, uint32_t class)
{
    uint64_t longest = (uint64_t)(4 + class % 4) << class / 4 >> 2;

    longest *= noc_operation_has_blocks((enum noc_operation)call->operation) ? call->count : 1u;
    return longest < UINT32_MAX ? (uint32_t)longest : UINT32_MAX;
}

const struct noc_schedule *noc_cost_choose(const struct noc_call *call, uint32_t bytes,
                                           const struct noc_costs *costs)
{
    const struct noc_schedule *best = NULL;
    uint64_t least = 0;
    uint32_t longest = noc_cost_longest(call, noc_cost_class(call, bytes));

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
