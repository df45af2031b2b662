/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Inside the network model. Flat arrays, indexed by numbers that follow from
 * (node, port, virtual channel, lane); nothing is searched and nothing idle is
 * visited: all work hangs on short lists of what can happen in this cycle,
 * and on a wheel of what will arrive in one of the next.
 *
 *   NI context --> injection buffer --+                    +--> ejection
 *                                     |  front worm owns   |
 *   VC (upstream) --> input buffer ---+----- one VC -------+--> VC --> next
 *        ^                 |                                |   buffer
 *        +---- credit -----+                              link: one flit a
 *                                                         cycle, round-robin
 *
 *   link      node * ports + port; NI contexts follow as links of one VC
 *   channel   link * vcs + vc: what the routing asks for, with the FIFO of
 *             headers that wait and the counters
 *   VC        channel * lanes + lane: owner and credits
 *   buffer    node * node_buffers + (port * vcs + vc) * lanes + lane; the
 *             node's injection buffers come last
 *
 * A header that routers rewrite travels as noc_worm.head; a header flit that
 * stays in a router makes net_segment.flits smaller on the next link, and what
 * follows it in the buffer comes to the front as if it had just arrived.
 *
 * A worm consumed and forwarded at once (net_copy.c) owns a VC and holds a
 * context, and moves when both can take the flit; a list in its header goes to
 * the NI before (net_compound.c). What this needs lies in
 * arrays of its own, made only for routings that copy. The shape comes from
 * noc_topology_link() alone, so any graph will do.
 *
 * A buffer does not store flits: a worm's flits are consecutive, so it keeps
 * a count and a ring of segments (worm, flits), at most one for each place.
 */
#ifndef LIBNOC_MODEL_NET_PRIV_H
#define LIBNOC_MODEL_NET_PRIV_H

#include <stddef.h>

#include "net.h"

/* Kept out of the loops that move every flit: for headers, tails and stalls. */
#define NET_RARE __attribute__((noinline))

#define NET_NONE UINT32_MAX
enum { NET_COMING_MAX = 31 };   /* longest delay that fits `coming` */
enum { NET_LINK_VCS_MAX = 32 }; /* virtual channels times lanes on a link: bits of a word */

/* What the front worm of a buffer does. */
enum net_state {
    NET_IDLE,    /* there is none, or its header may not compete yet */
    NET_WAITING, /* its header waits for channel (or context) `out` */
    NET_TURNS,   /* it owns VC `out`, and its header flit leaves in this cycle for nowhere */
    NET_HEADS,   /* it owns VC `out`, and its header is still here */
    NET_OWNS,    /* it owns VC `out` */
    NET_COPIES,  /* it owns VC `out` and holds a context: net_copy */
    NET_KEEPS, /* its header flit leaves in this cycle for nowhere; `out`: channel it will ask for */
    NET_KEPT,  /* it has left; the flit behind it, when in front, asks for `out` */
    NET_EJECT, /* it, or its list, is consumed here; it has context `out` if they are shared */
    NET_SINK   /* it is broken */
};

/* net_buffer.special */
enum {
    NET_PLAIN,
    NET_TURNING, /* its header flit is to stay */
    NET_COPYING, /* it is, or is to be, consumed and forwarded at once */
    NET_LISTING, /* its address is kept: COUNT and list are consumed, or are to be */
    NET_LISTED   /* they are: the flit behind, when in front, is routed with the address */
};

struct net_segment {
    uint32_t worm;
    uint32_t flits; /* the worm's length on this link; shrinks where a header flit is stripped */
};

