/* SPDX-License-Identifier: BSD-2-Clause */
/* The algorithm `auto`: whichever has the least latency by the model of costs
 * (libnoc/model/worm_model.h). */
#ifndef NOCT_STUDY_AUTO_H
#define NOCT_STUDY_AUTO_H

#include <jansson.h>

#include "multicast/plan.h"

struct experiment;

/* What it may take: an algorithm, what stands behind its name, a routing. */
struct choice {
    const struct noc_algorithm *algorithm;
    uint32_t parameter;
    const struct noc_routing *routing;
    uint64_t cycles; /* predicted latency_max; NOC_NEVER: later than the best, or nobody knows */
};

struct choices {
    struct choice *at; /* malloc'd, what was taken first; NULL: somebody named an algorithm */
    uint32_t n;
};

/*
 * Look at all that fit e, which is complete but for its algorithm, under its routing and, if they
 * are `free`, under the one that each algorithm is made for; with what the board's `firmware`
 * takes, or without. The best becomes e's algorithm, parameter and routing; all go into e->choices.
 * False: none fits.
 */
bool auto_choose(struct experiment *e, bool free, bool firmware);
void auto_free(struct choices *c);

/* {"predicted_cycles","candidates":[{"algorithm","routing","predicted_cycles"},...]}; null: not
 * known. */
json_t *auto_json(const struct choices *c);

/* The same as "auto", if somebody had to choose. */
void result_auto(json_t *result, const struct experiment *e);

/* The line about it, if the answer has an "auto". */
void auto_show(const json_t *result);

#endif
