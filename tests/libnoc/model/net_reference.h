/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A second network, deliberately naive, to judge the first by: written from
 * docs/board.md section 3 sentence by sentence, sharing nothing with the model
 * but its interface. It stores every flit, looks at everything in every cycle
 * and searches deadlocks by elimination. For small networks only.
 */
#ifndef TESTS_NET_REFERENCE_H
#define TESTS_NET_REFERENCE_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/net.h"

enum {
    R_NODES = 16,
    R_PORTS = 6,
    R_VCS = 3,
    R_LANES = 3,
    R_DEPTH = 9,
    R_WORMS = 4000,
    R_FLYING = 4000,
    R_STAMPS = 12000
};

enum r_front {
    R_UNSEEN,
    R_KEEPS, /* an address that is kept here leaves in step 3 */
    R_KEPT,  /* it has; what is behind it asks when it is at the front */
    R_ASKING,
    R_OWNING,
    R_CONTEXT,
    R_BROKEN
};

struct r_flit {
    uint32_t worm, number;
    uint32_t word; /* of a header flit */
};

struct r_place { /* a buffer, or the channel that feeds it */
    uint32_t node, port, vc, lane;
};

/* What leaves by a lane, or to the NI: the first flit of the worm has, in that cycle (0: before
 * stamps were on), and the last header flit that has. */
struct r_leaving {
    bool begun;
    uint64_t head; /* plus 1 */
    uint32_t header;
};

/* A worm that has left a router. */
struct r_stamp {
    uint64_t head, tail;
    uint32_t node, port, vc, header, worm;
};

struct r_buffer {
    struct r_flit flit[R_DEPTH];
    uint32_t flits;
    uint64_t front_since;
    enum r_front front;
    bool stays;                    /* the header flit in front is to stay in this router */
    bool heads;                    /* what it owns has not taken a flit yet */
    bool local;                    /* asks for consumption */
    bool copy;                     /* asks for a channel and a context, or has both */
    bool has_channel, has_context; /* copy, while asking */
    bool offered, accepted;        /* copy: its link chose it in this round; the NI takes it */
    uint32_t list; /* COUNT and the flits of its list that the NI has still to get */
    uint32_t kept; /* the address in front of them */
    bool listed;   /* the NI got a list from here: the worm has its context */
    uint32_t out_port, out_vc, out_lane;
    uint64_t ticket;
    bool moved;         /* lost a flit in this cycle */
    struct r_flit gone; /* the flit it lost last */
    struct r_leaving to_ni;
};

struct r_out { /* a lane of a VC of a link, at its beginning */
    bool there;
    struct r_buffer *owner;
    uint32_t credits;
    struct r_leaving leaving;
};

struct r_worm {
    struct noc_worm *w;
    uint64_t when;
    bool started, taken;
    uint32_t context, given;
};

struct r_flying {
    uint64_t due;
    struct r_flit flit;
    struct r_place to;
    enum { R_FLIT, R_CREDIT, R_INJECT_CREDIT, R_EJECTED, R_COPIED, R_LISTED, R_SUNK } kind;
};

struct reference {
    struct noc_net_config config;
    struct noc_net_ops ops;
    uint64_t now, tickets;
    bool late; /* this cycle's starts are over */
    uint32_t nodes, ports, vcs, lanes, contexts;

    /* in[..][ports] are the injection buffers: vc is the context, lane 0. */
    struct r_buffer in[R_NODES][R_PORTS + 1][R_VCS + R_PORTS][R_LANES];
    struct r_out out[R_NODES][R_PORTS][R_VCS][R_LANES];
    uint32_t inject_credits[R_NODES][R_PORTS];
    struct noc_worm *left[R_NODES][R_PORTS]; /* gave its tail in this cycle */
    uint32_t last[R_NODES][R_PORTS];
    bool sent[R_NODES][R_PORTS], gave[R_NODES][R_PORTS];
    uint32_t taken[R_NODES]; /* flits that the NI took in this cycle */
    bool link_taken[R_NODES][R_PORTS + 1];
    uint32_t eject_last[R_NODES], eject_last_port[R_NODES][R_PORTS + 1];
    struct r_buffer *holder[R_NODES][R_PORTS + 1]; /* of a shared context */

    struct r_worm worm[R_WORMS];
    uint32_t worms;
    struct r_flying flying[R_FLYING];
    uint32_t flyings;

    struct noc_channel_count count[R_NODES][R_PORTS][R_VCS];
    uint64_t shared, waited; /* noc_net_total's */
    bool went[R_NODES][R_PORTS][R_VCS];
    struct noc_node_count node_count[R_NODES];
    bool stamping;
    struct r_stamp stamp[R_STAMPS];
    uint32_t stamps;
    uint32_t wait_cycles; /* closed chains of stuck buffers at the end of the last cycle */
    bool deadlock;
};

