/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sending side of the NI: worms wait for their cycle, then for an injection
 * context in the order of starting, then go in flit by flit. Most are handed over
 * in the order of their cycles: they stand in a line, and only the others in a heap.
 */
#include <stdlib.h>

#include "net_priv.h"

/* Whether slot a starts before slot b. */
static bool before(const struct noc_net *net, uint32_t a, uint32_t b)
{
    const struct net_slot *x = &net->slot[a], *y = &net->slot[b];

    return x->when != y->when ? x->when < y->when : x->order < y->order;
}

static void heap_push(struct noc_net *net, uint32_t slot)
{
    struct net_list *heap = &net->early;
    uint32_t i = heap->n, *at;

    net_push(heap, slot);
    for (at = heap->at; i > 0 && before(net, slot, at[(i - 1) / 2]); i = (i - 1) / 2) {
        at[i] = at[(i - 1) / 2];
    }
    at[i] = slot;
}

static uint32_t heap_pop(struct noc_net *net)
{
    struct net_list *heap = &net->early;
    uint32_t *at = heap->at, top = at[0], last = at[--heap->n];
    uint32_t i = 0, child;

    while ((child = 2 * i + 1) < heap->n) {
        if (child + 1 < heap->n && before(net, at[child + 1], at[child])) {
            child++;
        }
        if (!before(net, at[child], last)) {
            break;
        }
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return top;
}

static uint32_t new_slot(struct noc_net *net)
{
    uint32_t slot = net->slot_free;

    if (slot == NET_NONE) {
        uint32_t room = net->slots ? net->slots * 2 : 64;
        struct net_slot *grown = realloc(net->slot, room * sizeof *grown);
        if (!grown) {
            abort();
        }
        for (uint32_t i = room; i-- > net->slots;) {
            grown[i].next = net->slot_free;
            net->slot_free = i;
        }
        net->slot = grown;
        net->slots = room;
        slot = net->slot_free;
    }
    net->slot_free = net->slot[slot].next;
    return slot;
}

/* Into the line, if its last one does not start later. */
static void wait_for_start(struct noc_net *net, uint32_t number, uint64_t when)
{
    struct net_slot *slot = &net->slot[number];

    slot->when = when;
    slot->order = net->starts_made++;
    slot->next = NET_NONE;
    if (net->line_first == NET_NONE) {
        net->line_first = number;
    } else if (when >= net->slot[net->line_last].when) {
        net->slot[net->line_last].next = number;
    } else {
        heap_push(net, number);
        return;
    }
    net->line_last = number;
}

void noc_net_send(struct noc_net *net, struct noc_worm *w, uint64_t when)
{
    uint64_t earliest = net->now + net->starts_closed;
    uint32_t slot = new_slot(net);

    w->id = slot;
    w->head = w->headers ? w->headers[0] : w->header[0];
    w->stripped = 0;
    w->hops = 0;
    net->slot[slot].worm = w;
    net->node[w->source].sending++;
    wait_for_start(net, slot, when < earliest ? earliest : when);
}

/* Which of all that have not started starts first; NET_NONE: there is none. */
static uint32_t next_slot(const struct noc_net *net)
{
    if (net->early.n == 0) {
        return net->line_first;
    }
    if (net->line_first == NET_NONE || before(net, net->early.at[0], net->line_first)) {
        return net->early.at[0];
    }
    return net->line_first;
}

uint64_t net_next_start(const struct noc_net *net)
{
    uint32_t slot = next_slot(net);

    return slot == NET_NONE ? NOC_NEVER : net->slot[slot].when;
}

/* The next one that starts in this cycle or should have; NET_NONE: there is none. */
static uint32_t take_due(struct noc_net *net)
{
    uint32_t slot = next_slot(net);

    if (slot == NET_NONE || net->slot[slot].when > net->now) {
        return NET_NONE;
    }
    if (slot != net->line_first) {
        return heap_pop(net);
    }
    net->line_first = net->slot[slot].next;
    return slot;
}

/* The port of the link that a worm will take first; 0: none. */
static NET_RARE uint32_t first_port(const struct noc_net_config *c, const struct noc_worm *w)
{
    /* Header flits as they were given: no router has seen them yet. */
    bool list = w->headers && w->header_flits > 1 && w->flits > 1;
    uint32_t header[2] = {w->headers ? w->headers[0] : w->header[0], list ? w->headers[1] : 0};
    enum noc_routed routed;
    struct noc_hop hop;

    routed = c->routing->route(c->topology, w->source, NOC_PORT_LOCAL, 0, header, &hop);
    if (routed == NOC_ROUTE_BROKEN || routed == NOC_ROUTED_LIST || hop.port >= c->topology->ports) {
        return 0;
    }
    return hop.port;
}

uint32_t noc_net_queue(const struct noc_net_config *c, const struct noc_worm *w)
{
    return c->ports ? w->source : w->source * c->topology->ports + first_port(c, w);
}

static void refill_later(struct noc_net *net, uint32_t number)
{
    if (net->queue[number].touched) {
        return;
    }
    net->queue[number].touched = true;
    net_push(&net->refill, number);
}

/* Give free contexts, lowest first, to worms in the order of starting. */
static void refill(struct noc_net *net, uint32_t number)
{
    struct net_queue *queue = &net->queue[number];

    queue->touched = false;
    while (queue->first != NET_NONE && queue->free) {
        uint32_t slot = queue->first;
        uint32_t i = (uint32_t)__builtin_ctz(queue->free);
        uint32_t context = number * net->queue_contexts + i;
        struct net_vc *vc = &net->vc[net->links * net->width + context];

        queue->first = net->slot[slot].next;
        queue->free &= queue->free - 1;
        net->inject[context] = (struct net_inject){slot, net_worm(net, slot)->flits, false};
        if (vc->credits) {
            net_ready(net, vc);
        }
    }
}

void net_start_due(struct noc_net *net)
{
    for (uint32_t slot; (slot = take_due(net)) != NET_NONE;) {
        uint32_t number = noc_net_queue(&net->config, net_worm(net, slot));
        struct net_queue *queue = &net->queue[number];

        net->slot[slot].next = NET_NONE;
        if (queue->first == NET_NONE) {
            queue->first = slot;
        } else {
            net->slot[queue->last].next = slot;
        }
        queue->last = slot;
        refill_later(net, number);
    }
    for (uint32_t i = 0; i < net->refill.n; i++) {
        refill(net, net->refill.at[i]);
    }
    net->refill.n = 0;
}

/* A context gives its worm's header. */
static NET_RARE void begin(struct noc_net *net, uint32_t context)
{
    struct net_inject *inject = &net->inject[context];
    uint32_t buffer = net->vc[net->links * net->width + context].down;
    struct net_buffer *down = &net->buffer[buffer];
    uint32_t at = down->first + down->segments++;

    if (at >= net->depth) {
        at -= net->depth;
    }
    net->segment[(size_t)buffer * net->depth + at] =
        (struct net_segment){inject->worm, inject->left};
    net_worm(net, inject->worm)->head_left = net->now;
    inject->begun = true;
}

/* A context has given its worm's tail. */
static NET_RARE void finish(struct noc_net *net, uint32_t context)
{
    uint32_t number = context / net->queue_contexts, node = context / net->contexts;
    struct net_queue *queue = &net->queue[number];

    net_delist(net, &net->vc[net->links * net->width + context]);
    net_worm(net, net->inject[context].worm)->tail_left = net->now;
    queue->free |= 1u << context % net->queue_contexts;
    if (queue->first != NET_NONE) {
        refill_later(net, number);
    }
    if (net->node[node].left == 0) {
        net_push(&net->leaving, node);
    }
    net->node[node].left |= 1u << context % net->contexts;
    net->node[node].sending--;
}

/* A context gives the router one flit of its worm, if it has a credit. */
bool net_give(struct noc_net *net, uint32_t context)
{
    struct net_inject *inject = &net->inject[context];
    struct net_vc *vc = &net->vc[net->links * net->width + context];
    struct net_buffer *down = &net->buffer[vc->down];

    vc->credits += net_came(net, &vc->coming);
    if (vc->credits == 0) {
        net_delist(net, vc);
        return false;
    }
    if (!inject->begun) {
        begin(net, context);
    }
    vc->credits--;
    down->held++;
    if (down->listed) {
        down->coming |= net->giving_bit;
    } else {
        net_push(&net_due(net, net->now + net->config.inject_cycles)->flits, vc->down);
    }
    if (--inject->left == 0) {
        finish(net, context);
    }
    return true;
}

/* Tell of the tails given in this cycle: node by node, lowest context first,
 * since what the callbacks start is then in the same order always. */
void net_tell_left(struct noc_net *net)
{
    for (uint32_t i = 0; i < net->leaving.n; i++) {
        uint32_t node = net->leaving.at[i];

        for (uint32_t left = net->node[node].left; left; left &= left - 1) {
            uint32_t context = node * net->contexts + (uint32_t)__builtin_ctz(left);

            if (net->ops.left) {
                net->ops.left(net->ops.opaque, net_worm(net, net->inject[context].worm), net->now);
            }
        }
        net->node[node].left = 0;
    }
    net->leaving.n = 0;
}
