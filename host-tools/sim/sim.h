/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicasts through the model, flit by flit or, for predictions, worm by worm. */
#ifndef NOCT_SIM_SIM_H
#define NOCT_SIM_SIM_H

#include <jansson.h>

#include "experiment/experiment.h"

/* What a simulated multicast came to. */
struct outcome {
    uint64_t *arrived;  /* by node: cycle in which software has the message; NOC_NEVER */
    uint64_t *returned; /* by node: cycle in which its call has returned; NOC_NEVER */
};

/* The same of all that ran at once. */
struct simulated {
    struct outcome *cast; /* the experiment's own, then those besides */
    uint32_t casts;
    uint64_t cycles; /* until all calls had returned, or the limit */
    struct noc_net_total total;
    json_t *deadlock; /* NULL, or the circular wait */
    json_t *links;    /* NULL, or as asked for: link_counts.h */
    json_t *worms;    /* NULL, or as asked for: worm_log.h */
    bool cut;         /* limit_cycles passed before the end */
};

/* What is asked for besides: e->detail. */
enum status simulate(const struct experiment *e, struct simulated *s, struct error *error);
void simulated_free(struct simulated *s);

/*
 * latency_max of the experiment, whose chains are in order at least (plan.h), by the model of costs (libnoc/model/worm_model.h), with the same
 * software. Of several multicasts the first one's, with the others under way. NOC_NEVER: not by
 * cycle `until`, or in so many steps, or never. *steps: at most, then made.
 */
uint64_t predict_latency(const struct experiment *e, uint64_t until, uint64_t *steps);

#endif
