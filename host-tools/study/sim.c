/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct sim: the flit-level network (libnoc/model) with modelled software
 * costs. The network is the very code that the emulated board runs; only the
 * harts are replaced, by two numbers:
 *
 *   source's call at cycle 0
 *   start-ups of a node one after the other, tau_s each; then ni_cycles of the
 *     NI (8 with the board's pipeline, else 0), then the worm may enter
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
 * Several multicasts may run at once (also). Each has a call, all in cycle 0; a
 * node's start-ups come one after the other, whichever call they are of.
 */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/result.h"
#include "cli/command.h"
#include "model/worm_model.h"
#include "show/draw_nodes.h"
#include "base/alloc.h"
#include "params.h"
#include "multicast/part_list.h"
#include "base/progress.h"
#include "regs.h"
#include "checked_algorithm.h"
#include "link_sharing.h"
#include "show/table.h"

/* One multicast under way. Of each node, by its number: */
struct cast {
    struct experiment view; /* the experiment as if it had this multicast only */
    struct noc_plan_env env;
    uint16_t *chain;
    struct noc_part *part; /* what it is responsible for, once a worm is made for it */
    uint32_t *owed;        /* worms of its own that have not left */
    uint32_t *place;       /* how many receivers its worm came to before */
    struct outcome *out;
    uint32_t addressed; /* destinations that a worm is made for */
};

/* A worm. */
struct sent {
    struct noc_worm worm;
    struct cast *cast;
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
    uint64_t *busy;  /* by node: when its last start-up ends */
    uint32_t delivered;
    struct simulated *out;
};

bool worm_make(struct noc_worm *w, const struct experiment *e, uint32_t from, uint32_t to,
               uint32_t header[NOC_TURNS_MAX + 1])
{
    uint32_t n = 1;
    header[0] = noc_header(NOC_HEADER_LAST, to, 0);
    if (from != to) {
        n = noc_route_headers(&e->topology, e->routing, from, to, header);
    }
    *w = (struct noc_worm){.header = {header[0]},
                           .headers = n > 1 ? header : NULL,
                           .header_flits = n,
                           .flits = n + e->ni_words + e->length,
                           .preamble = 1 + e->ni_words,
                           .source = from};
    return n > 0;
}

bool list_make(struct noc_worm *w, const struct experiment *e, uint32_t from, const uint16_t *to,
               uint32_t n, uint32_t *header)
{
    bool made = worm_make(w, e, from, to[n - 1], header);
    if (n > 1) {
        w->flits -= w->header_flits;
        w->header_flits = noc_route_headers_many(&e->topology, e->routing, from, to, n, header);
        w->headers = header;
        w->flits += w->header_flits;
        made = w->header_flits > 0;
    }
    return made;
}

/* Flits that a worm's header has room for: addresses or turns, and lists. */
static uint32_t header_room(const struct sim *s, const struct cast *c, uint32_t n)
{
    uint32_t room = (n > NOC_TURNS_MAX ? n : NOC_TURNS_MAX) + 1;
    for (uint32_t i = 0; i < n && s->e->relay == NOC_RELAY_HEADER; i++) {
        room += 1 + noc_part_list_flits(&c->part[s->visit[i]]);
    }
    return room;
}

/* The header becomes a compound one: behind each address the receiver's list, if it answers for
 * others. */
static void add_lists(struct noc_worm *w, const struct sim *s, const struct cast *c, uint32_t n,
                      uint32_t *header)
{
    const struct noc_part *first = &c->part[s->visit[0]];
    if (n == 1 && first->left == first->right) {
        return;
    }
    w->flits -= w->header_flits;
    w->header_flits = 0;
    for (uint32_t i = 0; i < n; i++) {
        w->header_flits =
            noc_headers_add(header, w->header_flits, c->chain, &c->part[s->visit[i]], 0, true);
    }
    header[w->header_flits++] = noc_header(NOC_HEADER_LAST, s->visit[n - 1], 0);
    w->headers = header;
    w->flits += w->header_flits;
}

/* A worm from `self` to s->visit[0..n-1], with `extra` flits in the body that tell them their
 * parts. */
static void send_worm(struct sim *s, struct cast *c, uint32_t self, uint32_t n, uint32_t extra,
                      uint64_t when)
{
    struct sent *sent = alloc_zeroed(sizeof *sent + header_room(s, c, n) * sizeof *sent->header);
    list_make(&sent->worm, s->e, self, s->visit, n, sent->header);
    if (s->e->relay == NOC_RELAY_HEADER) {
        add_lists(&sent->worm, s, c, n, sent->header);
    }
    sent->worm.flits += extra;
    sent->worm.cookie = sent;
    sent->cast = c;
    sent->next = s->sent;
    s->sent = sent;
    c->owed[self]++;
    if (s->flow) {
        noc_worm_model_send(s->flow, &sent->worm, when + s->e->ni_cycles);
    } else {
        noc_net_send(s->net, &sent->worm, when + s->e->ni_cycles);
    }
}

static uint32_t nodes_of(const struct noc_part *part)
{
    return (uint32_t)part->right - part->left + 1;
}

/* chain[mine.self] has the message: it sends all it has to send. */
static void forward(struct sim *s, struct cast *c, struct noc_part mine, uint64_t when)
{
    const struct experiment *e = s->e;
    uint32_t self = c->chain[mine.self];
    struct noc_part theirs;
    struct noc_handover h = {{0}, 0};
    struct noc_misstep *wrong = checked_algorithm_misstep();
    const struct core_costs *core = !e->software           ? NULL
                                  : self == c->view.source ? &e->software->source
                                                           : &e->software->relay;
    uint32_t nodes = nodes_of(&mine); /* before the receiver was found */
    bool more =
        noc_plan_next_checked(e->algorithm, &c->env, c->chain, &mine, &theirs, &h, wrong);
    for (uint32_t worms = 0; more && c->addressed < c->view.m; worms++) {
        uint32_t n = 0, extra = 0;
        when += core ? firmware_costs_start(core, worms) : 0;
        do {
            uint32_t to = c->chain[theirs.self];
            c->part[to] = theirs;
            c->addressed++;
            extra += part_flits(e, &theirs);
            when += core ? firmware_costs_step(core, e->algorithm, nodes, nodes_of(&theirs)) : 0;
            c->place[to] = n;
            s->visit[n++] = (uint16_t)to;
            nodes = nodes_of(&mine);
            more =
                noc_plan_next_checked(e->algorithm, &c->env, c->chain, &mine, &theirs, &h, wrong);
        } while (more && h.legs.joins && c->addressed < c->view.m);
        s->busy[self] = (when > s->busy[self] ? when : s->busy[self]) + e->tau_s;
        send_worm(s, c, self, n, extra, s->busy[self]);
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sim *s = opaque;
    struct cast *c = ((const struct sent *)w->cookie)->cast;
    uint64_t arrived = when + s->e->tau_r;
    if (s->e->software) {
        arrived += (uint64_t)s->e->software->find * c->place[node];
    }
    s->delivered++;
    c->out->arrived[node] = c->out->returned[node] = arrived;
    forward(s, c, c->part[node], arrived);
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct cast *c = ((const struct sent *)w->cookie)->cast;
    (void)opaque;
    c->owed[w->source]--;
    c->out->returned[w->source] = when + 1; /* later than its arrival: its worm began then */
}

/* [1,4]: whom a worm with several destinations visits, those that it has visited included. */
static json_t *visits_json(const struct noc_worm *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i + 1 < w->header_flits; i++) {
        if (noc_header_kind(w->headers[i]) == NOC_HEADER_COUNT) {
            i += noc_header_field(w->headers[i]);
        } else {
            json_array_append_new(list, json_integer((json_int_t)noc_header_node(w->headers[i])));
        }
    }
    return list;
}

json_t *waits_json(const struct experiment *e, const struct noc_wait *wait, uint32_t n)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < n; i++) {
        const struct noc_worm *w = wait[i].worm;
        uint32_t last = w->headers ? w->headers[w->header_flits - 1] : w->header[0];
        json_t *to = noc_header_kind(last) == NOC_HEADER_LAST
                       ? json_integer((json_int_t)noc_header_node(last))
                       : json_null();
        json_t *one = json_pack("{s:i,s:o,s:o,s:o}", "from", (int)w->source, "to", to, "holds",
                                result_channel(e, &wait[i].holds), "wants",
                                result_channel(e, &wait[i].wants));
        if (w->headers && noc_header_kind(w->headers[0]) == NOC_HEADER_ADDRESS) {
            json_object_set_new(one, "visits", visits_json(w));
        }
        json_array_append_new(list, one);
    }
    return list;
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
    struct progress progress;
    uint32_t all = 0;
    for (uint32_t i = 0; i < s->casts; i++) {
        all += s->cast[i].view.m;
    }
    progress_begin(&progress, "simulating", all);
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
        progress_at(&progress, s->delivered);
    }
    progress_end(&progress);
}

