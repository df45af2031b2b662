/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long a schedule takes, by a model of costs, and which one is quickest. Firmware and noct count
 * alike, and so does each member of a group, since neither rank nor root are looked at.
 *
 * Cycles of a call:
 *
 *     call + locals * local + rounds * (send + way + receive) + further * (send and receive, or the larger of both)
 *     + (sent * flit + combined * combine + copied * copy) / 16, in words of 4 bytes
 *
 * where way, receive and flit are larger if a message is longer than is sent at once.
 */
#ifndef LIBNOC_COLLECTIVE_COST_H
#define LIBNOC_COLLECTIVE_COST_H

#include "schedule.h"

struct noc_costs {
    /* In cycles. */
    uint32_t call;          /* a call's begin and end */
    uint32_t local;         /* a step that is local */
    uint32_t send, receive; /* a step that sends, and one that receives */
    uint32_t way;   /* from one core to another one through the network, on an average way */
    uint32_t offer; /* more, where a message is offered first */
    /* For each 16 words of 4 bytes. */
    uint32_t flit;    /* of a message: network and copies; of one that is offered: */
    uint32_t offered; /* the same */
    uint32_t combine; /* to be combined */
    uint32_t copy;    /* to be copied in a step that is local */
    uint32_t eager;   /* bytes of the longest message that is not offered first */
};

/* What the board's firmware takes, combining integers, over so many hops (firmware/README.md). */
void noc_costs_of_firmware(struct noc_costs *costs, uint32_t hops);

/* Predicted cycles of a call about so many bytes in all blocks together. */
uint64_t noc_cost_predict(const struct noc_schedule *schedule, const struct noc_call *call,
                          uint32_t bytes, const struct noc_costs *costs);

/* The quickest schedule for a call; of several the first one in the table. */
const struct noc_schedule *noc_cost_choose(const struct noc_call *call, uint32_t bytes,
                                           const struct noc_costs *costs);

#endif