struct net_buffer {
    uint32_t up; /* VC that feeds it */
    uint32_t out;
    uint32_t left;   /* flits of the front worm that have not left */
    uint32_t next;   /* NET_WAITING: who asked next; NET_EJECT: what is left when arrive(), or the
                      list's next flit, is due */
    uint32_t coming; /* listed: bit t % 32: a flit comes in cycle t */
    uint16_t count;  /* flits in it */
    uint16_t first;  /* front segment */
    uint16_t held;   /* places taken: flits in it or on the way to it */
    uint16_t segments;
    uint8_t state;
    uint8_t special; /* NET_WAITING: what is granted goes to no plain header; NET_KEPT: which
                        flits are in front */
    bool wants;      /* counted in its channel's demand; NET_EJECT: its bit in net.eject is set */
    bool listed;     /* its VC is */
};

/* Where a buffer is, which its number says, too, but only by divisions. */
struct net_place {
    uint16_t node;
    uint8_t port; /* what lies in it came by; net.ports: from the NI */
    uint8_t vc;   /* of the routing; from the NI: 0 */
    uint8_t bit;  /* its number at this port */
};

/* A buffer whose front worm is, or is to be, consumed and forwarded at once. */
struct net_copy {
    uint64_t granted; /* 1 + the cycle in which the NI last took a flit */
    uint32_t context; /* asked for, or held; NET_NONE: the input VC's own */
    uint32_t next;    /* who asked for the context next */
    uint32_t vc;      /* granted; NET_NONE: not yet */
    uint32_t flits;   /* the last so many flits of the worm are copied */
    union {
        uint32_t arrive; /* what is left when arrive() is due */
        uint32_t list;   /* NET_LISTING, NET_LISTED: flits that COUNT promises and the NI has not */
    };
    bool holds;   /* the context */
    uint8_t last; /* what its link served last, when it last was chosen */
};

struct net_vc {
    uint32_t
        owner; /* buffer; NET_NONE: free; net.buffers: one that lacks its context yet, net.keeper */
    uint32_t down; /* buffer it feeds */
    uint32_t link;
    uint32_t channel;
    uint32_t coming; /* listed: bit t % 32: a credit comes in cycle t */
    uint16_t credits;
    uint8_t bit; /* its number on the link */
    bool listed; /* in its link's ready: looked at in every cycle */
};

struct net_link {
    uint64_t sent;  /* cycle of the last flit */
    uint32_t ready; /* VCs to look at: all that can send, and some that just could */
    uint8_t last;   /* VC served last */
    bool seen;      /* end_copies()'s */
};

/* Headers in the order in which they asked. */
struct net_wait {
    uint32_t first, last;
    uint32_t fresh;  /* those of this cycle, by buffer number */
    bool touched;    /* on the list net.touched */
    uint16_t demand; /* channels: buffers whose front flit wants this one */
};

struct net_channel {
    struct net_wait wait;
    uint64_t
        demanded; /* cycles with a flit that wants this channel; minus the first while one does */
    uint32_t flits, headers;
};

/* A consumption context shared by several buffers (`link`, `one`). */
struct net_context {
    struct net_wait wait;
    uint32_t owner;
};

struct net_node {
    uint32_t eject;    /* ports to look at */
    uint32_t left;     /* injection contexts that gave a tail in this cycle */
    uint8_t last_port; /* ejected from last */
    uint32_t relayed, ejected;
    uint32_t sending; /* worms sent, and not wholly given yet */
};

/* Worms of a node that have started but wait for an injection context. */
struct net_queue {
    uint32_t first, last;
    uint32_t free; /* contexts */
    bool touched;
};

/* What an NI context is sending. */
struct net_inject {
    uint32_t worm, left;
    bool begun; /* the header has gone */
};

struct net_slot {
    struct noc_worm *worm;
    uint64_t when, order; /* it starts then; of those of a cycle in the order of handing over */
    uint32_t next;        /* in a queue, or of the free slots */
};

enum net_event_kind {
    NET_ARRIVE,
    NET_DELIVER,
    NET_BROKEN,
    NET_COPY_ARRIVE, /* at a destination that is not the last */
    NET_COPY_DELIVER
};
struct net_event {
    uint32_t worm, buffer;
    enum net_event_kind kind;
};