/* Who has worms left has not returned; what cannot be by the limit was not reached. *last: when
 * the last call returned. */
static void conclude_one(struct sim *s, const struct cast *c, uint64_t *last)
{
    uint64_t limit = s->e->limit_cycles;
    for (uint32_t i = 0; i < c->view.m; i++) {
        uint32_t node = c->view.dests[i];
        uint64_t *returned = &c->out->returned[node];
        if (limit && *returned != NOC_NEVER && *returned > limit) {
            s->out->cut = true;
            *returned = NOC_NEVER;
        }
        if (c->owed[node]) {
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
    struct noc_part whole;
    c->view = experiment_multicast(s->e, i);
    c->env = experiment_env(&c->view);
    c->env.partition = partition_new(&c->view, s->e->algorithm, c->view.m);
    c->out = &s->out->cast[i];
    c->out->arrived = alloc_array(nodes, sizeof *c->out->arrived);
    c->out->returned = alloc_array(nodes, sizeof *c->out->returned);
    for (uint32_t node = 0; node < nodes; node++) {
        c->out->arrived[node] = c->out->returned[node] = NOC_NEVER;
    }
    c->owed = alloc_array(nodes, sizeof *c->owed);
    c->place = alloc_array(nodes, sizeof *c->place);
    c->part = alloc_array(nodes, sizeof *c->part);
    c->chain = alloc_array(c->view.m + 1, sizeof *c->chain);
    c->chain[0] = (uint16_t)c->view.source;
    memcpy(c->chain + 1, c->view.dests, c->view.m * sizeof *c->view.dests);
    if (noc_plan_order_checked(s->e->algorithm, &c->env, c->chain, c->view.m, &whole,
                               checked_algorithm_misstep())) {
        forward(s, c, whole, 0);
    }
}

static void sim_free(struct sim *s)
{
    for (uint32_t i = 0; i < s->casts; i++) {
        free(s->cast[i].chain);
        free(s->cast[i].owed);
        free(s->cast[i].place);
        free(s->cast[i].part);
        partition_free(s->cast[i].env.partition);
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
    out->arrived = out->cast[0].arrived;
    out->returned = out->cast[0].returned;
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
    begin_all(&s);
    run_all(&s);
    conclude(&s);
    noc_net_total(s.net, &out->total);
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
        uint64_t returned = s.cast[0].owed[e->dests[i]] ? NOC_NEVER : out.returned[e->dests[i]];
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
}

/* When destinations have the message: the last one, and the mean; null if one never has. */
static void set_arrivals(json_t *result, const struct experiment *e, const struct outcome *s)
{
    uint64_t last = 0, sum = 0;
    bool all = true;
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t arrived = s->arrived[e->dests[i]];
        all = all && arrived != NOC_NEVER && s->returned[e->dests[i]] != NOC_NEVER;
        last = arrived > last ? arrived : last;
        sum += arrived;
    }
    json_object_set_new(result, "arrival_max", all ? json_integer((json_int_t)last) : json_null());
    json_object_set_new(result, "arrival_mean", all ? json_real((double)sum / e->m) : json_null());
}

/* Keys that random traffic has no use for. */
static enum status refuse_with_traffic(const struct options *o, struct error *error)
{
    static const int keys[] = {KEY_algorithm, KEY_force, KEY_source,  KEY_dests,        KEY_tau_s,
                               KEY_tau_r,     KEY_relay, KEY_sharing, KEY_limit_cycles, KEY_also};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return error_set(error, STATUS_BAD,
                             "%s: cannot be combined with random traffic, which has no multicast; "
                             "leave one of them out",
                             key_rows[keys[i]].name);
        }
    }
    return STATUS_DONE;
}

