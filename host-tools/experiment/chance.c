/* SPDX-License-Identifier: BSD-2-Clause */
#include "chance.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/random.h"
#include "topology/topologies.h"

uint32_t chance_first_sender(const struct noc_topology *t)
{
    uint32_t node = 0;
    while (node + 1 < t->nodes && !noc_topology_sends(t, node)) {
        node++;
    }
    return node;
}

uint32_t chance_source(const struct noc_topology *t, uint64_t seed)
{
    uint64_t state = ~seed;
    uint32_t place = (uint32_t)(random_next(&state) % noc_topology_senders(t));
    uint32_t node = chance_first_sender(t);
    while (place > 0) {
        place -= noc_topology_sends(t, ++node);
    }
    return node;
}

/* All that are no switches but one, ascending; malloc'd. */
static uint16_t *others_of(const struct noc_topology *t, uint32_t but, uint32_t *n)
{
    const bool all = noc_topology_senders(t) == t->nodes;
    uint16_t *node = malloc(t->nodes * sizeof *node);
    if (!node) {
        out_of_memory();
    }
    *n = 0;
    for (uint32_t i = 0; i < t->nodes; i++) {
        node[*n] = (uint16_t)i; /* stays, if it is one */
        *n += i != but && (all || noc_topology_sends(t, i));
    }
    return node;
}

/* The first `drawn` of n nodes become random ones: a partial shuffle. */
static void shuffle(uint16_t *node, uint32_t n, uint32_t drawn, uint64_t state)
{
    for (uint32_t i = 0; i < drawn; i++) {
        uint32_t j = i + (uint32_t)(random_next(&state) % (n - i));
        uint16_t swap = node[i];
        node[i] = node[j];
        node[j] = swap;
    }
}

uint16_t *chance_sources(const struct noc_topology *t, uint32_t first, uint64_t seed)
{
    uint32_t n;
    uint16_t *node = others_of(t, first, &n);
    shuffle(node, n, n, ~chance_stream(seed, 1));
    return node;
}

void chance_dests(const struct noc_topology *t, struct dest_set *set, uint64_t stream)
{
    uint32_t others, n = 0;
    uint16_t *node = others_of(t, set->source, &others);
    uint64_t *drawn = alloc_array(t->nodes / 64 + 1, sizeof *drawn); /* a bit for each node */
    shuffle(node, others, set->m, stream);
    for (uint32_t i = 0; i < set->m; i++) {
        drawn[node[i] / 64] |= UINT64_C(1) << node[i] % 64;
    }
    for (uint32_t word = 0; word <= t->nodes / 64; word++) {
        for (uint64_t left = drawn[word]; left; left &= left - 1) {
            set->dests[n++] = (uint16_t)(64 * word + (uint32_t)__builtin_ctzll(left));
        }
    }
    free(node);
    free(drawn);
}