/* A worm that leaves a router by a VC, or for its NI, while that is told (net_stamp.c). */
struct net_stamp {
    uint64_t head;   /* 1 + the cycle in which its first flit left; 0: none has */
    uint32_t header; /* its last header flit */
    bool due;        /* for the NI: net_buffer.next says when its first flit has left */
};

struct net_list {
    uint32_t *at;
    uint32_t n, room;
};

/* What one future cycle brings. */
struct net_due {
    struct net_list flits;   /* buffers a flit comes to */
    struct net_list credits; /* VCs a credit comes to */
    struct net_list asks;    /* buffers whose front header begins to compete */
    struct net_event *event;
    uint32_t events, events_room;
};

struct noc_net {
    struct noc_net_config config;
    struct noc_net_ops ops;
    uint64_t now;
    bool stop;
    bool starts_closed; /* this cycle's starts are over */

    /* Shape. */
    uint32_t nodes, ports, vcs, lanes, width; /* width: VCs on a link */
    uint32_t links, channels, contexts; /* links, without NI contexts; contexts of a node's NI */
    uint32_t node_buffers, buffers, depth;
    uint8_t vc_of[NET_LINK_VCS_MAX]; /* bit on a link -> virtual channel of the routing */

    struct net_buffer *buffer;
    struct net_place *place;     /* [buffer] */
    struct net_segment *segment; /* depth for each buffer */
    struct net_vc *vc;
    struct net_link *link;
    struct net_channel *channel;
    struct net_context *context;
    struct net_node *node;
    uint32_t *eject;     /* [node * (ports + 1) + port]: buffers to look at, as net_link.ready */
    uint8_t *eject_last; /* [as eject]: bit ejected last on that port */
    struct net_queue *queue;
    struct net_inject *inject;
    uint32_t queue_contexts; /* contexts served by one queue */

    /* Worms. */
    struct net_slot *slot;
    uint32_t slots, slot_free;
    uint32_t line_first, line_last; /* slots that start in the order in which they came */
    struct net_list early;          /* those that start before one who came before: a heap */
    uint64_t starts_made;

    /* What can happen now. */
    struct net_list active;   /* links with something ready */
    struct net_list round;    /* credit_cycles 0: links that became ready within this cycle */
    struct net_list returned; /* credit_cycles 0: VCs given a credit by this round */
    struct net_list ejecting; /* nodes with something to eject */
    struct net_list turning;  /* buffers whose header flit stays and leaves in this cycle */
    struct net_list sinking;  /* buffers of broken worms with a flit, ascending */
    struct net_list touched;  /* channels, then contexts, to be given in the next step 2 */
    struct net_list refill;   /* injection queues to look at */
    struct net_list leaving;  /* nodes whose NI gave a tail in this cycle */

    /* Routings that copy; else NULL and empty. */
    struct net_copy *copy;       /* [buffer] */
    uint32_t *keeper;            /* [VC]: who was granted it, and waits for a context */
    uint32_t *offer, *offers_at; /* [as eject], [node]: buffers, ports with a flit to copy now */
    uint64_t *took_at;           /* [as eject]: 1 + the cycle in which the NI last took a flit */
    uint32_t *took;              /* [node]: how many in that cycle, over all ports */
    uint64_t *node_took_at;      /* [node] */
    bool retried;                /* links have chosen twice in this cycle */
    struct net_list copying;     /* buffers whose front flit is to be copied when it moves */
    struct net_list offering;    /* nodes with an offer */
    struct net_list refused;     /* links whose choice the NI did not take in this round */
    struct net_list changed; /* buffers that copy, and were granted something or moved just now */

    struct net_due *wheel;
    uint32_t wheel_mask;
    struct net_list *landing, *crediting; /* of the wheel, for what leaves in this cycle */
    uint32_t now_bit, landing_bit, crediting_bit, giving_bit; /* the same cycles in `coming` */