/* [{"source","m","latency_max",...}]: what the multicasts besides the first came to. */
static json_t *also_json(const struct experiment *e, const struct simulated *s)
{
    json_t *list = json_array();
    for (uint32_t i = 1; i < s->casts; i++) {
        struct experiment view = experiment_multicast(e, i);
        json_t *one = json_pack("{s:i,s:i}", "source", (int)view.source, "m", (int)view.m);
        result_latency(one, &view, s->cast[i].returned);
        set_arrivals(one, &view, &s->cast[i]);
        json_array_append_new(list, one);
    }
    return list;
}

/* What it came to, and whether the answer is no. */
static enum status result_simulated(json_t *result, const struct experiment *e,
                                    const struct options *o, const struct simulated *s,
                                    struct error *error)
{
    result_setting(result, e, o);
    result_latency(result, e, s->returned);
    set_arrivals(result, e, &s->cast[0]);
    if (e->also_count) {
        json_object_set_new(result, "also", also_json(e, s));
    }
    json_object_set_new(result, "blocked_cycles",
                        json_integer((json_int_t)s->total.blocked_cycles));
    json_object_set_new(result, "flit_hops", json_integer((json_int_t)s->total.flit_hops));
    json_object_set_new(result, "link_visits", json_integer((json_int_t)s->total.link_visits));
    json_object_set_new(result, "shared_cycles", json_integer((json_int_t)s->total.shared_cycles));
    json_object_set_new(result, "channel_wait_cycles",
                        json_integer((json_int_t)s->total.channel_wait_cycles));
    json_object_set_new(result, "cycles", json_integer((json_int_t)s->cycles));
    result_auto(result, e);
    if (s->deadlock) {
        json_object_set(result, "deadlock", s->deadlock);
        return error_set(error, STATUS_NO,
                         "a deadlock in cycle %llu: %zu worms wait for each other",
                         (unsigned long long)s->cycles, json_array_size(s->deadlock));
    }
    return s->cut ? limit_reached(e, e->limit_cycles, error) : STATUS_DONE;
}

