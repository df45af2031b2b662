/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Step 2 of a cycle: headers that may compete are routed and ask for a
 * channel; free lanes go to who asked first. Whoever asks in the same cycle
 * stands in the order of buffer numbers: ports, virtual channels, lanes, then
 * injection. Only channels that were asked for, or given back, are looked at.
 */
#include "net_priv.h"

/* The header in front of buffer is for this node, and only for this. */
static void ask_consumption(struct noc_net *net, uint32_t buffer)
{
    uint32_t context = net_shared_context(net, buffer);

    net->buffer[buffer].special = NET_PLAIN;
    if (context == NET_NONE) {
        net->buffer[buffer].out = NET_NONE;
        net_eject_start(net, buffer);
        return;
    }
    net->buffer[buffer].out = net->channels + context;
    net_ask_context(net, context, buffer);
}

/* Whether a header flit may stay here: another one must follow it. Out of line. */
static NET_RARE bool may_stay(const struct noc_worm *w, const struct net_segment *front)
{
    return net_header_follows(w, front);
}

/* Ask the routing; one that copies is shown the flit behind, too. */
static enum noc_routed consult(struct noc_net *net, struct noc_worm *w,
                               const struct net_segment *front, const struct net_place *place,
                               struct noc_hop *hop)
{
    const struct noc_net_config *c = &net->config;
    unsigned in_port = net_in_port(net, place);
    enum noc_routed routed;
    uint32_t header[2];

    if (!net->copy) {
        return c->routing->route(c->topology, place->node, in_port, place->vc, &w->head, hop);
    }
    header[0] = w->head;
    header[1] = may_stay(w, front) ? w->headers[w->stripped + 1] : 0;
    routed = c->routing->route(c->topology, place->node, in_port, place->vc, header, hop);
    w->head = header[0];
    return routed;
}

/* The header flit in front is an address of this node's, one of several. False:
 * it makes no sense. */
static NET_RARE bool keep(struct noc_net *net, uint32_t buffer, enum noc_routed routed,
                          const struct noc_hop *hop, uint32_t way)
{
    const struct net_segment *front = net_front(net, buffer);
    bool last = routed == NOC_ROUTED_STRIP && hop->port == NOC_PORT_LOCAL;
    bool list = routed == NOC_ROUTED_LIST;

    if (!net->copy || !may_stay(net_worm(net, front->worm), front)) {
        return false;
    }
    if (!last && !list && (routed != NOC_ROUTED_COPY || way == NET_NONE)) {
        return false;
    }
    if (list) {
        net->buffer[buffer].special = NET_LISTING;
    }
    net->buffer[buffer].state = NET_KEEPS;
    net->buffer[buffer].out = last || list ? NET_NONE : way;
    net_push(&net->turning, buffer);
    return true;
}

static void route(struct noc_net *net, uint32_t buffer)
{
    struct net_segment *front = net_front(net, buffer);
    struct noc_worm *w = net_worm(net, front->worm);
    enum noc_routed routed;
    struct noc_hop hop = {0, 0};
    uint32_t way;

    net->buffer[buffer].left = front->flits;
    routed = consult(net, w, front, &net->place[buffer], &hop);
    net->buffer[buffer].special = routed == NOC_ROUTED_STRIP ? NET_TURNING : NET_PLAIN;
    if (routed == NOC_ROUTED && hop.port == NOC_PORT_LOCAL) {
        ask_consumption(net, buffer);
        return;
    }
    way = net_way(net, net->place[buffer].node, &hop);
    if ((routed == NOC_ROUTED || (routed == NOC_ROUTED_STRIP && may_stay(w, front))) &&
        way != NET_NONE) {
        net_ask_channel(net, way, buffer);
    } else if (routed == NOC_ROUTED_COPY_ON && net->copy && way != NET_NONE) {
        net_ask_copy(net, buffer, way);
    } else if (routed == NOC_ROUTE_BROKEN || !keep(net, buffer, routed, &hop, way)) {
        net_sink(net, buffer);
    }
}

