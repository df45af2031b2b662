/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flit-level network (libnoc/model) with modelled software
 * costs. The network is the very code that the emulated board runs; only the
 * harts are replaced, by two numbers:
 *
 *   source's call at cycle 0
 *   start-ups of a node one after the other, tau_s each; then ni_cycles of the
 *     NI (8 with the board's pipeline, else 0), then the worm may enter
 *   with the board's pipeline a core that has started a worm to several destinations waits a cycle
 *     for each header flit, which the NI checks first; that is a part of the start-up
 *   software has the message tau_r after the last word came; a relay's first
 *     start-up begins then
 *   a call returns when software has the message, a relay's not before the last
 *     worm of its own has left the NI: left in cycle c, that is seen in c + 1
 *
 * A worm is a header (of several flits where routes are made at the source, or where it
 * has several destinations), the NI words (board's pipeline only; papers and BookSim know
 * none), what tells its receivers the plan (relay body; with relay header it is in the header), and
 * the body. A worm with several destinations is one start-up; each of them has its own copy, and
 * goes on when that is whole.
 *
 * A body in segments goes in a worm each, the source's one after the other. A node takes tau_r for
 * each, in which it starts no worm, and forwards it at once, whatever else is still to come; it has
 * the message when it has the last one.
 *
 * Several multicasts may run at once (also). Each has a call, all in cycle 0; a
 * node's start-ups come one after the other, whichever call they are of.
 */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "experiment/experiment_result.h"
#include "link_counts.h"
#include "model/worm_model.h"
#include "multicast/part_list.h"
#include "own/checked_algorithm.h"
#include "params.h"
#include "worm.h"
#include "worm_log.h"

/* What a node is in one tree of a multicast. */
struct member {
    struct noc_part part; /* what it is responsible for, once a worm is made for it */
    uint32_t place;       /* how many receivers its worm came to before */
};

/* One multicast under way. */
struct cast {
    struct experiment view; /* the experiment as if it had this multicast only */
    struct member *member;  /* [tree][node] */
    uint32_t *owed;         /* by node: worms of its own that have not left */
    uint32_t *lacks;        /* by node: segments that it has not got */
    uint32_t *addressed;    /* by segment: destinations that a worm is made for */
    uint32_t *started;      /* by node: worms that it has started, */
    uint64_t *done;         /* and when the last start-up has ended */
    struct outcome *out;
};

/* A worm. */
struct sent {
    struct noc_worm worm;
    struct cast *cast;
    uint32_t segment;
    uint32_t logged; /* its number in the log */
    struct sent *next;
    uint32_t header[];
};

struct sim {
    const struct experiment *e;
    struct noc_net *net;         /* flit by flit; or */
    struct noc_worm_model *flow; /* worm by worm */
    struct cast *cast;
    uint32_t casts;
    struct sent *sent;
    uint16_t *visit; /* scratch: the destinations of a worm that is being made */
    uint64_t *busy;  /* by node: when its last start-up ends; in segments also what it receives */
    uint32_t delivered;
    struct worm_log *log; /* NULL: nobody asked for it */
    struct simulated *out;
};

static uint32_t tree_of(const struct cast *c, uint32_t segment)
{
    return segment % c->view.trees;
}

static struct member *member_of(const struct cast *c, uint32_t segment, uint32_t node)
{
    return &c->member[(size_t)tree_of(c, segment) * c->view.topology.nodes + node];
}

/* Flits that a worm's header has room for: addresses or turns, and lists. */
static uint32_t header_room(const struct sim *s, const struct cast *c, uint32_t n)
{
    uint32_t room = (n > NOC_TURNS_MAX ? n : NOC_TURNS_MAX) + 1;
    for (uint32_t i = 0; i < n && s->e->relay == NOC_RELAY_HEADER; i++) {
        room += 1 + noc_part_list_flits(&member_of(c, 0, s->visit[i])->part);
    }
    return room;
}

/* The header becomes a compound one: behind each address the receiver's list, if it is responsible
 * for others. */
static void add_lists(struct noc_worm *w, const struct sim *s, const struct cast *c, uint32_t n,
                      uint32_t *header)
{
    const struct noc_part *first = &member_of(c, 0, s->visit[0])->part;
    if (n == 1 && first->left == first->right) {
        return;
    }
    w->flits -= w->header_flits;
    w->header_flits = 0;
    for (uint32_t i = 0; i < n; i++) {
        w->header_flits = noc_headers_add(header, w->header_flits, c->view.plan->chain,
                                          &member_of(c, 0, s->visit[i])->part, 0, true);
    }
    header[w->header_flits++] = noc_header(NOC_HEADER_LAST, s->visit[n - 1], 0);
    w->headers = header;
    w->flits += w->header_flits;
}

static void log_sent(struct sim *s, struct sent *sent, uint64_t when)
{
    const struct worm_made made = {.worm = &sent->worm,
                                   .cast = (uint32_t)(sent->cast - s->cast),
                                   .segment = sent->segment,
                                   .startup = when - s->e->tau_s,
                                   .started = when};
    if (s->log) {
        sent->logged = worm_log_sent(s->log, &made);
    }
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A worm with this segment from `self` to s->visit[0..n-1], with `extra` flits in the body that
 * tell them their parts. Its core goes on in the cycle that is returned. */
static uint64_t send_worm(struct sim *s, struct cast *c, uint32_t segment, uint32_t self,
                          uint32_t n, uint32_t extra, uint64_t when)
{
    uint64_t called = when, checked;
    struct sent *sent = alloc_zeroed(sizeof *sent + header_room(s, c, n) * sizeof *sent->header);
    list_make(&sent->worm, s->e, self, s->visit, n, sent->header);
    if (s->e->relay == NOC_RELAY_HEADER) {
        add_lists(&sent->worm, s, c, n, sent->header);
    }
    sent->worm.flits += extra + segment_flits(s->e, segment) - s->e->length;
    sent->worm.cookie = sent;
    sent->cast = c;
    sent->segment = segment;
    sent->next = s->sent;
    s->sent = sent;
    c->owed[self]++;
    checked = when + worm_checked_flits(&sent->worm, s->e);
    s->busy[self] = later(later(when, s->busy[self]) + s->e->tau_s, checked);
    when = s->busy[self];
    log_sent(s, sent, when);
    if (s->flow) {
        noc_worm_model_send(s->flow, &sent->worm, when + s->e->ni_cycles);
    } else {
        noc_net_send(s->net, &sent->worm, when + s->e->ni_cycles);
    }
    return s->e->software ? firmware_costs_checked(s->e->software, called, checked) : checked;
}

static uint32_t nodes_of(const struct noc_part *part)
{
    return (uint32_t)part->right - part->left + 1;
}

/* chain[mine.self] has this segment: it sends it to all to whom it has to. */
static void forward(struct sim *s, struct cast *c, uint32_t segment, struct noc_part mine,
                    uint64_t when)
{
    const struct experiment *e = s->e;
    const struct plan *plan = &c->view.plan[tree_of(c, segment)];
    uint32_t self = plan->chain[mine.self];
    struct noc_part theirs;
    struct noc_handover h = {{0}, 0};
    struct noc_misstep *wrong = checked_algorithm_misstep();
    const struct core_costs *core = !e->software           ? NULL
                                  : self == c->view.source ? &e->software->source
                                                           : &e->software->relay;
    uint32_t nodes = nodes_of(&mine); /* before the receiver was found */
    uint32_t *addressed = &c->addressed[segment];
    bool more =
        noc_plan_next_checked(e->algorithm, &plan->env, plan->chain, &mine, &theirs, &h, wrong);
    for (uint32_t worms = 0; more && *addressed < c->view.m; worms++) {
        uint32_t n = 0, extra = 0;
        when += core ? firmware_costs_start(core, worms) : 0;
        do {
            uint32_t to = plan->chain[theirs.self];
            *member_of(c, segment, to) = (struct member){theirs, n};
            ++*addressed;
            extra += part_flits(e, &theirs);
            when += core ? firmware_costs_step(e->software, core, nodes, nodes_of(&theirs)) : 0;
            s->visit[n++] = (uint16_t)to;
            nodes = nodes_of(&mine);
            more = noc_plan_next_checked(e->algorithm, &plan->env, plan->chain, &mine, &theirs, &h,
                                         wrong);
        } while (more && h.legs.joins && *addressed < c->view.m);
        when = send_worm(s, c, segment, self, n, extra, when);
        c->started[self]++;
        c->done[self] = when;
    }
}

/* *returned: by then, too. */
static void return_by(uint64_t *returned, uint64_t when)
{
    *returned = *returned == NOC_NEVER || *returned < when ? when : *returned;
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sim *s = opaque;
    const struct sent *sent = w->cookie;
    struct cast *c = sent->cast;
    const struct member *member = member_of(c, sent->segment, node);
    uint64_t arrived = when + later(s->e->tau_r, worm_list_cycles(s->e, &member->part));
    if (s->e->software) {
        arrived += (uint64_t)s->e->software->find * member->place;
    }
    if (s->e->segments > 1) { /* one after the other, and between start-ups */
        arrived += s->busy[node] > when ? s->busy[node] - when : 0;
        s->busy[node] = arrived;
    }
    if (s->log) {
        worm_log_arrived(s->log, sent->logged, node, when, arrived);
    }
    if (--c->lacks[node] == 0) {
        s->delivered++;
        c->out->arrived[node] = arrived;
        return_by(&c->out->returned[node], arrived);
    }
    forward(s, c, sent->segment, member->part, arrived);
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    const struct sim *s = opaque;
    const struct sent *sent = w->cookie;
    struct cast *c = sent->cast;
    if (s->log) {
        worm_log_left(s->log, sent->logged);
    }
    c->owed[w->source]--;
    return_by(&c->out->returned[w->source], when + 1);
}

static void on_stamp(void *opaque, const struct noc_net_stamp *stamp)
{
    const struct sim *s = opaque;
    worm_log_stamp(s->log, ((const struct sent *)stamp->worm->cookie)->logged, stamp);
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct sim *s = opaque;
    if (!s->out->deadlock) {
        s->out->deadlock = waits_json(s->e, wait, n);
        s->out->cycles = when;
    }
    noc_net_stop(s->net);
}

static void run_all(struct sim *s)
{
    enum { SLICE_CYCLES = 4096 };
    uint64_t limit = s->e->limit_cycles ? s->e->limit_cycles : NOC_NEVER;
    uint32_t all = 0;
    for (uint32_t i = 0; i < s->casts; i++) {
        all += s->cast[i].view.m;
    }
    progress_begin("simulating", all);
    while (!s->out->deadlock) {
        uint64_t next = noc_net_next(s->net);
        if (next == NOC_NEVER) {
            break;
        }
        if (next >= limit) {
            s->out->cut = true;
            break;
        }
        uint64_t until = next + SLICE_CYCLES;
        noc_net_run(s->net, until < limit ? until : limit);
        progress_at(s->delivered);
    }
    progress_end();
}

/* The firmware's call of this node, which has all its worms behind it. on_left is a cycle late. */
static uint64_t call_returns(const struct sim *s, const struct cast *c, uint32_t node)
{
    const struct firmware_costs *f = s->e->software;
    const uint32_t flits = s->e->length, worms = c->started[node];
    return worms ? firmware_costs_relay(f, flits, worms, c->done[node], c->out->returned[node] - 1)
                 : c->out->arrived[node] + firmware_costs_call(f, flits);
}

/* Who has worms left has not returned; what cannot be by the limit was not reached. *last: when
 * the last call returned. */
static void conclude_one(struct sim *s, const struct cast *c, uint64_t *last)
{
    uint64_t limit = s->e->limit_cycles;
    for (uint32_t i = 0; i < c->view.m; i++) {
        uint32_t node = c->view.dests[i];
        uint64_t *returned = &c->out->returned[node];
        if (s->e->software && *returned != NOC_NEVER) {
            *returned = call_returns(s, c, node);
        }
        if (limit && *returned != NOC_NEVER && *returned > limit) {
            s->out->cut = true;
            *returned = NOC_NEVER;
        }
        if (c->owed[node] || c->lacks[node]) {
            *returned = NOC_NEVER;
        }
        *last = *returned != NOC_NEVER && *returned > *last ? *returned : *last;
    }
}

static void conclude(struct sim *s)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < s->casts; i++) {
        conclude_one(s, &s->cast[i], &last);
    }
    if (!s->out->deadlock) {
        s->out->cycles = s->out->cut ? s->e->limit_cycles : last;
    }
}

