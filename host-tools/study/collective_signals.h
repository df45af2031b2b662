/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What firmware does where nobody has named a schedule: a barrier by signals, and a long broadcast in
 * segments along a plan, which begins with a barrier. Both are in one network, flit by flit.
 */
#ifndef NOCT_STUDY_COLLECTIVE_SIGNALS_H
#define NOCT_STUDY_COLLECTIVE_SIGNALS_H

#include "barrier_network.h"
#include "collective.h"
#include "worm_log.h"

#define CARGO_SIGNAL UINT32_MAX

/* A worm of them. */
struct cargo {
    struct noc_worm worm;
    uint32_t from; /* rank */
    uint32_t tree; /* of the plan; or CARGO_SIGNAL */
    uint32_t words;
    uint32_t logged; /* its number in the log, if there is one */
    struct cargo *next;
    uint32_t header[];
};

/* A member in a barrier. */
struct signaller {
    uint64_t looks; /* for its next signal, from this cycle on */
    uint32_t round, taken;
    uint32_t come; /* a bit for each signal of each round */
};

struct signals {
    const struct collective *c;
    struct noc_net *net;
    struct worm_log *log; /* NULL: nobody asked for it */
    struct noc_barrier_network network;
    struct signaller *member; /* malloc'd, by rank */
    struct cargo *cargo;      /* all worms */
    void *opaque;
    void (*over)(void *opaque, uint32_t rank, uint64_t when); /* a member has all signals */
};

/* A worm with room for so many header flits; it is freed with the others. */
struct cargo *signals_cargo(struct signals *s, uint32_t from, uint32_t headers);

void signals_begin(struct signals *s);
/* A member enters the barrier. */
void signals_enter(struct signals *s, uint32_t rank, uint64_t when);
/* A signal has come. */
void signals_take(struct signals *s, uint32_t rank, const struct cargo *signal, uint64_t when);
void signals_end(struct signals *s);

/* The barrier, or the broadcast. */
enum status collective_simulate_unnamed(const struct collective *c, struct collective_times *times,
                                        struct error *error);

#endif
