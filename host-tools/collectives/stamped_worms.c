/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stamp has a worm's source, its last destination, the channel, and when the worm passed. Where a
 * worm of the plan goes is known, so it is followed from router to router: of the stamps at the next
 * channel with its source and destination it is the first one that comes later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "packet.h"
#include "stamp.h"
#include "collective.h"
#include "sim/plan.h"
#include "stamped_worms.h"
#include "sim/worm.h"
#include "sim/worm_log.h"

/* A worm that is built again from its stamps. */
struct rebuilt {
    struct noc_worm worm;
    struct rebuilt *next; /* of all */
    uint32_t header[];
};

struct rebuilding {
    struct stamps *s;
    const struct experiment *e;
    struct worm_log *log;
    struct rebuilt *all;
    uint64_t begin, end;
    size_t *first;              /* by node: its stamps begin there; one more */
    uint64_t *sender;           /* by node: when it got its last message, or began its last worm */
    uint32_t *parent;           /* of a multicast, by tree and node: who sends to it */
    const struct collective *c; /* of a collective operation */
    struct collective_steps_of *steps;
    uint32_t *rank; /* by node */
    json_t *sent;   /* {"FROM>TO": how many messages} */
};

void stamps_add(struct stamps *s, const struct stamp *stamp)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 1024;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        if (!s->at) {
            out_of_memory();
        }
    }
    s->at[s->n++] = *stamp;
}

void stamps_free(struct stamps *s)
{
    free(s->at);
    *s = (struct stamps){.at = NULL};
}

static int by_node(const void *a, const void *b)
{
    const struct stamp *x = a, *y = b;
    return x->node != y->node ? (x->node > y->node) - (x->node < y->node)
         : x->head != y->head ? (x->head > y->head) - (x->head < y->head)
                              : (x->port > y->port) - (x->port < y->port);
}

static void sort(struct rebuilding *r)
{
    const uint32_t nodes = r->e->topology.nodes;
    size_t i = 0;
    if (r->s->n) {
        qsort(r->s->at, r->s->n, sizeof *r->s->at, by_node);
    }
    r->first = alloc_array((size_t)nodes + 1, sizeof *r->first);
    for (uint32_t node = 0; node <= nodes; node++) {
        while (i < r->s->n && r->s->at[i].node < node) {
            i++;
        }
        r->first[node] = i;
    }
}

/* The first stamp at a channel of a worm between these nodes, not before `since`. NULL: there is none. */
static struct stamp *find(const struct rebuilding *r, uint32_t node, uint8_t port, uint32_t source,
                          uint32_t to, uint64_t since)
{
    for (size_t i = r->first[node]; i < r->first[node + 1]; i++) {
        struct stamp *s = &r->s->at[i];
        if (!s->used && s->head >= since && s->port == port && s->source == source && s->to == to) {
            return s;
        }
    }
    return NULL;
}

/* --- one worm ------------------------------------------------------------------------------ */

static void log_stamp(const struct rebuilding *r, uint32_t id, struct stamp *stamp)
{
    const struct noc_net_stamp told = {.head = stamp->head - r->begin,
                                       .tail = stamp->tail - r->begin,
                                       .node = stamp->node,
                                       .port = stamp->port == NOC_STAMP_TO_NI ? NOC_PORT_LOCAL
                                                                              : stamp->port,
                                       .vc = stamp->vc};
    worm_log_stamp(r->log, id, &told);
    stamp->used = true;
}

/* The stamps of a worm at the channels of its way, from the first one on. Returns how many. */
static int32_t follow(const struct rebuilding *r, struct stamp **way,
                      const struct noc_channel *path, int32_t hops, struct stamp *stamp)
{
    int32_t n = 0;
    while (stamp && n < hops) {
        way[n++] = stamp;
        stamp = n < hops
                  ? find(r, path[n].node, path[n].port, stamp->source, stamp->to, stamp->head + 1)
                  : NULL;
    }
    return n;
}