static void r_init(struct reference *r, const struct noc_net_config *config,
                   const struct noc_net_ops *ops)
{
    struct noc_link to;

    memset(r, 0, sizeof *r);
    r->config = *config;
    r->ops = *ops;
    r->nodes = config->topology->nodes;
    r->ports = config->topology->ports;
    r->vcs = config->routing->vcs;
    r->lanes = config->lanes;
    r->contexts = config->ports ? config->ports : r->ports;
    assert(r->nodes <= R_NODES && r->ports <= R_PORTS && r->vcs <= R_VCS && r->lanes <= R_LANES);
    assert(r->contexts <= R_PORTS && config->buffer_flits <= R_DEPTH);
    for (uint32_t n = 0; n < r->nodes; n++) {
        for (uint32_t p = 0; p < r->ports; p++) {
            r->last[n][p] = r->vcs * r->lanes - 1;
            for (uint32_t v = 0; v < r->vcs; v++) {
                for (uint32_t l = 0; l < r->lanes; l++) {
                    r->out[n][p][v][l].there = noc_topology_link(config->topology, n, p, &to);
                    r->out[n][p][v][l].credits = config->buffer_flits;
                }
            }
        }
        r->eject_last[n] = 10000;
        for (uint32_t p = 0; p <= r->ports; p++) {
            r->eject_last_port[n][p] = 10000;
        }
        for (uint32_t i = 0; i < r->contexts; i++) {
            r->inject_credits[n][i] = config->buffer_flits;
        }
    }
}

static void r_send(struct reference *r, struct noc_worm *w, uint64_t when)
{
    assert(r->worms < R_WORMS);
    w->head = w->headers ? w->headers[0] : w->header[0];
    w->stripped = 0;
    w->hops = 0;
    if (when < r->now + r->late) {
        when = r->now + r->late;
    }
    r->worm[r->worms++] = (struct r_worm){.w = w, .when = when};
}

static void r_fly(struct reference *r, struct r_flying f)
{
    assert(r->flyings < R_FLYING);
    r->flying[r->flyings++] = f;
}

/* VCs and lanes of the buffers at a port. */
static uint32_t r_vcs_at(const struct reference *r, uint32_t port)
{
    return port == r->ports ? r->contexts : r->vcs;
}
static uint32_t r_lanes_at(const struct reference *r, uint32_t port)
{
    return port == r->ports ? 1 : r->lanes;
}

/* "For each buffer of node n": ports, VCs, lanes ascending, injection last. */
#define R_EACH_BUFFER(r, n, b)                                  \
    for (uint32_t p_ = 0; p_ <= (r)->ports; p_++)               \
        for (uint32_t v_ = 0; v_ < r_vcs_at(r, p_); v_++)       \
            for (uint32_t l_ = 0; l_ < r_lanes_at(r, p_); l_++) \
                for (struct r_buffer *b = &(r)->in[n][p_][v_][l_]; b; b = NULL)

static struct r_place r_where(const struct reference *r, const struct r_buffer *b)
{
    size_t i = (size_t)(b - &r->in[0][0][0][0]);
    struct r_place place;

    place.lane = (uint32_t)(i % R_LANES);
    i /= R_LANES;
    place.vc = (uint32_t)(i % (R_VCS + R_PORTS));
    i /= R_VCS + R_PORTS;
    place.port = (uint32_t)(i % (R_PORTS + 1));
    place.node = (uint32_t)(i / (R_PORTS + 1));
    return place;
}

static struct noc_worm *r_worm_of(struct reference *r, struct r_flit flit)
{
    return r->worm[flit.worm].w;
}

static uint32_t r_headers(const struct noc_worm *w)
{
    return w->headers ? w->header_flits : 1;
}

/* Is another header flit behind this one? The sideband says so. */
static bool r_follows(const struct noc_worm *w, uint32_t number)
{
    return number + 1 < r_headers(w) && number + 1 < w->flits;
}

/* --- step 1 --- */

static void r_tell(struct reference *r, const struct r_flying *f)
{
    struct noc_worm *w = r_worm_of(r, f->flit);
    unsigned port = f->to.port == r->ports ? NOC_PORT_LOCAL : f->to.port;
    unsigned vc = f->to.port == r->ports ? 0 : f->to.vc;
    uint32_t first = f->kind == R_COPIED ? r_headers(w) - 1 : w->stripped;
    uint32_t all = w->flits - first;
    uint32_t preamble = w->preamble < all ? w->preamble : all;
    bool tail = f->flit.number + 1 == w->flits;

    if (f->kind == R_LISTED) {
        return;
    }
    w->last = f->kind != R_COPIED;
    if (f->kind == R_SUNK) {
        if (tail) {
            r->ops.broken(r->ops.opaque, w, f->to.node, port, vc, r->now);
        }
        return;
    }
    if (f->flit.number - first + 1 == preamble) {
        r->ops.arrive(r->ops.opaque, w, f->to.node, port, vc, r->now);
    }
    if (tail) {
        r->ops.deliver(r->ops.opaque, w, f->to.node, r->now);
    }
}

static void r_arrive(struct reference *r, const struct r_flying *f)
{
    if (f->kind == R_FLIT) {
        struct r_buffer *b = &r->in[f->to.node][f->to.port][f->to.vc][f->to.lane];
        assert(b->flits < r->config.buffer_flits);
        if (b->flits == 0) {
            b->front_since = r->now;
        }
        b->flit[b->flits++] = f->flit;
    } else if (f->kind == R_CREDIT) {
        r->out[f->to.node][f->to.port][f->to.vc][f->to.lane].credits++;
    } else if (f->kind == R_INJECT_CREDIT) {
        r->inject_credits[f->to.node][f->to.vc]++;
    } else {
        r_tell(r, f);
    }
}

static void r_step1(struct reference *r)
{
    for (uint32_t i = 0; i < r->flyings;) {
        struct r_flying f = r->flying[i];
        if (f.due != r->now) {
            i++;
            continue;
        }
        memmove(&r->flying[i], &r->flying[i + 1], (--r->flyings - i) * sizeof f);
        r_arrive(r, &f);
    }
}

