/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network, flit by flit: routers, links, injection and ejection. This is
 * the hardware of docs/board.md in C; QEMU's board and noct's simulator run
 * this very code.
 *
 *        NI of the node
 *      inject |   ^ eject (consumption contexts)
 *             v   |
 *   in -> [input VC buffers] -> route, allocate VC, arbitrate -> out links
 *
 * Clocked in phases: in each cycle first everything that arrives (flits,
 * credits) is put where it belongs, then headers get virtual channels, then
 * each physical link picks one flit. Results never depend on the order in
 * which routers are visited.
 *
 * The caller owns worms and their bodies: the network moves flit numbers, not
 * words. May allocate (it is hardware on a host, not firmware); never prints.
 */
#ifndef LIBNOC_MODEL_NET_H
#define LIBNOC_MODEL_NET_H

#include "packet.h"
#include "multicast/plan.h"
#include "routing/routing.h"

#define NOC_NEVER UINT64_MAX

/* How many consumption contexts a router has (dissertation section 5.1). */
enum noc_consumption {
    NOC_CONSUME_VC,   /* one for each input virtual channel: always safe */
    NOC_CONSUME_LINK, /* one for each input link */
    NOC_CONSUME_ONE   /* one for the node */
};

/* "vc", "link" and "one", by enum noc_consumption; NULL ends. */
extern const char *const noc_consumption_words[];

struct noc_net_config {
    const struct noc_topology *topology;
    const struct noc_routing *routing;
    uint32_t ports; /* flits injected, and ejected, in a cycle at a node; 0: as many as links */
    enum noc_consumption consumption;
    uint16_t lanes;         /* buffers for each virtual channel of the routing; default 1 */
    uint16_t buffer_flits;  /* depth of one; default 2 */
    uint16_t header_cycles; /* a header waits this long in a buffer before it competes; default 0 */
    uint16_t flight_cycles; /* from leaving a buffer to lying in the next one; default 1 */
    uint16_t
        credit_cycles; /* from leaving a buffer to the freed place being usable; default 1; 0: at once */
    uint16_t inject_cycles; /* from the NI to the router's injection buffer; default 1 */
    uint16_t eject_cycles;  /* from the router to the NI; default 1 */
};

/* Pipeline presets: "board", "paper", "s1" (docs/board.md). False: no such. */
bool noc_net_preset(struct noc_net_config *config, const char *name); /* lanes of 0 become 1 */

/* What is wrong with a configuration: a text that says what would be right;
 * NULL: nothing. */
const char *noc_net_refuses(const struct noc_net_config *config);

/* NI_WIRING: a checksum of everything that the configuration says (docs/board.md, 1). A pass over all
 * links. */
uint32_t noc_net_wiring(const struct noc_net_config *config);

/* A worm on its way. The caller fills the first part and keeps it alive until
 * deliver() was called for its last destination, or broken(). */
struct noc_worm {
    uint32_t header[1];      /* the header flit, where there is one only */
    const uint32_t *headers; /* all header flits, the caller's; NULL: header[0] is the only one */
    uint32_t header_flits;   /* how many, where headers is not NULL */
    uint32_t flits;          /* whole worm: header flits, NI words, body; at least 1 */
    uint32_t preamble;       /* flits that must have come before arrive() is called, header flits
                              before the list's last one (also those of a COUNT) not counted; at
                              least 1 */
    uint32_t source;         /* node */
    void *cookie;            /* the caller's */
    /* Filled by the network: */
    uint64_t head_left; /* cycle in which the NI of the source gave its header */
    uint64_t tail_left; /* cycle in which it gave the tail */
    uint32_t head;      /* the header flit as the last router left it: at a router that gives
                              COUNT and its list to its NI the address before it, until what is
                              behind is routed */
    uint32_t stripped;  /* header flits that are gone: that routers have kept, or given to NIs
                              (COUNT and its list). headers[stripped] is the first of those that
                              the worm still has */
    uint32_t hops;      /* links its header has travelled */
    uint32_t id;        /* the network's own */
    bool last;          /* in arrive() and deliver(): this is its last destination */
};

/* One worm of a circular wait: it holds `holds` and waits for `wants`, which
 * the next one holds. */
struct noc_wait {
    const struct noc_worm *worm;
    struct noc_channel holds; /* the last channel its header came by */
    struct noc_channel wants;
};

struct noc_net_ops {
    void *opaque;
    /* A worm's first `preamble` flits have come to a node it is for. It is
     * sunk to its tail whatever the NI thinks of it. May be NULL. Worms with
     * several destinations come to each; w->last says which one is the last.
     * A list for this node came before: w->headers has it, behind the node's ADDRESS and COUNT. Of
     * a worm that is sunk behind its list only broken() tells. */
    void (*arrive)(void *opaque, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                   uint64_t when);
    /* Its last flit has: the cycle in which the last word is in the NI. */
    void (*deliver)(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when);
    /* Its last flit has left the NI of its source. Called at the end of the
     * cycle, of one node by injection context. May be NULL. */
    void (*left)(void *opaque, struct noc_worm *w, uint64_t when);
    /* It made no sense to a router and was sunk to its tail. May be NULL. */
    void (*broken)(void *opaque, struct noc_worm *w, uint32_t node, unsigned port, unsigned vc,
                   uint64_t when);
    /* A circular wait was closed in this cycle: wait[0..n-1], the lowest channel's
     * worm first; a worm whose way crosses itself may be one. Each is told once. May be NULL. */
    void (*deadlock)(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when);
};

