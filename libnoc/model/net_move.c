/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steps 1 and 3 of a cycle: flits and credits arrive; links, ejection and
 * sinks each take a flit. Cost: constant for each flit and link it crosses.
 */
#include <stdlib.h>

#include "net_priv.h"

/* Put back on the wheel what was noted of later cycles. */
static void spill(struct noc_net *net, uint32_t coming, bool flits, uint32_t number)
{
    for (uint64_t when = net->now + 1; coming; when++)
        if (coming >> (when & 31) & 1) {
            struct net_due *due = net_due(net, when);
            net_push(flits ? &due->flits : &due->credits, number);
            coming &= ~(1u << (when & 31));
        }
}

/* VC is not looked at any more. */
void net_delist(struct noc_net *net, struct net_vc *vc)
{
    net->link[vc->link].ready &= ~(1u << vc->bit);
    vc->listed = false;
    if (vc->coming) {
        spill(net, vc->coming, false, (uint32_t)(vc - net->vc));
        vc->coming = 0;
    }
    if (vc->owner != NET_NONE) {
        struct net_buffer *buffer = &net->buffer[vc->owner];
        buffer->listed = false;
        if (buffer->coming)
            spill(net, buffer->coming, true, vc->owner);
        buffer->coming = 0;
    }
}

/* Buffer, whose front worm is consumed here, has a flit. */
static void eject_ready(struct noc_net *net, uint32_t buffer)
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
    net->buffer[buffer].wants = true;
    net->node[node].eject |= 1u << port;
    net->eject[node * (net->ports + 1) + port] |= 1u << bit;
}

/* The front worm of buffer, its header still there, is consumed. */
void net_eject_start(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    uint32_t preamble = net_worm(net, net_front(net, number)->worm)->preamble;

    buffer->state = NET_EJECT;
    buffer->next = preamble < buffer->left ? buffer->left - preamble : 0;
    buffer->wants = false;
    eject_ready(net, number);
}

/* Buffer, whose front worm is broken, has a flit. Rare: the list is kept in
 * order, so that of two worms sunk at once the same is latched always. */
void net_sink_ready(struct noc_net *net, uint32_t buffer)
{
    uint32_t i = net->sinking.n;

    net_push(&net->sinking, buffer);
    for (; i > 0 && net->sinking.at[i - 1] > buffer; i--)
        net->sinking.at[i] = net->sinking.at[i - 1];
    net->sinking.at[i] = buffer;
}

/* --- step 1 --- */