/* Of a worm that is in the log. */
static void log_way(struct rebuilding *r, struct noc_worm *w, struct stamp **way, int32_t n)
{
    const struct noc_net_config *net = &r->e->net;
    uint32_t id = (uint32_t)(uintptr_t)w->cookie;
    w->head_left = way[0]->head - r->begin - net->inject_cycles - net->header_cycles;
    w->tail_left = way[0]->tail - r->begin - net->inject_cycles;
    w->hops = (uint32_t)n;
    worm_log_left(r->log, id);
    for (int32_t i = 0; i < n; i++) {
        log_stamp(r, id, way[i]);
    }
}

static struct stamp *arrival_of(const struct rebuilding *r, const struct stamp *first,
                                uint32_t node)
{
    return find(r, node, NOC_STAMP_TO_NI, first->source, first->to, first->head + 1);
}

/* It has come to a destination; when software had it nobody tells. */
static void arrive(struct rebuilding *r, uint32_t id, uint32_t node, struct stamp *stamp,
                   bool message)
{
    if (stamp) {
        uint64_t whole = stamp->tail - r->begin + r->e->net.eject_cycles;
        log_stamp(r, id, stamp);
        worm_log_arrived(r->log, id, node, whole, NOC_NEVER);
        r->sender[node] = message ? whole : r->sender[node];
    }
}

static struct rebuilt *rebuilt_new(struct rebuilding *r, uint32_t headers)
{
    struct rebuilt *one = alloc_zeroed(sizeof *one + headers * sizeof *one->header);
    one->next = r->all;
    r->all = one;
    return one;
}

/* Into the log, with its number as its cookie. */
static uint32_t send(struct rebuilding *r, struct rebuilt *one, struct worm_made *made)
{
    made->worm = &one->worm;
    uint32_t id = worm_log_sent(r->log, made);
    one->worm.cookie = (void *)(uintptr_t)id;
    return id;
}

/* --- of the plan ------------------------------------------------------------------------------- */

/* The worm that begins with message i, for one segment. False: it has left no stamp. */
static bool rebuild_planned(struct rebuilding *r, const struct plan *p, uint32_t i,
                            uint32_t segment)
{
    const struct experiment *e = r->e;
    uint32_t size = noc_worm_size(p->message + i, p->m - i), from = p->message[i].from;
    uint32_t last = p->message[i + size - 1].to;
    int32_t hops = planned_path(p, e, i, NULL, 0);
    struct noc_channel *path = alloc_array(hops > 0 ? (size_t)hops : 1, sizeof *path);
    planned_path(p, e, i, path, hops > 0 ? (uint32_t)hops : 0);
    struct stamp *stamp = hops > 0 ? find(r, from, path[0].port, from, last, r->begin) : NULL;
    if (stamp) {
        struct rebuilt *one = rebuilt_new(r, NOC_TURNS_MAX + 1 + size);
        struct stamp **way = alloc_array((size_t)hops, sizeof *way);
        uint16_t *to = alloc_array(size, sizeof *to);
        for (uint32_t k = 0; k < size; k++) {
            to[k] = p->message[i + k].to;
        }
        list_make(&one->worm, e, from, to, size, one->header);
        uint64_t left = stamp->head - r->begin - e->net.inject_cycles - e->net.header_cycles;
        uint64_t since = r->sender[from] > left ? left : r->sender[from];
        struct worm_made made = {.segment = segment, .startup = since, .started = left};
        uint32_t id = send(r, one, &made);
        log_way(r, &one->worm, way, follow(r, way, path, hops, stamp));
        r->sender[from] = left;
        for (uint32_t k = 0; k < size; k++) {
            arrive(r, id, to[k], arrival_of(r, stamp, to[k]), true);
            r->parent[segment % e->trees * e->topology.nodes + to[k]] = from;
        }
        free(way);
        free(to);
    }
    free(path);
    return stamp;
}

static void rebuild_plan(struct rebuilding *r)
{
    const struct experiment *e = r->e;
    uint32_t segments = e->segments ? e->segments : 1;
    for (uint32_t segment = 0; segment < segments; segment++) {
        const struct plan *p = &e->plan[segment % e->trees];
        for (uint32_t step = 0, more = 1; more; step++) { /* whoever sends on has it before */
            more = 0;
            for (uint32_t i = 0; i < p->m; i += noc_worm_size(p->message + i, p->m - i)) {
                more += p->message[i].step > step;
                if (p->message[i].step == step) {
                    rebuild_planned(r, p, i, segment);
                }
            }
        }
    }
}

