/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steps 1 and 3 of a cycle: flits and credits arrive; links, ejection and
 * sinks each take a flit. Cost: constant for each flit and link it crosses.
 */
#include <stdlib.h>

#include "net_priv.h"

/* Buffer, whose front worm is consumed here, has a flit. */
void net_eject_ready(struct noc_net *net, uint32_t buffer)
{
    uint32_t node = buffer / net->node_buffers;
    uint32_t number = buffer - node * net->node_buffers;
    uint32_t port = net->ports, bit = number - net->ports * net->width;

    if (!net_is_injection(net, buffer)) {
        port = number / net->width;
        bit = number % net->width;
    }
    if (net->node[node].eject == 0)
        net_push(&net->ejecting, node);
    net->node[node].eject |= 1u << port;
    net->eject[node * (net->ports + 1) + port] |= 1u << bit;
}

/* --- step 1 --- */

static void land(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    if (++buffer->count > 1)
        return;
    if (buffer->state == NET_OWNS) {
        const struct net_vc *vc = &net->vc[buffer->out];
        net_demand(net_channel_of(net, vc), net->now);
        if (vc->credits)
            net_ready(net, vc);
        else
            net_blocked(net, number);
    } else if (buffer->state == NET_EJECT) {
        net_eject_ready(net, number);
    } else if (buffer->state == NET_SINK) {
        net_push(&net->sinking, number);
    } else {
        net_push(&net_due(net, net->now + net->config.header_cycles)->asks, number);
    }
}

/* Give VC a credit. Whether it can send now, and could not before. */
static inline bool take_credit(struct noc_net *net, uint32_t number)
{
    struct net_vc *vc = &net->vc[number];

    if (vc->credits++ > 0)
        return false;
    if (number >= net->links * net->width)
        return net->inject[number - net->links * net->width].left > 0;
    return vc->owner != NET_NONE && net->buffer[vc->owner].count > 0;
}

static void announce(struct noc_net *net, const struct net_event *event)
{
    struct noc_worm *w = net_worm(net, event->worm);
    uint32_t node = event->buffer / net->node_buffers;
    uint32_t number = event->buffer - node * net->node_buffers;
    uint32_t port = NOC_PORT_LOCAL, vc = 0;

    if (!net_is_injection(net, event->buffer)) {
        port = number / net->width;
        vc = net->vc_of[number % net->width];
    }
    if (event->kind == NET_ARRIVE) {
        net->ops.arrive(net->ops.opaque, w, node, port, vc, net->now);
        return;
    }
    net->slot[event->worm].next = net->slot_free;
    net->slot_free = event->worm;
    if (event->kind == NET_DELIVER)
        net->ops.deliver(net->ops.opaque, w, node, net->now);
    else if (net->ops.broken)
        net->ops.broken(net->ops.opaque, w, node, port, vc, net->now);
}

void net_arrivals(struct noc_net *net)
{
    struct net_due *due = net_due(net, net->now);

    for (uint32_t i = 0; i < due->flits.n; i++)
        land(net, due->flits.at[i]);
    due->flits.n = 0;
    for (uint32_t i = 0; i < due->credits.n; i++)
        if (take_credit(net, due->credits.at[i]))
            net_ready(net, &net->vc[due->credits.at[i]]);
    due->credits.n = 0;
    for (uint32_t i = 0; i < due->events; i++)
        announce(net, &due->event[i]);
    due->events = 0;
}

/* --- step 3 --- */

static void tell_later(struct noc_net *net, enum net_event_kind kind, uint32_t worm,
                       uint32_t buffer)
{
    struct net_due *due = net_due(net, net->now + net->config.eject_cycles);

    if (due->events == due->events_room) {
        uint32_t room = due->events_room ? due->events_room * 2 : 16;
        struct net_event *grown = realloc(due->event, room * sizeof *grown);
        if (!grown)
            abort();
        due->event = grown;
        due->events_room = room;
    }
    due->event[due->events++] = (struct net_event){ worm, buffer, kind };
}

/* The front flit leaves. True if it was its worm's last. */
static inline bool pop(struct noc_net *net, struct net_buffer *buffer)
{
    buffer->count--;
    buffer->held--;
    if (net->config.credit_cycles)
        net_push(&net_due(net, net->now + net->config.credit_cycles)->credits, buffer->up);
    else
        net_push(&net->returned, buffer->up);
    return --buffer->left == 0;
}