static void land(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    if (++buffer->count > 1)
        return;
    if (net_owns(buffer)) {
        struct net_vc *vc = &net->vc[buffer->out];
        if (!buffer->wants)
            net_demand(net, buffer, &net->channel[vc->channel]);
        if (vc->credits)
            net_ready(net, vc);
        else
            net_blocked(net, number);
    } else if (buffer->state == NET_EJECT) {
        if (!buffer->wants)
            eject_ready(net, number);
    } else if (buffer->state == NET_SINK) {
        net_sink_ready(net, number);
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

    for (uint32_t i = 0; i < due->credits.n; i++)
        if (take_credit(net, due->credits.at[i]))
            net_ready(net, &net->vc[due->credits.at[i]]);
    due->credits.n = 0;
    for (uint32_t i = 0; i < due->flits.n; i++)
        land(net, due->flits.at[i]);
    due->flits.n = 0;
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
    struct net_vc *up = &net->vc[buffer->up];

    buffer->count--;
    buffer->held--;
    if (up->listed && net->crediting_bit)
        up->coming |= net->crediting_bit;
    else
        net_push(net->crediting, buffer->up);
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

/* The header in front of vc's owner crosses it. */
static void cross_header(struct noc_net *net, const struct net_vc *vc, struct net_channel *channel)
{
    struct net_buffer *down = &net->buffer[vc->down];
    const struct net_segment *front = net_front(net, vc->owner);
    uint32_t at = down->first + down->segments++;

    if (at >= net->depth)
        at -= net->depth;
    net->segment[(size_t)vc->down * net->depth + at] = *front;
    net->buffer[vc->owner].state = NET_OWNS;
    channel->headers++;
    net->headers++;
    net_worm(net, front->worm)->hops++;
    if (!net_is_injection(net, vc->owner))
        net->node[vc->link / net->ports].relayed++;
}

/* The tail in front of vc's owner has crossed it. */
static void cross_tail(struct noc_net *net, struct net_vc *vc, struct net_channel *channel)
{
    uint32_t owner = vc->owner;

    net_delist(net, vc);
    vc->owner = NET_NONE;
    net_undemand(&net->buffer[owner], channel, net->now + 1);
    if (channel->wait.first != NET_NONE)
        net_touch(net, &channel->wait, (uint32_t)(channel - net->channel));
    next_front(net, owner);
}

/* A flit crosses its link on vc. */
static inline void cross(struct noc_net *net, struct net_vc *vc)
{
    struct net_channel *channel = &net->channel[vc->channel];
    struct net_buffer *buffer = &net->buffer[vc->owner], *down = &net->buffer[vc->down];

    if (buffer->state == NET_HEADS)
        cross_header(net, vc, channel);
    vc->credits--;
    down->held++;
    if (down->listed)
        down->coming |= net->landing_bit;
    else
        net_push(net->landing, vc->down);
    channel->flits++;
    net->flits++;
    if (pop(net, buffer))
        cross_tail(net, vc, channel);
    else if (vc->credits == 0 && buffer->count && channel->wait.first != NET_NONE)
        net_blocked(net, vc->owner);
}

/* The first bit set behind last, cyclically. mask is not 0. */
static inline uint32_t next_bit(uint32_t mask, uint32_t last)
{
    uint32_t above = mask & ~((2u << last) - 1);

    return (uint32_t)__builtin_ctz(above ? above : mask);
}

/* Take in what came to a listed VC and its owner. Whether it can send; if not,
 * it is taken off the list. */
static inline bool can_send(struct noc_net *net, struct net_vc *vc)
{
    struct net_buffer *buffer = &net->buffer[vc->owner];
    bool came = net_came(net, &buffer->coming);

    vc->credits += net_came(net, &vc->coming);
    buffer->count += came;
    if (buffer->count && vc->credits)
        return true;
    net_delist(net, vc);
    if (buffer->count == 0 && buffer->wants)
        net_undemand(buffer, &net->channel[vc->channel], net->now);
    if (came) /* so it was empty: only now it is stuck */
        net_blocked(net, vc->owner);
    return false;
}

/* Which of several listed VCs sends: round-robin. NET_NONE: none can. */
static uint32_t choose(struct noc_net *net, const struct net_link *link, struct net_vc *vc)
{
    uint32_t able = 0;

    for (uint32_t bits = link->ready; bits; bits &= bits - 1)
        if (can_send(net, &vc[__builtin_ctz(bits)]))
            able |= bits & -bits;
    return able ? next_bit(able, link->last) : NET_NONE;
}

/* Each link of the list sends one flit, if it can; those that may next time
 * stay active. Nothing else becomes active meanwhile. */
static void move_links(struct noc_net *net, const uint32_t *list, uint32_t n)
{
    uint32_t *keep = net->active.at + net->active.n;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = list[i];
        struct net_link *link = &net->link[number];
        struct net_vc *vc = &net->vc[number * net->width];

        if (number >= net->links) {
            if (net_give(net, number - net->links))
                link->sent = net->now;
        } else {
            uint32_t bit = (uint32_t)__builtin_ctz(link->ready);
            if (link->ready & (link->ready - 1))
                bit = choose(net, link, vc);
            else if (!can_send(net, &vc[bit]))
                bit = NET_NONE;
            if (bit != NET_NONE) {
                link->last = (uint8_t)bit;
                link->sent = net->now;
                cross(net, &vc[bit]);
            }
        }
        if (link->ready)
            *keep++ = number;
    }
    net->active.n = (uint32_t)(keep - net->active.at);
}

/* Credits of this round count in the next: links that have not sent yet and
 * now can make it up. */
static void return_credits(struct noc_net *net)
{
    net->round.n = 0;
    for (uint32_t i = 0; i < net->returned.n; i++) {
        struct net_vc *vc = &net->vc[net->returned.at[i]];
        struct net_link *link = &net->link[vc->link];

        if (take_credit(net, net->returned.at[i]))
            net_enlist(net, link->sent == net->now ? &net->active : &net->round, vc);
    }
    net->returned.n = 0;
}

/* This buffer has nothing to eject for now. */
static void eject_done(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    uint32_t *word = &net->eject[node * (net->ports + 1) + port];

    net->buffer[node * net->node_buffers + port * net->width + bit].wants = false;
    *word &= ~(1u << bit);
    if (*word == 0)
        net->node[node].eject &= ~(1u << port);
}

/* Consume the front flit of a buffer. */
static inline void eject(struct noc_net *net, uint32_t node, uint32_t port, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    bool tail = pop(net, buffer);

    net->node[node].ejected++;
    if (buffer->left == buffer->next)
        tell_later(net, NET_ARRIVE, net_front(net, number)->worm, number);
    if (tail) {
        tell_later(net, NET_DELIVER, net_front(net, number)->worm, number);
        if (buffer->out != NET_NONE) {
            struct net_context *context = &net->context[buffer->out - net->channels];
            context->owner = NET_NONE;
            if (context->wait.first != NET_NONE)
                net_touch(net, &context->wait, buffer->out);
        }
        eject_done(net, node, port, number - node * net->node_buffers - port * net->width);
        next_front(net, number);
    }
}

/* A listed buffer's turn: false if it has no flit, and is listed no more. */
static inline bool eject_turn(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    uint32_t number = node * net->node_buffers + port * net->width + bit;

    if (net->buffer[number].count == 0) {
        eject_done(net, node, port, bit);
        return false;
    }
    if (net->config.consumption != NOC_CONSUME_VC)
        bit = NET_LINK_VCS_MAX - 1; /* the link has one context: what follows is another link's */
    net->eject_last[node * (net->ports + 1) + port] = (uint8_t)bit;
    net->node[node].last_port = (uint8_t)port;
    eject(net, node, port, number);
    return true;
}

/* Consume a flit of up to `most` buffers at this port, of those in mask, the
 * lowest first. Returns how many there were. */
static uint32_t eject_some(struct noc_net *net, uint32_t node, uint32_t port, uint32_t mask,
                           uint32_t most)
{
    uint32_t word = node * (net->ports + 1) + port, done = 0;

    for (mask &= net->eject[word]; mask && done < most; mask &= mask - 1)
        done += eject_turn(net, node, port, (uint32_t)__builtin_ctz(mask));
    return done;
}

/* The bits up to last. */
static uint32_t up_to(uint32_t last)
{
    return (2u << last) - 1;
}

/* The usual case: one worm is being consumed. */
static inline bool eject_lone(struct noc_net *net, uint32_t node)
{
    uint32_t ports = net->node[node].eject, port = (uint32_t)__builtin_ctz(ports);
    uint32_t bits = net->eject[node * (net->ports + 1) + port];

    if ((ports & (ports - 1)) || (bits & (bits - 1)))
        return false;
    eject_turn(net, node, port, (uint32_t)__builtin_ctz(bits));
    return true;
}

/* `all`: each input link delivers one flit, round-robin. */
static void eject_each_port(struct noc_net *net, uint32_t node)
{
    for (uint32_t ports = net->node[node].eject; ports; ports &= ports - 1) {
        uint32_t port = (uint32_t)__builtin_ctz(ports);
        uint32_t low = up_to(net->eject_last[node * (net->ports + 1) + port]);

        if (eject_some(net, node, port, ~low, 1) == 0)
            eject_some(net, node, port, low, 1);
    }
}

/* k ports: k contexts deliver one flit each, round-robin over all. */
static void eject_ports(struct noc_net *net, uint32_t node)
{
    uint32_t left = net->config.ports, last = net->node[node].last_port;
    uint32_t low = up_to(net->eject_last[node * (net->ports + 1) + last]);
    uint32_t above = net->node[node].eject & ~up_to(last);
    uint32_t below = net->node[node].eject & (up_to(last) >> 1);

    left -= eject_some(net, node, last, ~low, left);
    for (; above && left; above &= above - 1)
        left -= eject_some(net, node, (uint32_t)__builtin_ctz(above), UINT32_MAX, left);
    for (; below && left; below &= below - 1)
        left -= eject_some(net, node, (uint32_t)__builtin_ctz(below), UINT32_MAX, left);
    if (left)
        eject_some(net, node, last, low, left);
}

static void move_ejections(struct noc_net *net)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->ejecting.n; i++) {
        uint32_t node = net->ejecting.at[i];

        if (eject_lone(net, node))
            ;
        else if (net->config.ports)
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

    net->now_bit = 1u << (net->now & 31);
    net->landing_bit = 1u << ((net->now + net->config.flight_cycles) & 31);
    net->giving_bit = 1u << ((net->now + net->config.inject_cycles) & 31);
    net->crediting_bit = net->config.credit_cycles
                             ? 1u << ((net->now + net->config.credit_cycles) & 31)
                             : 0;
    net->landing = &net_due(net, net->now + net->config.flight_cycles)->flits;
    net->crediting = net->config.credit_cycles
                         ? &net_due(net, net->now + net->config.credit_cycles)->credits
                         : &net->returned;
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
