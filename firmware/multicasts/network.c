/* SPDX-License-Identifier: BSD-2-Clause */
/* The network that the parameter block describes. */
#include "network.h"

#include <string.h>

#include "routing/routings.h"
#include "topology/shape.h"
#include "topology/topologies.h"

/* A network of a kind that is read from a file: its shape lies in the block. */
static bool topology_of_shape(struct noc_topology *t, const struct noc_topology_kind *kind)
{
    const struct noc_params *p = params_block();
    const struct noc_shape *shape = (const struct noc_shape *)(p + 1);
    struct noc_fault fault;

    return p->bytes <= NOC_PARAMS_SIZE && p->bytes >= sizeof(*p) &&
           p->shape_bytes <= p->bytes - sizeof(*p) && p->shape_bytes >= sizeof(*shape) &&
           shape->bytes <= p->shape_bytes && noc_shape_attach(t, kind, shape, &fault);
}

/* A network that is computed from its widths. */
static bool topology_of_widths(struct noc_topology *t, const struct noc_topology_kind *kind)
{
    const struct noc_params *p = params_block();
    uint16_t width[NOC_PARAMS_DIMS];
    struct noc_fault fault;

    if (!p->dims || p->dims > NOC_PARAMS_DIMS) {
        return false;
    }
    memcpy(width, p->width, sizeof(width));
    return kind->make(t, p->dims, width, &fault);
}

bool network_of_params(struct noc_topology *t, const struct noc_routing **r)
{
    const struct noc_params *p = params_block();
    const struct noc_topology_kind *kind;
    struct noc_fault fault;

    if (!params_are_there()) {
        return false;
    }
    kind = noc_topology_kind_find(p->topology);
    return kind && (kind->make ? topology_of_widths(t, kind) : topology_of_shape(t, kind)) &&
           noc_routing_choose(r, p->routing[0] ? p->routing : NULL, t, &fault);
}
