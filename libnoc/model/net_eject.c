/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The receiving side: worms that are consumed, or broken and sunk. Each node
 * has a bit for each buffer whose front worm is consumed there, and takes up
 * to k flits in a cycle, round-robin (`all`: one for each input link). A bit
 * stays while a worm's flits come one by one; as on links, a buffer found
 * empty loses it. Nobody waits in a list while others are served.
 */
#include "net_priv.h"

/* Buffer, whose front worm is consumed here, has a flit. */
void net_eject_ready(struct noc_net *net, uint32_t buffer)
{
    const struct net_place *place = &net->place[buffer];
    uint32_t node = place->node;

    if (net->node[node].eject == 0) {
        net_push(&net->ejecting, node);
    }
    net->buffer[buffer].wants = true;
    net->node[node].eject |= 1u << place->port;
    net->eject[node * (net->ports + 1) + place->port] |= 1u << place->bit;
}

/* The front worm of buffer, its header still there, is consumed. */
void net_eject_start(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    uint32_t preamble = net_worm(net, net_front(net, number)->worm)->preamble;

    buffer->state = NET_EJECT;
    buffer->next = preamble < buffer->left ? buffer->left - preamble : 0;
    buffer->wants = false;
    if (net_stamping(net)) {
        net_stamp_start(net, number);
    }
    net_eject_ready(net, number);
}

/* The front worm of buffer is broken, and has a flit there. */
void net_sink(struct noc_net *net, uint32_t buffer)
{
    net->buffer[buffer].state = NET_SINK;
    net_sink_ready(net, buffer);
}

/* Buffer, whose front worm is broken, has a flit. Rare: the list is kept in
 * order, so that of two worms sunk at once the same is latched always. */
void net_sink_ready(struct noc_net *net, uint32_t buffer)
{
    uint32_t i = net->sinking.n;

    net_push(&net->sinking, buffer);
    for (; i > 0 && net->sinking.at[i - 1] > buffer; i--) {
        net->sinking.at[i] = net->sinking.at[i - 1];
    }
    net->sinking.at[i] = buffer;
}

/* It learns. The worm may be gone after its last destination was told. */
void net_announce(struct noc_net *net, const struct net_event *event)
{
    struct noc_worm *w = net_worm(net, event->worm);
    const struct net_place *place = &net->place[event->buffer];
    unsigned port = net_in_port(net, place);

    w->last = event->kind != NET_COPY_ARRIVE && event->kind != NET_COPY_DELIVER;
    if (event->kind == NET_ARRIVE || event->kind == NET_COPY_ARRIVE) {
        net->ops.arrive(net->ops.opaque, w, place->node, port, place->vc, net->now);
        return;
    }
    if (event->kind != NET_COPY_DELIVER) {
        net->slot[event->worm].next = net->slot_free;
        net->slot_free = event->worm;
    }
    if (event->kind != NET_BROKEN) {
        net->ops.deliver(net->ops.opaque, w, place->node, net->now);
    } else if (net->ops.broken) {
        net->ops.broken(net->ops.opaque, w, place->node, port, place->vc, net->now);
    }
}

/* This buffer has nothing to eject for now. */
static NET_RARE void eject_done(struct noc_net *net, uint32_t number)
{
    const struct net_place *place = &net->place[number];
    uint32_t *word = &net->eject[place->node * (net->ports + 1) + place->port];

    net->buffer[number].wants = false;
    *word &= ~(1u << place->bit);
    if (*word == 0) {
        net->node[place->node].eject &= ~(1u << place->port);
    }
}

/* A worm's tail has been consumed. */
static NET_RARE void eject_tail(struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];

    net_tell_later(net, NET_DELIVER, net_front(net, number)->worm, number);
    if (net_stamping(net)) {
        net_stamp_ejected(net, number);
    }
    if (buffer->out != NET_NONE) {
        net_free_context(net, buffer->out - net->channels);
    }
    net_next_front(net, number);
}

/* A flit of a list in the header (net_compound.c) has left for the NI. False: that was the last one. */
static bool list_flit(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    struct net_segment *front = net_front(net, number);
    struct noc_worm *w = net_worm(net, front->worm);

    if (net_stamping(net)) {
        net_stamp_eject(net, number, buffer->left);
    }
    w->stripped++;
    front->flits--;
    if (--net->copy[number].list > 0 && net_header_follows(w, front)) {
        buffer->next = buffer->left - 1;
        return true;
    }
    buffer->special = NET_LISTED;
    buffer->state = NET_KEPT;
    net_land_again(net, number);
    return false;
}

/* As much of a worm has been consumed as arrive() waits for; or one more flit of its list. */
static NET_RARE void eject_due(struct noc_net *net, uint32_t number)
{
    if (net_stamping(net) && net_stamp_was_due(net, number)) {
        return;
    }
    if (net->buffer[number].special == NET_LISTING) {
        if (!list_flit(net, number)) {
            eject_done(net, number);
        }
    } else if (net->ops.arrive) {
        net_tell_later(net, NET_ARRIVE, net_front(net, number)->worm, number);
    }
}

