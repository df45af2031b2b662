/* SPDX-License-Identifier: BSD-2-Clause */
/* The paths of W-X-Y-Z routing (Stricker 1991, 7.3), which balanced I/O takes between other cells. */
#ifndef LIBNOC_ROUTING_WXYZ_H
#define LIBNOC_ROUTING_WXYZ_H

#include "topology/topology.h"

/* noc_routing.source of wxyz: the header flits of a worm from -> to; 0: there is no route. */
uint32_t noc_wxyz_source(const struct noc_topology *t, uint32_t from, uint32_t to,
                         uint32_t *header);

#endif
