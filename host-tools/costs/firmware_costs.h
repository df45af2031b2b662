/* SPDX-License-Identifier: BSD-2-Clause */
/* What the board's firmware takes for a multicast, for predictions of `noct run`. */
#ifndef NOCT_COSTS_FIRMWARE_COSTS_H
#define NOCT_COSTS_FIRMWARE_COSTS_H

#include <stdbool.h>
#include <stdint.h>

/* Cycles of a core that has the message until it has started its worms. */
struct core_costs {
    uint32_t first, second, further; /* for each worm; firmware/README.md: RELAY, SECOND, FURTHER */
    uint32_t receiver, doubling; /* for each receiver, and each doubling of its part: makes lists */
    bool made;                   /* its worms are made with the plan: no step finds a receiver */
};

/* Instructions that find one receiver in a part of 2^d nodes: fixed + d * each + d * d * square. */
struct step_costs {
    uint32_t fixed, each, square;
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
    uint32_t wakes;  /* and so much behind the last of them: WAKE + END */
    uint32_t
        wake; /* of that what is not END, so long before its return a relay looks whether they have left */
    uint32_t look; /* whether the NI has checked a worm's header flits: a pass of the loop */
    struct step_costs
        step; /* of the algorithm's next(); of worm(), what it takes more than mu-torus's */
};

/* For one receiver, with a part of `theirs` of the sender's `nodes`. */
uint32_t firmware_costs_step(const struct firmware_costs *f, const struct core_costs *core,
                             uint32_t nodes, uint32_t theirs);

/* When a core goes on that has called the interface in `called`, which has checked its worm in `checked`. */
static inline uint64_t firmware_costs_checked(const struct firmware_costs *f, uint64_t called,
                                              uint64_t checked)
{
    const uint64_t look = f->look > 0 ? f->look : 1;
    return called + (checked - called + look - 1) / look * look;
}

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
