/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long a schedule takes, by a model of costs, and which one is quickest. Firmware and noct count
 * alike, and so does each member of a group, since neither rank nor root are looked at.
 *
 * A call whose messages are all short goes through its steps straight. From its first long message
 * on, which is offered and then granted a window, it goes on with requests. costs.def has what the
 * parts of both ways take. A prediction adds up, over the longest way through all members:
 *
 *     the call's begin and end, and its steps that are local
 *     for each round what its step, sending, the network and receiving take
 *     for each further message the larger of sending and receiving, or both
 *     for each word what copying, combining and the network take, as often as messages share links
 *
 * An allreduce of few bytes by recursive doubling has a way of its own.
 */
#ifndef LIBNOC_COLLECTIVE_COST_H
#define LIBNOC_COLLECTIVE_COST_H

#include "schedule.h"

enum {
    NOC_CROWDS = 16,
    NOC_HOPS_UNKNOWN = 4 /* an average way, where members do not know how far they are apart */
};

/* As they were measured (costs/), of one core and compiler. */
struct noc_costs_measured {
#define NOC_COST(name, what) uint32_t name;
#include "costs.def"
    uint16_t think[NOC_SCHEDULE_NUMBERS]; /* of step(), by the schedule's number, in the mean */
};

/* Those of the compiler that the firmware is built by; in noct of the reference. Made from costs/. */
extern const struct noc_costs_measured noc_costs_measured;

struct noc_costs {
#define NOC_COST(name, what) uint32_t name;
#include "costs.def"
    const uint16_t *think;
    uint32_t
        way; /* from one core to another one through the network, on an average way, in cycles */
    uint32_t flit;  /* 16 words of 4 bytes through the network alone */
    uint32_t eager; /* bytes of the longest message that is short */
    uint32_t few;   /* bytes of the longest allreduce that has its own way; 0: none has */
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
/* The same of others. */
void noc_costs_of(struct noc_costs *costs, const struct noc_costs_measured *measured, uint32_t hops,
                  const uint16_t *width, uint32_t dims);

/* Predicted cycles of a call about so many bytes in all blocks together. */
uint64_t noc_cost_predict(const struct noc_schedule *schedule, const struct noc_call *call,
                          uint32_t bytes, const struct noc_costs *costs);

/*
 * A length's class: from a power of two to the next one there are four. Where each member has a block
 * of its own, it is the class of a block. All lengths of a class take the same schedule, the quickest
 * for the longest of them, so that a core may keep what it has chosen for a class, and still chooses
 * as the others do.
 */
uint32_t noc_cost_class(const struct noc_call *call, uint32_t bytes);
/* The longest of a class, in all blocks together. */
uint32_t noc_cost_longest(const struct noc_call *call, uint32_t class);

/* The schedule for a call; of several that are equally quick the first one in the table. */
const struct noc_schedule *noc_cost_choose(const struct noc_call *call, uint32_t bytes,
                                           const struct noc_costs *costs);

#endif
