/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The Hamiltonian circuit of a unidirectional torus that path-based routing
 * follows (Robinson 1994, section 5.2), and the order in which a worm visits
 * its destinations.
 *
 * A node's label is its place on the circuit. Digit i of the label, in the
 * mixed radix of the widths, is the sum of the node's coordinates i and above
 * modulo width i (equation 5.2). A link is a boundary if it leads to a lower
 * label. On utorus:3x3, nodes (y,x) with their labels, boundaries marked `|`:
 *
 *     y=2   7   8 | 6
 *     y=1   5 | 3   4      one row up: the row below, turned by one
 *     y=0   0   1   2 |    all links from y=2 to y=0 are boundaries
 *
 * The paper has one width k. What its lemmas need of it is that a step along
 * dimension d, also the one around the end, adds 1 to each label digit below d,
 * modulo that digit's own width: -(width d - 1) is 1 modulo width i exactly if
 * width i divides width d. So all holds where each width divides the next
 * higher one, as in 8x4x4; elsewhere it does not (utorus:3x2: two boundaries
 * between some nodes), and is refused.
 */
#ifndef LIBNOC_ROUTING_HCYCLE_H
#define LIBNOC_ROUTING_HCYCLE_H

#include "topology/topology.h"

/* Whether t has such a circuit; if not, why. */
bool noc_hcycle_fits(const struct noc_topology *t, struct noc_fault *fault);

/* A node's label, 0 to nodes - 1, and the node of a label. O(dims). */
uint32_t noc_hcycle_label(const struct noc_topology *t, uint32_t node);
uint32_t noc_hcycle_node(const struct noc_topology *t, uint32_t label);

/* Whether the link that leaves node in dimension d is a boundary (lemma 5.7). */
bool noc_hcycle_boundary(const struct noc_topology *t, uint32_t node, unsigned d);

/*
 * Message preparation (figure 5.8): bring chain[0..m-1], the source first, into
 * the order of an H-cycle, the source first again. In place, O(m log m); O(m) if they are all nodes.
 */
void noc_hcycle_order(const struct noc_topology *t, uint16_t *chain, uint32_t m);

/*
 * chain[0..m], in that order: bring the nodes of the source's ring to the front, then the others
 * of its plane, and so on, each group in the order of the cycle. The cycle begins in the middle of
 * these sub-tori, so it may end in them too; now each stands in one piece. O(m * dims). Elsewhere
 * than on such a torus nothing is done.
 */
void noc_hcycle_own_first(const struct noc_topology *t, uint16_t *chain, uint32_t m);

#endif