/* Is there a way for each worm of the multicasts besides the first? */
static enum status check_also(const struct experiment *e, struct error *error)
{
    enum status status = STATUS_DONE;
    for (uint32_t i = 1; i <= e->also_count && !status; i++) {
        struct experiment view = experiment_multicast(e, i);
        struct plan p;
        plan_make(&p, &view, e->algorithm);
        status = plan_check(&p, &view, error);
        plan_free(&p);
    }
    return status;
}

static enum status execute_multicast(const struct experiment *e, const struct options *o,
                                     json_t **result, struct error *error)
{
    struct simulated s;
    struct plan p;
    enum status status = check_also(e, error);
    plan_make(&p, e, e->algorithm);
    status = status ? status : plan_check(&p, e, error);
    status = status ? status : simulate(e, &s, error);
    if (!status) {
        *result = result_new(e);
        status = result_simulated(*result, e, o, &s, error);
        if (e->sharing) {
            json_object_set_new(*result, "sharing", sharing_json(e, &p));
        }
        simulated_free(&s);
    }
    plan_free(&p);
    return status;
}

enum status execute_sim(const struct options *o, json_t **result, struct error *error)
{
    struct experiment e;
    bool traffic = o->text[KEY_traffic];
    static const int random[] = {KEY_rate, KEY_cycles, KEY_fanout};
    for (unsigned i = 0; !traffic && i < sizeof random / sizeof *random; i++) {
        if (o->text[random[i]]) {
            return error_set(error, STATUS_BAD, "%s: is for random traffic only; add traffic %s",
                             key_rows[random[i]].name,
                             random[i] == KEY_fanout ? "multicast" : "uniform");
        }
    }
    if (traffic && refuse_with_traffic(o, error)) {
        return STATUS_BAD;
    }
    enum status status = experiment_make(&e, o, traffic ? NEED_EMPTY_BODY : NEED_SET, error);
    if (!status) {
        status = (traffic ? execute_traffic : execute_multicast)(&e, o, result, error);
        experiment_free(&e);
    }
    return status;
}

static void show_traffic(const json_t *result)
{
    printf("%s traffic on %s, routing %s, ", result_text(result, "traffic"),
           result_text(result, "topology"), result_text(result, "routing"));
    if (result_has_number(result, "fanout")) {
        printf("%lld destinations each, ", result_number(result, "fanout"));
    }
    printf("%.4g flits/node/cycle offered\n\n", json_real_value(json_object_get(result, "rate")));
    if (json_is_null(json_object_get(result, "latency_mean"))) {
        printf("mean latency  nothing came in the cycles that are measured\n");
    } else {
        printf("mean latency  %.2f cycles%s\n",
               json_number_value(json_object_get(result, "latency_mean")),
               json_is_true(json_object_get(result, "saturated"))
                   ? " so far: the network is saturated"
                   : "");
        printf("accepted      %.4f flits/node/cycle\n",
               json_real_value(json_object_get(result, "accepted")));
    }
    printf("flit-hops     %lld in %lld cycles\n", result_number(result, "flit_hops"),
           result_number(result, "cycles"));
}

