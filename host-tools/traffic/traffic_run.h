/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random worms, or those of a file, through the model.
 *
 * Each node, in each cycle, makes a message with a probability of rate / (flits of a message); switches
 * neither make nor get any. Where routes are made at the source, a worm's header is longer than one
 * flit; `rate` counts the first. A multicast's message has a flit for each destination, one header
 * flit more, the NI's words and the body, whatever worms the routing makes of it. Latency runs from
 * the making, so queueing at the source counts, to the last flit's arrival in the last NI.
 *
 * Messages made in the first `cycles` cycles are measured, less those of the warm-up; traffic goes
 * on until all of them are there.
 *
 * Saturated: in the second half of these cycles fewer messages arrived than were made, so that queues
 * grew: by 2 % of all messages made then, and beyond chance, which is 4 times the root of those under
 * way, or 2 times if there is no steady state (steady.h); or by 5 % of a single node's, and 16. Of bursts of b
 * messages in the mean chance is larger: the root is of 1 + b times as much, and 4 b come to the 16.
 * Where that is certain in the last of these cycles it ends there. Also if messages of the measured
 * cycles are still missing after four times as many.
 */
#ifndef NOCT_TRAFFIC_TRAFFIC_RUN_H
#define NOCT_TRAFFIC_TRAFFIC_RUN_H

#include <jansson.h>

#include "patterns/steady.h"
#include "traffic_setting.h"

enum traffic_end {
    TRAFFIC_DONE,
    TRAFFIC_SATURATED,
    TRAFFIC_LIMIT, /* limit_cycles */
    TRAFFIC_DEADLOCK
};
extern const char *const traffic_end_names[];

struct traffic_outcome {
    enum traffic_end end;
    struct steady_state state; /* of latencies */
    double offered, accepted;  /* flits for each sending node and cycle, behind the warm-up */
    uint64_t messages;         /* made in the measured cycles, warm-up included */
    uint64_t copies;           /* delivered in all */
    uint64_t cycles;           /* until it ended */
    struct noc_net_total total;
    json_t *deadlock; /* NULL: there was none */
    json_t *links;    /* what each channel carried; NULL: not asked for, or one of several runs */
};

/*
 * At this rate, which a playback has no use for. hasty: saturation is all that matters, so end as soon
 * as so much waits that there is no doubt. An error: there is no memory, or no way that is needed.
 */
enum status traffic_run(const struct traffic_setting *s, const struct experiment *e, double rate,
                        bool hasty, struct traffic_outcome *outcome, struct error *error);

#endif