/* Worms take contexts: in the order of `when`, then of handing over. */
static uint32_t r_context_of(struct reference *r, const struct noc_worm *w)
{
    uint32_t header[2] = {w->headers ? w->headers[0] : w->header[0],
                          w->headers && w->header_flits > 1 && w->flits > 1 ? w->headers[1] : 0};
    struct noc_hop hop;
    enum noc_routed routed;

    routed =
        r->config.routing->route(r->config.topology, w->source, NOC_PORT_LOCAL, 0, header, &hop);
    if (routed == NOC_ROUTE_BROKEN || routed == NOC_ROUTED_LIST || hop.port == NOC_PORT_LOCAL) {
        return 0;
    }
    return hop.port;
}

static bool r_context_free(const struct reference *r, uint32_t node, uint32_t context)
{
    for (uint32_t i = 0; i < r->worms; i++) {
        if (r->worm[i].taken && r->worm[i].w && r->worm[i].context == context &&
            r->worm[i].given > 0 && r->worm[i].given != UINT32_MAX &&
            r->worm[i].w->source == node) {
            return false;
        }
    }
    return true;
}

static void r_inject(struct reference *r)
{
    for (;;) {
        struct r_worm *first = NULL;
        uint32_t context = 0;

        for (uint32_t i = 0; i < r->worms; i++) {
            struct r_worm *x = &r->worm[i];
            uint32_t at = 0;

            if (x->taken || x->when > r->now || (first && first->when <= x->when)) {
                continue;
            }
            if (r->config.ports == 0) {
                at = r_context_of(r, x->w);
            } else {
                while (at < r->contexts && !r_context_free(r, x->w->source, at)) {
                    at++;
                }
            }
            if (at == r->contexts || !r_context_free(r, x->w->source, at)) {
                continue;
            }
            first = x;
            context = at;
        }
        if (!first) {
            return;
        }
        first->taken = true;
        first->context = context;
        first->given = first->w->flits; /* to go */
    }
}

/* --- step 2 --- */

/* The header flit at the front asks for what it needs here. */
static void r_ask(struct reference *r, struct r_buffer *b)
{
    b->front = R_ASKING;
    b->ticket = r->tickets++;
    b->has_channel = false;
    b->has_context = b->listed || r->config.consumption == NOC_CONSUME_VC;
}

/* The address is gone: its list is for the NI, or what is behind that asks for the rest. */
static void r_ask_behind(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    bool local = at.port == r->ports;
    struct noc_worm *w = r_worm_of(r, b->flit[0]);
    uint32_t header[2] = {b->kept, w->headers[b->flit[0].number]};
    struct noc_hop hop;
    enum noc_routed routed;

    if (!b->listed && (b->list == 0 || r_follows(w, b->flit[0].number))) {
        r_ask(r, b);
        return;
    }
    if (!b->listed) { /* COUNT ends the header */
        b->front = R_BROKEN;
        return;
    }
    routed = r->config.routing->route(r->config.topology, at.node, local ? NOC_PORT_LOCAL : at.port,
                                      local ? 0 : at.vc, header, &hop);
    b->local = hop.port == NOC_PORT_LOCAL;
    b->out_port = hop.port;
    b->out_vc = hop.vc;
    b->copy = routed == NOC_ROUTED_COPY;
    b->front = R_BROKEN;
    if (routed == NOC_ROUTED_STRIP && b->local) {
        b->front = R_CONTEXT;
    } else if (b->copy) {
        r_ask(r, b);
    }
    if (b->front != R_BROKEN) {
        w->head = header[1];
    }
}

static void r_route(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    bool local = at.port == r->ports;
    struct noc_worm *w = r_worm_of(r, b->flit[0]);
    struct noc_hop hop;
    enum noc_routed routed;
    bool follows = r_follows(w, w->stripped);
    uint32_t header[2] = {w->head, follows ? w->headers[w->stripped + 1] : 0};

    assert(b->flit[0].number == w->stripped);
    routed = r->config.routing->route(r->config.topology, at.node, local ? NOC_PORT_LOCAL : at.port,
                                      local ? 0 : at.vc, header, &hop);
    w->head = b->kept = b->flit[0].word = header[0];
    b->stays = routed == NOC_ROUTED_STRIP;
    b->list = routed == NOC_ROUTED_LIST ? 1 + noc_header_field(header[1]) : 0;
    if (b->list) { /* *out says nothing */
        hop.port = NOC_PORT_LOCAL;
    }
    if (routed == NOC_ROUTE_BROKEN ||
        (routed != NOC_ROUTED && routed != NOC_ROUTED_COPY_ON && !follows)) {
        b->front = R_BROKEN;
        return;
    }
    b->local = hop.port == NOC_PORT_LOCAL;
    b->out_port = hop.port;
    b->out_vc = hop.vc;
    b->copy = routed == NOC_ROUTED_COPY || routed == NOC_ROUTED_COPY_ON;
    if (routed == NOC_ROUTED_COPY || b->list || (b->stays && b->local)) {
        b->front = R_KEEPS;
        b->stays = false;
        return;
    }
    r_ask(r, b);
}

static struct r_buffer **r_shared_context(struct reference *r, const struct r_buffer *b)
{
    struct r_place at = r_where(r, b);

    return &r->holder[at.node][r->config.consumption == NOC_CONSUME_LINK ? at.port : 0];
}

