/* SPDX-License-Identifier: BSD-2-Clause */
/* A caller that takes runs (noc_worm_progress.runs), as relays do, and looks at receivers one by one. */
#ifndef TESTS_RUNS_H
#define TESTS_RUNS_H

#include "multicast/plan.h"

/* legs = {.runs = true} before the first. */
struct runs {
    struct noc_worm_progress legs;
    uint32_t more; /* of the run that *theirs is in */
};

/* noc_plan_next(); *theirs must be what it was. The first of a run leaves *mine as its last. */
static inline bool runs_next(const struct noc_algorithm *a, const struct noc_plan_env *env,
                             const uint16_t *chain, struct noc_part *mine, struct noc_part *theirs,
                             struct runs *r)
{
    if (r->more > 0) {
        r->more--;
        r->legs.joins = true;
        *theirs = noc_part_behind(theirs);
        return true;
    }
    if (!noc_plan_next(a, env, chain, mine, theirs, &r->legs)) {
        return false;
    }
    r->more = r->legs.run;
    return true;
}

#endif
