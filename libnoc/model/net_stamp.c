/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Time stamps: when worms left routers (docs/board.md, 5.3). What is looked at are headers and
 * tails, which are rare beside flits; where the NI begins to take a worm is no event of its own, so
 * net_buffer.next, by which arrive() is told, is borrowed for its first flit.
 */
#include <stdlib.h>
#include <string.h>

#include "net_priv.h"

#define BEFORE UINT64_MAX /* net_stamp.head: it had left when stamps were switched on */

static struct net_stamp *of_vc(const struct noc_net *net, const struct net_vc *vc)
{
    return &net->stamp[vc - net->vc];
}

static struct net_stamp *of_buffer(const struct noc_net *net, uint32_t buffer)
{
    return &net->stamp[net->links * net->width + buffer];
}

/* The last header flit of the worm in front, whose flit with `left` behind it leaves now: if that
 * is the one, and the first to leave from here, as routers have made it. */
static uint32_t last_header(struct noc_net *net, uint32_t buffer, uint32_t left)
{
    const struct net_segment *front = net_front(net, buffer);
    const struct noc_worm *w = net_worm(net, front->worm);
    uint32_t headers = w->headers ? w->header_flits : 1, last;

    last = (headers < w->flits ? headers : w->flits) - 1;
    if (w->flits - left - 1 == last && left + 1 == front->flits) {
        return w->head;
    }
    return w->headers ? w->headers[last] : w->header[last];
}

static void tell(struct noc_net *net, const struct net_stamp *s, uint64_t tail, uint32_t worm,
                 uint32_t node, uint8_t port, uint8_t vc)
{
    const struct noc_net_stamp stamp = {.worm = net_worm(net, worm),
                                        .head = s->head - 1,
                                        .tail = tail,
                                        .header = s->header,
                                        .node = node,
                                        .port = port,
                                        .vc = vc};

    if (s->head > 0 && s->head != BEFORE) {
        net->stamped(net->stamped_opaque, &stamp);
    }
}

/* Of the worm in front of vc's owner, and of the one in front of a buffer. */
static void tell_of_vc(struct noc_net *net, const struct net_vc *vc, uint64_t tail)
{
    tell(net, of_vc(net, vc), tail, net_front(net, vc->owner)->worm, vc->link / net->ports,
         (uint8_t)(vc->link % net->ports), net->vc_of[vc->bit]);
}

static void tell_of_buffer(struct noc_net *net, uint32_t buffer, uint64_t tail)
{
    tell(net, of_buffer(net, buffer), tail, net_front(net, buffer)->worm, net->place[buffer].node,
         NOC_PORT_LOCAL, 0);
}

/* --- channels --- */

/* The header of vc's owner crosses it. */
void net_stamp_head(struct noc_net *net, const struct net_vc *vc)
{
    struct net_stamp *s = of_vc(net, vc);

    s->head = net->now + 1;
    s->header = last_header(net, vc->owner, net_front(net, vc->owner)->flits - 1);
}

/* The tail in front of vc's owner has crossed it. */
void net_stamp_tail(struct noc_net *net, const struct net_vc *vc)
{
    tell_of_vc(net, vc, net->now);
    of_vc(net, vc)->head = 0;
}

/* --- the NI --- */

/* A flit of the worm in front goes to the NI; `left` are behind it. The first is COUNT, if the worm
 * has a list here. */
void net_stamp_eject(struct noc_net *net, uint32_t buffer, uint32_t left)
{
    struct net_stamp *s = of_buffer(net, buffer);

    if (s->head > 0) {
        return;
    }
    s->head = net->now + 1;
    s->header = last_header(net, buffer, left);
}

/* Its tail has gone there. */
void net_stamp_ejected(struct noc_net *net, uint32_t buffer)
{
    tell_of_buffer(net, buffer, net->now);
    of_buffer(net, buffer)->head = 0;
}

/* The NI gets no more of it: it was sunk, or ended in its header, perhaps behind a list. */
void net_stamp_forget(struct noc_net *net, uint32_t buffer)
{
    of_buffer(net, buffer)->head = 0;
}