/* The flit behind the address that was kept, or behind its list, is in front. */
static void ask_kept(struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];

    if (buffer->special == NET_LISTING) {
        net_ask_list(net, number);
    } else if (buffer->special == NET_LISTED) {
        net_route_listed(net, number);
    } else if (buffer->out == NET_NONE) {
        ask_consumption(net, number);
    } else {
        net_ask_copy(net, number, buffer->out);
    }
}

/* Those who asked in this cycle stand behind those who asked before. */
static inline __attribute__((always_inline)) void append_fresh(struct noc_net *net,
                                                               struct net_wait *wait, bool context)
{
    uint32_t last = wait->fresh;

    wait->touched = false;
    if (last == NET_NONE) {
        return;
    }
    if (wait->first == NET_NONE) {
        wait->first = last;
    } else {
        *net_behind(net, context, wait->last) = last;
    }
    while (*net_behind(net, context, last) != NET_NONE) {
        last = *net_behind(net, context, last);
    }
    wait->last = last;
    wait->fresh = NET_NONE;
}

/* VC goes to one whose header flit stays: that waits for nothing else, and leaves in
 * step 3. Or to one that copies: it may still wait for its context. */
static NET_RARE void grant_special(struct noc_net *net, uint32_t buffer, uint32_t vc)
{
    if (net->buffer[buffer].special == NET_COPYING) {
        net_copy_granted(net, buffer, vc);
        return;
    }
    net->vc[vc].owner = buffer;
    net->buffer[buffer].out = vc;
    net->buffer[buffer].state = NET_TURNS;
    net_push(&net->turning, buffer);
}

static void grant_channel(struct noc_net *net, uint32_t number)
{
    struct net_wait *wait = &net->channel[number].wait;
    uint32_t vc = number * net->lanes, end = vc + net->lanes;

    append_fresh(net, wait, false);
    for (; vc < end && wait->first != NET_NONE; vc++) {
        uint32_t buffer = wait->first;

        if (net->vc[vc].owner != NET_NONE) {
            continue;
        }
        wait->first = net->buffer[buffer].next;
        net->waited += net->now;
        net->waiting--;
        if (net->buffer[buffer].special) {
            grant_special(net, buffer, vc);
            continue;
        }
        net->vc[vc].owner = buffer;
        net->buffer[buffer].state = NET_HEADS;
        net->buffer[buffer].out = vc;
        if (net->vc[vc].credits) {
            net_ready(net, &net->vc[vc]);
        } else {
            net_blocked(net, buffer);
        }
    }
}

static void grant_context(struct noc_net *net, uint32_t number)
{
    struct net_context *context = &net->context[number - net->channels];
    uint32_t buffer;

    append_fresh(net, &context->wait, true);
    buffer = context->wait.first;
    if (context->owner != NET_NONE || buffer == NET_NONE) {
        return;
    }
    context->wait.first = *net_behind(net, true, buffer);
    context->owner = buffer;
    if (net->buffer[buffer].special == NET_LISTING) {
        net_list_start(net, buffer);
    } else if (net->buffer[buffer].special) {
        net_copy_context(net, buffer);
    } else {
        net_eject_start(net, buffer);
    }
}

void net_allocate(struct noc_net *net)
{
    struct net_list *asks = &net_due(net, net->now)->asks;
    const uint32_t *end = asks->at + asks->n;

    for (const uint32_t *number = asks->at; number < end; number++) {
        if (net->buffer[*number].state == NET_KEPT) {
            ask_kept(net, *number);
        } else {
            route(net, *number);
        }
    }
    for (uint32_t i = 0; i < net->touched.n; i++) {
        uint32_t number = net->touched.at[i];
        if (number < net->channels) {
            grant_channel(net, number);
        } else {
            grant_context(net, number);
        }
    }
    net->touched.n = 0;
    for (const uint32_t *number = asks->at; number < end; number++) {
        if (net->buffer[*number].state == NET_WAITING) {
            net_blocked(net, *number);
        }
    }
    asks->n = 0;
    if (net->changed.n) {
        net_copies_blocked(net);
    }
}