/* Multicast i, begun: 0 is the experiment's own, the others are what it has besides. */
static void cast_begin(struct sim *s, uint32_t i)
{
    struct cast *c = &s->cast[i];
    const uint32_t nodes = s->e->topology.nodes;
    c->view = experiment_multicast(s->e, i);
    c->out = &s->out->cast[i];
    c->out->arrived = alloc_array(nodes, sizeof *c->out->arrived);
    c->out->returned = alloc_array(nodes, sizeof *c->out->returned);
    for (uint32_t node = 0; node < nodes; node++) {
        c->out->arrived[node] = c->out->returned[node] = NOC_NEVER;
    }
    c->owed = alloc_array(nodes, sizeof *c->owed);
    c->lacks = alloc_array(nodes, sizeof *c->lacks);
    c->addressed = alloc_array(s->e->segments, sizeof *c->addressed);
    c->started = alloc_zeroed(nodes * sizeof *c->started);
    c->done = alloc_zeroed(nodes * sizeof *c->done);
    c->member = alloc_array((size_t)s->e->trees * nodes, sizeof *c->member);
    for (uint32_t d = 0; d < c->view.m; d++) {
        c->lacks[c->view.dests[d]] = s->e->segments;
    }
    for (uint32_t k = 0; k < s->e->segments && !checked_algorithm_misstep()->kind; k++) {
        forward(s, c, k, c->view.plan[tree_of(c, k)].whole, 0);
    }
}

