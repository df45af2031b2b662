/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What lies in a node's input buffers, and what the worms in front have and wait for: the rows of
 * state.def. A look at what step 1 to 3 keep; nothing is kept for it. Between two cycles what is
 * noted in `coming` is of cycles that have not been.
 *
 * Cost: a look at each of the node's buffers up to the one that is asked for.
 */
#include "net_priv.h"

static bool is_there(const struct net_buffer *buffer)
{
    return buffer->state != NET_IDLE || buffer->count > 0;
}

/* Whether the routing may use the VC that feeds this buffer; or has, for headers that make no
 * sense. */
static bool is_used(const struct noc_net *net, uint32_t number)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct noc_routing *r = net->config.routing;
    const struct net_vc *vc = &net->vc[buffer->up];
    uint32_t node = vc->link / net->ports, port = vc->link % net->ports;

    if (vc->down != number) {
        return false; /* no link arrives here */
    }
    return is_there(buffer) || !r->uses ||
           r->uses(net->config.topology, node, port, net->vc_of[vc->bit]);
}

/* Whether this injection context ever takes a worm: with one for each output link, that of one
 * that is there, and the first. */
static bool is_context(const struct noc_net *net, uint32_t node, uint32_t context)
{
    uint32_t first = (node * net->ports + context) * net->width;

    return net->config.ports || context == 0 || net->vc[first].down != NET_NONE;
}

static bool has_row(const struct noc_net *net, uint32_t node, uint32_t buffer)
{
    if (net_is_injection(net, buffer)) {
        return is_context(net, node, net->place[buffer].bit);
    }
    return is_used(net, buffer);
}

/* The row of the first buffer of node from `buffer` on that has one. */
static uint32_t row_of(const struct noc_net *net, uint32_t node, uint32_t buffer)
{
    uint32_t row = 0;

    for (uint32_t i = node * net->node_buffers; i < buffer; i++) {
        row += has_row(net, node, i);
    }
    return row;
}

uint32_t noc_net_rows(const struct noc_net *net, uint32_t node)
{
    return row_of(net, node, (node + 1) * net->node_buffers);
}

/* The buffer whose own is the context that this one's worms take. */
static uint32_t context_owner(const struct noc_net *net, uint32_t node, uint32_t buffer)
{
    switch (net->config.consumption) {
    case NOC_CONSUME_ONE:
        return node * net->node_buffers;
    case NOC_CONSUME_LINK:
        return node * net->node_buffers + net->place[buffer].port * net->width;
    default:
        return buffer;
    }
}

/* The number of the front flit in its worm, from 0 on. */
static uint32_t front_flit(const struct noc_net *net, uint32_t number, const struct noc_worm *w,
                           const struct net_segment *front)
{
    const struct net_buffer *buffer = &net->buffer[number];

    return w->flits - (buffer->state == NET_IDLE ? front->flits : buffer->left);
}

/* Its header flit in front, or the last one, which has left: no routing rewrites that. Of a worm that
 * is sunk, the one that is at fault. */
static void show_header(const struct noc_net *net, uint32_t number, struct noc_net_row *row)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct net_segment *front = &net->segment[(size_t)number * net->depth + buffer->first];
    const struct noc_worm *w = net->slot[front->worm].worm;
    const uint32_t *header = w->headers ? w->headers : w->header;
    uint32_t headers = w->headers ? w->header_flits : 1, at = front_flit(net, number, w, front);
    bool idle = buffer->state == NET_IDLE;
    bool kept = !idle && (buffer->special == NET_LISTING || buffer->special == NET_LISTED);
    bool first = idle || buffer->left == front->flits; /* nothing of it has gone on from here */

    row->tail = w->flits - at <= buffer->held;
    row->header = at < headers && buffer->count > 0;
    if (row->header) {
        row->front = first && !kept ? w->head : header[at];
    } else if (at >= headers) {
        row->front = buffer->state == NET_SINK ? w->head : header[headers - 1];
    }
}

static void show_channel(const struct noc_net *net, uint32_t number, struct noc_net_row *row)
{
    const struct net_vc *vc = &net->vc[number];

    row->has_channel = true;
    row->out_port = (uint8_t)(vc->link % net->ports);
    row->out_vc = net->vc_of[vc->bit];
    row->out_lane = (uint8_t)(vc->bit % net->lanes);
    row->credits = vc->credits;
    row->coming = vc->credits == 0 && net->buffer[vc->down].held < net->depth;
}

static void show_asked(const struct noc_net *net, uint32_t channel, struct noc_net_row *row)
{
    row->asks_channel = true;
    row->out_port = (uint8_t)(channel / net->vcs % net->ports);
    row->out_vc = (uint8_t)(channel % net->vcs);
}

/* A header that asks: for a context, a channel, or both, of which it may have one. */
static void show_waiting(const struct noc_net *net, uint32_t number, struct noc_net_row *row)
{
    const struct net_buffer *buffer = &net->buffer[number];
    const struct net_copy *copy = net->copy ? &net->copy[number] : NULL;

    if (buffer->special == NET_COPYING) {
        row->has_context = copy->holds;
        row->asks_context = !copy->holds;
        if (copy->vc == NET_NONE) {
            show_asked(net, buffer->out, row);
        } else {
            show_channel(net, copy->vc, row);
        }
    } else if (buffer->out < net->channels) {
        show_asked(net, buffer->out, row);
    } else {
        row->asks_context = true;
    }
}

static void show_worm(const struct noc_net *net, uint32_t number, struct noc_net_row *row)
{
    const struct net_buffer *buffer = &net->buffer[number];

    switch ((enum net_state)buffer->state) {
    case NET_WAITING:
        show_waiting(net, number, row);
        break;
    case NET_HEADS:
    case NET_OWNS:
    case NET_COPIES:
        row->has_context = buffer->state == NET_COPIES;
        show_channel(net, buffer->out, row);
        break;
    case NET_EJECT:
        row->has_context = true;
        break;
    case NET_KEPT:
    case NET_SINK: /* it may have had a list */
        row->has_context = buffer->special == NET_LISTED;
        row->sunk = buffer->state == NET_SINK;
        break;
    case NET_IDLE:
    case NET_TURNS: /* these two last from step 2 to step 3 */
    case NET_KEEPS:
        break;
    }
}

bool noc_net_row(const struct noc_net *net, uint32_t node, uint32_t i, struct noc_net_row *row)
{
    uint32_t number = node * net->node_buffers, end = number + net->node_buffers;
    const struct net_buffer *buffer;

    for (; number < end; number++) {
        if (has_row(net, node, number) && i-- == 0) {
            break;
        }
    }
    if (number == end) {
        return false;
    }
    buffer = &net->buffer[number];
    *row = (struct noc_net_row){.port = NOC_PORT_LOCAL, .flits = buffer->count};
    if (net_is_injection(net, number)) {
        row->vc = net->place[number].bit;
    } else {
        row->port = net->place[number].port;
        row->vc = net->place[number].vc;
        row->lane = (uint8_t)(net->place[number].bit % net->lanes);
    }
    row->there = is_there(buffer);
    if (!row->there) {
        return true;
    }
    show_header(net, number, row);
    show_worm(net, number, row);
    if (row->has_context || row->asks_context) {
        row->context = row_of(net, node, context_owner(net, node, number));
    }
    return true;
}

uint32_t noc_net_starting(const struct noc_net *net, uint32_t node)
{
    uint32_t starting = net->node[node].sending;

    for (uint32_t i = node * net->contexts; i < (node + 1) * net->contexts; i++) {
        starting -= net->inject[i].begun && net->inject[i].left > 0;
    }
    return starting;
}
