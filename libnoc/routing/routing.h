/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routing functions: where a header flit goes next. One file for each;
 * routings.h has the table of them all.
 *
 * A routing function sees the input channel and the header, not only (node,
 * destination), and may rewrite the header as it passes. It keeps no state.
 */
#ifndef LIBNOC_ROUTING_ROUTING_H
#define LIBNOC_ROUTING_ROUTING_H

#include "packet.h"
#include "topology/topology.h"

struct noc_hop {
    uint8_t port; /* out of the router; NOC_PORT_LOCAL: consumed here */
    uint8_t vc;   /* virtual channel on that link */
};

enum noc_routed {
    NOC_ROUTED,         /* *out is where it goes */
    NOC_ROUTED_STRIP,   /* the same, but this header flit stays here: the next one is the header */
    NOC_ROUTED_COPY,    /* this node is a destination: this header flit stays here, the worm goes on
                          by *out with the next one, and is copied to the node from its list's
                          last flit on */
    NOC_ROUTED_COPY_ON, /* the same, but no header flit stays: this one goes on by *out */
    NOC_ROUTED_LIST,    /* this node is a destination with a list of its own: this header flit stays
                          here; the COUNT behind it and its list go to the NI; then route() is asked
                          again with this flit and the one behind the list. *out says nothing */
    NOC_ROUTE_BROKEN    /* the header makes no sense here: sink the worm */
};

/* A channel's number in a proof, parts compared from the first on (Stricker
 * 1991, definition 3: "2.0y.1a"). */
enum { NOC_LABEL_PARTS = 4 };
struct noc_label {
    uint16_t part[NOC_LABEL_PARTS];
};

enum { NOC_ANYWHERE = 0xffff };

struct noc_routing {
    const char *name;    /* "btr" */
    const char *summary; /* one line, with the citation */
    uint8_t vcs;         /* virtual channels on a physical link, at most */
    bool copies;         /* whether route() ever answers NOC_ROUTED_COPY or NOC_ROUTED_COPY_ON */
    bool lists;          /* whether it ever answers NOC_ROUTED_LIST */
    /* Where it copies: why a worm finds no way whose list is in another order than it must be, and
     * the algorithm that makes the right one. NULL: nothing is known of either. */
    const char *disorder, *order_of;
    /* Whether this routing is defined on t; if not, why. */
    bool (*fits)(const struct noc_topology *t, struct noc_fault *fault);
    /*
     * Route a worm whose first header flit is header[0], at node, come in by
     * in_port on in_vc (NOC_PORT_LOCAL: from the node's own NI). May rewrite
     * header[0]. header[1] is the flit behind it, 0 if that is no header flit;
     * it is looked at only if header[0] is an ADDRESS, or CODED with MORE.
     */
    enum noc_routed (*route)(const struct noc_topology *t, uint32_t node, unsigned in_port,
                             unsigned in_vc, uint32_t *header, struct noc_hop *out);
    /*
     * Source routing: the header flits of a worm from -> to (different nodes),
     * into header[0..NOC_TURNS_MAX]. Returns how many; 0: there is no route.
     * NULL: one flit, LAST to.
     */
    uint32_t (*source)(const struct noc_topology *t, uint32_t from, uint32_t to, uint32_t *header);
    /*
     * Worms with several destinations: from header[0..m-1], an ADDRESS for each in the order of
     * visits, make the header flits of a worm from `from` (NOC_ANYWHERE: good from all nodes), in
     * place. Returns how many, at most m + 1. NULL: those, and LAST of the last one again.
     */
    uint32_t (*code)(const struct noc_topology *t, uint32_t from, uint32_t *header, uint32_t m);
    /*
     * What the sending NI says of the header flits header[0..n-1], n at least 1, that firmware
     * wrote for a worm from `from` (a node of t): whether routers will deliver it to each
     * destination once, as far as can be told flit by flit, without following the way. NULL: there
     * are no such lists, NOC_TX_BAD_HEADER.
     */
    enum noc_tx_status (*check)(const struct noc_topology *t, uint32_t from, const uint32_t *header,
                                uint32_t n);
    /* The channel's label in the proof that the routing cannot deadlock: every
     * route follows rising ones. False: it has none. NULL: no such proof. */
    bool (*label)(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                  struct noc_label *label);
    /* Whether the routing may use vc on the link that leaves node by port. */
    bool (*uses)(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc);
    /* The papers' letter of that channel ("p", "h", ...); NULL if only one. */
    const char *(*vc_name)(const struct noc_topology *t, unsigned port, unsigned vc);
};