struct noc_net;

/* Build an idle network at cycle 0. The config is copied; topology and routing
 * must live on. NULL: out of memory, or noc_net_refuses() it. Memory that runs
 * out later, when lists grow, ends the program. */
struct noc_net *noc_net_new(const struct noc_net_config *config, const struct noc_net_ops *ops);
void noc_net_free(struct noc_net *net);

/*
 * Hand a worm to the NI of its source: the NI may give its first flit to the
 * router in cycle `when` (not before now; from left() or deadlock(), not before
 * the next cycle). Worms of one node get injection contexts in the order of
 * `when`, then of handing over; with k ports, k worms enter at a time.
 */
void noc_net_send(struct noc_net *net, struct noc_worm *w, uint64_t when);

/* A number for the injection contexts that a worm may take: its node's, or with one for each output
 * link that of the link it will take first. Below nodes times ports. */
uint32_t noc_net_queue(const struct noc_net_config *config, const struct noc_worm *w);

/* The cycle up to which everything has happened: events of cycles < now. */
uint64_t noc_net_now(const struct noc_net *net);

/* The next cycle in which anything can happen; NOC_NEVER when all is idle. */
uint64_t noc_net_next(const struct noc_net *net);

/* Let cycles now .. until-1 happen. Stops early, after a whole cycle, when a
 * callback called noc_net_stop(). Returns the new now. */
uint64_t noc_net_run(struct noc_net *net, uint64_t until);
void noc_net_stop(struct noc_net *net);

/*
 * Counters of one channel, and of a node's router. blocked: cycles in which a
 * flit lay ready to go on to this channel (a header that waits for the virtual
 * channel, a flit without a credit, a flit that lost the link to another
 * virtual channel) and none went.
 */
struct noc_channel_count {
    uint32_t flits, headers, blocked;
};
void noc_net_channel_count(const struct noc_net *net, uint32_t node, unsigned port, unsigned vc,
                           struct noc_channel_count *count);
struct noc_node_count {
    uint32_t relayed; /* headers that passed through */
    uint32_t ejected; /* flits consumed */
};
void noc_net_node_count(const struct noc_net *net, uint32_t node, struct noc_node_count *count);

/*
 * Sums over all channels since the start; a scan: of flits, blocked and headers, and two that tell
 * why there was blocking, which no counter of the board does. shared_cycles is the part of
 * blocked_cycles in which a flit had all it needs but the link, which carried a flit of another
 * virtual channel. channel_wait_cycles are those that headers waited for a channel, since other
 * worms had it: each header's own, so that they are no part of the others.
 */
struct noc_net_total {
    uint64_t flit_hops, blocked_cycles, link_visits, shared_cycles, channel_wait_cycles;
};
void noc_net_total(const struct noc_net *net, struct noc_net_total *total);

/* A worm whose tail left a router in this cycle, by a channel or for its NI (port NOC_PORT_LOCAL,
 * vc 0): docs/board.md, 5.3. */
struct noc_net_stamp {
    const struct noc_worm *worm;
    uint64_t head, tail; /* cycles in which its first and last flit left, so */
    uint32_t header;     /* its last header flit, as it left */
    uint32_t node;
    uint8_t port, vc;
};
typedef void noc_net_stamped(void *opaque, const struct noc_net_stamp *stamp);

/* Tell of each such worm from now on whose head will have left from now on; of none if `tell` is
 * NULL. Within a cycle ejections come first, the rest in no order. Costs nothing while it is off.
 * Memory that runs out ends the program. */
void noc_net_stamp(struct noc_net *net, noc_net_stamped *tell, void *opaque);

/* Tell of the worms whose head has left a router since then and whose tail has not: tail is
 * NOC_NEVER. Nothing changes by it. */
void noc_net_stamp_begun(struct noc_net *net);

/* One of a node's input buffers that the routing uses, and what the worm in front has and asks
 * for: a row of state.def, whose words say what it means. */
struct noc_net_row {
    uint8_t port, vc, lane;             /* NOC_PORT_LOCAL: injection, `vc` is its context */
    uint8_t out_port, out_vc, out_lane; /* where it has or asks for a channel */
    uint32_t flits, credits, front;
    uint32_t context; /* a row; where it has or asks for a context */
    bool there, header, tail, sunk, asks_channel, has_channel, coming, asks_context, has_context;
};
/* How many node has; *row is its row i of these now, between two cycles. False: there is none. */
uint32_t noc_net_rows(const struct noc_net *net, uint32_t node);
bool noc_net_row(const struct noc_net *net, uint32_t node, uint32_t i, struct noc_net_row *row);

/* Worms that were sent from node and whose first flit its NI has not given yet. */
uint32_t noc_net_starting(const struct noc_net *net, uint32_t node);

#endif
