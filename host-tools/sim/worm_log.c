/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *   NI        link 0       link 1            destination
 *   |--inject--|            |                    |
 *      head_left ... head ...... head ... (waits) ... head ... tail    a stamp for each, when the
 *                                                                      tail has passed
 */
#include "worm_log.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "experiment/experiment_result.h"
#include "plan.h"
#include "worm.h"

#define NOBODY UINT32_MAX

/* A channel, or with port NOC_PORT_LOCAL the way into the NI. */
struct hop {
    uint64_t head, tail; /* cycles; NOC_NEVER: not yet */
    /* The cycle in which the worm before has left the buffer in which the header comes; 0: unknown. */
    uint64_t front;
    uint64_t waited;
    uint32_t behind; /* which worm it waited for; NOBODY */
    uint16_t node;
    uint8_t port, vc;
};

struct arrival {
    uint32_t node;
    uint64_t whole, software;
};

struct logged {
    struct worm_made made;
    struct hop *hop;
    struct arrival *arrival;
    uint32_t hops, hops_room, arrivals, arrivals_room;
    uint32_t next; /* of the same node; NOBODY */
    bool left;
};

struct worm_log {
    const struct experiment *e;
    struct logged *worm;
    uint32_t worms, room;
    uint32_t *first; /* malloc'd, by node: the last of its worms; NOBODY */
};

/* Room for one more of `size` bytes. */
static void *with_room(void *array, uint32_t n, uint32_t *room, size_t size)
{
    if (n == *room) {
        *room = *room ? 2 * *room : 8;
        array = realloc(array, *room * size);
        if (!array) {
            out_of_memory();
        }
    }
    return array;
}

struct worm_log *worm_log_new(const struct experiment *e)
{
    struct worm_log *log = alloc_zeroed(sizeof *log);
    log->e = e;
    log->first = alloc_array(e->topology.nodes, sizeof *log->first);
    memset(log->first, 0xff, e->topology.nodes * sizeof *log->first);
    return log;
}

void worm_log_free(struct worm_log *log)
{
    for (uint32_t i = 0; log && i < log->worms; i++) {
        free(log->worm[i].hop);
        free(log->worm[i].arrival);
    }
    if (log) {
        free(log->worm);
        free(log->first);
    }
    free(log);
}

uint32_t worm_log_sent(struct worm_log *log, const struct worm_made *made)
{
    log->worm = with_room(log->worm, log->worms, &log->room, sizeof *log->worm);
    uint32_t *first = &log->first[made->worm->source];
    log->worm[log->worms] = (struct logged){.made = *made, .next = *first};
    *first = log->worms;
    made->worm->head_left = NOC_NEVER;
    return log->worms++;
}

void worm_log_stamp(struct worm_log *log, uint32_t worm, const struct noc_net_stamp *stamp)
{
    struct logged *w = &log->worm[worm];
    w->hop = with_room(w->hop, w->hops, &w->hops_room, sizeof *w->hop);
    w->hop[w->hops++] = (struct hop){.head = stamp->head,
                                     .tail = stamp->tail,
                                     .behind = NOBODY,
                                     .node = (uint16_t)stamp->node,
                                     .port = stamp->port,
                                     .vc = stamp->vc};
}

void worm_log_left(struct worm_log *log, uint32_t worm)
{
    log->worm[worm].left = true;
}

void worm_log_arrived(struct worm_log *log, uint32_t worm, uint32_t node, uint64_t whole,
                      uint64_t software)
{
    struct logged *w = &log->worm[worm];
    w->arrival = with_room(w->arrival, w->arrivals, &w->arrivals_room, sizeof *w->arrival);
    w->arrival[w->arrivals++] = (struct arrival){node, whole, software};
}

/* --- what the stamps do not tell ----------------------------------------------------------- */

/* By head; at the same time what goes into a NI is behind the link there. */
static int by_head(const void *a, const void *b)
{
    const struct hop *x = a, *y = b;
    return x->head != y->head ? (x->head > y->head) - (x->head < y->head) : x->port - y->port;
}

/* Channels that the header of a worm has passed and its tail has not, where nobody has told of them,
 * and the one that it wants next. */
