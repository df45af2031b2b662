/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network: building it, and its clock.
 *
 * Idea: clocked in phases, but driven by events. A cycle costs what moves in
 * it; idle routers, blocked worms and idle cycles cost nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "net_priv.h"

/* A power of two above the longest delay. */
static uint32_t wheel_slots(const struct noc_net_config *c)
{
    uint32_t longest = c->header_cycles + 1u, slots = 1;

    if (c->flight_cycles > longest) {
        longest = c->flight_cycles;
    }
    if (c->credit_cycles > longest) {
        longest = c->credit_cycles;
    }
    if (c->inject_cycles > longest) {
        longest = c->inject_cycles;
    }
    if (c->eject_cycles > longest) {
        longest = c->eject_cycles;
    }
    while (slots <= longest) {
        slots *= 2;
    }
    return slots;
}

static void set_shape(struct noc_net *net)
{
    const struct noc_net_config *c = &net->config;

    net->nodes = c->topology->nodes;
    net->ports = c->topology->ports;
    net->vcs = c->routing->vcs;
    net->lanes = c->lanes;
    net->width = net->vcs * net->lanes;
    net->links = net->nodes * net->ports;
    net->channels = net->links * net->vcs;
    net->contexts = c->ports ? c->ports : net->ports;
    net->queue_contexts = c->ports ? c->ports : 1;
    net->node_buffers = net->ports * net->width + net->contexts;
    net->buffers = net->nodes * net->node_buffers;
    net->depth = c->buffer_flits;
    net->wheel_mask = wheel_slots(c) - 1;
    for (uint32_t i = 0; i < net->width; i++) {
        net->vc_of[i] = (uint8_t)(i / net->lanes);
    }
}

static bool allocate(struct noc_net *net)
{
    size_t vcs = (size_t)net->links * net->width + (size_t)net->nodes * net->contexts;
    size_t links = net->links + (size_t)net->nodes * net->contexts;
    size_t words = (size_t)net->nodes * (net->ports + 1);
    size_t contexts = net->config.consumption == NOC_CONSUME_LINK ? words
                    : net->config.consumption == NOC_CONSUME_ONE  ? net->nodes
                                                                  : 0;

    net->buffer = calloc(net->buffers + 1, sizeof *net->buffer); /* the last one is always empty */
    net->place = calloc(net->buffers, sizeof *net->place);
    net->segment = calloc((size_t)net->buffers * net->depth, sizeof *net->segment);
    net->vc = calloc(vcs, sizeof *net->vc);
    net->link = calloc(links, sizeof *net->link);
    net->channel = calloc(net->channels + 1, sizeof *net->channel);
    net->shared_at = calloc(net->channels + 1, sizeof *net->shared_at);
    net->context = calloc(contexts + 1, sizeof *net->context);
    net->node = calloc(net->nodes, sizeof *net->node);
    net->eject = calloc(words, sizeof *net->eject);
    net->eject_last = calloc(words, sizeof *net->eject_last);
    net->queue =
        calloc((size_t)net->nodes * net->contexts / net->queue_contexts, sizeof *net->queue);
    net->inject = calloc((size_t)net->nodes * net->contexts, sizeof *net->inject);
    net->wheel = calloc(net->wheel_mask + 1, sizeof *net->wheel);
    net->seen = calloc(net->buffers, sizeof *net->seen);
    for (size_t i = 0; net->context && i < contexts; i++) {
        net->context[i].wait = (struct net_wait){NET_NONE, NET_NONE, NET_NONE, false, 0};
        net->context[i].owner = NET_NONE;
    }
    return net->buffer && net->place && net->segment && net->vc && net->link && net->channel &&
           net->shared_at && net->context && net->node && net->eject && net->eject_last &&
           net->queue && net->inject && net->wheel && net->seen;
}

/* What only a routing that copies needs. */
static bool allocate_copies(struct noc_net *net)
{
    size_t words = (size_t)net->nodes * (net->ports + 1);

    if (!net->config.routing->copies) {
        return true;
    }
    net->copy = calloc(net->buffers, sizeof *net->copy);
    net->keeper = calloc((size_t)net->links * net->width, sizeof *net->keeper);
    net->offer = calloc(words, sizeof *net->offer);
    net->took_at = calloc(words, sizeof *net->took_at);
    net->offers_at = calloc(net->nodes, sizeof *net->offers_at);
    net->took = calloc(net->nodes, sizeof *net->took);
    net->node_took_at = calloc(net->nodes, sizeof *net->node_took_at);
    return net->copy && net->keeper && net->offer && net->took_at && net->offers_at && net->took &&
           net->node_took_at;
}

/* Where the buffers of node are. */
static void place_buffers(struct noc_net *net, uint32_t node)
{
    struct net_place *place = &net->place[node * net->node_buffers];

    for (uint32_t i = 0; i < net->node_buffers; i++) {
        uint32_t port = i / net->width < net->ports ? i / net->width : net->ports;
        uint32_t bit = i - port * net->width;
        uint8_t vc = port < net->ports ? net->vc_of[bit] : 0;

        place[i] = (struct net_place){(uint16_t)node, (uint8_t)port, vc, (uint8_t)bit};
    }
}