/* --- what it is ------------------------------------------------------------------------------ */

/* Of a multicast: does it answer a worm of the plan? Else the layer has sent it. */
static void name_rest(const struct rebuilding *r, const struct stamp *first, struct worm_made *made)
{
    bool answers = false;
    for (uint32_t tree = 0; tree < r->e->trees; tree++) {
        answers |= r->parent[tree * r->e->topology.nodes + first->source] == first->to;
    }
    made->kind = answers ? "ack" : "signal";
}

/* How many messages had gone from one to the other before. */
static uint32_t sent_before(const struct rebuilding *r, const struct stamp *first, bool one_more)
{
    char name[32];
    snprintf(name, sizeof name, "%u>%u", first->source, first->to);
    json_int_t before = json_integer_value(json_object_get(r->sent, name));
    if (one_more) {
        json_object_set_new(r->sent, name, json_integer(before + 1));
    }
    return (uint32_t)before;
}

enum {
    SHORT_WORDS = 64, /* a longer message is offered; */
    GRANT_WORDS = 2,
    OFFER_WORDS = 5, /* its ends, a word each at most, go with the offer */
    ENDS_WORDS = 2
};

/* Can it be this message? A worm that shares a link takes longer than it has flits. */
static bool is_message(const struct collective *c, const struct collective_message *m,
                       uint32_t words)
{
    return c->way == BY_SIGNALS ? true
         : c->way == BY_PLAN    ? words > 0
         : m->words == 0        ? words == 0
                                : words + (m->words > SHORT_WORDS ? ENDS_WORDS : 0) >= m->words;
}

/* Of a collective operation with `words` of body: the next message of the schedule from its source to
 * its destination, if it is as long; or what prepares or answers one. */
static void name_step(const struct rebuilding *r, const struct stamp *first, uint32_t words,
                      struct worm_made *made)
{
    const struct collective *c = r->c;
    const uint32_t from = r->rank[first->source], to = r->rank[first->to];
    const bool planned = c->way == BY_PLAN;
    const struct collective_message *m =
        collective_message_of(r->steps, from, to, planned ? 0 : sent_before(r, first, false));
    const bool is_next = m && is_message(c, m, words);
    made->kind = is_next && m->words == 0 ? "signal"
               : is_next                  ? m->words > SHORT_WORDS || planned ? "body" : "message"
               : words == GRANT_WORDS     ? "grant"
               : words == OFFER_WORDS     ? "offer"
               : words || planned || !r->c->schedule ? "signal"
                                                     : "ack";
    if (is_next) {
        uint32_t number = sent_before(r, first, true);
        made->step = m->round;
        made->tree = planned ? m->tree : 0;
        made->segment = planned ? number * c->plan.trees + m->tree : 0;
    }
}

/* --- besides the plan -------------------------------------------------------------------------- */

/* As long as it is where nothing holds it up. */
static uint32_t words_of(struct stamp **way, int32_t n, const struct stamp *arrival,
                         uint32_t overhead)
{
    uint64_t flits = arrival ? arrival->tail - arrival->head + 1 : UINT64_MAX;
    for (int32_t i = 0; i < n; i++) {
        uint64_t its = way[i]->tail - way[i]->head + 1;
        flits = its < flits ? its : flits;
    }
    return flits > overhead ? (uint32_t)flits - overhead : 0;
}

