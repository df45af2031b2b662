/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms that are consumed and forwarded at once: the flit forwarding algorithm
 * (Robinson 1994, figure 5.10).
 *
 *      ADDRESS u | ADDRESS v | LAST v | W0 | W1 | W2 | body      at node u
 *       kept here   -------------- forwarded by `out` ------------->
 *                             ------- copied to the NI of u ------->
 *
 * The address stays in the router. The flit behind it asks for a channel and a
 * context, and moves when both are granted. From the list's last flit on a flit
 * moves only if its link chooses it and the NI takes it, both in one cycle: links
 * choose first, and what they chose is offered to the NI. A link whose choice was
 * not taken sends nothing, and does not count it as served.
 *
 * A coded path's header flit does not stay where the worm is copied: then that flit itself
 * asks for both.
 *
 * Cost: for each worm that copies, in each cycle, a look at its link's choice; all
 * others cost what they did.
 */
#include "net_priv.h"

/* The front worm is for this node, and is to go on by `channel`: it asks for that. Whether
 * it has its context is known. */
void net_ask_way(struct noc_net *net, uint32_t number, uint32_t channel)
{
    struct net_copy *copy = &net->copy[number];
    const struct noc_worm *w = net_worm(net, net_front(net, number)->worm);
    uint32_t headers = w->headers ? w->header_flits : 1;

    copy->vc = NET_NONE;
    copy->flits = w->flits >= headers ? w->flits - headers + 1 : 0;
    copy->arrive = w->preamble < copy->flits ? copy->flits - w->preamble : 0;
    net->buffer[number].special = NET_COPYING;
    net_ask_channel(net, channel, number);
}

/* The same, and for a context. */
void net_ask_copy(struct noc_net *net, uint32_t number, uint32_t channel)
{
    struct net_copy *copy = &net->copy[number];

    copy->context = net_shared_context(net, number);
    copy->holds = copy->context == NET_NONE;
    net_ask_way(net, number, channel);
    if (!copy->holds) {
        net_ask_context(net, copy->context, number);
    }
}

/* It has both. */
static void start(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    const struct net_copy *copy = &net->copy[number];
    struct net_vc *vc = &net->vc[copy->vc];

    vc->owner = number;
    buffer->out = copy->vc;
    buffer->state = NET_COPIES;
    if (buffer->left <= copy->flits) {
        net_push(&net->copying, number);
    }
    if (vc->credits) {
        net_ready(net, vc);
    }
}

void net_copy_granted(struct noc_net *net, uint32_t number, uint32_t vc)
{
    net->copy[number].vc = vc;
    net->keeper[vc] = number;
    net->vc[vc].owner = net->buffers; /* empty: its credits wake nobody yet */
    net_push(&net->changed, number);
    if (net->copy[number].holds) {
        start(net, number);
    }
}

void net_copy_context(struct noc_net *net, uint32_t number)
{
    net->copy[number].holds = true;
    net_push(&net->changed, number);
    if (net->copy[number].vc != NET_NONE) {
        start(net, number);
    }
}

/* Whether the NI has taken the front flit of this buffer, or is not to have it. */
bool net_copy_taken(const struct noc_net *net, uint32_t number)
{
    const struct net_copy *copy = &net->copy[number];

    return net->buffer[number].left > copy->flits || copy->granted == net->now + 1;
}

/* Whether the front flit of this buffer, which its link chose, may leave. */
bool net_copy_may_cross(struct noc_net *net, uint32_t number)
{
    net_push(&net->changed, number); /* without a credit others may wait for its context */
    if (net->buffer[number].left == net->copy[number].flits + 1) {
        net_push(&net->copying, number); /* the next one is copied */
    }
    return net_copy_taken(net, number);
}

/* The worm's tail has left. */
void net_copy_tail(struct noc_net *net, uint32_t number)
{
    struct net_list *copying = &net->copying;

    for (uint32_t i = 0; i < copying->n; i++) {
        if (copying->at[i] == number) {
            copying->at[i] = copying->at[--copying->n];
            break;
        }
    }
    if (net_stamping(net)) {
        net_stamp_forget(net, number);
    }
    if (net->copy[number].context != NET_NONE) {
        net_free_context(net, net->copy[number].context);
    }
}

/* Those who were granted something, or moved, may hold now what others wait for, and
 * wait themselves. */
void net_copies_blocked(struct noc_net *net)
{
    for (uint32_t i = 0; i < net->changed.n; i++) {
        net_blocked(net, net->changed.at[i]);
    }
    net->changed.n = 0;
}

/* --- step 3: what links choose is offered to the NI --- */

/* Whether this VC is the one that its link will choose. */
static bool chosen(const struct noc_net *net, const struct net_vc *vc)
{
    const struct net_link *link = &net->link[vc->link];
    const struct net_vc *first = vc - vc->bit;
    uint32_t able = 0;

    if (!vc->listed || link->sent == net->now) {
        return false;
    }
    for (uint32_t bits = link->ready; bits; bits &= bits - 1) {
        const struct net_vc *other = &first[__builtin_ctz(bits)];
        const struct net_buffer *owner = &net->buffer[other->owner];

        if ((owner->count || (owner->coming & net->now_bit)) &&
            (other->credits || (other->coming & net->now_bit))) {
            able |= bits & -bits;
        }
    }
    return able && net_next_bit(able, link->last) == vc->bit;
}