    /* Deadlock search. */
    uint32_t *seen, search; /* seen: NET_NONE: in a deadlock that was reported */
    struct net_list path, turn, reached, visited, wait_cycle;
    struct net_list local; /* of it: whether for a context, not for a channel */

    /* Stamps. */
    struct net_stamp *stamp, *stamps; /* [VC of a link], then [buffer]; NULL: off. When it was on */
    noc_net_stamped *stamped;
    void *stamped_opaque;

    /* Sums. */
    uint64_t flits, headers, shared;
    uint64_t waited;  /* cycles of headers in channels' FIFOs; minus its first for each there now */
    uint32_t waiting; /* headers that are there now */
    uint64_t *shared_at; /* [channel]: 1 + the cycle in which it last lost its link to another */
};

/* The first bit set behind last, cyclically. mask is not 0. */
static inline uint32_t net_next_bit(uint32_t mask, uint32_t last)
{
    uint32_t above = mask & ~((2u << last) - 1);

    return (uint32_t)__builtin_ctz(above ? above : mask);
}

/* The bits up to last. */
static inline uint32_t net_up_to(uint32_t last)
{
    return (2u << last) - 1;
}

/* net_wheel.c: lists, and the wheel. Memory running out here ends the program. */
void net_list_grow(struct net_list *list);
/* Put back on the wheel what was noted of later cycles: flits for a buffer, or credits for a VC. */
void net_spill(struct noc_net *net, uint32_t coming, bool flits, uint32_t number);
void net_land_again(struct noc_net *net, uint32_t number);
void net_tell_later(struct noc_net *net, enum net_event_kind kind, uint32_t worm, uint32_t buffer);

/* Append; grows, never shrinks. */
static inline void net_push(struct net_list *list, uint32_t value)
{
    if (list->n == list->room) {
        net_list_grow(list);
    }
    list->at[list->n++] = value;
}

static inline struct net_due *net_due(struct noc_net *net, uint64_t when)
{
    return &net->wheel[when & net->wheel_mask];
}

static inline struct net_segment *net_front(struct noc_net *net, uint32_t buffer)
{
    return &net->segment[(size_t)buffer * net->depth + net->buffer[buffer].first];
}

static inline struct noc_worm *net_worm(struct noc_net *net, uint32_t slot)
{
    return net->slot[slot].worm;
}

/* Whether another header flit follows the one in front, as its sideband says. */
static inline bool net_header_follows(const struct noc_worm *w, const struct net_segment *front)
{
    return w->headers && w->stripped + 1 < w->header_flits && front->flits > 1;
}

/* Is buffer one of its node's injection buffers? */
static inline bool net_is_injection(const struct noc_net *net, uint32_t buffer)
{
    return net->place[buffer].port == net->ports;
}

/* The port as routings call it. */
static inline unsigned net_in_port(const struct noc_net *net, const struct net_place *place)
{
    return place->port == net->ports ? NOC_PORT_LOCAL : place->port;
}

/* Does the front worm of this buffer own a VC? */
static inline bool net_owns(const struct net_buffer *buffer)
{
    return buffer->state >= NET_HEADS && buffer->state <= NET_COPIES;
}

/* The buffer's front flit wants this channel from this cycle on, or none does
 * any more from cycle `until` on. */
static inline void net_demand(struct noc_net *net, struct net_buffer *buffer,
                              struct net_channel *channel)
{
    buffer->wants = true;
    if (channel->wait.demand++ == 0) {
        channel->demanded -= net->now;
    }
}
static inline void net_undemand(struct net_buffer *buffer, struct net_channel *channel,
                                uint64_t until)
{
    buffer->wants = false;
    if (--channel->wait.demand == 0) {
        channel->demanded += until;
    }
}

/*
 * VC has a flit to send and a credit: its link looks at it in every cycle from
 * now on, until one of the two is missing then. Between a worm's flits both
 * come and go, so that what comes to a VC so listed, or to its owner, is only
 * noted in `coming`; all else is an event of its own on the wheel.
 */
