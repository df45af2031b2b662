/* SPDX-License-Identifier: BSD-2-Clause */
/* What the board's firmware takes for a multicast, for predictions of `noct run`. */
#ifndef NOCT_SOFTWARE_H
#define NOCT_SOFTWARE_H

#include "plan.h"

/* Cycles of a core that has the message until it has started its worms. */
struct software_core {
    uint32_t first, second, further; /* for each worm; firmware/README.md: RELAY, SECOND, FURTHER */
    uint32_t receiver, doubling; /* for each receiver, and each doubling of its part: makes lists */
};

/*
 * Of a whole multicast (firmware/README.md, "What a multicast takes", has the formula). The step
 * that finds a receiver of a unicast is software_step()'s besides; worms are planned before.
 */
struct software {
    struct software_core source, relay;
    uint32_t find;   /* a receiver's looking at each list in front of its own: FIND */
    uint32_t call;   /* begin of the source's call and end of the destination's, */
    uint32_t copied; /* and for each 4 flits of the body */
};

/* Of this firmware, for this algorithm, with relays told so (enum noc_params_relay). */
const struct software *software_of_firmware(const struct noc_algorithm *a, uint32_t relay);

/* For one receiver, with a part of `theirs` of the sender's `nodes`. */
uint32_t software_step(const struct software_core *core, const struct noc_algorithm *a,
                       uint32_t nodes, uint32_t theirs);

/* For the worm that a core has started so many before. */
static inline uint32_t software_start(const struct software_core *core, uint32_t worms)
{
    return worms == 0 ? core->first : worms == 1 ? core->second : core->further;
}

/* The end of a call that has a body of so many flits. */
static inline uint64_t software_call(const struct software *s, uint32_t flits)
{
    return s->call + (uint64_t)s->copied * flits / 4;
}

#endif
