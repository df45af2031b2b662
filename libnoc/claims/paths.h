/* SPDX-License-Identifier: BSD-2-Clause */
/* Quantifiers over nodes and routes of a network, and what several papers claim of routes. */
#ifndef LIBNOC_CLAIMS_PATHS_H
#define LIBNOC_CLAIMS_PATHS_H

#include "networks.h"

/* u; u and v, which may be the same; u and v with a route between them, u != v; its hops. */
extern const struct quantifier each_node, each_pair, each_route, each_hop;

/* u, v, y: routes u -> v and u -> y, or u -> v -> y; u, v, x, y: routes u -> v and x -> y. */
extern const struct quantifier each_triple, each_quadruple;

/* The same of v <= x <= y, in the order of v, x, y, u. */
extern const struct quantifier each_ordered;

/* Of a network: "if v <= x <= y then u -> v and x -> y are arc-disjoint", in the order of node
 * numbers; with MIRRORED "if v >= x >= y". */
predicate ordered_routes_disjoint;
enum { MIRRORED = 1 };

/* Of a triple: what the routes u -> v and u -> y have in common is where they begin. */
predicate common_beginning;

/* Of a triple: u -> v -> y is no shorter than u -> y. */
predicate no_shortcut;

/* Of a route: it is check.expected, "0-4-8". */
predicate route_as_printed;

/* How many links lead from a node to another. */
uint32_t links_between(const struct net *net, uint32_t from, uint32_t to);

/* Hop i->hop of the route from i->u to i->v: where it begins and ends. */
static inline uint32_t hop_from(const struct instance *i)
{
    return i->c->node;
}

static inline uint32_t hop_to(const struct instance *i)
{
    return i->c->next;
}

#endif