static void sim_free(struct sim *s)
{
    for (uint32_t i = 0; i < s->casts; i++) {
        free(s->cast[i].owed);
        free(s->cast[i].lacks);
        free(s->cast[i].addressed);
        free(s->cast[i].started);
        free(s->cast[i].done);
        free(s->cast[i].member);
    }
    while (s->sent) {
        struct sent *next = s->sent->next;
        free(s->sent);
        s->sent = next;
    }
    if (s->net) {
        noc_net_free(s->net);
    }
    if (s->flow) {
        noc_worm_model_free(s->flow);
    }
    free(s->cast);
    free(s->visit);
    free(s->busy);
}

static void begin_all(struct sim *s)
{
    struct simulated *out = s->out;
    const uint32_t nodes = s->e->topology.nodes;
    out->casts = s->casts;
    out->cast = alloc_array(s->casts, sizeof *out->cast);
    s->cast = alloc_array(s->casts, sizeof *s->cast);
    s->visit = alloc_array(nodes, sizeof *s->visit);
    s->busy = alloc_array(nodes, sizeof *s->busy);
    for (uint32_t i = 0; i < s->casts; i++) {
        cast_begin(s, i);
    }
}

enum status simulate(const struct experiment *e, struct simulated *out, struct error *error)
{
    struct sim s = {.e = e, .casts = 1 + e->also_count, .out = out};
    const struct noc_net_ops ops = {
        .opaque = &s, .deliver = on_deliver, .left = on_left, .deadlock = on_deadlock};
    memset(out, 0, sizeof *out);
    s.net = noc_net_new(&e->net, &ops);
    if (!s.net) {
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         e->topology.nodes);
    }
    if (e->detail.worms) {
        s.log = worm_log_new(e);
        noc_net_stamp(s.net, on_stamp, &s);
    }
    begin_all(&s);
    run_all(&s);
    conclude(&s);
    noc_net_total(s.net, &out->total);
    out->links = e->detail.links ? link_counts_simulated(e, s.net, NULL) : NULL;
    noc_net_stamp_begun(s.net);
    out->worms = s.log ? worm_log_json(s.log) : NULL;
    worm_log_free(s.log);
    sim_free(&s);
    return STATUS_DONE;
}