static inline void net_enlist(struct noc_net *net, struct net_list *list, struct net_vc *vc)
{
    struct net_link *link = &net->link[vc->link];

    if (vc->listed) {
        return;
    }
    if (link->ready == 0) {
        net_push(list, vc->link);
    }
    link->ready |= 1u << vc->bit;
    vc->listed = true;
    if (vc->owner != NET_NONE) {
        net->buffer[vc->owner].listed = true;
    }
}
static inline void net_ready(struct noc_net *net, struct net_vc *vc)
{
    net_enlist(net, &net->active, vc);
}

/* VC is not looked at any more. */
static inline void net_delist(struct noc_net *net, struct net_vc *vc)
{
    net->link[vc->link].ready &= ~(1u << vc->bit);
    vc->listed = false;
    if (vc->coming) {
        net_spill(net, vc->coming, false, (uint32_t)(vc - net->vc));
    }
    vc->coming = 0;
    if (vc->owner != NET_NONE) {
        struct net_buffer *buffer = &net->buffer[vc->owner];
        buffer->listed = false;
        if (buffer->coming) {
            net_spill(net, buffer->coming, true, vc->owner);
        }
        buffer->coming = 0;
    }
}

/* What was noted for this cycle. */
static inline bool net_came(const struct noc_net *net, uint32_t *coming)
{
    if ((*coming & net->now_bit) == 0) {
        return false;
    }
    *coming ^= net->now_bit;
    return true;
}

/* The front flit leaves. True if it was its worm's last. */
static inline bool net_pop(struct noc_net *net, struct net_buffer *buffer)
{
    struct net_vc *up = &net->vc[buffer->up];

    buffer->count--;
    buffer->held--;
    if (up->listed && net->crediting_bit) {
        up->coming |= net->crediting_bit;
    } else {
        net_push(net->crediting, buffer->up);
    }
    return --buffer->left == 0;
}

/* The front worm's tail has left: whoever lies behind it is in front now. */
static inline void net_next_front(struct noc_net *net, uint32_t number)
{
    struct net_buffer *buffer = &net->buffer[number];

    buffer->state = NET_IDLE;
    buffer->segments--;
    if (++buffer->first == net->depth) {
        buffer->first = 0;
    }
    if (buffer->count) {
        net_push(&net_due(net, net->now + 1 + net->config.header_cycles)->asks, number);
    }
}

/* net_inject.c: worms into injection contexts. */
void net_start_due(struct noc_net *net);
bool net_give(struct noc_net *net, uint32_t context);
void net_tell_left(struct noc_net *net);
uint64_t net_next_start(const struct noc_net *net);

/* Step 2 is to look at this line. */
static inline void net_touch(struct noc_net *net, struct net_wait *wait, uint32_t number)
{
    if (wait->touched) {
        return;
    }
    wait->touched = true;
    net_push(&net->touched, number);
}

/* Who asked for this channel or context behind buffer. Whoever copies stands in
 * two lines at once. */
static inline uint32_t *net_behind(struct noc_net *net, bool context, uint32_t buffer)
{
    return context && net->copy ? &net->copy[buffer].next : &net->buffer[buffer].next;
}

/* Buffer asks for a channel or a context, and stands behind all who asked in earlier cycles; those of one
 * cycle stand in the order of buffer numbers. */
static inline __attribute__((always_inline)) void net_ask(struct noc_net *net,
                                                          struct net_wait *wait, uint32_t number,
                                                          bool context, uint32_t buffer)
{
    uint32_t *place = &wait->fresh;

    while (*place < buffer) { /* NET_NONE is above all */
        place = net_behind(net, context, *place);
    }
    *net_behind(net, context, buffer) = *place;
    *place = buffer;
    net->buffer[buffer].state = NET_WAITING;
    net_touch(net, wait, number);
}
static inline void net_ask_channel(struct noc_net *net, uint32_t channel, uint32_t buffer)
{
    net->buffer[buffer].out = channel;
    net_demand(net, &net->buffer[buffer], &net->channel[channel]);
    net->waited -= net->now;
    net->waiting++;
    net_ask(net, &net->channel[channel].wait, channel, false, buffer);
}