/* A free lane of the channel it asks for. */
static bool r_take_lane(struct reference *r, uint32_t n, struct r_buffer *b)
{
    for (uint32_t l = 0; l < r->lanes; l++) {
        if (!r->out[n][b->out_port][b->out_vc][l].owner) {
            r->out[n][b->out_port][b->out_vc][l].owner = b;
            b->out_lane = l;
            return true;
        }
    }
    return false;
}

/* It waits for both, and holds what it has. */
static void r_serve_copy(struct reference *r, struct r_buffer *b)
{
    if (!b->has_channel) {
        b->has_channel = r_take_lane(r, r_where(r, b).node, b);
    }
    if (!b->has_context && !*r_shared_context(r, b)) {
        *r_shared_context(r, b) = b;
        b->has_context = true;
    }
    if (b->has_channel && b->has_context) {
        b->front = R_OWNING;
        b->heads = true;
    }
}

static void r_serve(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);

    if (b->copy) {
        r_serve_copy(r, b);
    } else if (b->local && r->config.consumption == NOC_CONSUME_VC) {
        b->front = R_CONTEXT;
    } else if (b->local) {
        struct r_buffer **holder = r_shared_context(r, b);
        if (*holder) {
            return;
        }
        *holder = b;
        b->front = R_CONTEXT;
    } else if (r_take_lane(r, at.node, b)) {
        b->front = R_OWNING;
        b->heads = true;
    }
}

static void r_step2(struct reference *r)
{
    for (uint32_t n = 0; n < r->nodes; n++) {
        uint64_t served = 0;
        R_EACH_BUFFER(r, n, b)
        if (b->front == R_UNSEEN && b->flits &&
            b->front_since + r->config.header_cycles <= r->now) {
            r_route(r, b);
        } else if (b->front == R_KEPT && b->flits && b->front_since <= r->now) {
            r_ask_behind(r, b);
        }
        for (;;) { /* in the order of asking */
            struct r_buffer *first = NULL;
            R_EACH_BUFFER(r, n, b)
            if (b->front == R_ASKING && b->ticket >= served &&
                (!first || b->ticket < first->ticket)) {
                first = b;
            }
            if (!first) {
                break;
            }
            served = first->ticket + 1;
            r_serve(r, first);
        }
    }
}

/* --- step 3 --- */

/* A flit leaves node by port. */
static void r_note(struct reference *r, struct r_leaving *leaving, struct r_flit flit,
                   uint32_t node, uint32_t port, uint32_t vc)
{
    const struct noc_worm *w = r_worm_of(r, flit);

    if (!leaving->begun) {
        leaving->head = r->stamping ? r->now + 1 : 0;
    }
    leaving->begun = true;
    if (flit.number < r_headers(w)) {
        leaving->header = flit.word;
    }
    if (flit.number + 1 < w->flits) {
        return;
    }
    leaving->begun = false;
    if (!r->stamping || leaving->head == 0) {
        return;
    }
    assert(r->stamps < R_STAMPS);
    r->stamp[r->stamps++] =
        (struct r_stamp){leaving->head - 1, r->now, node, port, vc, leaving->header, flit.worm};
}

/* Stamps are on, or off, from this cycle on. */
static inline void r_stamp(struct reference *r, bool on)
{
    r->stamping = on;
    for (uint32_t n = 0; n < r->nodes; n++) {
        R_EACH_BUFFER(r, n, b)
        b->to_ni.head = 0;
        for (uint32_t p = 0; p < r->ports; p++) {
            for (uint32_t i = 0; i < r->vcs * r->lanes; i++) {
                r->out[n][p][i / r->lanes][i % r->lanes].leaving.head = 0;
            }
        }
    }
}

static struct r_flit r_pop(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    struct r_flit flit = b->flit[0];
    struct r_flying credit = {
        .due = r->now + r->config.credit_cycles, .flit = flit, .to = at, .kind = R_INJECT_CREDIT};
    struct noc_link to;

    assert(b->flits && !b->moved);
    b->moved = true;
    b->gone = flit;
    memmove(b->flit, b->flit + 1, --b->flits * sizeof flit);
    if (at.port < r->ports) { /* who feeds it? */
        credit.kind = R_CREDIT;
        for (uint32_t n = 0; n < r->nodes; n++) {
            for (uint32_t p = 0; p < r->ports; p++) {
                if (noc_topology_link(r->config.topology, n, p, &to) && to.node == at.node &&
                    to.port == at.port) {
                    credit.to.node = n;
                    credit.to.port = p;
                }
            }
        }
    }
    r_fly(r, credit);
    if (flit.number + 1 == r_worm_of(r, flit)->flits) {
        b->front = R_UNSEEN;
        b->front_since = r->now + 1;
        b->listed = false;
    }
    return flit;
}

static void r_move(struct reference *r, uint32_t n, uint32_t p, uint32_t v, uint32_t l)
{
    struct r_out *out = &r->out[n][p][v][l];
    struct r_buffer *b = out->owner;
    struct r_flit flit = r_pop(r, b);
    struct noc_link to;

    r_note(r, &out->leaving, flit, n, p, v);
    noc_topology_link(r->config.topology, n, p, &to);
    out->credits--;
    r_fly(r, (struct r_flying){.due = r->now + r->config.flight_cycles,
                               .flit = flit,
                               .to = {to.node, to.port, v, l},
                               .kind = R_FLIT});
    r->count[n][p][v].flits++;
    r->went[n][p][v] = true;
    if (b->heads) {
        b->heads = false;
        r->count[n][p][v].headers++;
        r_worm_of(r, flit)->hops++;
        r->node_count[n].relayed += r_where(r, b).port != r->ports;
    }
    if (flit.number + 1 == r_worm_of(r, flit)->flits) {
        out->owner = NULL;
        if (b->copy && r->config.consumption != NOC_CONSUME_VC) {
            *r_shared_context(r, b) = NULL;
        }
        b->copy = b->to_ni.begun = false; /* it may have ended in its header, behind a list */
    }
}

