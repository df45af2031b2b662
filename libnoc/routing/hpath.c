/* SPDX-License-Identifier: BSD-2-Clause */
/* Labels along the Hamiltonian path. */
#include "hpath.h"

#include "topology/sort.h"
#include "topology/topologies.h"

bool noc_hpath_exists(const struct noc_topology *t)
{
    return t->kind == &noc_topology_mesh || t->kind == &noc_topology_torus ||
           t->kind == &noc_topology_cube;
}

uint32_t noc_hpath_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t label = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t x = noc_over_stride(t, node, d);

        node -= x * t->stride[d];
        label = label * t->width[d] + (label & 1 ? t->width[d] - 1u - x : x);
    }
    return label;
}

uint32_t noc_hpath_node(const struct noc_topology *t, uint32_t label)
{
    uint32_t node = 0, higher = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t place = noc_over_stride(t, label, d);
        uint32_t x = place - higher * t->width[d];

        node += (higher & 1 ? t->width[d] - 1u - x : x) * t->stride[d];
        higher = place;
    }
    return node;
}

uint32_t noc_hpath_order(const struct noc_topology *t, uint16_t *chain, uint32_t m)
{
    uint32_t first = noc_hpath_label(t, chain[0]), place = 0;
    const bool all = m + 1 == t->nodes; /* then each label is there */

    for (uint32_t i = 0; i <= m && !all; i++) {
        chain[i] = (uint16_t)noc_hpath_label(t, chain[i]);
        place += chain[i] < first;
    }
    if (!all) {
        noc_sort(chain, m + 1);
    }
    for (uint32_t i = 0; i <= m; i++) {
        chain[i] = (uint16_t)noc_hpath_node(t, all ? i : chain[i]);
    }
    return all ? first : place;
}
