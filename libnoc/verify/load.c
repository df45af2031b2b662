/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many routes lead over each channel, under traffic between all pairs of
 * nodes or between auxiliary cells and all others (Stricker 1991, 8.1).
 */
#include <stdlib.h>
#include <string.h>

#include "tables.h"
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

/* Count one route hop by hop, as its worm's header would lead it. */
static uint64_t follow(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                       uint32_t to, struct noc_channel *path, uint32_t max, uint64_t *load)
{
    int32_t hops = noc_route_path(t, r, from, to, path, max);

    for (int32_t i = 0; i < hops; i++) {
        load[noc_channel_index(t, r, path[i].node, path[i].port, path[i].vc)]++;
    }
    return hops > 0 ? (uint64_t)hops : 0;
}

uint64_t noc_link_load(const struct noc_topology *t, const struct noc_routing *r,
                       enum noc_load_traffic traffic, uint64_t *load)
{
    uint32_t channels = t->nodes * t->ports * r->vcs;
    struct noc_channel *path = malloc(channels * sizeof *path); /* no route is longer */
    uint64_t sum = 0;

    memset(load, 0, channels * sizeof *load);
    for (uint32_t from = 0; path && from < t->nodes; from++) {
        for (uint32_t to = 0; to < t->nodes; to++) {
            if (counts(t, traffic, from, to)) {
                sum += follow(t, r, from, to, path, channels, load);
            }
        }
    }
    free(path);
    return sum;
}