static bool r_can(const struct reference *r, const struct r_out *out)
{
    (void)r;
    return out->owner && out->owner->front == R_OWNING && out->owner->flits && !out->owner->moved &&
           !out->owner->stays && out->credits;
}

/* Is the flit in front, of a worm that copies, one that the NI gets, too? */
static bool r_copied(struct reference *r, const struct r_buffer *b)
{
    return b->copy && b->flit[0].number + 1 >= r_headers(r_worm_of(r, b->flit[0]));
}

static void r_eject(struct reference *r, uint32_t n, bool first);

static bool r_link_round(struct reference *r, bool first)
{
    static uint32_t choice[R_NODES][R_PORTS]; /* 1 + number of the lane; 0: none */
    bool any = false;

    memset(choice, 0, sizeof choice);
    for (uint32_t n = 0; n < r->nodes; n++) { /* choose at once ... */
        for (uint32_t p = 0; p < r->ports; p++) {
            for (uint32_t i = 1; !r->sent[n][p] && !choice[n][p] && i <= r->vcs * r->lanes; i++) {
                uint32_t k = (r->last[n][p] + i) % (r->vcs * r->lanes);
                struct r_out *out = &r->out[n][p][k / r->lanes][k % r->lanes];
                if (!r_can(r, out)) {
                    continue;
                }
                choice[n][p] = k + 1;
                out->owner->offered = r_copied(r, out->owner);
            }
        }
    }
    for (uint32_t n = 0; n < r->nodes; n++) { /* ... offer ... */
        r_eject(r, n, first);
    }
    for (uint32_t n = 0; n < r->nodes; n++) { /* ... then move */
        for (uint32_t p = 0; p < r->ports; p++) {
            uint32_t k = choice[n][p] - 1;
            struct r_buffer *b;

            if (!choice[n][p]) {
                continue;
            }
            b = r->out[n][p][k / r->lanes][k % r->lanes].owner;
            if (!b->offered || b->accepted) {
                r->last[n][p] = k;
                r->sent[n][p] = any = true;
                r_move(r, n, p, k / r->lanes, k % r->lanes);
            }
            b->offered = b->accepted = false;
        }
    }
    return any;
}

static bool r_give_round(struct reference *r, uint32_t credits[R_NODES][R_PORTS])
{
    bool any = false;

    for (uint32_t i = 0; i < r->worms; i++) {
        struct r_worm *x = &r->worm[i];
        struct noc_worm *w = x->w;
        struct r_flit flit = {i, 0, 0};

        if (!x->taken || x->given == 0 || x->given == UINT32_MAX ||
            r->gave[w->source][x->context] || !credits[w->source][x->context]) {
            continue;
        }
        any = r->gave[w->source][x->context] = true;
        r->inject_credits[w->source][x->context]--;
        flit.number = w->flits - x->given;
        if (flit.number == 0) {
            w->head_left = r->now;
        }
        if (flit.number < r_headers(w)) {
            flit.word = w->headers ? w->headers[flit.number] : w->header[0];
        }
        r_fly(r, (struct r_flying){.due = r->now + r->config.inject_cycles,
                                   .flit = flit,
                                   .to = {w->source, r->ports, x->context, 0},
                                   .kind = R_FLIT});
        if (--x->given == 0) {
            x->given = UINT32_MAX; /* gone; until the next cycle gave[] says so */
            w->tail_left = r->now;
            r->left[w->source][x->context] = w;
        }
    }
    return any;
}

/* The context of number i at node n: which buffer uses it in this round. */
static struct r_buffer *r_context(struct reference *r, uint32_t n, uint32_t i, uint32_t *port)
{
    uint32_t k = 0;

    if (r->config.consumption != NOC_CONSUME_VC) {
        struct r_buffer *b = r->holder[n][i];
        *port = b ? r_where(r, b).port : 0;
        return b && (b->front == R_CONTEXT || b->offered) ? b : NULL;
    }
    R_EACH_BUFFER(r, n, b)
    if (k++ == i) {
        *port = p_;
        return b->front == R_CONTEXT || b->offered ? b : NULL;
    }
    return NULL;
}

static uint32_t r_context_count(const struct reference *r)
{
    if (r->config.consumption == NOC_CONSUME_ONE) {
        return 1;
    }
    if (r->config.consumption == NOC_CONSUME_LINK) {
        return r->ports + 1;
    }
    return r->ports * r->vcs * r->lanes + r->contexts;
}

/* One flit less of a list. The header's last flit is none of it. */
static void r_list(struct reference *r, struct r_buffer *b, struct r_flit flit)
{
    struct noc_worm *w = r_worm_of(r, flit);

    w->stripped++;
    b->listed = true;
    b->front_since = r->now + 1;
    if (--b->list == 0) {
        b->front = R_KEPT;
    } else if (!r_follows(w, flit.number + 1)) {
        b->front = R_BROKEN;
    }
}

