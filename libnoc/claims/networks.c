/* SPDX-License-Identifier: BSD-2-Clause */
/* Networks: lists of names, routes. */
#include "networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology/shape.h"
#include "topology/topologies.h"
#include "routing/routings.h"

/* --- one network -------------------------------------------------------------------------- */

static bool choose_routing(struct net *net, const struct instance *i)
{
    const char *routing = i->check->routing;

    if (!noc_routing_choose(&net->r, routing, &net->t, NULL)) {
        net_close(net);
        return unclear(i, "%s with routing %s is refused", net->name,
                       routing ? routing : "its own");
    }
    net->n = net->t.nodes;
    net->channels = net->n * net->t.ports * net->r->vcs;
    net->words = (net->channels + 63) / 64;
    return true;
}

bool net_read(struct net *net, const struct instance *i, const char *kind, const char *text,
              const char *name)
{
    const struct noc_topology_kind *k = noc_topology_kind_find(kind);
    size_t length = strlen(text);

    memset(net, 0, sizeof *net);
    snprintf(net->name, sizeof net->name, "%s", name);
    net->room = calloc(1, noc_shape_room(length));
    if (!k || !k->read || !net->room || !k->read(&net->t, text, length, net->room, NULL)) {
        net_close(net);
        return unclear(i, "the %s %s is refused", kind, name);
    }
    return choose_routing(net, i);
}

/* A grid's lines stand behind each other, with commas between them. */
static bool open_grid(struct net *net, const struct instance *i, const char *name)
{
    char text[NET_NAME];

    snprintf(text, sizeof text - 1, "%s", name);
    for (char *comma; (comma = strchr(text, ','));) {
        *comma = '\n';
    }
    strcat(text, "\n");
    return net_read(net, i, "grid", text, name);
}

bool net_open(struct net *net, const struct instance *i, const char *name)
{
    if (!strchr(name, ':')) {
        return open_grid(net, i, name);
    }
    memset(net, 0, sizeof *net);
    snprintf(net->name, sizeof net->name, "%s", name);
    if (!noc_topology_parse(&net->t, name, NULL)) {
        return unclear(i, "%s is refused", name);
    }
    return choose_routing(net, i);
}

void net_close(struct net *net)
{
    free(net->at);
    free(net->hop);
    free(net->set);
    free(net->room);
    net->at = NULL;
    net->hop = NULL;
    net->set = NULL;
    net->room = NULL;
}

/* Append the route of pair p to net->hop, which has room for *room. Returns its hops, or -1. */
static int32_t lay_one(struct net *net, uint32_t p, uint32_t *room)
{
    uint32_t used = net->at[p];

    if (used + net->channels > *room) {
        *room = 2 * (used + net->channels);
        net->hop = realloc(net->hop, *room * sizeof *net->hop);
    }
    int32_t hops = net->hop ? noc_route_path(&net->t, net->r, p / net->n, p % net->n,
                                             net->hop + used, net->channels)
                            : -1;

    for (int32_t h = 0; h < hops; h++) {
        uint32_t c = channel_number(net, &net->hop[used + (uint32_t)h]);

        net->set[(size_t)p * net->words + c / 64] |= UINT64_C(1) << c % 64;
    }
    return hops;
}

bool net_lay(const struct instance *i)
{
    struct net *net = i->net;
    uint32_t pairs = net->n * net->n, room = 0;

    if (net->at) {
        return true;
    }
    net->at = calloc(pairs + 1, sizeof *net->at);
    net->set = calloc((size_t)pairs * net->words, sizeof *net->set);
    for (uint32_t p = 0; p < pairs; p++) {
        int32_t hops = net->at && net->set ? lay_one(net, p, &room) : -1;

        if (hops < 0) {
            return unclear(i, "%s under %s has a pair without a route", net->name, net->r->name);
        }
        net->at[p + 1] = net->at[p] + (uint32_t)hops;
    }
    return true;
}

/* --- lists -------------------------------------------------------------------------------- */

void then_net(struct instance *i, struct net *net)
{
    i->net = net;
    then(i);
    net_close(net);
    i->net = NULL;
}

/* One network, of a list's name; `laid` with its routes. */
static void then_name(struct instance *i, const char *name, bool laid)
{
    struct net net;

    if (!net_open(&net, i, name)) {
        return;
    }
    i->net = &net;
    if (laid && !net_lay(i)) {
        net_close(&net);
        return;
    }
    then_net(i, &net);
}

/* "cube:2 to cube:4", or "cube:2 to 4": all of them. False: it is no such range. */
static bool then_range(struct instance *i, const char *item, bool laid)
{
    const char *colon = strchr(item, ':'), *to = strstr(item, " to ");
    char name[64];

    if (!colon || !to) {
        return false;
    }
    const char *last = strchr(to, ':') ? strchr(to, ':') + 1 : to + 4;

    for (unsigned long k = strtoul(colon + 1, NULL, 10); k <= strtoul(last, NULL, 10); k++) {
        snprintf(name, sizeof name, "%.*s:%lu", (int)(colon - item), item, k);
        then_name(i, name, laid);
    }
    return true;
}

static void each_of_list(struct instance *i, const char *list, bool laid)
{
    char item[NET_NAME], name[NET_NAME + 16], kind[16] = "";

    while (next_item(&list, item, sizeof item)) {
        const char *colon = strchr(item, ':');

        if (colon) {
            snprintf(kind, sizeof kind, "%.*s", (int)(colon - item), item);
        }
        snprintf(name, sizeof name, "%s%s%s", colon || strstr(item, ",aux") ? "" : kind,
                 colon || strstr(item, ",aux") ? "" : ":", item);
        if (!then_range(i, name, laid)) {
            then_name(i, name, laid);
        }
    }
}

static void each_of_topologies(struct instance *i)
{
    each_of_list(i, i->check->on, false);
    each_of_list(i, i->deep ? i->check->on_deep : NULL, false);
}

static void each_of_networks(struct instance *i)
{
    each_of_list(i, i->check->on, true);
    each_of_list(i, i->deep ? i->check->on_deep : NULL, true);
}

static void tell_network(const struct instance *i, struct text *t)
{
    say(t, "%s", i->net->name);
}

const struct quantifier each_topology = {"{on}", " of {on}", each_of_topologies, tell_network};
const struct quantifier each_network = {"{on}", " of {on}", each_of_networks, tell_network};

/* --- routes ------------------------------------------------------------------------------- */

const struct noc_channel *shared_channel(const struct net *net, uint32_t u, uint32_t v, uint32_t x,
                                         uint32_t y)
{
    const uint64_t *a = path_set(net, u, v), *b = path_set(net, x, y);
    const struct noc_channel *hop = path_of(net, u, v);
    bool any = false;

    for (uint32_t w = 0; w < net->words && !any; w++) {
        any = a[w] & b[w];
    }
    for (uint32_t k = 0; any && k < path_length(net, u, v); k++) {
        if (uses_channel(net, x, y, &hop[k])) {
            return &hop[k];
        }
    }
    return NULL;
}

const char *letter_of(const struct net *net, const struct noc_channel *c)
{
    const char *name = net->r->vc_name(&net->t, c->port, c->vc);

    return name ? name : "";
}

void say_path(struct text *t, const struct net *net, uint32_t from, uint32_t to)
{
    say(t, "%u", from);
    for (uint32_t k = 1; k <= path_length(net, from, to); k++) {
        say(t, "-%u", path_node(net, from, to, k));
    }
}