/* Consume the front flit of a buffer. */
static inline void eject(struct noc_net *net, uint32_t node, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    bool tail = net_pop(net, buffer);

    net->node[node].ejected++;
    if (buffer->left == buffer->next) {
        eject_due(net, number);
    }
    if (tail) {
        eject_done(net, number);
        eject_tail(net, number);
    }
}

/* The NI takes a flit of this buffer: others come first next time. */
static inline void served(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    if (net->config.consumption != NOC_CONSUME_VC) {
        bit = NET_LINK_VCS_MAX - 1; /* the link has one context: what follows is another link's */
    }
    net->eject_last[node * (net->ports + 1) + port] = (uint8_t)bit;
    net->node[node].last_port = (uint8_t)port;
}

/* A listed buffer's turn: false if it has no flit, and is listed no more. */
static inline __attribute__((always_inline)) bool eject_turn(struct noc_net *net, uint32_t node,
                                                             uint32_t port, uint32_t bit)
{
    uint32_t number = node * net->node_buffers + port * net->width + bit;

    if (net->buffer[number].count == 0) {
        eject_done(net, number);
        return false;
    }
    served(net, node, port, bit);
    eject(net, node, number);
    return true;
}

NET_RARE bool net_eject_turn(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    return eject_turn(net, node, port, bit);
}

void net_eject_served(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit)
{
    served(net, node, port, bit);
}

/* Consume a flit of up to `most` buffers at this port, of those in mask, the
 * lowest first. Returns how many there were. */
static NET_RARE uint32_t eject_some(struct noc_net *net, uint32_t node, uint32_t port,
                                    uint32_t mask, uint32_t most)
{
    uint32_t word = node * (net->ports + 1) + port, done = 0;

    for (mask &= net->eject[word]; mask && done < most; mask &= mask - 1) {
        done += eject_turn(net, node, port, (uint32_t)__builtin_ctz(mask));
    }
    return done;
}

/* The usual case: one worm is being consumed. */
static inline bool eject_lone(struct noc_net *net, uint32_t node)
{
    uint32_t ports = net->node[node].eject, port = (uint32_t)__builtin_ctz(ports);
    uint32_t bits = net->eject[node * (net->ports + 1) + port];

    if ((ports & (ports - 1)) || (bits & (bits - 1))) {
        return false;
    }
    eject_turn(net, node, port, (uint32_t)__builtin_ctz(bits));
    return true;
}

/* `all`: each input link delivers one flit, round-robin. */
static NET_RARE void eject_each_port(struct noc_net *net, uint32_t node)
{
    for (uint32_t ports = net->node[node].eject; ports; ports &= ports - 1) {
        uint32_t port = (uint32_t)__builtin_ctz(ports);
        uint32_t low = net_up_to(net->eject_last[node * (net->ports + 1) + port]);

        if (eject_some(net, node, port, ~low, 1) == 0) {
            eject_some(net, node, port, low, 1);
        }
    }
}

/* k ports: k contexts deliver one flit each, round-robin over all. */
static NET_RARE void eject_ports(struct noc_net *net, uint32_t node)
{
    uint32_t left = net->config.ports, last = net->node[node].last_port;
    uint32_t low = net_up_to(net->eject_last[node * (net->ports + 1) + last]);
    uint32_t above = net->node[node].eject & ~net_up_to(last);
    uint32_t below = net->node[node].eject & (net_up_to(last) >> 1);

    left -= eject_some(net, node, last, ~low, left);
    for (; above && left; above &= above - 1) {
        left -= eject_some(net, node, (uint32_t)__builtin_ctz(above), UINT32_MAX, left);
    }
    for (; below && left; below &= below - 1) {
        left -= eject_some(net, node, (uint32_t)__builtin_ctz(below), UINT32_MAX, left);
    }
    if (left) {
        eject_some(net, node, last, low, left);
    }
}

void net_move_ejections(struct noc_net *net)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->ejecting.n; i++) {
        uint32_t node = net->ejecting.at[i];

        if (eject_lone(net, node)) {
            ;
        } else if (net->config.ports) {
            eject_ports(net, node);
        } else {
            eject_each_port(net, node);
        }
        if (net->node[node].eject) {
            net->ejecting.at[kept++] = node;
        }
    }
    net->ejecting.n = kept;
}

/* The tail of a worm that was sunk has left: it may have had a context since its list. */
static void sink_tail(struct noc_net *net, uint32_t number)
{
    if (net->buffer[number].special == NET_LISTED && net->copy[number].context != NET_NONE) {
        net_free_context(net, net->copy[number].context);
    }
}

/* Broken worms vanish, a flit a cycle, each from its own buffer. */
void net_move_sinks(struct noc_net *net)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->sinking.n; i++) {
        uint32_t number = net->sinking.at[i];
        struct net_buffer *buffer = &net->buffer[number];

        if (net_pop(net, buffer)) {
            net_tell_later(net, NET_BROKEN, net_front(net, number)->worm, number);
            sink_tail(net, number);
            if (net_stamping(net)) {
                net_stamp_forget(net, number);
            }
            net_next_front(net, number);
        } else if (buffer->count) {
            net->sinking.at[kept++] = number;
        }
    }
    net->sinking.n = kept;
}
