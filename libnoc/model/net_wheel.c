/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lists of what can happen now, and the wheel of what one of the next cycles brings: what all
 * steps of a cycle put there.
 */
#include <stdlib.h>

#include "net_priv.h"

void net_list_grow(struct net_list *list)
{
    uint32_t room = list->room ? list->room * 2 : 16;
    uint32_t *at = realloc(list->at, room * sizeof *at);

    if (!at) {
        abort();
    }
    list->at = at;
    list->room = room;
}

void net_spill(struct noc_net *net, uint32_t coming, bool flits, uint32_t number)
{
    for (uint64_t when = net->now + 1; coming; when++) {
        if (coming >> (when & 31) & 1) {
            struct net_due *due = net_due(net, when);
            net_push(flits ? &due->flits : &due->credits, number);
            coming &= ~(1u << (when & 31));
        }
    }
}

/* What lies behind a header flit that has just left comes to the front in the next cycle, as
 * if it came there then. */
void net_land_again(struct noc_net *net, uint32_t number)
{
    for (; net->buffer[number].count; net->buffer[number].count--) {
        net_push(&net_due(net, net->now + 1)->flits, number);
    }
}

/* The NI will learn of it. */
NET_RARE void net_tell_later(struct noc_net *net, enum net_event_kind kind, uint32_t worm,
                             uint32_t buffer)
{
    struct net_due *due = net_due(net, net->now + net->config.eject_cycles);

    if (due->events == due->events_room) {
        uint32_t room = due->events_room ? due->events_room * 2 : 16;
        struct net_event *grown = realloc(due->event, room * sizeof *grown);
        if (!grown) {
            abort();
        }
        due->event = grown;
        due->events_room = room;
    }
    due->event[due->events++] = (struct net_event){worm, buffer, kind};
}