static void rebuild_one(struct rebuilding *r, struct stamp *first)
{
    const struct experiment *e = r->e;
    uint32_t visits;
    struct noc_visit visit;
    struct rebuilt *one = rebuilt_new(r, NOC_TURNS_MAX + 1);
    struct noc_worm *w = &one->worm;
    worm_make(w, e, first->source, first->to, one->header);
    const uint32_t *header = w->headers ? w->headers : w->header;
    uint32_t headers = w->headers ? w->header_flits : 1;
    int32_t hops = noc_route_path_many(&e->topology, e->routing, w->source, header, headers, NULL,
                                       0, &visit, 1, &visits);
    struct noc_channel *path = alloc_array((size_t)hops + 1, sizeof *path);
    struct stamp **way = alloc_array((size_t)hops + 1, sizeof *way);
    noc_route_path_many(&e->topology, e->routing, w->source, header, headers, path, (uint32_t)hops,
                        &visit, 1, &visits);
    int32_t n = follow(r, way, path, hops, first);
    struct stamp *arrival = arrival_of(r, first, first->to);
    uint32_t words = words_of(way, n, arrival, w->flits - e->length);
    struct worm_made made = {.startup = NOC_NEVER, .started = NOC_NEVER};
    if (r->c) {
        name_step(r, first, words, &made);
    } else {
        name_rest(r, first, &made);
    }
    w->flits = w->flits - e->length + words;
    uint32_t id = send(r, one, &made);
    log_way(r, w, way, n);
    arrive(r, id, first->to, arrival, false);
    free(way);
    free(path);
}

static int by_head(const void *a, const void *b)
{
    const struct stamp *x = *(struct stamp *const *)a, *y = *(struct stamp *const *)b;
    return x->head != y->head ? (x->head > y->head) - (x->head < y->head) : by_node(x, y);
}

/* What is left begins at its source's router. */
static void rebuild_rest(struct rebuilding *r)
{
    struct stamp **first = alloc_array(r->s->n + 1, sizeof *first);
    size_t n = 0;
    for (size_t i = 0; i < r->s->n; i++) {
        struct stamp *s = &r->s->at[i];
        if (!s->used && s->node == s->source && s->port != NOC_STAMP_TO_NI &&
            s->to < r->e->topology.nodes && s->head >= r->begin && s->head <= r->end) {
            first[n++] = s;
        }
    }
    qsort(first, n, sizeof *first, by_head);
    for (size_t i = 0; i < n; i++) {
        if (!first[i]->used) {
            rebuild_one(r, first[i]);
        }
    }
    free(first);
}

/* --- all ------------------------------------------------------------------------------------- */

static struct rebuilding begin_all(struct stamps *s, const struct experiment *e, uint64_t begin,
                                   uint64_t end)
{
    const uint32_t nodes = e->topology.nodes;
    struct rebuilding r = {.s = s, .e = e, .begin = begin, .end = end};
    r.log = worm_log_new(e);
    r.sender = alloc_array(nodes, sizeof *r.sender);
    r.parent = alloc_array((size_t)nodes * (e->trees ? e->trees : 1), sizeof *r.parent);
    for (size_t i = 0; i < (size_t)nodes * e->trees; i++) {
        r.parent[i] = UINT32_MAX;
    }
    sort(&r);
    return r;
}

static json_t *end_all(struct rebuilding *r)
{
    json_t *worms = worm_log_json(r->log);
    worm_log_free(r->log);
    while (r->all) {
        struct rebuilt *next = r->all->next;
        free(r->all);
        r->all = next;
    }
    free(r->first);
    free(r->sender);
    free(r->parent);
    return worms;
}

json_t *stamps_worms(struct stamps *s, const struct experiment *e, uint64_t begin, uint64_t end)
{
    struct rebuilding r = begin_all(s, e, begin, end);
    rebuild_plan(&r);
    rebuild_rest(&r);
    return end_all(&r);
}

json_t *stamps_collective(struct stamps *s, const struct collective *c, uint64_t begin,
                          uint64_t end)
{
    struct rebuilding r = begin_all(s, &c->e, begin, end);
    r.c = c;
    r.steps = collective_steps_new(c);
    r.sent = json_object();
    r.rank = alloc_array(c->e.topology.nodes, sizeof *r.rank);
    memset(r.rank, 0xff, c->e.topology.nodes * sizeof *r.rank);
    for (uint32_t rank = 0; rank < c->call.count; rank++) {
        r.rank[c->node[rank]] = rank;
    }
    rebuild_rest(&r);
    collective_steps_free(r.steps);
    json_decref(r.sent);
    free(r.rank);
    return end_all(&r);
}
