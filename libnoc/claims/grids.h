/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quantifiers over meshes and tori with auxiliary cells, which are networks under check.routing,
 * and over their labels (Stricker 1991). A grid is named by its file's lines, "torus 4x4,aux left 7
 * right 4"; its auxiliary cells have the numbers behind all others.
 */
#ifndef LIBNOC_CLAIMS_GRIDS_H
#define LIBNOC_CLAIMS_GRIDS_H

#include "networks.h"

/*
 * Tori of 3x3 up to check.limit rows and columns with cells in wrap-around links: every set of
 * them, every place of one, one at an end of an outer row or column.
 */
extern const struct quantifier each_border_set, each_border_place, each_outer_border_place;

/*
 * Meshes of 2x2 up to check.limit with a cell between neighbours: linked on four sides, into a row
 * and a column next to it; or on two, into a row behind cell u, or with v into a column.
 */
extern const struct quantifier each_insertion, each_half_insertion;

/* Cells without the auxiliary ones, and columns. */
uint32_t regular_cells(const struct net *net);
uint32_t columns_of(const struct net *net);

/* Whether a link joins neighbours of the surface: no auxiliary cell, not around an end. */
bool is_of_surface(const struct net *net, uint32_t a, uint32_t b);

/* --- labels ------------------------------------------------------------------------------- */

/* A channel with its label in the routing's proof. */
struct labelled {
    uint32_t node, next;
    unsigned port;
    struct noc_label label;
};

/* All channels that have a label, into i->own; all pairs of them, i->own being the first of two. */
extern const struct quantifier each_labelled, each_labelled_pair;

/* Less than 0, 0 or more, as a is below, equal to or above b. */
int label_compare(const struct noc_label *a, const struct noc_label *b);

#endif
