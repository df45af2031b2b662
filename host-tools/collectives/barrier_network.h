/* SPDX-License-Identifier: BSD-2-Clause */
/* What decides whom the members of a barrier signal: all cores, or a group of some, of which only the
 * ranks count. */
#ifndef NOCT_COLLECTIVES_BARRIER_NETWORK_H
#define NOCT_COLLECTIVES_BARRIER_NETWORK_H

#include "barrier.h"
#include "topology/topology.h"

static inline struct noc_barrier_network barrier_network(const struct noc_topology *t,
                                                         uint32_t members)
{
    struct noc_barrier_network network =
        noc_barrier_network(t->kind->name, t->shape ? 0 : t->dims, t->width, t->nodes);
    if (members < t->nodes) {
        network.bits[0] = 0;
    }
    return network;
}

#endif
