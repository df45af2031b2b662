/* SPDX-License-Identifier: BSD-2-Clause */
/* What the board's firmware takes for a multicast, for predictions of `noct run`. */
#ifndef NOCT_SOFTWARE_H
#define NOCT_SOFTWARE_H

#include "plan.h"

/*
 * Cycles of a core (firmware/README.md, "What a multicast takes", has the formula and where they come from). A core
 * that has the message starts its worms after `relay` (the source: 0), `second` more, and `further` more each, with
 * software_step() of each receiver besides.
 */
struct software {
    uint32_t relay, second_source, second, further;
    uint32_t last;   /* to see that there is nobody left */
    uint32_t call;   /* begin of the source's call and end of the destination's, */
    uint32_t copied; /* and for each 4 flits of the body */
};

/* Of this firmware, with relays told so (enum noc_params_relay). */
const struct software *software_of_firmware(uint32_t relay);

/* Instructions of an algorithm's next(), or worm(), for one receiver, in a part of so many nodes. */
uint32_t software_step(const struct noc_algorithm *a, uint32_t nodes);

/* The end of a call that has a body of so many flits. */
static inline uint64_t software_call(const struct software *s, uint32_t flits)
{
    return s->call + (uint64_t)s->copied * flits / 4;
}

#endif
