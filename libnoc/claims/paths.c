/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes and routes of a network, one after the other. */
#include "paths.h"

#include <stdlib.h>
#include <string.h>

/* --- quantifiers -------------------------------------------------------------------------- */

static void each_of_nodes(struct instance *i)
{
    for (i->u = 0; i->u < i->net->n; i->u++) {
        then(i);
    }
}

static void tell_u(const struct instance *i, struct text *t)
{
    say(t, "node %u", i->u);
}

static void each_of_pairs(struct instance *i)
{
    for (i->u = 0; i->u < i->net->n; i->u++) {
        for (i->v = 0; i->v < i->net->n; i->v++) {
            then(i);
        }
    }
}

static void tell_pair(const struct instance *i, struct text *t)
{
    say(t, "%u and %u", i->u, i->v);
}

static void each_of_routes(struct instance *i)
{
    for (i->u = 0; net_lay(i) && i->u < i->net->n; i->u++) {
        for (i->v = 0; i->v < i->net->n; i->v++) {
            if (i->u != i->v) {
                then(i);
            }
        }
    }
}

static void tell_route(const struct instance *i, struct text *t)
{
    say(t, "from %u to %u", i->u, i->v);
}

static void each_of_hops(struct instance *i)
{
    uint32_t hops = path_length(i->net, i->u, i->v);

    i->c = path_of(i->net, i->u, i->v);
    for (i->hop = 0; i->hop < hops; i->hop++, i->c++) {
        then(i);
    }
}

static void tell_hop(const struct instance *i, struct text *t)
{
    say(t, "hop %u", i->hop);
}

static void each_of_triples(struct instance *i)
{
    for (i->u = 0; net_lay(i) && i->u < i->net->n; i->u++) {
        for (i->v = 0; i->v < i->net->n; i->v++) {
            for (i->y = 0; i->y < i->net->n; i->y++) {
                then(i);
            }
        }
    }
}

static void tell_triple(const struct instance *i, struct text *t)
{
    say(t, "u=%u v=%u y=%u", i->u, i->v, i->y);
}

static void each_of_quadruples(struct instance *i)
{
    for (i->u = 0; net_lay(i) && i->u < i->net->n; i->u++) {
        for (i->v = 0; i->v < i->net->n; i->v++) {
            for (i->x = 0; i->x < i->net->n; i->x++) {
                for (i->y = 0; i->y < i->net->n; i->y++) {
                    then(i);
                }
            }
        }
    }
}

static void each_of_ordered(struct instance *i)
{
    for (i->v = 0; net_lay(i) && i->v < i->net->n; i->v++) {
        for (i->x = i->v; i->x < i->net->n; i->x++) {
            for (i->y = i->x; i->y < i->net->n; i->y++) {
                for (i->u = 0; i->u < i->net->n; i->u++) {
                    then(i);
                }
            }
        }
    }
}

static void tell_quadruple(const struct instance *i, struct text *t)
{
    say(t, "u=%u v=%u x=%u y=%u", i->u, i->v, i->x, i->y);
}

const struct quantifier each_node = {"all {count} nodes", NULL, each_of_nodes, tell_u};
const struct quantifier each_pair = {"all {count} pairs of nodes", NULL, each_of_pairs, tell_pair};
const struct quantifier each_route = {"all {count} routes", " of all routes", each_of_routes,
                                      tell_route};
const struct quantifier each_hop = {"all {count} hops", NULL, each_of_hops, tell_hop};
const struct quantifier each_triple = {"all {count} triples of nodes", NULL, each_of_triples,
                                       tell_triple};
const struct quantifier each_quadruple = {"all {count} quadruples of nodes",
                                          " for all quadruples of nodes", each_of_quadruples,
                                          tell_quadruple};
const struct quantifier each_ordered = {"all {count} u, v, x, y with v <= x <= y",
                                        " of all u and all v <= x <= y", each_of_ordered,
                                        tell_quadruple};

/* --- predicates --------------------------------------------------------------------------- */

/* The first u, v, x, y that contradict, once something does. */
static bool tell_contradiction(const struct instance *i, bool mirrored)
{
    const struct net *net = i->net;
    uint64_t n = net->n;

    for (uint64_t q = 0; q < n * n * n * n; q++) {
        uint32_t u = (uint32_t)(q % n), y = (uint32_t)(q / n % n), x = (uint32_t)(q / n / n % n);
        uint32_t v = (uint32_t)(q / n / n / n);
        bool in_order = mirrored ? v >= x && x >= y : v <= x && x <= y;
        const struct noc_channel *c = in_order ? shared_channel(net, u, v, x, y) : NULL;
        struct text one = {0}, two = {0};

        if (c) {
            say_path(&one, net, u, v);
            say_path(&two, net, x, y);
            return against(i, "%s: u=%u v=%u x=%u y=%u: %s and %s share %u-%u", net->name, u, v, x,
                           y, one.at, two.at, c->node, c->next);
        }
    }
    return true;
}

/* Node by node in their order: what routes end at nodes up to this one, as a set of channels, must
 * have nothing of the routes that go on from it. */
bool ordered_routes_disjoint(const struct instance *i)
{
    const struct net *net = i->net;
    bool mirrored = i->check->with == MIRRORED;
    uint64_t *before = calloc(net->words, sizeof *before);
    bool apart = before != NULL;

    for (uint32_t k = 0; k < net->n && apart; k++) {
        uint32_t x = mirrored ? net->n - 1 - k : k;

        for (uint32_t u = 0; u < net->n; u++) {
            for (uint32_t w = 0; w < net->words; w++) {
                before[w] |= path_set(net, u, x)[w];
            }
        }
        for (uint32_t l = k; l < net->n && apart; l++) {
            const uint64_t *path = path_set(net, x, mirrored ? net->n - 1 - l : l);

            for (uint32_t w = 0; w < net->words && apart; w++) {
                apart = !(before[w] & path[w]);
            }
        }
    }
    free(before);
    return apart || tell_contradiction(i, mirrored);
}

bool common_beginning(const struct instance *i)
{
    const struct noc_channel *a = path_of(i->net, i->u, i->v), *b = path_of(i->net, i->u, i->y);
    uint32_t one = path_length(i->net, i->u, i->v), two = path_length(i->net, i->u, i->y), k = 0;
    bool good = true;

    while (k < one && k < two && a[k].node == b[k].node && a[k].port == b[k].port &&
           a[k].vc == b[k].vc) {
        k++;
    }
    for (; k < one; k++) {
        good = good && !uses_channel(i->net, i->u, i->y, &a[k]);
    }
    return good;
}

bool no_shortcut(const struct instance *i)
{
    return path_length(i->net, i->u, i->v) + path_length(i->net, i->v, i->y) >=
           path_length(i->net, i->u, i->y);
}

bool route_as_printed(const struct instance *i)
{
    struct text t = {0};

    say_path(&t, i->net, i->u, i->v);
    return !strcmp(t.at, i->check->expected) || against(i, "the route is %s", t.at);
}

uint32_t links_between(const struct net *net, uint32_t from, uint32_t to)
{
    struct noc_link link;
    uint32_t links = 0;

    for (unsigned port = 0; port < net->t.ports; port++) {
        links += noc_topology_link(&net->t, from, port, &link) && link.node == to;
    }
    return links;
}