/* The front worm's tail has left: whoever lies behind it is in front now. */
static void next_front(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    buffer->state = NET_IDLE;
    buffer->segments--;
    if (++buffer->first == net->depth)
        buffer->first = 0;
    if (buffer->count)
        net_push(&net_due(net, net->now + 1 + net->config.header_cycles)->asks, number);
}

/* The header in front of buffer crosses vc. */
static void cross_header(struct noc_net *net, const struct net_vc *vc, struct net_channel *channel,
                         const struct net_segment *front)
{
    struct net_buffer *down = &net->buffer[vc->down];
    uint32_t at = down->first + down->segments++;

    if (at >= net->depth)
        at -= net->depth;
    net->segment[(size_t)vc->down * net->depth + at] = *front;
    channel->headers++;
    net->headers++;
    net_worm(net, front->worm)->hops++;
    if (!net_is_injection(net, vc->owner))
        net->node[vc->link / net->ports].relayed++;
}

/* One flit crosses a link, on the VC of number bit. */
static void cross(struct noc_net *net, struct net_link *link, uint32_t number, uint32_t bit)
{
    struct net_vc *vc = &net->vc[number * net->width + bit];
    struct net_channel *channel = &net->channel[number * net->vcs + net->vc_of[bit]];
    uint32_t owner = vc->owner;
    struct net_buffer *buffer = &net->buffer[owner];
    const struct net_segment *front = net_front(net, owner);

    if (buffer->left == front->flits)
        cross_header(net, vc, channel, front);
    vc->credits--;
    net->buffer[vc->down].held++;
    net_push(&net_due(net, net->now + net->config.flight_cycles)->flits, vc->down);
    channel->flits++;
    net->flits++;
    if (pop(net, buffer)) {
        vc->owner = NET_NONE;
        link->ready &= ~(1u << bit);
        net_undemand(channel, net->now + 1);
        if (channel->wait.first != NET_NONE)
            net_touch(net, &channel->wait, number * net->vcs + net->vc_of[bit]);
        next_front(net, owner);
    } else if (buffer->count == 0) {
        link->ready &= ~(1u << bit);
        net_undemand(channel, net->now + 1);
    } else if (vc->credits == 0) {
        link->ready &= ~(1u << bit);
        if (channel->wait.first != NET_NONE)
            net_blocked(net, owner);
    }
}

/* The first bit set behind last, cyclically. mask is not 0. */
static inline uint32_t next_bit(uint32_t mask, uint32_t last)
{
    uint32_t above = mask & ~((2u << last) - 1);

    return (uint32_t)__builtin_ctz(above ? above : mask);
}

/* Each link of the list sends one flit; those that still could stay active. */
static void move_links(struct noc_net *net, const uint32_t *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = list[i];
        struct net_link *link = &net->link[number];

        link->sent = net->now;
        if (number >= net->links) {
            net_give(net, number - net->links);
        } else {
            link->last = (uint8_t)next_bit(link->ready, link->last);
            cross(net, link, number, link->last);
        }
        if (link->ready)
            net->active.at[net->active.n++] = number;
    }
}

/* Credits of this round count in the next: links that have not sent yet and
 * now can make it up. */
static void return_credits(struct noc_net *net)
{
    net->round.n = 0;
    for (uint32_t i = 0; i < net->returned.n; i++) {
        struct net_vc *vc = &net->vc[net->returned.at[i]];
        struct net_link *link = &net->link[vc->link];

        if (!take_credit(net, net->returned.at[i]))
            continue;
        if (link->ready == 0)
            net_push(link->sent == net->now ? &net->active : &net->round, vc->link);
        link->ready |= 1u << vc->bit;
    }
    net->returned.n = 0;
}

/* Consume the front flit of a buffer. */
static void eject(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    uint32_t number = node * net->node_buffers + port * net->width + bit;
    struct net_buffer *buffer = &net->buffer[number];
    struct net_segment front = *net_front(net, number);
    uint32_t preamble = net_worm(net, front.worm)->preamble;
    bool tail = pop(net, buffer);

    net->node[node].ejected++;
    if (front.flits - buffer->left == (preamble < front.flits ? preamble : front.flits))
        tell_later(net, NET_ARRIVE, front.worm, number);
    if (tail) {
        tell_later(net, NET_DELIVER, front.worm, number);
        if (buffer->out != NET_NONE) {
            struct net_context *context = &net->context[buffer->out - net->channels];
            context->owner = NET_NONE;
            if (context->wait.first != NET_NONE)
                net_touch(net, &context->wait, buffer->out);
        }
        next_front(net, number);
    }
    if (tail || buffer->count == 0) {
        uint32_t *word = &net->eject[node * (net->ports + 1) + port];
        *word &= ~(1u << bit);
        if (*word == 0)
            net->node[node].eject &= ~(1u << port);
    }
}

