/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many routes lead over each channel, under traffic between all pairs of
 * nodes or between auxiliary cells and all others (Stricker 1991, 8.1).
 */
#include <stdlib.h>
#include <string.h>

#include "topology/topologies.h"
#include "verify.h"

/* Is node an auxiliary cell of a grid? Those follow the regular ones. */
static bool auxiliary(const struct noc_topology *t, uint32_t node)
{
    return t->kind == &noc_topology_grid && node >= (uint32_t)t->width[0] * t->width[1];
}

static bool counts(const struct noc_topology *t, enum noc_load_traffic traffic, uint32_t from,
                   uint32_t to)
{
    return from != to && noc_topology_sends(t, from) && noc_topology_sends(t, to) &&
           (traffic == NOC_LOAD_ALL || auxiliary(t, from) || auxiliary(t, to));
}

bool noc_link_load_from(const struct noc_topology *t, const struct noc_routing *r,
                        enum noc_load_traffic traffic, uint32_t from, uint64_t *load,
                        uint64_t *visits, uint64_t *unreached)
{
    uint32_t max = t->nodes * t->ports * r->vcs; /* no route is longer */
    struct noc_channel *path = malloc(max * sizeof *path);

    if (!path) {
        return false;
    }
    for (uint32_t to = 0; to < t->nodes; to++) {
        if (!counts(t, traffic, from, to)) {
            continue;
        }

        int32_t hops = noc_route_path(t, r, from, to, path, max);

        for (int32_t i = 0; i < hops; i++) {
            load[noc_channel_index(t, r, path[i].node, path[i].port, path[i].vc)]++;
        }
        *(hops < 0 ? unreached : visits) += hops < 0 ? 1 : (uint64_t)hops;
    }
    free(path);
    return true;
}

uint64_t noc_link_load(const struct noc_topology *t, const struct noc_routing *r,
                       enum noc_load_traffic traffic, uint64_t *load)
{
    uint64_t visits = 0, unreached = 0;

    memset(load, 0, t->nodes * t->ports * r->vcs * sizeof *load);
    for (uint32_t from = 0; from < t->nodes; from++) {
        noc_link_load_from(t, r, traffic, from, load, &visits, &unreached);
    }
    return visits;
}