/* net_ask.c: the lines for contexts. */
void net_ask_context(struct noc_net *net, uint32_t context, uint32_t buffer);
/* Consumption context of the worms in this buffer; NET_NONE: each VC has its own. */
uint32_t net_shared_context(const struct noc_net *net, uint32_t buffer);
void net_free_context(struct noc_net *net, uint32_t number);

/* net_alloc.c: step 2. */
void net_allocate(struct noc_net *net);

/* The channel that the routing's answer names; NET_NONE: it is not there. */
static inline uint32_t net_way(const struct noc_net *net, uint32_t node, const struct noc_hop *hop)
{
    uint32_t channel = (node * net->ports + hop->port) * net->vcs + hop->vc;

    if (hop->port >= net->ports || hop->vc >= net->vcs) {
        return NET_NONE;
    }
    return net->vc[channel * net->lanes].down == NET_NONE ? NET_NONE : channel;
}

/* net_move.c: steps 1 and 3. */
void net_arrivals(struct noc_net *net);
void net_move(struct noc_net *net);

/* net_copy.c: worms consumed and forwarded at once. */
void net_ask_copy(struct noc_net *net, uint32_t buffer, uint32_t channel);
void net_ask_way(struct noc_net *net, uint32_t buffer, uint32_t channel);
void net_copy_granted(struct noc_net *net, uint32_t buffer, uint32_t vc);
void net_copy_context(struct noc_net *net, uint32_t buffer);
bool net_copy_taken(const struct noc_net *net, uint32_t buffer);
bool net_copy_may_cross(struct noc_net *net, uint32_t buffer);
void net_copy_tail(struct noc_net *net, uint32_t buffer);
void net_copy_round(struct noc_net *net, bool first);
void net_copies_blocked(struct noc_net *net);

/* net_compound.c: a list in the header. */
void net_ask_list(struct noc_net *net, uint32_t buffer);
void net_list_start(struct noc_net *net, uint32_t buffer);
void net_route_listed(struct noc_net *net, uint32_t buffer);

/* net_eject.c: worms that end here; a buffer of theirs has a flit. */
void net_eject_start(struct noc_net *net, uint32_t buffer);
void net_eject_ready(struct noc_net *net, uint32_t buffer);
void net_sink(struct noc_net *net, uint32_t buffer);
void net_sink_ready(struct noc_net *net, uint32_t buffer);
void net_move_ejections(struct noc_net *net);
bool net_eject_turn(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit);
void net_eject_served(struct noc_net *net, uint32_t node, uint32_t port, uint32_t bit);
void net_move_sinks(struct noc_net *net);
void net_announce(struct noc_net *net, const struct net_event *event);

/* net_stamp.c: only while stamps are on. */
static inline bool net_stamping(const struct noc_net *net)
{
    return __builtin_expect(net->stamp != NULL, 0);
}
void net_stamp_head(struct noc_net *net, const struct net_vc *vc);
void net_stamp_tail(struct noc_net *net, const struct net_vc *vc);
void net_stamp_eject(struct noc_net *net, uint32_t buffer, uint32_t left);
void net_stamp_ejected(struct noc_net *net, uint32_t buffer);
void net_stamp_forget(struct noc_net *net, uint32_t buffer);
void net_stamp_start(struct noc_net *net, uint32_t buffer);
bool net_stamp_was_due(struct noc_net *net, uint32_t buffer);

/* net_deadlock.c: buffer can no longer move by itself. */
void net_blocked(struct noc_net *net, uint32_t buffer);

#endif