uint64_t predict_latency(const struct experiment *e, uint64_t until, uint64_t *steps)
{
    struct simulated out = {0};
    struct sim s = {.e = e, .casts = 1 + e->also_count, .out = &out};
    const struct noc_net_ops ops = {.opaque = &s, .deliver = on_deliver, .left = on_left};
    uint64_t latest = 0;
    s.flow = noc_worm_model_new(&e->net, &ops);
    if (!s.flow) {
        out_of_memory();
    }
    begin_all(&s);
    noc_worm_model_run(s.flow, until, *steps);
    for (uint32_t i = 0; i < e->m; i++) {
        uint32_t node = e->dests[i];
        bool done = !s.cast[0].owed[node] && !s.cast[0].lacks[node];
        uint64_t returned = done ? out.cast[0].returned[node] : NOC_NEVER;
        latest = returned > latest ? returned : latest;
    }
    if (e->software && latest != NOC_NEVER) {
        latest += firmware_costs_call(e->software, e->length);
    }
    *steps = noc_worm_model_steps(s.flow);
    sim_free(&s);
    simulated_free(&out);
    return latest;
}

void simulated_free(struct simulated *s)
{
    for (uint32_t i = 0; i < s->casts; i++) {
        free(s->cast[i].arrived);
        free(s->cast[i].returned);
    }
    free(s->cast);
    json_decref(s->deadlock);
    json_decref(s->links);
    json_decref(s->worms);
}
