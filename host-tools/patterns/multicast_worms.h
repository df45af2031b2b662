/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The worms of a multicast that has no relays, under each path-based routing:
 *
 *     utpr                        one, along the Hamiltonian circuit (s-torus; Robinson 1994, 6.1)
 *     hamiltonian                 two, up and down the Hamiltonian path (dual-path; Lin, McKinley
 *                                 and Ni 1994)
 *     coded-path, coded-path-vc   two for each row that has destinations, to the right and to the left
 *                                 (column-path of Boppana, Chalasani and Raghavendra 1998, with rows
 *                                 for columns, since dimension order goes along columns first)
 *     the user's own              in the order of node numbers, each worm as long as the routing lets it
 */
#ifndef NOCT_PATTERNS_MULTICAST_WORMS_H
#define NOCT_PATTERNS_MULTICAST_WORMS_H

#include "routing/routing.h"

/*
 * chain[0] is the source, chain[1..m] are other nodes, all different. Brings chain[1..m] into the
 * order of the worms' visits: worm w visits those from ends[w - 1] + 1 (the first one: from 1) to ends[w].
 * ends has room for m. Returns how many worms there are; 0: the routing finds no way to chain[1].
 */
uint32_t multicast_worms(const struct noc_topology *t, const struct noc_routing *r, uint16_t *chain,
                         uint32_t m, uint16_t *ends);

#endif
