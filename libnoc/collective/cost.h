/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long a schedule takes, by a model of costs, and which one is quickest. Firmware and noct count
 * alike, and so does each member of a group, since neither rank nor root are looked at.
 *
 * Cycles of a call:
 *
 *     call + locals * local + rounds * (send + way + receive) + further * (send and receive, or the larger of both)
 *     + (crowded * flit + combined * combine + copied * copy) / 16, in words of 4 bytes
 *
 * and for messages that are sent at once sent * carry / 16 more, for those that are offered first
 * offer for each. An allreduce of few bytes by recursive doubling has a way of its own, whose call
 * and rounds take few_call and few_step + way.
 */
#ifndef LIBNOC_COLLECTIVE_COST_H
#define LIBNOC_COLLECTIVE_COST_H

#include "schedule.h"

enum {
    NOC_CROWDS = 16,
    NOC_HOPS_UNKNOWN = 4 /* an average way, where members do not know how far they are apart */
};

struct noc_costs {
    /* In cycles. */
    uint32_t call;          /* a call's begin and end */
    uint32_t local;         /* a step that is local */
    uint32_t send, receive; /* a step that sends, and one that receives */
    uint32_t way;   /* from one core to another one through the network, on an average way */
    uint32_t offer; /* more, where a message is offered first: it needs requests */
    uint32_t few_call, few_step;
    /* For each 16 words of 4 bytes. */
    uint32_t flit;    /* of a message, through the network alone */
    uint32_t carry;   /* of a message that is not offered first: copied at both ends */
    uint32_t combine; /* to be combined */
    uint32_t copy;    /* to be copied in a step that is local */
    uint32_t eager;   /* bytes of the longest message that is not offered first */
    uint32_t few;     /* bytes of the longest allreduce that has its own way; 0: none has */
    /* Where each member sends to one whose rank is 2^k away, so many messages share a link. */
    uint16_t crowd[NOC_CROWDS];
};

/*
 * What the board's firmware takes, combining integers, over so many hops (firmware/README.md).
 * Members are the nodes of a grid of these widths, the lowest dimension first; dims 0: of whatever
 * network.
 */
void noc_costs_of_firmware(struct noc_costs *costs, uint32_t hops, const uint16_t *width,
                           uint32_t dims);

/* Predicted cycles of a call about so many bytes in all blocks together. */
uint64_t noc_cost_predict(const struct noc_schedule *schedule, const struct noc_call *call,
                          uint32_t bytes, const struct noc_costs *costs);

/*
 * A length's class: the least power of two that is no shorter, as its exponent. All lengths of a
 * class take the same schedule, the quickest for the longest of them, so that a core may keep what
 * it has chosen for a class, and still chooses as the others do.
 */
uint32_t noc_cost_class(uint32_t bytes);

/* The schedule for a call; of several that are equally quick the first one in the table. */
const struct noc_schedule *noc_cost_choose(const struct noc_call *call, uint32_t bytes,
                                           const struct noc_costs *costs);

#endif
