/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The routing `any`, for comparisons alone: to each node it leads by ways, and by virtual channels,
 * that are drawn, and some of which end at a wrong node, or make no sense. So all channels are
 * used, in all orders, and worms meet that no good routing lets meet. It deadlocks now and then.
 */
#ifndef GATEWARE_ANY_H
#define GATEWARE_ANY_H

#include "routing/routing.h"

/* vcs: virtual channels of a link. seed: what is drawn; odd ones are of a routing that also follows
 * turns. In every second pair of seeds worms come back to nodes, also by the port by which they
 * left. */
const struct noc_routing *any_routing(unsigned vcs, uint32_t seed);

#endif
