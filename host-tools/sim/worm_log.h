/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What became of each worm of a simulation: its start-up, when the NI gave it, when it went over
 * each channel, how long its header waited there and for whom, and when it came where.
 */
#ifndef NOCT_SIM_WORM_LOG_H
#define NOCT_SIM_WORM_LOG_H

#include <jansson.h>

#include "experiment/experiment.h"

struct worm_log;

/* The experiment must live on. */
struct worm_log *worm_log_new(const struct experiment *e);
void worm_log_free(struct worm_log *log);

/* What is known of a worm when it is made. */
struct worm_made {
    struct noc_worm *worm;  /* the caller's, until worm_log_json() was called */
    uint32_t cast, segment; /* multicast 0 is the experiment's own */
    uint64_t startup,
        started;         /* cycles in which software begins and ends its start-up; NOC_NEVER */
    const char *kind;    /* of a collective operation: what it is, as "body"; NULL: a multicast's */
    uint32_t step, tree; /* if it has a kind; 0: of no step */
};

/* A worm is sent: the number by which the rest is told. */
uint32_t worm_log_sent(struct worm_log *log, const struct worm_made *made);

/* Its tail left a router; its last flit has left the NI; a destination has it in its NI, and its
 * software has it. */
void worm_log_stamp(struct worm_log *log, uint32_t worm, const struct noc_net_stamp *stamp);
void worm_log_left(struct worm_log *log, uint32_t worm);
void worm_log_arrived(struct worm_log *log, uint32_t worm, uint32_t node, uint64_t whole,
                      uint64_t software);

/*
 * [{"from","to":[...],"multicast","segment","tree","step","flits","startup":[begin,end],
 *   "inject":[first,last],"hops":[{channel,"head","tail","waited","behind"}],
 *   "arrivals":[{"node","head","whole","software"}]}], in the order of sending; and "kind", if it was
 * given.
 * "waited" and "behind" (a place in this list) where the header waited for a channel that another
 * worm had. Cycles are null where something has not happened.
 */
json_t *worm_log_json(struct worm_log *log);

/* The worms of a plan, in the same form without cycles. */
json_t *worm_log_planned(const struct experiment *e);

/* A message of one destination, without cycles, of which a plan does not know: {"from","to","kind",
 * "step","tree",...,"hops":[...]}. */
json_t *worm_log_message(const struct experiment *e, uint32_t from, uint32_t to,
                         const struct worm_made *made);

#endif
