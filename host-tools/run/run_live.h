/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct run on a live board: its firmware is told another experiment, and begins anew.
 */
#ifndef NOCT_RUN_RUN_LIVE_H
#define NOCT_RUN_RUN_LIVE_H

#include "experiment/experiment.h"
#include "target/transport.h"

/*
 * Complete the options by what the board is: topology, routing, RAM. STATUS_BAD: they contradict
 * it, or its firmware cannot be told: it comes from flash, parameters included, or is another one
 * than this program of noct's.
 */
enum status run_live_complete(struct transport *transport, const char *program, struct options *o,
                              struct error *error);

/* Write the experiment into the board's image, reset, and let it go, until the limit's cycle at most. */
enum status run_live_begin(struct transport *transport, const struct experiment *e,
                           uint64_t limit_cycles, struct error *error);

/*
 * Write the experiment into the board's image, reset, and wait until all cores have ended, or the
 * limit's cycle has come: *ended. block: [nodes * NOC_DEBUG_BLOCK], the counters of cycle *cycle.
 * STATUS_ENVIRONMENT: the board has gone, does not take what is written, or its clock does not go
 * on.
 */
enum status run_live_experiment(struct transport *transport, const struct experiment *e,
                                uint64_t limit_cycles, unsigned char *block, uint64_t *cycle,
                                bool *ended, struct error *error);

#endif
