/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where nodes lie in a picture, in steps between neighbours; x grows to the right, y downwards.
 *
 *   mesh, torus        as numbered: dimension 0 across, 1 down; each value of higher dimensions is a
 *                      panel of its own, dimension 2 across, 3 down, 4 across, ...
 *   cube               the low half of the bits across, the high half down
 *   ccc                cycles as the cube's nodes, each as a ring
 *   graph              the breadth-first tree, a level below the other, as narrow as its branches
 *                      allow; leaves of one parent in a column
 *   grid               as its file has it; border cells outside
 */
#ifndef NOCT_PICTURE_LAYOUT_H
#define NOCT_PICTURE_LAYOUT_H

#include "topology/topology.h"

struct place {
    double x, y;
};

/* How a link from one node to its neighbour is drawn. */
enum link_form {
    LINK_STRAIGHT,
    LINK_ARC,    /* over others that lie between */
    LINK_AROUND, /* it goes round the edge: a stub at both ends */
};

struct layout {
    struct place *at;     /* by node */
    double width, height; /* from 0 to the last node's place */
};

void layout_make(struct layout *l, const struct noc_topology *t);
void layout_free(struct layout *l);

/* *out: of LINK_AROUND the direction, of length 1, in which it leaves `node`; it comes to `next`
 * from the other side. */
enum link_form layout_link(const struct layout *l, const struct noc_topology *t, uint32_t node,
                           uint32_t next, struct place *out);

/* Of a link LINK_AROUND: does it go round the edge of a plane, and not between planes? */
bool layout_is_rim(const struct noc_topology *t, uint32_t node, uint32_t next);

#endif