/*
 * What every routing of unicasts begins with. True: the worm goes on to another
 * node, *to. False: *verdict is the answer: it has come, and *out says so, or its
 * header makes no sense on t.
 */
static inline bool noc_goes_on(const struct noc_topology *t, uint32_t node, uint32_t header,
                               uint32_t *to, struct noc_hop *out, enum noc_routed *verdict)
{
    *to = noc_header_node(header);
    *out = (struct noc_hop){NOC_PORT_LOCAL, 0};
    *verdict = noc_header_kind(header) == NOC_HEADER_LAST && *to < t->nodes ? NOC_ROUTED
                                                                            : NOC_ROUTE_BROKEN;
    return *verdict == NOC_ROUTED && *to != node;
}

/* uses and vc_name of a routing that has one virtual channel on each link. */
bool noc_uses_links(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc);
const char *noc_vc_nameless(const struct noc_topology *t, unsigned port, unsigned vc);

/* One virtual channel: an arc of the papers. */
struct noc_channel {
    uint16_t node; /* it leaves this node */
    uint16_t next; /* and arrives here */
    uint8_t port;  /* at `node` */
    uint8_t vc;
    uint8_t dim; /* NOC_NO_DIM if none */
    int8_t dir;
};

/* A number for each (node, port, vc), dense enough to index an array:
 * below nodes * ports * vcs. */
static inline uint32_t noc_channel_index(const struct noc_topology *t, const struct noc_routing *r,
                                         uint32_t node, unsigned port, unsigned vc)
{
    return (node * t->ports + port) * r->vcs + vc;
}

/*
 * The header flits of a worm from -> to, as its NI makes them, into
 * header[0..NOC_TURNS_MAX]. Returns how many; 0: no route, or no such nodes.
 */
uint32_t noc_route_headers(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                           uint32_t to, uint32_t *header);

/*
 * The channels of the path from -> to, in order, into path[0..max-1]. Returns
 * how many there are (also beyond max), or -1 if the header is refused on the
 * way or more than nodes * ports * vcs hops go by. from == to: 0.
 */
int32_t noc_route_path(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                       uint32_t to, struct noc_channel *path, uint32_t max);

/*
 * The header flits of a worm from `from` (NOC_ANYWHERE: good from any node, maybe more of them)
 * for dest[0..m-1], in the order in which it visits them, into header[0..m]: ADDRESS of each, then
 * LAST of the last one again, or what code() makes of them. Returns how many, at most m + 1; 0: no
 * such node, none, or the routing knows no such lists.
 */
uint32_t noc_route_headers_many(const struct noc_topology *t, const struct noc_routing *r,
                                uint32_t from, const uint16_t *dest, uint32_t m, uint32_t *header);

/*
 * The same in place, m at least 1: header[0..m-1] has an ADDRESS of each destination. Nothing is
 * checked.
 */
uint32_t noc_code_headers(const struct noc_topology *t, const struct noc_routing *r, uint32_t from,
                          uint32_t *header, uint32_t m);

/*
 * The channels of a worm from `from` with these header flits, in order, into
 * path[0..max-1]. Returns how many there are (also beyond max), or -1 if it is
 * refused on the way, or more than nodes * ports * vcs hops go by to one
 * destination. The i-th node it comes to as a destination is visit[i].node (i
 * below visits_max), which it enters after visit[i].hops channels; *visits says how
 * many there are, the last one included.
 */
struct noc_visit {
    uint32_t hops;
    uint16_t node;
};
int32_t noc_route_path_many(const struct noc_topology *t, const struct noc_routing *r,
                            uint32_t from, const uint32_t *header, uint32_t headers,
                            struct noc_channel *path, uint32_t max, struct noc_visit *visit,
                            uint32_t visits_max, uint32_t *visits);

/*
 * Row i of node's counter table (counters.def, LINKS): which channel it is.
 * False when node has no row i. Rows: ports ascending, vcs ascending within.
 */
bool noc_channel_row(const struct noc_topology *t, const struct noc_routing *r, uint32_t node,
                     unsigned i, struct noc_channel *channel);

#endif
