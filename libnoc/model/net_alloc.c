/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Step 2 of a cycle: headers that may compete are routed and ask for a
 * channel; free lanes go to who asked first. Whoever asks in the same cycle
 * stands in the order of buffer numbers: ports, virtual channels, lanes, then
 * injection. Only channels that were asked for, or given back, are looked at.
 */
#include "net_priv.h"

void net_touch(struct noc_net *net, struct net_wait *wait, uint32_t number)
{
    if (wait->touched)
        return;
    wait->touched = true;
    net_push(&net->touched, number);
}

static void ask(struct noc_net *net, struct net_wait *wait, uint32_t number, uint32_t buffer)
{
    uint32_t *place = &wait->fresh;

    while (*place < buffer) /* NET_NONE is above all */
        place = &net->buffer[*place].next;
    net->buffer[buffer].next = *place;
    *place = buffer;
    net->buffer[buffer].state = NET_WAITING;
    net->buffer[buffer].out = number;
    net_touch(net, wait, number);
}

/* The header in front of buffer is for this node. */
static void ask_consumption(struct noc_net *net, uint32_t buffer, uint32_t node, uint32_t port)
{
    uint32_t context = node;

    if (net->config.consumption == NOC_CONSUME_VC) {
        net->buffer[buffer].out = NET_NONE;
        net_eject_start(net, buffer);
        return;
    }
    if (net->config.consumption == NOC_CONSUME_LINK)
        context = node * (net->ports + 1) + port;
    ask(net, &net->context[context].wait, net->channels + context, buffer);
}

/* Whether a header flit may stay here: another one must follow it. */
static NET_RARE bool may_stay(const struct noc_worm *w, const struct net_segment *front)
{
    return w->headers && w->stripped + 1 < w->header_flits && front->flits > 1;
}

static void route(struct noc_net *net, uint32_t buffer)
{
    struct net_segment *front = net_front(net, buffer);
    struct noc_worm *w = net_worm(net, front->worm);
    uint32_t node = buffer / net->node_buffers;
    uint32_t number = buffer - node * net->node_buffers;
    uint32_t port = number / net->width, in_port = port, in_vc = 0;
    enum noc_routed routed;
    struct noc_hop hop = { 0, 0 };

    if (net_is_injection(net, buffer)) {
        port = net->ports;
        in_port = NOC_PORT_LOCAL;
    } else {
        in_vc = net->vc_of[number % net->width];
    }
    net->buffer[buffer].left = front->flits;
    routed = net->config.routing->route(net->config.topology, node, in_port, in_vc, &w->head, &hop);
    net->buffer[buffer].turns = routed == NOC_ROUTED_STRIP;
    if (routed == NOC_ROUTED && hop.port == NOC_PORT_LOCAL) {
        ask_consumption(net, buffer, node, port);
    } else if ((routed == NOC_ROUTED || (routed == NOC_ROUTED_STRIP && may_stay(w, front))) &&
               hop.port < net->ports && hop.vc < net->vcs &&
               net->vc[(node * net->ports + hop.port) * net->width].down != NET_NONE) {
        uint32_t channel = (node * net->ports + hop.port) * net->vcs + hop.vc;
        net_demand(net, &net->buffer[buffer], &net->channel[channel]);
        ask(net, &net->channel[channel].wait, channel, buffer);
    } else {
        net->buffer[buffer].state = NET_SINK;
        net_sink_ready(net, buffer);
    }
}

/* Those who asked in this cycle stand behind those who asked before. */
static void append_fresh(struct noc_net *net, struct net_wait *wait)
{
    uint32_t last = wait->fresh;

    wait->touched = false;
    if (last == NET_NONE)
        return;
    if (wait->first == NET_NONE)
        wait->first = last;
    else
        net->buffer[wait->last].next = last;
    while (net->buffer[last].next != NET_NONE)
        last = net->buffer[last].next;
    wait->last = last;
    wait->fresh = NET_NONE;
}

/* A header flit that stays waits for nothing else: it leaves in step 3. */
static NET_RARE void turn_later(struct noc_net *net, uint32_t buffer)
{
    net->buffer[buffer].state = NET_TURNS;
    net_push(&net->turning, buffer);
}

static void grant_channel(struct noc_net *net, uint32_t number)
{
    struct net_wait *wait = &net->channel[number].wait;
    uint32_t vc = number * net->lanes, end = vc + net->lanes;

    append_fresh(net, wait);
    for (; vc < end && wait->first != NET_NONE; vc++) {
        uint32_t buffer = wait->first;

        if (net->vc[vc].owner != NET_NONE)
            continue;
        wait->first = net->buffer[buffer].next;
        net->vc[vc].owner = buffer;
        net->buffer[buffer].state = NET_HEADS;
        net->buffer[buffer].out = vc;
        if (net->buffer[buffer].turns)
            turn_later(net, buffer);
        else if (net->vc[vc].credits)
            net_ready(net, &net->vc[vc]);
        else
            net_blocked(net, buffer);
    }
}

static void grant_context(struct noc_net *net, struct net_context *context)
{
    uint32_t buffer;

    append_fresh(net, &context->wait);
    buffer = context->wait.first;
    if (context->owner != NET_NONE || buffer == NET_NONE)
        return;
    context->wait.first = net->buffer[buffer].next;
    context->owner = buffer;
    net_eject_start(net, buffer);
}

void net_allocate(struct noc_net *net)
{
    struct net_list *asks = &net_due(net, net->now)->asks;

    for (uint32_t i = 0; i < asks->n; i++)
        route(net, asks->at[i]);
    for (uint32_t i = 0; i < net->touched.n; i++) {
        uint32_t number = net->touched.at[i];
        if (number < net->channels)
            grant_channel(net, number);
        else
            grant_context(net, &net->context[number - net->channels]);
    }
    net->touched.n = 0;
    for (uint32_t i = 0; i < asks->n; i++)
        if (net->buffer[asks->at[i]].state == NET_WAITING)
            net_blocked(net, asks->at[i]);
    asks->n = 0;
}
