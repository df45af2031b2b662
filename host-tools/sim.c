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
 * A worm is a header (of several flits where routes are made at the source), the
 * NI words (board's pipeline only; papers and BookSim know none), what tells its
 * receiver the plan (relay body), and the body.
 */
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "map.h"
#include "memory.h"
#include "progress.h"
#include "regs.h"
#include "sharing.h"
#include "table.h"

/* A worm and what its receiver is responsible for. */
struct sent {
    struct noc_worm worm;
    struct noc_part part;
    uint32_t header[NOC_TURNS_MAX + 1];
};

struct sim {
    const struct experiment *e;
    const struct noc_algorithm *algorithm;
    struct noc_plan_env env;
    struct noc_net *net;
    uint16_t *chain;
    uint32_t *owed;    /* by node: worms of its own that have not left */
    struct sent *sent; /* one for each destination */
    uint32_t sents, delivered;
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
    *w = (struct noc_worm){ .header = { header[0] },
                            .headers = n > 1 ? header : NULL,
                            .header_flits = n,
                            .flits = n + e->ni_words + e->length,
                            .preamble = 1 + e->ni_words,
                            .source = from };
    return n > 0;
}

/* chain[mine.self] has the message: it sends all it has to send. */
static void hand_on(struct sim *s, struct noc_part mine, uint64_t when)
{
    const struct experiment *e = s->e;
    uint32_t self = s->chain[mine.self];
    struct noc_part theirs;
    while (s->sents < e->m && s->algorithm->next(&s->env, s->chain, &mine, &theirs)) {
        struct sent *sent = &s->sent[s->sents++];
        sent->part = theirs;
        worm_make(&sent->worm, e, self, s->chain[theirs.self], sent->header);
        sent->worm.flits += part_flits(e, &theirs);
        sent->worm.cookie = sent;
        s->owed[self]++;
        when += e->tau_s;
        noc_net_send(s->net, &sent->worm, when + e->ni_cycles);
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sim *s = opaque;
    const struct sent *sent = w->cookie;
    uint64_t arrived = when + s->e->tau_r;
    s->delivered++;
    s->out->arrived[node] = s->out->returned[node] = arrived;
    hand_on(s, sent->part, arrived);
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    struct sim *s = opaque;
    s->owed[w->source]--;
    s->out->returned[w->source] = when + 1; /* later than its arrival: its worm began then */
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
        json_array_append_new(list, json_pack("{s:i,s:o,s:o,s:o}", "from", (int)w->source, "to",
                                              to, "holds", answer_channel(e, &wait[i].holds),
                                              "wants", answer_channel(e, &wait[i].wants)));
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
    progress_begin(&progress, "simulating", s->e->m);
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

/* Who has worms left has not returned; what cannot be by the limit was not reached. */
static void conclude(struct sim *s)
{
    struct simulated *out = s->out;
    uint64_t last = 0;
    for (uint32_t i = 0; i < s->e->m; i++) {
        uint32_t node = s->e->dests[i];
        uint64_t *returned = &out->returned[node];
        if (s->e->limit_cycles && *returned != NOC_NEVER && *returned > s->e->limit_cycles) {
            out->cut = true;
            *returned = NOC_NEVER;
        }
        if (s->owed[node]) {
            *returned = NOC_NEVER;
        }
        last = *returned != NOC_NEVER && *returned > last ? *returned : last;
    }
    if (!out->deadlock) {
        out->cycles = out->cut ? s->e->limit_cycles : last;
    }
}

enum status simulate(const struct experiment *e, struct simulated *out, struct complaint *why)
{
    struct sim s = { .e = e, .algorithm = e->algorithm, .env = experiment_env(e), .out = out };
    const struct noc_net_ops ops = { .opaque = &s,
                                     .deliver = on_deliver,
                                     .left = on_left,
                                     .deadlock = on_deadlock };
    const uint32_t nodes = e->topology.nodes;
    struct noc_part whole;
    memset(out, 0, sizeof *out);
    s.net = noc_net_new(&e->net, &ops);
    if (!s.net) {
        return complain(why, STATUS_ENVIRONMENT, "no memory to model %u nodes", e->topology.nodes);
    }
    out->arrived = claim_array(nodes, sizeof *out->arrived);
    out->returned = claim_array(nodes, sizeof *out->returned);
    for (uint32_t i = 0; i < nodes; i++) {
        out->arrived[i] = out->returned[i] = NOC_NEVER;
    }
    s.owed = claim_array(nodes, sizeof *s.owed);
    s.chain = claim_array(e->m + 1, sizeof *s.chain);
    s.sent = claim_array(e->m, sizeof *s.sent);
    s.chain[0] = (uint16_t)e->source;
    memcpy(s.chain + 1, e->dests, e->m * sizeof *e->dests);
    s.algorithm->order(&s.env, s.chain, e->m, &whole);
    hand_on(&s, whole, 0);
    run_all(&s);
    conclude(&s);
    noc_net_total(s.net, &out->total);
    noc_net_free(s.net);
    free(s.chain);
    free(s.owed);
    free(s.sent);
    return STATUS_DONE;
}

void simulated_free(struct simulated *s)
{
    free(s->arrived);
    free(s->returned);
    json_decref(s->deadlock);
}

/* When destinations have the message: the last one, and the mean; null if one never has. */
static void set_arrivals(json_t *answer, const struct experiment *e, const struct simulated *s)
{
    uint64_t last = 0, sum = 0;
    bool all = true;
    for (uint32_t i = 0; i < e->m; i++) {
        uint64_t arrived = s->arrived[e->dests[i]];
        all = all && arrived != NOC_NEVER && s->returned[e->dests[i]] != NOC_NEVER;
        last = arrived > last ? arrived : last;
        sum += arrived;
    }
    json_object_set_new(answer, "arrival_max", all ? json_integer((json_int_t)last) : json_null());
    json_object_set_new(answer, "arrival_mean", all ? json_real((double)sum / e->m) : json_null());
}

/* Keys that random traffic has no use for. */
static enum status refuse_with_traffic(const struct options *o, struct complaint *why)
{
    static const int keys[] = { KEY_algorithm, KEY_force, KEY_source,  KEY_dests,       KEY_tau_s,
                                KEY_tau_r,     KEY_relay, KEY_sharing, KEY_limit_cycles };
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (o->text[keys[i]]) {
            return complain(why, STATUS_BAD,
                            "%s: not with random traffic, which has no multicast; leave out it or "
                            "traffic",
                            key_rows[keys[i]].name);
        }
    }
    return STATUS_DONE;
}

/* What one multicast came to, and whether the answer is no. */
static enum status answer_simulated(json_t *answer, const struct experiment *e,
                                    const struct options *o, const struct simulated *s,
                                    struct complaint *why)
{
    answer_setting(answer, e, o);
    answer_latency(answer, e, s->returned);
    set_arrivals(answer, e, s);
    json_object_set_new(answer, "blocked_cycles",
                        json_integer((json_int_t)s->total.blocked_cycles));
    json_object_set_new(answer, "flit_hops", json_integer((json_int_t)s->total.flit_hops));
    json_object_set_new(answer, "link_visits", json_integer((json_int_t)s->total.link_visits));
    json_object_set_new(answer, "cycles", json_integer((json_int_t)s->cycles));
    if (s->deadlock) {
        json_object_set(answer, "deadlock", s->deadlock);
        return complain(why, STATUS_NO,
                        "a deadlock in cycle %llu: %zu worms wait for each other in a circle",
                        (unsigned long long)s->cycles, json_array_size(s->deadlock));
    }
    return s->cut ? complain(why, STATUS_NO, "not finished by cycle %llu, the limit",
                             (unsigned long long)e->limit_cycles)
                  : STATUS_DONE;
}

static enum status ask_multicast(const struct experiment *e, const struct options *o,
                                 json_t **answer, struct complaint *why)
{
    struct simulated s;
    struct planned p;
    planned_make(&p, e, e->algorithm);
    enum status status = planned_check(&p, e, why);
    status = status ? status : simulate(e, &s, why);
    if (!status) {
        *answer = answer_new(e);
        status = answer_simulated(*answer, e, o, &s, why);
        if (e->sharing) {
            json_object_set_new(*answer, "sharing", sharing_json(e, &p));
        }
        simulated_free(&s);
    }
    planned_free(&p);
    return status;
}

enum status ask_sim(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    bool traffic = o->text[KEY_traffic];
    if (!traffic && (o->text[KEY_rate] || o->text[KEY_cycles])) {
        return complain(why, STATUS_BAD, "%s: goes with random traffic only; add traffic uniform",
                        o->text[KEY_rate] ? "rate" : "cycles");
    }
    if (traffic && refuse_with_traffic(o, why)) {
        return STATUS_BAD;
    }
    enum status status = experiment_make(&e, o, traffic ? NEED_EMPTY_BODY : NEED_SET, why);
    if (!status) {
        status = (traffic ? ask_traffic : ask_multicast)(&e, o, answer, why);
        experiment_free(&e);
    }
    return status;
}

static void show_traffic(const json_t *answer)
{
    printf("uniform traffic on %s, routing %s, %.4g flits/node/cycle offered\n\n",
           answer_text(answer, "topology"), answer_text(answer, "routing"),
           json_real_value(json_object_get(answer, "rate")));
    if (json_is_null(json_object_get(answer, "latency_mean"))) {
        printf("mean latency  nothing came in the cycles that are measured\n");
    } else {
        printf("mean latency  %.2f cycles%s\n",
               json_number_value(json_object_get(answer, "latency_mean")),
               json_is_true(json_object_get(answer, "saturated"))
                   ? " so far: the network is saturated"
                   : "");
        printf("accepted      %.4f flits/node/cycle\n",
               json_real_value(json_object_get(answer, "accepted")));
    }
    printf("flit-hops     %lld in %lld cycles\n", answer_number(answer, "flit_hops"),
           answer_number(answer, "cycles"));
}

/* "3 -> 4 h", or without a letter. */
static void show_arc(const json_t *channel)
{
    const char *vc = answer_text(channel, "vc");
    printf("%lld -> %lld%s%s", answer_number(channel, "node"), answer_number(channel, "next"),
           *vc ? " " : "", vc);
}

/* Of the channels that a worm holds, the one is told that the worm before it in the circle
 * wants; "holds" in the answer is where its header stands. */
void show_deadlock(const json_t *waits)
{
    size_t i;
    const json_t *wait, *before = json_array_get(waits, json_array_size(waits) - 1);
    printf("\ndeadlock: each worm holds a channel that the one before wants\n");
    json_array_foreach(waits, i, wait) {
        printf("  worm from %lld", answer_number(wait, "from"));
        if (answer_known(wait, "to")) {
            printf(" to %lld", answer_number(wait, "to"));
        }
        const json_t *holds = json_object_get(wait, "holds");
        if (answer_number(holds, "node") == answer_number(holds, "next")) {
            printf(" has not left");
        } else {
            printf(" holds ");
            show_arc(json_object_get(before, "wants"));
        }
        printf(", wants ");
        show_arc(json_object_get(wait, "wants"));
        putchar('\n');
        before = wait;
    }
}

/* The line about latency, when n destinations were reached. */
static void show_reached(const json_t *answer, unsigned n)
{
    long long m = answer_number(answer, "m");
    if (n == 0) {
        printf("\nlatency         not reached\n");
        return;
    }
    printf("\nlatency         %lld cycles at most, %.1f mean", answer_number(answer, "latency_max"),
           json_number_value(json_object_get(answer, "latency_mean")));
    if (json_object_get(answer, "m") && n < m) {
        printf("; %lld of %lld not reached", m - n, m);
    }
    putchar('\n');
}

/* Flit-hops or link visits, and what acknowledgements add; "-": not known. */
static void show_travel(const json_t *answer, const char *title, const char *key,
                        const char *ack_key)
{
    printf("%-15s ", title);
    if (!answer_known(answer, key)) {
        printf("-\n");
        return;
    }
    printf("%lld", answer_number(answer, key));
    if (answer_known(answer, ack_key)) {
        printf(", and %lld of acknowledgements", answer_number(answer, ack_key));
    } else if (json_object_get(answer, ack_key)) {
        printf(", acknowledgements%s included",
               answer_number(answer, "resent") ? " and what was sent again" : "");
    }
    putchar('\n');
}

void show_latency(const json_t *answer)
{
    const json_t *latency = json_object_get(answer, "latency"), *value;
    unsigned n = (unsigned)json_object_size(latency), i = 0;
    uint64_t *all = claim_array(n, sizeof *all);
    const char *name;
    struct noc_topology t;
    answer_title(answer);
    show_reached(answer, n);
    printf("%-15s ", "blocked");
    if (answer_known(answer, "blocked_cycles")) {
        printf("%lld cycles%s\n", answer_number(answer, "blocked_cycles"),
               json_object_get(answer, "ack_flit_hops") ? ", acknowledgements included" : "");
    } else {
        printf("-, as a node here has more channels than its %d rows of counters\n", CNT_ROWS_MAX);
    }
    show_travel(answer, "flit-hops", "flit_hops", "ack_flit_hops");
    show_travel(answer, "link visits", "link_visits", "ack_link_visits");
    sharing_show(answer);
    if (network_again(answer_text(answer, "topology"), &t)) {
        uint64_t *map = claim_array(t.nodes, sizeof *map);
        memset(map, 0xff, t.nodes * sizeof *map);
        json_object_foreach((json_t *)latency, name, value) {
            uint64_t cycles = (uint64_t)json_integer_value(value);
            map[strtoul(name, NULL, 10)] = cycles;
            all[i++] = cycles;
        }
        map_print(&t, map, (uint32_t)answer_number(answer, "source"),
                  "Cycle in which each node's call has returned (@ is the source)");
        free(map);
    }
    chart_histogram("  cycles | nodes", all, n);
    free(all);
}

void show_sim(const struct options *o, const json_t *answer)
{
    if (o->text[KEY_traffic]) {
        show_traffic(answer);
    } else {
        show_latency(answer);
    }
    if (json_object_get(answer, "deadlock")) {
        show_deadlock(json_object_get(answer, "deadlock"));
    }
}