static void r_consume(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    struct r_flit flit = b->flit[0];

    r_note(r, &b->to_ni, flit, at.node, NOC_PORT_LOCAL, 0);
    r->node_count[at.node].ejected++;
    r->taken[at.node]++;
    r->link_taken[at.node][at.port] = true;
    if (b->offered) { /* it leaves by its link, in this round */
        b->accepted = true;
        r_fly(r, (struct r_flying){.due = r->now + r->config.eject_cycles,
                                   .flit = flit,
                                   .to = at,
                                   .kind = R_COPIED});
        return;
    }
    r_pop(r, b);
    r_fly(r, (struct r_flying){.due = r->now + r->config.eject_cycles,
                               .flit = flit,
                               .to = at,
                               .kind = b->list ? R_LISTED : R_EJECTED});
    if (b->list) {
        r_list(r, b, flit);
        return;
    }
    if (flit.number + 1 == r_worm_of(r, flit)->flits && r->config.consumption != NOC_CONSUME_VC) {
        *r_shared_context(r, b) = NULL;
    }
}

/* After the first round only what is offered: what is only consumed has had its turn. */
static bool r_may_take(const struct r_buffer *b, bool first)
{
    return b && b->flits && (b->offered || first);
}

static void r_eject(struct reference *r, uint32_t n, bool first)
{
    uint32_t all = r_context_count(r), taken = 0, port, begin = r->eject_last[n];
    uint32_t share = r->config.ports - r->taken[n];
    struct r_buffer *chosen[64] = {NULL};

    for (uint32_t i = 1; i <= all && r->config.ports; i++) {
        uint32_t k = begin == 10000 ? i - 1 : (begin + i) % all;
        struct r_buffer *b = r_context(r, n, k, &port);
        if (!r_may_take(b, first) || taken == share) {
            continue;
        }
        chosen[taken++] = b;
        r->eject_last[n] = k;
    }
    for (uint32_t link = 0; link <= r->ports && !r->config.ports; link++) {
        begin = r->eject_last_port[n][link];
        for (uint32_t i = 1, done = r->link_taken[n][link]; i <= all && !done; i++) {
            uint32_t k = begin == 10000 ? i - 1 : (begin + i) % all;
            struct r_buffer *b = r_context(r, n, k, &port);
            if (!r_may_take(b, first) || port != link) {
                continue;
            }
            chosen[taken++] = b;
            done = 1;
            r->eject_last_port[n][link] = k;
        }
    }
    for (uint32_t k = 0; k < taken; k++) {
        r_consume(r, chosen[k]);
    }
}

static void r_sink(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    bool listed = b->listed;

    r_fly(r, (struct r_flying){.due = r->now + r->config.eject_cycles,
                               .flit = r_pop(r, b),
                               .to = at,
                               .kind = R_SUNK});
    if (!b->listed) {
        b->to_ni.begun = false;
    }
    if (listed && !b->listed && r->config.consumption != NOC_CONSUME_VC) { /* its tail */
        *r_shared_context(r, b) = NULL;
    }
}

/* A header flit that stays, or is kept, leaves its buffer for nowhere. */
static void r_stay(struct reference *r, struct r_buffer *b)
{
    struct noc_worm *w = r_worm_of(r, b->flit[0]);

    r_pop(r, b);
    w->stripped++;
    if (b->list == 0) { /* else it is routed again, behind the list */
        w->head = w->headers[w->stripped];
    }
    b->stays = false;
    if (b->front == R_KEEPS) {
        b->front = R_KEPT;
    }
    b->front_since = r->now + 1; /* of the flit behind it */
}

static void r_step3(struct reference *r)
{
    static uint32_t credits[R_NODES][R_PORTS];
    bool any = true;

    memset(r->sent, 0, sizeof r->sent);
    memset(r->gave, 0, sizeof r->gave);
    memset(r->went, 0, sizeof r->went);
    memset(r->taken, 0, sizeof r->taken);
    memset(r->link_taken, 0, sizeof r->link_taken);
    for (uint32_t n = 0; n < r->nodes; n++) {
        R_EACH_BUFFER(r, n, b)
        b->moved = false;
    }
    for (bool first = true; any; first = false) {
        memcpy(credits, r->inject_credits, sizeof credits);
        any = r_link_round(r, first);
        any |= r_give_round(r, credits);
        for (uint32_t n = 0; n < r->nodes && first; n++) {
            R_EACH_BUFFER(r, n, b)
            if (b->front == R_BROKEN && b->flits && !b->moved) {
                r_sink(r, b);
            } else if ((b->front == R_KEEPS || (b->front == R_OWNING && b->stays)) && !b->moved) {
                r_stay(r, b);
            }
            any = true;
        }
        if (r->config.credit_cycles) {
            return;
        }
        r_step1(r); /* credits of this very cycle; all else takes longer */
    }
}

/* --- counting and judging --- */

static void r_wants(struct reference *r, bool wants[R_NODES][R_PORTS][R_VCS])
{
    memset(wants, 0, R_NODES * sizeof wants[0]);
    for (uint32_t n = 0; n < r->nodes; n++) {
        R_EACH_BUFFER(r, n, b)
        if (b->flits && !b->local &&
            (b->front == R_ASKING || (b->front == R_OWNING && !b->stays))) {
            wants[n][b->out_port][b->out_vc] = true;
        }
    }
}