static void add_held(const struct worm_log *log, struct logged *w)
{
    const struct experiment *e = log->e;
    const struct noc_worm *worm = w->made.worm;
    const uint32_t *header = worm->headers ? worm->headers : worm->header;
    uint32_t headers = worm->headers ? worm->header_flits : 1, visits, stamped = 0;
    const uint32_t most = worm->hops + (worm->head_left != NOC_NEVER);
    struct noc_channel *path = alloc_array(most, sizeof *path);
    struct noc_visit *visit = alloc_array(headers, sizeof *visit);
    int32_t hops = noc_route_path_many(&e->topology, e->routing, worm->source, header, headers,
                                       path, most, visit, headers, &visits);
    for (uint32_t i = 0; i < w->hops; i++) {
        stamped += w->hop[i].port != NOC_PORT_LOCAL;
    }
    for (uint32_t i = stamped; i < most && (int32_t)i < hops; i++) {
        const struct noc_net_stamp held = {.head = NOC_NEVER,
                                           .tail = NOC_NEVER,
                                           .node = path[i].node,
                                           .port = path[i].port,
                                           .vc = path[i].vc};
        worm_log_stamp((struct worm_log *)log, (uint32_t)(w - log->worm), &held);
    }
    free(visit);
    free(path);
}

/* One hop of one worm, to be sorted by channel and time. */
struct use {
    struct hop *hop;
    uint32_t channel, worm;
    uint64_t ready; /* the cycle in which its header could have gone on */
    uint64_t takes; /* cycles of them at the front of the buffer */
};

static int by_channel(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    return x->channel != y->channel ? (x->channel > y->channel) - (x->channel < y->channel)
         : x->hop->head != y->hop->head
             ? (x->hop->head > y->hop->head) - (x->hop->head < y->hop->head)
             : (x->worm > y->worm) - (x->worm < y->worm);
}

/* Header flits that a destination on the way keeps: its address, and a list. */
static uint32_t kept_at(const struct noc_worm *w, uint32_t visit)
{
    for (uint32_t i = 0; w->headers && i < w->header_flits; i++) {
        if (noc_header_kind(w->headers[i]) != NOC_HEADER_ADDRESS || visit-- > 0) {
            continue;
        }
        bool list =
            i + 1 < w->header_flits && noc_header_kind(w->headers[i + 1]) == NOC_HEADER_COUNT;
        return list ? 2 + noc_header_field(w->headers[i + 1]) : 1;
    }
    return 0;
}

/* The worm before this one in its injection buffer: with one port that of its node, else the one by
 * the same link. */
static const struct hop *ahead_of(const struct worm_log *log, uint32_t id, const struct hop *first)
{
    const struct noc_worm *w = log->worm[id].made.worm;
    const struct hop *ahead = NULL;
    for (uint32_t i = log->first[w->source]; i != NOBODY; i = log->worm[i].next) {
        const struct logged *other = &log->worm[i];
        const struct hop *h = other->hop;
        if (other->hops > 0 && (log->e->ports == 1 || h->port == first->port) &&
            h->head < first->head && (!ahead || h->head > ahead->head)) {
            ahead = h;
        }
    }
    return ahead;
}

/* Mark, or no longer, where it was consumed. */
static void mark_visits(const struct logged *w, bool *visited, bool mark)
{
    for (uint32_t i = 0; i < w->hops; i++) {
        if (w->hop[i].port == NOC_PORT_LOCAL) {
            visited[w->hop[i].node] = mark;
        }
    }
}

/* The hops of one worm, with the cycles in which its header could have gone on. visited: scratch,
 * all false. */
static uint32_t list_uses(const struct worm_log *log, uint32_t id, struct use *use, bool *visited)
{
    const struct noc_net_config *net = &log->e->net;
    struct logged *w = &log->worm[id];
    uint64_t ready = w->made.worm->head_left + net->inject_cycles;
    uint32_t n = 0, visits = 0;
    mark_visits(w, visited, true);
    for (uint32_t i = 0; i < w->hops && w->hop[i].head != NOC_NEVER; i++) {
        struct hop *h = &w->hop[i];
        if (h->port == NOC_PORT_LOCAL) {
            continue;
        }
        const uint64_t kept = visited[h->node] ? kept_at(w->made.worm, visits++) : 0;
        ready += kept;
        const struct hop *ahead = i == 0 ? ahead_of(log, id, h) : NULL;
        if (ahead && ahead->tail + 1 > ready) {
            ready = ahead->tail + 1;
        }
        use[n++] = (struct use){
            h, noc_channel_index(&log->e->topology, log->e->routing, h->node, h->port, h->vc), id,
            ready + net->header_cycles, kept + net->header_cycles};
        ready = h->head + net->flight_cycles;
    }
    mark_visits(w, visited, false);
    return n;
}

/* When all of a worm has left the buffer into which it went by this hop; 0: it has not. */
static uint64_t left_after(const struct logged *w, const struct hop *into)
{
    const struct hop *h = into + 1, *end = w->hop + w->hops;
    uint64_t left = 0;
    for (uint16_t node = h < end ? h->node : 0; h < end && h->node == node; h++) {
        if (h->tail == NOC_NEVER) {
            return 0;
        }
        left = h->tail + 1 > left ? h->tail + 1 : left;
    }
    return left;
}