/* `all`: each input link delivers one flit. */
static void eject_each_port(struct noc_net *net, uint32_t node)
{
    for (uint32_t ports = net->node[node].eject; ports; ports &= ports - 1) {
        uint32_t port = (uint32_t)__builtin_ctz(ports);
        uint32_t word = node * (net->ports + 1) + port;
        uint32_t bit = next_bit(net->eject[word], net->eject_last[word]);

        net->eject_last[word] = net->config.consumption == NOC_CONSUME_VC
                                    ? (uint8_t)bit
                                    : NET_LINK_VCS_MAX - 1;
        eject(net, node, port, bit);
    }
}

/* k ports: k contexts, round-robin, deliver one flit each. They are chosen
 * first and then served by port, so that worms which come at the same time are
 * announced in that order. */
static void eject_ports(struct noc_net *net, uint32_t node)
{
    struct net_node *at = &net->node[node];
    uint32_t *word = &net->eject[node * (net->ports + 1)];
    uint32_t left[NOC_PORTS_MAX + 1], chosen[NOC_PORTS_MAX + 1];
    uint32_t ports = 0, some = at->eject;

    for (uint32_t i = some; i; i &= i - 1) {
        left[__builtin_ctz(i)] = word[__builtin_ctz(i)];
        chosen[__builtin_ctz(i)] = 0;
    }
    for (uint32_t k = net->config.ports; k > 0 && some; k--) {
        uint32_t port = at->last_port, bit;
        uint32_t above = (some >> port & 1) ? left[port] & ~((2u << at->last_bit) - 1) : 0;

        if (!above) {
            port = next_bit(some, port);
            above = left[port];
        }
        bit = (uint32_t)__builtin_ctz(above);
        chosen[port] |= 1u << bit;
        ports |= 1u << port;
        left[port] &= ~(1u << bit);
        if (left[port] == 0)
            some &= ~(1u << port);
        at->last_port = (uint8_t)port;
        at->last_bit = net->config.consumption == NOC_CONSUME_VC ? (uint8_t)bit
                                                                 : NET_LINK_VCS_MAX - 1;
    }
    for (; ports; ports &= ports - 1)
        for (uint32_t port = (uint32_t)__builtin_ctz(ports); chosen[port];
             chosen[port] &= chosen[port] - 1)
            eject(net, node, port, (uint32_t)__builtin_ctz(chosen[port]));
}

static void move_ejections(struct noc_net *net)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->ejecting.n; i++) {
        uint32_t node = net->ejecting.at[i];

        if (net->config.ports)
            eject_ports(net, node);
        else
            eject_each_port(net, node);
        if (net->node[node].eject)
            net->ejecting.at[kept++] = node;
    }
    net->ejecting.n = kept;
}

/* Broken worms vanish, a flit a cycle, each from its own buffer. */
static void move_sinks(struct noc_net *net)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->sinking.n; i++) {
        uint32_t number = net->sinking.at[i];
        struct net_buffer *buffer = &net->buffer[number];

        if (pop(net, buffer)) {
            tell_later(net, NET_BROKEN, net_front(net, number)->worm, number);
            next_front(net, number);
        } else if (buffer->count) {
            net->sinking.at[kept++] = number;
        }
    }
    net->sinking.n = kept;
}

void net_move(struct noc_net *net)
{
    uint32_t n = net->active.n;

    move_ejections(net);
    move_sinks(net);
    net->active.n = 0; /* what stays is written over what was read */
    move_links(net, net->active.at, n);
    while (net->returned.n) { /* never with credit_cycles of 1 or more */
        return_credits(net);
        for (uint32_t room = net->active.n + net->round.n; net->active.room < room;)
            net_list_grow(&net->active);
        move_links(net, net->round.at, net->round.n);
    }
    net_tell_left(net);
}
