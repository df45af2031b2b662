/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which plan a broadcast of a long body goes along, and in which segments: what firmware does
 * (firmware/broadcast) and noct predicts. It follows from what all members know alike.
 */
#ifndef LIBNOC_MULTICAST_BROADCAST_PLAN_H
#define LIBNOC_MULTICAST_BROADCAST_PLAN_H

#include "algorithms.h"
#include "routing/hpath.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum {
    NOC_BROADCAST_MEMBERS_MIN = 3,   /* of a broadcast along a plan */
    NOC_BROADCAST_SEGMENT_MIN = 32,  /* words */
    NOC_BROADCAST_SEGMENTS_FROM = 8, /* words for each member, where two worms serve all */
};

/* The least number whose square is no less. */
static inline uint32_t noc_broadcast_root(uint32_t of)
{
    uint32_t root = 1;

    while (root * root < of) {
        root++;
    }
    return root;
}

/*
 * The segments of two-phase-path, in words; 0: the body goes whole. From an end of the path one worm
 * serves all. Elsewhere the longer worm has header flits for half of the members or more, in each
 * segment, and with longer segments the second worm begins later. A short body is not worth that.
 */
static inline uint32_t noc_broadcast_worm_segment(const struct noc_topology *t, uint32_t members,
                                                  uint32_t source, uint32_t words)
{
    const uint32_t label = noc_hpath_label(t, source);

    return !label || label + 1 == t->nodes || words < NOC_BROADCAST_SEGMENTS_FROM * members
             ? 0
             : noc_broadcast_root(words) * noc_broadcast_root(members / 2);
}

/* The plan of so many members in this network, for so many whole words from the node `source`;
 * *segment: in words; 0: the body goes whole. */
static inline const struct noc_algorithm *noc_broadcast_plan(const struct noc_topology *t,
                                                             const struct noc_routing *r,
                                                             uint32_t members, uint32_t source,
                                                             uint32_t words, uint32_t *segment)
{
    *segment = 0;
    if (r == &noc_routing_utpr) {
        return &noc_algorithm_s_torus;
    }
    if (r == &noc_routing_hamiltonian) {
        *segment = noc_broadcast_worm_segment(t, members, source, words);
        return &noc_algorithm_two_phase_path;
    }
    /* Longer ones fill a tree later, shorter ones have more start-ups. */
    *segment = noc_broadcast_root(words) * 2 / 3;
    *segment = *segment < NOC_BROADCAST_SEGMENT_MIN ? NOC_BROADCAST_SEGMENT_MIN : *segment;
    if (t->shape || members <= NOC_BROADCAST_MEMBERS_MIN) {
        return &noc_algorithm_chain;
    }
    return t->kind == &noc_topology_ccc ? &noc_algorithm_binary : &noc_algorithm_two_tree;
}

#endif
