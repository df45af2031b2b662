/* SPDX-License-Identifier: BSD-2-Clause */
/* What the board's firmware takes for a multicast, for predictions of `noct run`. */
#ifndef NOCT_STUDY_FIRMWARE_COSTS_H
#define NOCT_STUDY_FIRMWARE_COSTS_H

#include "multicast/plan.h"

/* Of bodies in segments (firmware/broadcast): cycles for each worm, and for each segment that comes. */
enum { FIRMWARE_SEGMENT_SENT = 30, FIRMWARE_SEGMENT_TAKEN = 45 };

/* Cycles of a look whether the NI has checked a worm's header flits. */
enum { FIRMWARE_LOOK = 2 };

/* Of a broadcast of one short message (firmware/collectives/short_broadcast.c), the last two for each 16
 * words. */
enum {
    FIRMWARE_CAST_BEGIN = 191,
    FIRMWARE_CAST_SEND = 58,  /* a message, */
    FIRMWARE_CAST_AGAIN = 44, /* more, while another one is not acknowledged */
    FIRMWARE_CAST_TAKE = 44,
    FIRMWARE_CAST_END = 40,
    FIRMWARE_CAST_COPY_IN = 44,
    FIRMWARE_CAST_COPY_OUT = 37
};

/* Of a barrier by signals: begin and end, and for each round all but the ways. */
enum { FIRMWARE_BARRIER = 84, FIRMWARE_BARRIER_ROUND = 46 };

/* Of combining 16 words, with this operation (enum noc_combine_op) and type (enum noc_combine_type). */
uint32_t firmware_costs_combine(uint32_t op, uint32_t type);

/* Cycles of a core that has the message until it has started its worms. */
struct core_costs {
    uint32_t first, second, further; /* for each worm; firmware/README.md: RELAY, SECOND, FURTHER */
    uint32_t receiver, doubling; /* for each receiver, and each doubling of its part: makes lists */
    bool made;                   /* its worms are made with the plan: no step finds a receiver */
};

/*
 * Of a whole multicast (firmware/README.md, "What a multicast takes", has the formula). The step
 * that finds a receiver is firmware_costs_step()'s besides, where worms are not made beforehand.
 */
struct firmware_costs {
    struct core_costs source, relay;
    uint32_t find; /* a receiver's looking at each list in front of its own: FIND */
    uint32_t call; /* begin of the source's call and end of the destination's, */
    uint32_t
        copied[3];   /* and for each 16 flits of the body, each 4 of its rest, each one of that */
    int32_t back[2]; /* a relay's return takes so much more: with one child, with more (RETURN) */
    uint32_t sleeps; /* a relay that sleeps until its worms have left returns so much later, */
    uint32_t wakes;  /* and so much behind the last of them: 9 + END */
};

/* Of this firmware, for this algorithm, with relays told so (enum noc_params_relay). */
const struct firmware_costs *firmware_costs_of(const struct noc_algorithm *a, uint32_t relay);

/* The same on the board as gateware, of relays by plan and worms with one destination: bench/costs.py
 * measures them. */
extern const struct firmware_costs firmware_costs_rtl;

/* For one receiver, with a part of `theirs` of the sender's `nodes`. */
uint32_t firmware_costs_step(const struct core_costs *core, const struct noc_algorithm *a,
                             uint32_t nodes, uint32_t theirs);

/* For the worm that a core has started so many before; a cycle more where transmit entries begin
 * anew. */
static inline uint32_t firmware_costs_start(const struct core_costs *core, uint32_t worms)
{
    enum { ENTRIES = 7 };
    return (worms == 0   ? core->first
            : worms == 1 ? core->second
                         : core->further) +
           (worms % ENTRIES == ENTRIES - 1);
}

/* Begin and end of a call that has a body of so many flits: CALL. */
uint64_t firmware_costs_call(const struct firmware_costs *f, uint32_t flits);

/* When a relay's call returns that has a body of so many flits: it knew in `done` that there are no
 * more worms to start, of which the last left in `left`. */
uint64_t firmware_costs_relay(const struct firmware_costs *f, uint32_t flits, uint32_t worms,
                              uint64_t done, uint64_t left);

#endif
