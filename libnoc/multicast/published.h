/* SPDX-License-Identifier: BSD-2-Clause */
/* Algorithms that are known by their step count only (Al-Dubai et al. 2002, section 5). */
#ifndef LIBNOC_MULTICAST_PUBLISHED_H
#define LIBNOC_MULTICAST_PUBLISHED_H

#include "topology/topology.h"

struct noc_published {
    const char *name;
    uint32_t more;       /* k + more steps on mesh:2^kx2^k */
    const char *because; /* why it is not planned */
};

/* The algorithm of this name, or NULL. */
const struct noc_published *noc_published_find(const char *name);

/* The steps of its broadcast on t; 0: not published for such a t. */
uint32_t noc_published_steps(const struct noc_published *p, const struct noc_topology *t);

#endif
