/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chains of hypercube nodes (Robinson 1994, sections 3.3 and 3.4), from the text alone: figures 3.5
 * and 3.8 as printed, and quantifiers over chains. i->own is the chain.
 */
#ifndef LIBNOC_CLAIMS_CHAINS_H
#define LIBNOC_CLAIMS_CHAINS_H

#include "multicasts.h"

struct chain {
    uint64_t d[SENDS_MAX];
    uint32_t n, dims;           /* nodes, in a cube of so many dimensions */
    uint32_t left, right, next; /* of each_piece: d[left], in charge of d[left..right], hands over
                                   d[next..right] */
};

/*
 * Chains of the cube of check.limit dimensions: of each set in ascending order, all that begin at
 * node 0 if check.sources says so; cube-ordered ones, all or check.random; after WeightedSort.
 * Ascending ones of up to 62 nodes in 60 dimensions, check.random.
 */
extern const struct quantifier each_sorted_chain, each_ordered_chain, each_weighted_chain,
    each_sparse_chain;

/* Pieces that nodes hand over when Maxport sends along the chain. */
extern const struct quantifier each_piece;

/* Definition 3.5: between two nodes of an S-cube there are only nodes of it. */
bool cube_ordered(const struct chain *c);

/* --- figure 3.5 --------------------------------------------------------------------------- */

enum variant { U_CUBE, MAXPORT, COMBINE };

/* One pass of the loop: `next`. */
uint32_t figure_3_5(enum variant variant, const uint64_t *d, uint32_t left, uint32_t right);

/* All messages along a chain, breadth first; steps with all ports. */
void figure_3_5_plan(enum variant variant, const struct chain *c, struct multicast *p);

/* --- figure 3.8 --------------------------------------------------------------------------- */

struct counts {
    uint64_t calls, comparisons, copies;
    bool trim; /* begin a call at the highest dimension in which its nodes differ */
};

/* CubeCenter: where the second half of d[first..last], an S-cube of dimension dim, begins; last + 1
 * if there is only one. By bisection. */
uint32_t cube_center(const uint64_t *d, uint32_t first, uint32_t last, uint32_t dim,
                     struct counts *count);

void weighted_sort(uint64_t *d, uint32_t first, uint32_t last, uint32_t dim, struct counts *count);

#endif
