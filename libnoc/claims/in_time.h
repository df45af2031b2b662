/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms followed in time, where they would be if none were in another's way. A worm of L flits that
 * enters its first channel in cycle s holds its i-th one from s + i to s + i + L - 1.
 */
#ifndef LIBNOC_CLAIMS_IN_TIME_H
#define LIBNOC_CLAIMS_IN_TIME_H

#include "multicasts.h"

/* Software, and worms of an unhurried world (cycles, flits). */
struct pace {
    uint32_t tau_s,
        tau_r;       /* start-up at the sender, one message after the other; at the receiver */
    uint32_t length; /* flits of a worm */
};

/* Two worms that want one channel at a time. */
struct clash {
    struct noc_message a, b; /* a holds the channel */
    struct noc_channel channel;
    uint32_t cycle;                  /* in which b's header finds it taken */
    struct text dests, way_a, way_b; /* for a counterexample: the set, and the nodes of the paths */
};

/* Each of check.pace. */
extern const struct quantifier each_pace;

/*
 * Whether two worms of the instance's multicast clash at its pace. A node starts its messages in
 * the algorithm's order; with one port, or over one first link, the next worm enters when the last
 * has left. The first clash is real: nothing has been blocked before it.
 */
bool worms_clash(const struct instance *i, struct clash *clash);

/* They do not. */
predicate never_clash;

#endif
