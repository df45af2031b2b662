/* SPDX-License-Identifier: BSD-2-Clause */
/* Options become an experiment: each value is checked, and what was left out is chosen. */
#ifndef NOCT_SPECIFY_SPECIFY_H
#define NOCT_SPECIFY_SPECIFY_H

#include "experiment/experiment.h"

/* Which parts of an experiment a command needs; NEED_FIRMWARE: that auto predicts what the board's
 * firmware takes; NEED_KNOWN_ROUTING: that the routing is the topology's where nobody named an
 * algorithm; NEED_DESTS: source and destinations, but no algorithm; NEED_CHECK, with NEED_SET: only that
 * all fits, so that nothing is planned and `auto` chooses nothing. */
enum {
    NEED_NETWORK = 0,
    NEED_SET = 1,
    NEED_EMPTY_BODY = 2,
    NEED_ALGORITHM = 4,
    NEED_FIRMWARE = 8,
    NEED_KNOWN_ROUTING = 16,
    NEED_DESTS = 32,
    NEED_CHECK = 64
};

/* Check, resolve and, with NEED_SET, plan. Nothing is to be freed after an error; e must stay where it
 * is. */
enum status experiment_make(struct experiment *e, const struct options *o, unsigned need,
                            struct error *error);
/* What NEED_CHECK has left out; need: the same without it. */
enum status experiment_finish(struct experiment *e, const struct options *o, unsigned need,
                              struct error *error);

/*
 * What is wrong with the words of an experiment whatever the board's network is that will complete
 * them. *nodes: of the topology, or as many as any can have where it is not given.
 */
enum status experiment_check(const struct options *o, unsigned need, uint32_t *nodes,
                             struct error *error);

#endif
