/* SPDX-License-Identifier: BSD-2-Clause */
/* A routing without turns, of which worms first go some links by TURN flits, up to 4 of them. */
#ifndef GATEWARE_DETOURS_H
#define GATEWARE_DETOURS_H

#include "routing/routing.h"
#include "topology/topology.h"

/* One at a time. salt: which detours. */
const struct noc_routing *detours_routing(const struct noc_routing *r, uint32_t salt);

#endif
