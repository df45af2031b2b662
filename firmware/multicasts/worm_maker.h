/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms in a plan's memory: how they are made, for multicasts and for programs that count what it
 * takes.
 */
#ifndef FIRMWARE_WORM_MAKER_H
#define FIRMWARE_WORM_MAKER_H

#include "layer/layer.h"

/* A worm, as the NI needs it. */
struct worm {
    uint16_t headers;
    uint16_t lists; /* flits of lists in front of its data */
    uint32_t w2;    /* without the pad, and where lists are without the flits of data */
    uint32_t header[];
};

_Static_assert(sizeof(struct worm) == 4 * NOC_WORM_WORDS, "libnoc/multicast/footprint.h");

/*
 * A plan's worms. The NI reads headers and lists until all children have answered:
 *
 *   word    | worm, header flits | worm, header flits | ... | lists of 1st worm | of 2nd | ... | children
 *           0                                          end  list (only worms by list)  list_end
 */
struct worms {
    uint32_t *end; /* of those that are made */
    uint32_t *list, *list_end;
    uint32_t *children; /* a bit for each node, where they are known beforehand; or NULL */
    uint32_t count;     /* of these */
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
    m->at = worms->end = worms->word;
    m->list = worms->list_end = worms->list;
    m->more = maker_next(m);
}

/* The next worm, if there are more. NULL: nonsense. */
struct worm *worm_make(struct maker *m);

/* Memory for a plan's worms, and where the plan is known the worms themselves. */
noc_err worms_prepare(noc_plan *plan);
/* The list that a worm took to `node`, of 0 flits if it needs none. NULL: no worm went there. */
const uint32_t *worms_list_of(const noc_plan *plan, uint32_t node, uint32_t *flits);

#endif
