/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unidirectional tori by the definitions of Robinson 1994, chapter 5: labels, which are places on a
 * Hamiltonian circuit, and boundaries, channels to a lower label; worms along H-cycles.
 */
#ifndef LIBNOC_CLAIMS_CIRCUITS_H
#define LIBNOC_CLAIMS_CIRCUITS_H

#include "routing/hcycle.h"
#include "networks.h"

enum { NODES_MAX = 256 };

/* Digit d of a node's label, equation 5.4, and the label, equation 5.2. */
uint32_t label_digit(const struct noc_topology *t, uint32_t node, unsigned d);
uint32_t printed_label(const struct noc_topology *t, uint32_t node);

/* The label that libnoc gives. */
static inline uint32_t label(const struct net *net, uint32_t node)
{
    return noc_hcycle_label(&net->t, node);
}

/* u^d, equation 5.1: one step up in dimension d. */
uint32_t step_up(const struct net *net, uint32_t u, unsigned d);

/* Definition 5.1, of the channel of dimension d that leaves u. */
bool is_boundary(const struct net *net, uint32_t u, unsigned d);

/* Whether u and v differ in dimension d. */
static inline bool is_useful(const struct net *net, uint32_t u, uint32_t v, unsigned d)
{
    return digit(net, u, d) != digit(net, v, d);
}

/* Links of a shortest way. */
uint32_t distance(const struct net *net, uint32_t u, uint32_t v);

/* --- worms -------------------------------------------------------------------------------- */

/* A worm, and its way as the routers lead it. */
struct circuit_worm {
    uint16_t node[NODES_MAX]; /* the source, then the destinations in order */
    uint32_t m;               /* destinations */
    uint32_t hops;            /* 0: refused, or astray */
    struct noc_channel path[NODES_MAX];
    struct noc_visit visit[NODES_MAX];
};

/* Worms whose lists are H-cycles (definition 5.3), into i->own: from each node every set of places
 * behind it on the circuit; check.random ones, as the sender prepares them. */
extern const struct quantifier each_worm, each_random_worm;

/* The one of node[0..m]. */
void worm_send(const struct net *net, struct circuit_worm *w);

/* "0>3>7, by 0-1-3-4-7"; how it goes, unless it is not delivered. */
void say_worm(struct text *t, const struct circuit_worm *w);

#endif