/* Why a flit that wants a channel did not go in this cycle, which is over but for its number. */
static void r_reasons(struct reference *r, uint32_t n, bool wants[R_PORTS][R_VCS])
{
    R_EACH_BUFFER(r, n, b)
    r->waited += b->front == R_ASKING && !b->local && !(b->copy && b->has_channel);
    for (uint32_t p = 0; p < r->ports; p++) {
        for (uint32_t v = 0; v < r->vcs; v++) {
            bool could = false;
            for (uint32_t l = 0; l < r->lanes; l++) {
                could |= r_can(r, &r->out[n][p][v][l]);
            }
            r->shared += could && wants[p][v] && r->sent[n][p] && !r->went[n][p][v];
        }
    }
}

static bool r_credit_on_way(const struct reference *r, uint32_t n, const struct r_buffer *b)
{
    for (uint32_t i = 0; i < r->flyings; i++) {
        const struct r_flying *f = &r->flying[i];
        if (f->kind == R_CREDIT && f->to.node == n && f->to.port == b->out_port &&
            f->to.vc == b->out_vc && f->to.lane == b->out_lane) {
            return true;
        }
    }
    return false;
}

/* Whom b waits for, into who[], any of whom will do; 0: it is not stuck. Whoever
 * copies waits for a context, too, by itself enough to be stuck: `context`. */
static uint32_t r_waits(struct reference *r, uint32_t n, struct r_buffer *b, bool context,
                        struct r_buffer **who)
{
    struct noc_link to;

    if (b->flits == 0 || b->front_since > r->now) { /* nothing is at its front yet */
        return 0;
    }
    if (context && (b->front != R_ASKING || !b->copy || b->has_context)) {
        return 0;
    }
    if (!context && b->front == R_ASKING && b->copy && b->has_channel) {
        return 0;
    }
    if (b->front == R_ASKING && (b->local || context)) {
        who[0] = *r_shared_context(r, b);
        return who[0] != NULL;
    }
    if (b->front == R_ASKING) {
        for (uint32_t l = 0; l < r->lanes; l++) {
            if (!(who[l] = r->out[n][b->out_port][b->out_vc][l].owner)) {
                return 0;
            }
        }
        return r->lanes;
    }
    if (b->front != R_OWNING || r->out[n][b->out_port][b->out_vc][b->out_lane].credits ||
        r_credit_on_way(r, n, b)) {
        return 0;
    }
    noc_topology_link(r->config.topology, n, b->out_port, &to);
    who[0] = &r->in[to.node][to.port][b->out_vc][b->out_lane];
    return 1;
}

/* Throw out everybody who waits for somebody who is out, until none is. */
static void r_judge(struct reference *r)
{
    static bool in[R_NODES][R_PORTS + 1][R_VCS + R_PORTS][R_LANES];
    bool changed = true;
    struct r_buffer *who[R_LANES];
    ptrdiff_t at;

    memset(in, 1, sizeof in);
    while (changed) {
        changed = false;
        r->deadlock = false;
        for (uint32_t n = 0; n < r->nodes; n++) {
            R_EACH_BUFFER(r, n, b)
            {
                bool *mine = &in[n][p_][v_][l_], stays = false;
                for (uint32_t context = 0; context < 2; context++) {
                    uint32_t k = r_waits(r, n, b, context, who);
                    bool all = *mine && k > 0;
                    for (uint32_t i = 0; i < k; i++) {
                        all &= (&in[0][0][0][0])[who[i] - &r->in[0][0][0][0]];
                    }
                    stays |= all;
                }
                r->deadlock |= stays;
                changed |= stays != *mine;
                *mine = stays;
            }
        }
    }
    r->wait_cycles = 0;
    if (r->lanes > 1 || r->config.routing->copies || !r->deadlock) {
        return;
    }
    for (uint32_t n = 0; n < r->nodes; n++) { /* a cycle of waits is counted at its lowest buffer */
        R_EACH_BUFFER(r, n, b)
        {
            struct r_buffer *x = b;
            if (!in[n][p_][v_][l_]) {
                continue;
            }
            for (at = 0; at < 1000; at++) {
                assert(r_waits(r, r_where(r, x).node, x, false, who) == 1);
                x = who[0];
                if (x <= b) {
                    break;
                }
            }
            r->wait_cycles += x == b;
        }
    }
}

/* --- what a debugger sees between two cycles: docs/board.md, 5.2 --- */

/* Buffers that have a row: all but those where no link arrives, empty ones that the routing does
 * not use, and an injection context of a link that is not there. */
static inline bool r_has_row(const struct reference *r, uint32_t n, uint32_t p, uint32_t v,
                             uint32_t l)
{
    const struct r_buffer *b = &r->in[n][p][v][l];
    struct noc_link to;

    if (p == r->ports) {
        return r->config.ports || v == 0 || r->out[n][v][0][0].there;
    }
    for (uint32_t from = 0; from < r->nodes; from++) {
        for (uint32_t port = 0; port < r->ports; port++) {
            if (noc_topology_link(r->config.topology, from, port, &to) && to.node == n &&
                to.port == p) {
                return !r->config.routing->uses || b->flits || b->front != R_UNSEEN ||
                       r->config.routing->uses(r->config.topology, from, port, v);
            }
        }
    }
    return false;
}

/* Of whose worm is b's front flit, and its number there: what is behind a header flit that stayed
 * is none before the next cycle. */
static inline struct r_flit r_front(const struct r_buffer *b, uint32_t flits)
{
    return flits ? b->flit[0] : (struct r_flit){b->gone.worm, b->gone.number + 1, 0};
}