static void offer(struct noc_net *net, uint32_t number)
{
    const struct net_place *place = &net->place[number];
    uint32_t node = place->node;

    net->copy[number].last = net->link[net->vc[net->buffer[number].out].link].last;
    if (net->offers_at[node] == 0) {
        net_push(&net->offering, node);
    }
    net->offers_at[node] |= 1u << place->port;
    net->offer[node * (net->ports + 1) + place->port] |= 1u << place->bit;
}

/* The NI takes the front flit of this buffer, which leaves by its link as well. */
static void take(struct noc_net *net, uint32_t node, uint32_t number)
{
    struct net_copy *copy = &net->copy[number];
    uint32_t left = net->buffer[number].left - 1, worm = net_front(net, number)->worm;

    copy->granted = net->now + 1;
    net->node[node].ejected++;
    if (net_stamping(net)) {
        net_stamp_eject(net, number, left);
        if (left == 0) {
            net_stamp_ejected(net, number);
        }
    }
    if (left == copy->arrive && net->ops.arrive) {
        net_tell_later(net, NET_COPY_ARRIVE, worm, number);
    }
    if (left == 0) {
        net_tell_later(net, NET_COPY_DELIVER, worm, number);
    }
}

/* Take a flit of up to `most` buffers at this port, of those in mask, the lowest
 * first; after the first round only what was offered. Returns how many there were. */
static uint32_t serve_some(struct noc_net *net, uint32_t node, uint32_t port, uint32_t mask,
                           uint32_t most, bool first)
{
    uint32_t word = node * (net->ports + 1) + port, done = 0, offered = net->offer[word];

    for (mask &= offered | (first ? net->eject[word] : 0); mask && done < most; mask &= mask - 1) {
        uint32_t bit = (uint32_t)__builtin_ctz(mask);

        if (offered >> bit & 1) {
            take(net, node, node * net->node_buffers + port * net->width + bit);
            net_eject_served(net, node, port, bit);
            done++;
        } else {
            done += net_eject_turn(net, node, port, bit);
        }
    }
    if (done) {
        net->took_at[word] = net->now + 1;
    }
    return done;
}

/* `all`: each input link delivers one flit in a cycle, round-robin. */
static void serve_each_port(struct noc_net *net, uint32_t node, bool first)
{
    for (uint32_t port = 0; port <= net->ports; port++) {
        uint32_t word = node * (net->ports + 1) + port, low = net_up_to(net->eject_last[word]);

        if (net->took_at[word] != net->now + 1 &&
            serve_some(net, node, port, ~low, 1, first) == 0) {
            serve_some(net, node, port, low, 1, first);
        }
    }
}

/* k ports: k contexts deliver one flit each in a cycle, round-robin over all. */
static void serve_ports(struct noc_net *net, uint32_t node, bool first)
{
    uint32_t last = net->node[node].last_port, all = net->config.ports, left = all;
    uint32_t low = net_up_to(net->eject_last[node * (net->ports + 1) + last]);

    if (net->node_took_at[node] == net->now + 1) {
        left -= net->took[node];
    }
    left -= serve_some(net, node, last, ~low, left, first);
    for (uint32_t port = last + 1; port <= net->ports; port++) {
        left -= serve_some(net, node, port, UINT32_MAX, left, first);
    }
    for (uint32_t port = 0; port < last; port++) {
        left -= serve_some(net, node, port, UINT32_MAX, left, first);
    }
    left -= serve_some(net, node, last, low, left, first);
    net->node_took_at[node] = net->now + 1;
    net->took[node] = all - left;
}

static void serve(struct noc_net *net, uint32_t node, bool first)
{
    if (net->config.ports) {
        serve_ports(net, node, first);
    } else {
        serve_each_port(net, node, first);
    }
    for (uint32_t ports = net->offers_at[node]; ports; ports &= ports - 1) {
        net->offer[node * (net->ports + 1) + (uint32_t)__builtin_ctz(ports)] = 0;
    }
    net->offers_at[node] = 0;
}

/* A round of ejections while worms copy: before links move, all that they chose
 * is offered; in the first round along with what is only consumed. */
void net_copy_round(struct noc_net *net, bool first)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < net->copying.n; i++) {
        if (chosen(net, &net->vc[net->buffer[net->copying.at[i]].out])) {
            offer(net, net->copying.at[i]);
        }
    }
    for (uint32_t i = 0; first && i < net->ejecting.n; i++) {
        uint32_t node = net->ejecting.at[i];

        serve(net, node, true);
        if (net->node[node].eject) {
            net->ejecting.at[kept++] = node;
        }
    }
    if (first) {
        net->ejecting.n = kept;
    }
    for (uint32_t i = 0; i < net->offering.n; i++) {
        if (net->offers_at[net->offering.at[i]]) { /* it was not served above */
            serve(net, net->offering.at[i], first);
        }
    }
    net->offering.n = 0;
}