/* What the multicasts besides the first came to, a line each. */
static void show_also(const json_t *list)
{
    size_t i;
    const json_t *one;
    json_array_foreach (list, i, one) {
        long long m = result_number(one, "m");
        long long n = (long long)json_object_size(json_object_get(one, "latency"));
        printf("also            node %lld to %lld other%s: ", result_number(one, "source"), m,
               m == 1 ? "" : "s");
        if (n == 0) {
            printf("not reached\n");
            continue;
        }
        printf("%lld cycles at most, %.1f mean", result_number(one, "latency_max"),
               json_number_value(json_object_get(one, "latency_mean")));
        if (n < m) {
            printf("; %lld of %lld not reached", m - n, m);
        }
        putchar('\n');
    }
}

/* The line about latency, when n destinations were reached. */
static void show_reached(const json_t *result, unsigned n)
{
    long long m = result_number(result, "m");
    if (n == 0) {
        printf("\nlatency         not reached\n");
        return;
    }
    printf("\nlatency         %lld cycles at most, %.1f mean", result_number(result, "latency_max"),
           json_number_value(json_object_get(result, "latency_mean")));
    if (json_object_get(result, "m") && n < m) {
        printf("; %lld of %lld not reached", m - n, m);
    }
    putchar('\n');
}

/* Flit-hops or link visits, and what acknowledgements add; "-": not known. */
static void show_travel(const json_t *result, const char *title, const char *key,
                        const char *ack_key)
{
    printf("%-15s ", title);
    if (!result_has_number(result, key)) {
        printf("-\n");
        return;
    }
    printf("%lld", result_number(result, key));
    if (result_has_number(result, ack_key)) {
        printf(", and %lld of acknowledgements", result_number(result, ack_key));
    } else if (json_object_get(result, ack_key)) {
        printf(", acknowledgements%s included",
               result_number(result, "resent") ? " and what was sent again" : "");
    }
    putchar('\n');
}

/* How long flits and headers waited, and for what, as far as that is known. */
static void show_waits(const json_t *result)
{
    long long shared = result_number(result, "shared_cycles");
    printf("%-15s ", "blocked");
    if (!result_has_number(result, "blocked_cycles")) {
        printf("-, as a node here has more channels than its %d rows of counters\n", CNT_ROWS_MAX);
        return;
    }
    printf("%lld cycles", result_number(result, "blocked_cycles"));
    if (shared) {
        printf(", %lld of them since another virtual channel had the link", shared);
    }
    printf("%s\n", json_object_get(result, "ack_flit_hops") ? ", acknowledgements included" : "");
    if (result_has_number(result, "channel_wait_cycles")) {
        printf("%-15s %lld cycles that headers waited for another worm's channel\n",
               "channel waits", result_number(result, "channel_wait_cycles"));
    }
}

void show_latency(const json_t *result)
{
    const json_t *latency = json_object_get(result, "latency"), *value;
    unsigned n = (unsigned)json_object_size(latency), i = 0;
    uint64_t *all = alloc_array(n, sizeof *all);
    const char *name;
    struct noc_topology t;
    show_title(result);
    show_reached(result, n);
    show_also(json_object_get(result, "also"));
    show_waits(result);
    show_travel(result, "flit-hops", "flit_hops", "ack_flit_hops");
    show_travel(result, "link visits", "link_visits", "ack_link_visits");
    sharing_show(result);
    if (network_again(result_text(result, "topology"), &t)) {
        uint64_t *map = alloc_array(t.nodes, sizeof *map);
        memset(map, 0xff, t.nodes * sizeof *map);
        json_object_foreach ((json_t *)latency, name, value) {
            uint64_t cycles = (uint64_t)json_integer_value(value);
            map[strtoul(name, NULL, 10)] = cycles;
            all[i++] = cycles;
        }
        draw_nodes(&t, map, (uint32_t)result_number(result, "source"),
                   "Cycle in which each node's call has returned (@ is the source)");
        free(map);
    }
    chart_histogram("  cycles | nodes", all, n);
    free(all);
}

void show_sim(const struct options *o, const json_t *result)
{
    if (o->text[KEY_traffic]) {
        show_traffic(result);
    } else {
        show_latency(result);
    }
    if (json_object_get(result, "deadlock")) {
        show_deadlock(result);
    }
}