/* With one lane a channel leads to one buffer. There a header stands behind the worm that came before
 * it, wherever that one goes, and does not ask for a channel yet. */
static void find_fronts(const struct worm_log *log, const struct use *use, size_t n)
{
    for (size_t i = 1; i < n && log->e->net.lanes == 1; i++) {
        const struct use *before = &use[i - 1];
        const struct logged *w = &log->worm[use[i].worm];
        struct hop *h = use[i].hop + 1, *end = w->hop + w->hops;
        const uint64_t left = before->channel == use[i].channel
                                ? left_after(&log->worm[before->worm], before->hop)
                                : 0;
        for (uint16_t node = h < end ? h->node : 0; h < end && h->node == node; h++) {
            h->front = left;
        }
    }
}

/* Whose tail left a channel last before a header that could have gone on did. */
static void find_waits(struct worm_log *log)
{
    size_t all = 0, n = 0;
    for (uint32_t i = 0; i < log->worms; i++) {
        all += log->worm[i].hops;
    }
    struct use *use = alloc_array(all + 1, sizeof *use);
    bool *visited = alloc_array(log->e->topology.nodes, sizeof *visited);
    for (uint32_t i = 0; i < log->worms; i++) {
        n += list_uses(log, i, use + n, visited);
    }
    qsort(use, n, sizeof *use, by_channel);
    find_fronts(log, use, n);
    for (size_t i = 1; i < n; i++) {
        const struct use *before = &use[i - 1];
        struct hop *h = use[i].hop;
        const uint64_t front = h->front + use[i].takes;
        const uint64_t ready = use[i].ready > front ? use[i].ready : front;
        if (before->channel == use[i].channel && before->hop->tail >= ready && h->head > ready) {
            h->waited = before->hop->tail + 1 - ready;
            h->behind = before->worm;
        }
    }
    free(visited);
    free(use);
}

/* --- as JSON ------------------------------------------------------------------------------- */

static json_t *cycle_json(uint64_t cycle)
{
    return cycle == NOC_NEVER ? json_null() : json_integer((json_int_t)cycle);
}

static json_t *hops_json(const struct experiment *e, const struct logged *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < w->hops; i++) {
        const struct hop *h = &w->hop[i];
        struct noc_link link;
        if (h->port == NOC_PORT_LOCAL ||
            !noc_topology_link(&e->topology, h->node, h->port, &link)) {
            continue;
        }
        const struct noc_channel channel = {h->node, link.node, h->port, h->vc, link.dim, link.dir};
        json_t *one = result_channel(e, &channel);
        json_object_set_new(one, "head", cycle_json(h->head));
        json_object_set_new(one, "tail", cycle_json(h->tail));
        if (h->waited) {
            json_object_set_new(one, "waited", json_integer((json_int_t)h->waited));
            json_object_set_new(one, "behind", json_integer(h->behind));
        }
        json_array_append_new(list, one);
    }
    return list;
}

/* When its first flit went into the NI of node. */
static uint64_t head_at(const struct logged *w, uint32_t node)
{
    for (uint32_t i = 0; i < w->hops; i++) {
        if (w->hop[i].port == NOC_PORT_LOCAL && w->hop[i].node == node) {
            return w->hop[i].head;
        }
    }
    return NOC_NEVER;
}

static json_t *arrivals_json(const struct logged *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < w->arrivals; i++) {
        const struct arrival *a = &w->arrival[i];
        json_array_append_new(list,
                              json_pack("{s:i,s:o,s:o,s:o}", "node", (int)a->node, "head",
                                        cycle_json(head_at(w, a->node)), "whole",
                                        cycle_json(a->whole), "software", cycle_json(a->software)));
    }
    return list;
}

/* Whom a worm is for, in the order of visits. */
static json_t *visits_json(const struct experiment *e, const struct noc_worm *w)
{
    const uint32_t *header = w->headers ? w->headers : w->header;
    uint32_t headers = w->headers ? w->header_flits : 1, visits = 0;
    /* On a coded path a header flit stands for many. */
    const uint32_t room = e->routing->copies ? e->topology.nodes : headers;
    struct noc_visit *visit = alloc_array(room, sizeof *visit);
    json_t *to = json_array();
    noc_route_path_many(&e->topology, e->routing, w->source, header, headers, NULL, 0, visit, room,
                        &visits);
    for (uint32_t i = 0; i < visits && i < room; i++) {
        json_array_append_new(to, json_integer(visit[i].node));
    }
    free(visit);
    return to;
}

/* The step in which the plan has this node reached; 0: nobody knows. */
static uint32_t step_of(const struct experiment *e, uint32_t cast, uint32_t tree, uint32_t node)
{
    struct experiment view = experiment_multicast(e, cast);
    for (uint32_t i = 0; view.plan[tree].message && i < view.m; i++) {
        if (view.plan[tree].message[i].to == node) {
            return view.plan[tree].message[i].step;
        }
    }
    return 0;
}