static inline bool r_is_tail(struct reference *r, struct r_flit flit, uint32_t worm)
{
    return flit.worm == worm && flit.number + 1 == r_worm_of(r, flit)->flits;
}

static inline void r_show_header(struct reference *r, const struct r_buffer *b,
                                 struct noc_net_row *row)
{
    struct r_place at = r_where(r, b);
    struct r_flit front = r_front(b, row->flits);
    const struct noc_worm *w = r_worm_of(r, front);
    uint32_t headers = r_headers(w);

    for (uint32_t i = 0; i < b->flits; i++) {
        row->tail |= r_is_tail(r, b->flit[i], front.worm);
    }
    for (uint32_t i = 0; i < r->flyings; i++) {
        row->tail |= r->flying[i].kind == R_FLIT && r_is_tail(r, r->flying[i].flit, front.worm) &&
                     memcmp(&r->flying[i].to, &at, sizeof at) == 0;
    }
    row->header = row->flits > 0 && front.number < headers;
    /* a header that ends in its list is broken from when its last flit is in front */
    row->sunk = b->front == R_BROKEN &&
                (!b->listed || b->list == 0 || row->flits > 0 || front.number >= headers);
    if (row->header) {
        row->front = front.word;
    } else if (front.number >= headers) {
        row->front = row->sunk ? w->head : (w->headers ? w->headers : w->header)[headers - 1];
    }
}

static inline bool r_has_context(const struct r_buffer *b)
{
    return b->front == R_CONTEXT || (b->front == R_OWNING && b->copy) ||
           (b->front == R_ASKING && b->copy && b->has_context) ||
           ((b->front == R_KEPT || b->front == R_BROKEN) && b->listed);
}

/* What b's row says, but for its context's number. */
static inline struct noc_net_row r_row(struct reference *r, struct r_buffer *b)
{
    struct r_place at = r_where(r, b);
    struct noc_net_row row = {.port = at.port == r->ports ? NOC_PORT_LOCAL : (uint8_t)at.port,
                              .vc = (uint8_t)at.vc,
                              .lane = (uint8_t)at.lane,
                              .flits = b->flits};

    if (b->front != R_UNSEEN && b->front != R_CONTEXT && b->front_since >= r->now) {
        row.flits = 0;
    }
    row.there = b->front != R_UNSEEN || b->flits;
    if (!row.there) {
        return row;
    }
    r_show_header(r, b, &row);
    row.has_context = r_has_context(b);
    row.asks_context = b->front == R_ASKING && (b->copy ? !b->has_context : b->local);
    row.has_channel = b->front == R_OWNING || (b->front == R_ASKING && b->copy && b->has_channel);
    row.asks_channel = b->front == R_ASKING && !b->local && !row.has_channel;
    if (row.has_channel || row.asks_channel) {
        row.out_port = (uint8_t)b->out_port;
        row.out_vc = (uint8_t)b->out_vc;
    }
    if (row.has_channel) {
        row.out_lane = (uint8_t)b->out_lane;
        row.credits = r->out[at.node][b->out_port][b->out_vc][b->out_lane].credits;
        row.coming = row.credits == 0 && r_credit_on_way(r, at.node, b);
    }
    return row;
}

/* The rows of node n; how many. */
static inline uint32_t r_rows(struct reference *r, uint32_t n, struct noc_net_row *row)
{
    uint32_t rows = 0, first[R_PORTS + 1];

    for (uint32_t p = 0; p <= r->ports; p++) {
        first[p] = rows;
        for (uint32_t v = 0; v < r_vcs_at(r, p); v++) {
            for (uint32_t l = 0; l < r_lanes_at(r, p); l++) {
                struct noc_net_row *x = &row[rows];

                if (!r_has_row(r, n, p, v, l)) {
                    continue;
                }
                *x = r_row(r, &r->in[n][p][v][l]);
                if (x->has_context || x->asks_context) {
                    x->context = r->config.consumption == NOC_CONSUME_VC   ? rows
                               : r->config.consumption == NOC_CONSUME_LINK ? first[p]
                                                                           : 0;
                }
                rows++;
            }
        }
    }
    return rows;
}

static void r_run(struct reference *r, uint64_t until)
{
    static bool wants[R_NODES][R_PORTS][R_VCS];

    for (; r->now < until; r->now++) {
        uint32_t wait_cycles = r->wait_cycles;
        bool deadlock = r->deadlock;

        r->late = false;
        r_step1(r);
        r_inject(r);
        r_step2(r);
        r->late = true;
        r_wants(r, wants);
        r_step3(r);
        for (uint32_t n = 0; n < r->nodes; n++) {
            for (uint32_t p = 0; p < r->ports; p++) {
                for (uint32_t v = 0; v < r->vcs; v++) {
                    r->count[n][p][v].blocked += wants[n][p][v] && !r->went[n][p][v];
                }
            }
            r_reasons(r, n, wants[n]);
            for (uint32_t i = 0; i < r->contexts; i++) {
                if (r->left[n][i]) {
                    r->ops.left(r->ops.opaque, r->left[n][i], r->now);
                }
            }
        }
        memset(r->left, 0, sizeof r->left);
        r_judge(r);
        if ((r->lanes > 1 || r->config.routing->copies) && !deadlock && r->deadlock) {
            r->ops.deadlock(r->ops.opaque, NULL, 0, r->now);
        }
        for (; wait_cycles < r->wait_cycles; wait_cycles++) {
            r->ops.deadlock(r->ops.opaque, NULL, 0, r->now);
        }
    }
    r->late = false;
}

#endif
