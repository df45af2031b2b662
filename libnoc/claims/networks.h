/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Networks: which ones a check is about, and all their routes laid out. A list of networks is text,
 * "cube:1 to cube:4, utorus:4x4, 5x5": what has no kind is of the kind before it. A grid stands in
 * it as its file's lines, "torus 4x4,aux left 7 right 4".
 */
#ifndef LIBNOC_CLAIMS_NETWORKS_H
#define LIBNOC_CLAIMS_NETWORKS_H

#include "check.h"

enum { NET_NAME = 320 };

struct net {
    struct noc_topology t;
    const struct noc_routing *r;
    char name[NET_NAME];
    uint32_t n;        /* nodes */
    uint32_t channels; /* numbers of channels are below */
    uint32_t words;    /* of 64 bits, one bit a channel */
    uint32_t *at;      /* route from -> to: hop[at[p]..at[p + 1] - 1], p = from * n + to;
                                 NULL: routes are not laid */
    struct noc_channel *hop;
    uint64_t *set; /* the same as bits: set[p * words] */
    void *room;    /* of a shape */
};

/* Each network of check.on under check.routing; each_network with its routes laid. */
extern const struct quantifier each_topology, each_network;

/*
 * The network of this name, or of a file's text of some kind; false: it is refused, and the claim
 * is unclear. The caller closes it.
 */
bool net_open(struct net *net, const struct instance *i, const char *name);
bool net_read(struct net *net, const struct instance *i, const char *kind, const char *text,
              const char *name);
void net_close(struct net *net);

/* Go on with a network that is open, and close it. */
void then_net(struct instance *i, struct net *net);

/* Lay the routes of i->net, unless they are. False: some pair has none; the claim is unclear. */
bool net_lay(const struct instance *i);

/* --- routes ------------------------------------------------------------------------------- */

static inline uint32_t path_length(const struct net *net, uint32_t from, uint32_t to)
{
    uint32_t p = from * net->n + to;

    return net->at[p + 1] - net->at[p];
}

static inline const struct noc_channel *path_of(const struct net *net, uint32_t from, uint32_t to)
{
    return net->hop + net->at[from * net->n + to];
}

static inline const uint64_t *path_set(const struct net *net, uint32_t from, uint32_t to)
{
    return net->set + (size_t)(from * net->n + to) * net->words;
}

/* Hops of all routes. */
static inline uint32_t all_hops(const struct net *net)
{
    return net->at[net->n * net->n];
}

static inline uint32_t channel_number(const struct net *net, const struct noc_channel *c)
{
    return noc_channel_index(&net->t, net->r, c->node, c->port, c->vc);
}

static inline bool uses_channel(const struct net *net, uint32_t from, uint32_t to,
                                const struct noc_channel *c)
{
    uint32_t number = channel_number(net, c);

    return path_set(net, from, to)[number / 64] >> number % 64 & 1;
}

/* Node i of the path from -> to: 0 is from, path_length() is to. */
static inline uint32_t path_node(const struct net *net, uint32_t from, uint32_t to, uint32_t i)
{
    return i < path_length(net, from, to) ? path_of(net, from, to)[i].node : to;
}

/* The first channel of u -> v that x -> y uses too; NULL: they are arc-disjoint. */
const struct noc_channel *shared_channel(const struct net *net, uint32_t u, uint32_t v, uint32_t x,
                                         uint32_t y);

/* The papers' letter of a channel: "p", "h0"; "" if it has none. */
const char *letter_of(const struct net *net, const struct noc_channel *c);

/* A coordinate of a node. */
static inline int32_t digit(const struct net *net, uint32_t node, unsigned d)
{
    return (int32_t)noc_digit(&net->t, node, d);
}

/* "0-4-8": the nodes of a route. */
void say_path(struct text *t, const struct net *net, uint32_t from, uint32_t to);

#endif
