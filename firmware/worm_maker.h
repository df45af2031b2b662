/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How worms with several destinations are made: for worms.c, and for programs that count what it
 * takes.
 */
#ifndef LIBNOC_WORM_MAKER_H
#define LIBNOC_WORM_MAKER_H

#include "messages_priv.h"

/* A worm, as the NI needs it. */
struct worm {
    uint16_t headers, children;
    uint16_t lists; /* flits of lists in front of its data */
    bool lone;      /* a unicast, where there are no others */
    uint32_t header[];
};

_Static_assert(sizeof(struct worm) == 4 * NOC_WORM_WORDS, "libnoc/multicast/footprint.h");

struct worms {
    noc_relay relay;
    uint32_t used, lists_at; /* words */
    uint32_t word[];
};

/* Makes chain[mine.self]'s worms, one after the other. */
struct maker {
    const noc_plan *plan;
    const uint16_t *chain;
    struct noc_part mine, theirs;
    struct noc_worm_progress legs;
    bool more;      /* theirs is the first receiver of the next one, */
                    /* and legs.run more are like it */
    bool nonsense;  /* a list named a node that is none */
    uint32_t *at;   /* where it goes, */
    uint32_t *list; /* and its lists */
};

static inline bool maker_next(struct maker *m)
{
    return m->plan->algorithm->worm(&m->plan->env, m->chain, &m->mine, &m->theirs, &m->legs);
}

static inline void maker_begin(struct maker *m, const noc_plan *plan, const uint16_t *chain,
                               const struct noc_part *mine)
{
    struct worms *worms = plan->worms;

    m->plan = plan;
    m->chain = chain;
    m->mine = *mine;
    m->legs.given = m->legs.run = 0; /* of the rest nothing is read before it is written */
    m->legs.runs = true;
    m->nonsense = false;
    m->at = worms->word;
    m->list = worms->word + worms->lists_at;
    m->more = maker_next(m);
}

/* The next worm, if there are more. NULL: nonsense. */
struct worm *worm_make(struct maker *m);

#endif
