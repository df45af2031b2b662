/* SPDX-License-Identifier: BSD-2-Clause */
/* Under each path-based routing, random sets: each destination is visited once, by few worms. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "test.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "patterns/multicast_worms.h"

enum { NODES_MAX = 64 };

/* One set; returns the number of worms. */
static uint32_t try_set(const struct noc_topology *t, const struct noc_routing *r, uint64_t *random)
{
    uint16_t chain[NODES_MAX], ends[NODES_MAX];
    uint8_t seen[NODES_MAX] = {0};
    uint32_t m = 1 + (uint32_t)(random_next(random) % (t->nodes - 1)), from = 1;
    for (uint32_t i = 0; i < t->nodes; i++) {
        chain[i] = (uint16_t)i;
    }
    for (uint32_t i = 0; i <= m; i++) {
        uint32_t k = i + (uint32_t)(random_next(random) % (t->nodes - i));
        uint16_t swap = chain[i];
        chain[i] = chain[k];
        chain[k] = swap;
    }
    uint16_t source = chain[0];
    uint32_t worms = multicast_worms(t, r, chain, m, ends);
    assert_int_equal(chain[0], source);
    assert_int_equal(ends[worms - 1], m);
    seen[source] = 1;
    for (uint32_t w = 0; w < worms; from = ends[w++] + 1u) {
        uint32_t header[NODES_MAX + 1], visits = 0, n = ends[w] + 1u - from;
        struct noc_visit visit[NODES_MAX];
        uint32_t flits = noc_route_headers_many(t, r, source, chain + from, n, header);
        assert_true(flits > 0);
        assert_true(noc_route_path_many(t, r, source, header, flits, NULL, 0, visit, NODES_MAX,
                                        &visits) > 0);
        assert_int_equal(visits, n);
        for (uint32_t i = 0; i < n; i++) {
            assert_int_equal(visit[i].node, chain[from + i]);
            assert_int_equal(seen[visit[i].node]++, 0);
        }
    }
    return worms;
}

static void try_sets(const char *on, const struct noc_routing *r, uint32_t worms_max)
{
    struct noc_topology t;
    struct noc_fault fault;
    uint64_t random = 11;
    uint32_t most = 0;
    assert_true(noc_topology_parse(&t, on, &fault));
    for (unsigned i = 0; i < 200; i++) {
        uint32_t worms = try_set(&t, r, &random);
        most = worms > most ? worms : most;
    }
    assert_int_equal(most, worms_max);
}

TEST(one_worm_along_the_circuit)
{
    try_sets("utorus:4x4", &noc_routing_utpr, 1);
    try_sets("utorus:8x4", &noc_routing_utpr, 1);
}

TEST(two_worms_along_the_path)
{
    try_sets("mesh:4x5", &noc_routing_hamiltonian, 2);
    try_sets("torus:4x4", &noc_routing_hamiltonian, 2);
    try_sets("cube:5", &noc_routing_hamiltonian, 2);
}

TEST(two_worms_a_row)
{
    try_sets("mesh:4x5", &noc_routing_coded_path, 8);
    try_sets("mesh:4x5", &noc_routing_coded_path_vc, 8);
}

/* A routing of the user's own, as far as is known of it here. */
TEST(as_far_as_the_routing_lets_it)
{
    struct noc_routing own = noc_routing_hamiltonian;
    struct noc_topology t;
    struct noc_fault fault;
    uint16_t chain[] = {5, 15, 6, 4, 0, 9}, ends[5];
    own.name = "own";
    assert_true(noc_topology_parse(&t, "mesh:16", &fault));
    assert_int_equal(multicast_worms(&t, &own, chain, 5, ends), 3); /* 0; 4; 6, 9, 15 */
    assert_memory_equal(chain, ((uint16_t[]){5, 0, 4, 6, 9, 15}), sizeof chain);
    assert_memory_equal(ends, ((uint16_t[]){1, 2, 5}), 6);
}