static json_t *worm_json(const struct experiment *e, const struct logged *w)
{
    const struct worm_made *made = &w->made;
    json_t *to = visits_json(e, made->worm);
    uint32_t tree = made->kind ? made->tree : made->segment % e->trees;
    uint32_t first = (uint32_t)json_integer_value(json_array_get(to, 0));
    uint32_t step = made->kind ? made->step : step_of(e, made->cast, tree, first);
    json_t *one = json_pack("{s:i,s:o,s:i,s:i,s:i,s:i,s:i}", "from", (int)made->worm->source, "to",
                            to, "multicast", (int)made->cast, "segment", (int)made->segment, "tree",
                            (int)tree, "step", (int)step, "flits", (int)made->worm->flits);
    if (made->kind) {
        json_object_set_new(one, "kind", json_string(made->kind));
    }
    json_object_set_new(one, "startup",
                        json_pack("[o,o]", cycle_json(made->startup), cycle_json(made->started)));
    json_object_set_new(one, "inject",
                        json_pack("[o,o]", cycle_json(made->worm->head_left),
                                  cycle_json(w->left ? made->worm->tail_left : NOC_NEVER)));
    json_object_set_new(one, "hops", hops_json(e, w));
    json_object_set_new(one, "arrivals", arrivals_json(w));
    return one;
}

json_t *worm_log_json(struct worm_log *log)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < log->worms; i++) {
        struct logged *w = &log->worm[i];
        if (w->hops > 0) {
            qsort(w->hop, w->hops, sizeof *w->hop, by_head);
        }
        add_held(log, w);
    }
    find_waits(log);
    for (uint32_t i = 0; i < log->worms; i++) {
        json_array_append_new(list, worm_json(log->e, &log->worm[i]));
    }
    return list;
}

/* --- of a plan ----------------------------------------------------------------------------- */

static json_t *planned_hops(const struct plan *p, const struct experiment *e, uint32_t i)
{
    json_t *list = json_array();
    int32_t n = planned_path(p, e, i, NULL, 0);
    struct noc_channel *path = alloc_array(n > 0 ? (size_t)n : 1, sizeof *path);
    planned_path(p, e, i, path, n > 0 ? (uint32_t)n : 0);
    for (int32_t k = 0; k < n; k++) {
        json_array_append_new(list, result_channel(e, &path[k]));
    }
    free(path);
    return list;
}

json_t *worm_log_planned(const struct experiment *e)
{
    json_t *list = json_array();
    for (uint32_t tree = 0; tree < e->trees; tree++) {
        const struct plan *p = &e->plan[tree];
        for (uint32_t i = 0, size; i < e->m; i += size) {
            size = noc_worm_size(p->message + i, e->m - i);
            json_t *one = result_worm(p->message + i, size);
            json_object_set_new(one, "multicast", json_integer(0));
            json_object_set_new(one, "segment", json_integer(tree));
            json_object_set_new(one, "tree", json_integer(tree));
            json_object_set_new(one, "hops", planned_hops(p, e, i));
            json_array_append_new(list, one);
        }
    }
    return list;
}

/* Links on the way of a worm that the network does not know. */
static uint32_t planned_hops_of(const struct experiment *e, const struct noc_worm *w)
{
    const uint32_t *header = w->headers ? w->headers : w->header;
    uint32_t headers = w->headers ? w->header_flits : 1, visits;
    struct noc_visit *visit = alloc_array(headers, sizeof *visit);
    int32_t hops = noc_route_path_many(&e->topology, e->routing, w->source, header, headers, NULL,
                                       0, visit, headers, &visits);
    free(visit);
    return hops > 0 ? (uint32_t)hops : 0;
}

json_t *worm_log_message(const struct experiment *e, uint32_t from, uint32_t to,
                         const struct worm_made *made)
{
    uint32_t header[NOC_TURNS_MAX + 1];
    struct noc_worm worm = {0};
    struct worm_log *log = worm_log_new(e);
    struct worm_made own = *made;
    own.worm = &worm;
    own.startup = own.started = NOC_NEVER;
    worm_make(&worm, e, from, to, header);
    worm.hops = planned_hops_of(e, &worm);
    worm_log_sent(log, &own);
    add_held(log, &log->worm[0]);
    json_t *one = worm_json(e, &log->worm[0]), *hop;
    size_t i;
    json_array_foreach (json_object_get(one, "hops"), i, hop) {
        json_object_del(hop, "head");
        json_object_del(hop, "tail");
    }
    json_object_del(one, "startup");
    json_object_del(one, "inject");
    json_object_del(one, "arrivals");
    worm_log_free(log);
    return one;
}
