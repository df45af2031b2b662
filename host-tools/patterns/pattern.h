/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the worms of a node go. The patterns are those of Dally and Towles, Principles and Practices
 * of Interconnection Networks (2004), table 3.1, as BookSim 2 (Jiang et al., ISPASS 2013) has them:
 *
 *     uniform         any node, itself included, all equally likely
 *     bit-complement  d_i = not s_i             of b address bits, where there are 2^b nodes
 *     bit-reverse     d_i = s_(b-1-i)
 *     shuffle         d_i = s_(i-1 mod b)       all bits one place up, the highest to the lowest
 *     transpose       d_i = s_(i+b/2 mod b)     the halves of the bits, or of the coordinates, change places
 *     tornado         d_x = s_x + ceil(k/2)-1 mod k     in each coordinate of width k
 *     neighbour       d_x = s_x + 1 mod k
 *     hotspot         certain nodes with certain probabilities, else uniform (Pfister and Norton 1985)
 *     asymmetric      s mod N/2, or the same node of the upper half of the numbers
 *
 * Bits are those of a node's rank, that is, of its place among the nodes that are no switches; where
 * there are no switches that is its number. Coordinates are those of tori, meshes and hypercubes.
 */
#ifndef NOCT_PATTERNS_PATTERN_H
#define NOCT_PATTERNS_PATTERN_H

#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

enum { HOTSPOTS_MAX = 16 };

struct pattern {
    const char *name;
    uint16_t *sender; /* the nodes that are no switches, ascending; malloc'd */
    uint32_t senders;
    uint16_t *to; /* by rank, where each node sends to one only; malloc'd. NULL: it is drawn */
    struct {
        uint16_t node;
        uint64_t below; /* a draw below it, and not below the one before, is for this node */
    } hot[HOTSPOTS_MAX];
    unsigned hots;
    bool halves;    /* asymmetric */
    uint64_t upper; /* a draw below it is for the upper half */
};

/* From what the user wrote: "tornado", "hotspot:27:0.1+36:0.1", "asymmetric:0.7". A pattern that is
 * not defined on t is refused. After an error there is nothing to be freed. */
enum status pattern_parse(struct pattern *p, const struct noc_topology *t, const char *text,
                          struct error *error);

/* Is there a pattern of this name, or are its worms drawn or read elsewhere ("multicast", "file:...")? */
enum status pattern_check(const char *text, struct error *error);

/* Whether this is the name of a pattern in which each node sends to one only. */
bool pattern_is_fixed(const char *name);

/* All senders, and every worm to any of them. */
void pattern_uniform(struct pattern *p, const struct noc_topology *t);

void pattern_free(struct pattern *p);

/* The destination of the next worm of the node with this rank. */
uint16_t pattern_draw(const struct pattern *p, uint32_t rank, uint64_t *random);

/* The names of all patterns, for people: "uniform, transpose, ...". They end with NULL. */
extern const char *const pattern_names[];

#endif