/* It is consumed here, and nothing of it but perhaps a list has been. */
void net_stamp_start(struct noc_net *net, uint32_t buffer)
{
    struct net_stamp *s = of_buffer(net, buffer);

    s->due = s->head == 0;
    if (s->due) {
        net->buffer[buffer].next = net->buffer[buffer].left - 1;
    }
}

/* Of a worm of which `flits` are left, what is left when arrive() is due. */
static uint32_t arrive_due(const struct noc_worm *w, uint32_t flits)
{
    return w->preamble < flits ? flits - w->preamble : 0;
}

/* net_buffer.next has been reached: whether for the stamp, and nothing else is due. */
bool net_stamp_was_due(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    struct net_stamp *s = of_buffer(net, number);

    if (!s->due) {
        return false;
    }
    s->due = false;
    net_stamp_eject(net, number, buffer->left);
    buffer->next = arrive_due(net_worm(net, net_front(net, number)->worm), buffer->left + 1);
    return buffer->next != buffer->left;
}

/* --- on and off --- */

/* Of the header flits before flit `end`: whether they end with a list, or (*within) in one. */
static bool ends_with_list(const struct noc_worm *w, uint32_t end, bool *within)
{
    bool list = false;
    uint32_t at = 0;

    while (at < end) {
        list = noc_header_kind(w->headers[at]) == NOC_HEADER_COUNT;
        at += 1 + (list ? noc_header_field(w->headers[at]) : 0);
    }
    *within = at > end;
    return list;
}

/* Whether the worm in front is to come to this NI: then the router has kept its address. */
static bool is_for_ni(const struct net_buffer *buffer)
{
    return buffer->state == NET_EJECT || buffer->state == NET_KEPT || buffer->state == NET_COPIES ||
           (buffer->state == NET_WAITING && buffer->special == NET_COPYING) ||
           (buffer->state == NET_SINK && buffer->special == NET_LISTED);
}

/* Whether the NI has got some of it already. */
static bool has_begun(struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct net_segment *front = net_front(net, number);
    const struct noc_worm *w;
    bool within = false, listed = false;

    if (!is_for_ni(buffer)) {
        return false;
    }
    w = net_worm(net, front->worm);
    if (w->headers && net->config.routing->lists) {
        listed = ends_with_list(w, w->flits - front->flits, &within);
    }
    if (listed || within) {
        return true;
    }
    return buffer->state == NET_COPIES ? buffer->left < net->copy[number].flits
                                       : buffer->state == NET_EJECT && buffer->left < front->flits;
}

static void begin(struct noc_net *net)
{
    size_t n = (size_t)net->links * net->width + net->buffers;

    if (!net->stamps) {
        net->stamps = malloc(n * sizeof *net->stamps);
    }
    if (!net->stamps) {
        abort();
    }
    memset(net->stamps, 0, n * sizeof *net->stamps);
    net->stamp = net->stamps;
    for (uint32_t i = 0; i < net->buffers; i++) {
        if (has_begun(net, i)) {
            of_buffer(net, i)->head = BEFORE;
        } else if (net->buffer[i].state == NET_EJECT && net->buffer[i].special != NET_LISTING) {
            net_stamp_start(net, i);
        }
    }
}

static void end(struct noc_net *net)
{
    for (uint32_t i = 0; i < net->buffers; i++) {
        if (of_buffer(net, i)->due) {
            net->buffer[i].next =
                arrive_due(net_worm(net, net_front(net, i)->worm), net->buffer[i].left);
        }
    }
    net->stamp = NULL;
}

void noc_net_stamp(struct noc_net *net, noc_net_stamped *tell_of, void *opaque)
{
    net->stamped = tell_of;
    net->stamped_opaque = opaque;
    if (tell_of && !net->stamp) {
        begin(net);
    } else if (!tell_of && net->stamp) {
        end(net);
    }
}

void noc_net_stamp_begun(struct noc_net *net)
{
    const uint32_t vcs = net->links * net->width;

    for (uint32_t i = 0; net->stamp && i < vcs; i++) {
        if (net->stamp[i].head > 0) {
            tell_of_vc(net, &net->vc[i], NOC_NEVER);
        }
    }
    for (uint32_t i = 0; net->stamp && i < net->buffers; i++) {
        if (of_buffer(net, i)->head > 0) {
            tell_of_buffer(net, i, NOC_NEVER);
        }
    }
}
