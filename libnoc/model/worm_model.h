/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network, worm by worm: what net.h does flit by flit, as a model of costs. Of a worm only its
 * header is followed from channel to channel; when its tail passes each of them is a formula.
 *
 *   header   asks for channel after channel, a pipeline's delay apart; one that another worm
 *            holds it waits for, first come first served
 *   tail     passes a channel as many cycles behind the header as the worm has flits; where the
 *            header was held up further on, and the buffers between cannot take the rest, later by
 *            that
 *   channel  is a worm's from its header until its tail; the NI's injection contexts are channels
 *   link     worms that are on it by different virtual channels at once each wait for the other's
 *            flits
 *
 * A lone worm, and any number that do not meet, take what they take flit by flit, to the cycle.
 * Where worms share a link the sum is right, who gets which part of it is not; lanes and shared
 * consumption contexts are not modelled.
 *
 * Cost: about as many steps as there are header hops, a heap's operation each where worms
 * interleave; memory for the ways of the worms that are under way.
 */
#ifndef LIBNOC_MODEL_WORM_MODEL_H
#define LIBNOC_MODEL_WORM_MODEL_H

#include "net.h"

struct noc_worm_model;

/* An idle network at cycle 0; of ops, deliver() and left() are called. NULL: out of memory. What
 * runs out later ends the program. */
struct noc_worm_model *noc_worm_model_new(const struct noc_net_config *config,
                                          const struct noc_net_ops *ops);
void noc_worm_model_free(struct noc_worm_model *model);

/* As noc_net_send(). A worm that has no way is never delivered. */
void noc_worm_model_send(struct noc_worm_model *model, struct noc_worm *w, uint64_t when);

/*
 * Let everything before cycle `until` happen, but go on no longer than `steps` of this model
 * (header hops and events). Returns the cycle of what would come next; NOC_NEVER: nothing, though
 * worms may wait for each other for ever.
 */
uint64_t noc_worm_model_run(struct noc_worm_model *model, uint64_t until, uint64_t steps);

/* The steps that were made since the start. */
uint64_t noc_worm_model_steps(const struct noc_worm_model *model);

#endif