/* VCs of the link that leaves node by port, and the buffers they feed. */
static void wire_link(struct noc_net *net, uint32_t node, unsigned port)
{
    struct noc_link to;
    uint32_t link = node * net->ports + port;
    bool there = noc_topology_link(net->config.topology, node, port, &to);

    net->link[link].sent = NOC_NEVER;
    net->link[link].last = NET_LINK_VCS_MAX - 1;
    for (uint32_t v = 0; v < net->vcs; v++) {
        net->channel[link * net->vcs + v].wait =
            (struct net_wait){NET_NONE, NET_NONE, NET_NONE, false, 0};
    }
    for (uint32_t bit = 0; bit < net->width; bit++) {
        struct net_vc *vc = &net->vc[link * net->width + bit];
        vc->link = link;
        vc->bit = (uint8_t)bit;
        vc->channel = link * net->vcs + net->vc_of[bit];
        vc->owner = NET_NONE;
        vc->down = NET_NONE;
        if (!there) {
            continue;
        }
        vc->credits = (uint16_t)net->depth;
        vc->down = to.node * net->node_buffers + to.port * net->width + bit;
        net->buffer[vc->down].up = link * net->width + bit;
    }
}

static void wire_injection(struct noc_net *net, uint32_t node)
{
    for (uint32_t i = 0; i < net->contexts; i++) {
        uint32_t context = node * net->contexts + i;
        uint32_t link = net->links + context;
        uint32_t number = net->links * net->width + context;
        struct net_vc *vc = &net->vc[number];

        net->link[link].sent = NOC_NEVER;
        vc->link = link;
        vc->owner = NET_NONE;
        vc->credits = (uint16_t)net->depth;
        vc->down = node * net->node_buffers + net->ports * net->width + i;
        net->buffer[vc->down].up = number;
    }
}

struct noc_net *noc_net_new(const struct noc_net_config *config, const struct noc_net_ops *ops)
{
    struct noc_net *net;

    if (noc_net_refuses(config)) {
        return NULL;
    }
    net = calloc(1, sizeof *net);
    if (!net) {
        return NULL;
    }
    net->config = *config;
    net->ops = *ops;
    set_shape(net);
    if (!allocate(net) || !allocate_copies(net)) {
        noc_net_free(net);
        return NULL;
    }
    memset(net->eject_last, NET_LINK_VCS_MAX - 1, (size_t)net->nodes * (net->ports + 1));
    for (uint32_t node = 0; node < net->nodes; node++) {
        net->node[node].last_port = (uint8_t)net->ports;
        place_buffers(net, node);
        for (uint32_t port = 0; port < net->ports; port++) {
            wire_link(net, node, port);
        }
        wire_injection(net, node);
    }
    for (uint32_t i = 0; i < net->nodes * net->contexts / net->queue_contexts; i++) {
        net->queue[i] =
            (struct net_queue){NET_NONE, NET_NONE, (1u << net->queue_contexts) - 1, false};
    }
    net->slot_free = NET_NONE;
    net->line_first = NET_NONE;
    return net;
}

static void free_lists(struct noc_net *net)
{
    struct net_list *const list[] = {
        &net->active,  &net->round,   &net->returned,   &net->ejecting, &net->turning,
        &net->sinking, &net->touched, &net->refill,     &net->leaving,  &net->path,
        &net->turn,    &net->reached, &net->wait_cycle, &net->local,    &net->visited,
        &net->copying, &net->refused, &net->offering,   &net->changed,  &net->early,
    };

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        free(list[i]->at);
    }
    for (uint32_t i = 0; net->wheel && i <= net->wheel_mask; i++) {
        free(net->wheel[i].flits.at);
        free(net->wheel[i].credits.at);
        free(net->wheel[i].asks.at);
        free(net->wheel[i].event);
    }
}

void noc_net_free(struct noc_net *net)
{
    if (!net) {
        return;
    }
    free_lists(net);
    free(net->buffer);
    free(net->place);
    free(net->segment);
    free(net->vc);
    free(net->link);
    free(net->channel);
    free(net->shared_at);
    free(net->context);
    free(net->node);
    free(net->eject);
    free(net->eject_last);
    free(net->queue);
    free(net->inject);
    free(net->wheel);
    free(net->seen);
    free(net->copy);
    free(net->keeper);
    free(net->offer);
    free(net->offers_at);
    free(net->took_at);
    free(net->took);
    free(net->node_took_at);
    free(net->slot);
    free(net->stamps);
    free(net);
}

uint64_t noc_net_now(const struct noc_net *net)
{
    return net->now;
}

uint64_t noc_net_next(const struct noc_net *net)
{
    uint64_t start;

    if (net->active.n | net->ejecting.n | net->sinking.n | net->touched.n | net->refill.n) {
        return net->now;
    }
    start = net_next_start(net);
    for (uint64_t when = net->now; when <= net->now + net->wheel_mask; when++) {
        const struct net_due *due = &net->wheel[when & net->wheel_mask];
        if (due->flits.n | due->credits.n | due->asks.n | due->events) {
            return when < start ? when : start;
        }
    }
    return start < net->now ? net->now : start;
}

uint64_t noc_net_run(struct noc_net *net, uint64_t until)
{
    net->stop = false;
    while (net->now < until && !net->stop) {
        uint64_t next = noc_net_next(net);

        if (next >= until) {
            net->now = until;
            break;
        }
        net->now = next;
        net->starts_closed = false;
        net_arrivals(net);
        net_start_due(net);
        net_allocate(net);
        net->starts_closed = true;
        net_move(net);
        net->now++;
        net->starts_closed = false;
    }
    return net->now;
}

void noc_net_stop(struct noc_net *net)
{
    net->stop = true;
}
