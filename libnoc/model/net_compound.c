/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A list in the header for the node that the address before it names (compound header: Robinson
 * 1994, section 6.5, figure 6.2; docs/board.md, 3).
 *
 *      ADDRESS u | COUNT 2 | l | l | ADDRESS v | LAST v | W0 ...      at node u
 *       kept here  --- to its NI ---  ------ goes on -------
 *
 * The router keeps the address. When COUNT is in front it asks for a context; with that COUNT and
 * its list are consumed like flits of a worm that ends here. When the flit behind them is in front
 * the address is routed once more, together with that, and the worm asks for its channel, the
 * context being its own until its tail has left. Looked at are only the flit in front and the
 * sideband, whether a header flit follows: where none does within the list, the worm is sunk.
 *
 * A buffer goes from NET_KEPT, NET_LISTING (NET_WAITING, NET_EJECT) to NET_KEPT, NET_LISTED.
 *
 * Cost: a look at each flit of a list.
 */
#include "net_priv.h"

/* COUNT is in front. */
void net_ask_list(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    const struct net_segment *front = net_front(net, number);
    const struct noc_worm *w = net_worm(net, front->worm);
    struct net_copy *copy = &net->copy[number];

    if (!net_header_follows(w, front)) {
        net_sink(net, number);
        return;
    }
    copy->list = 1 + noc_header_field(w->headers[w->stripped]);
    copy->context = net_shared_context(net, number);
    copy->holds = false;
    if (copy->context == NET_NONE) {
        buffer->out = NET_NONE;
        net_list_start(net, number);
    } else {
        buffer->out = net->channels + copy->context;
        net_ask_context(net, copy->context, number);
    }
}

/* It has its context: COUNT and list go to the NI. */
void net_list_start(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    net->copy[number].holds = true;
    buffer->state = NET_EJECT;
    buffer->next = buffer->left - 1; /* each of them is seen */
    buffer->wants = false;
    net_eject_ready(net, number);
}

/* The flit behind the list is in front, or the header ends before: that is its last flit. */
void net_route_listed(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];
    struct noc_worm *w = net_worm(net, net_front(net, number)->worm);
    const struct net_place *place = &net->place[number];
    uint32_t header[2] = {w->head, w->headers[w->stripped]};
    enum noc_routed routed = NOC_ROUTE_BROKEN;
    struct noc_hop hop = {0, 0};

    if (net->copy[number].list == 0) {
        routed = net->config.routing->route(net->config.topology, place->node,
                                            net_in_port(net, place), place->vc, header, &hop);
    }
    if (routed == NOC_ROUTED_STRIP && hop.port == NOC_PORT_LOCAL) {
        w->head = header[1];
        buffer->special = NET_PLAIN;
        net_eject_start(net, number);
    } else if (routed == NOC_ROUTED_COPY && net_way(net, place->node, &hop) != NET_NONE) {
        w->head = header[1];
        net_ask_way(net, number, net_way(net, place->node, &hop));
    } else {
        net_sink(net, number);
    }
}
