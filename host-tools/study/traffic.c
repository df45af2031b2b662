/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random traffic.
 *
 * noct sim --traffic uniform: each node, in each cycle, makes a worm with
 * probability rate / (flits of a worm), for a node drawn evenly from all, itself
 * included; switches neither make nor get any. Where routes are made at the source, a
 * worm's header is longer than one flit; `rate` counts the first. Latency runs from
 * the making (so queueing at the source counts) to the last flit's arrival in the
 * NI. The first third of the cycles is warm-up; worms made in the rest are
 * measured, and traffic goes on until all of those are there. When that takes
 * longer than four times the cycles asked for, the network is saturated and the
 * mean is of those that came.
 *
 * noct sim --traffic multicast --fanout K: each worm has K destinations instead, other nodes drawn
 * evenly and brought into the order of an H-cycle. `rate` counts all its flits, once; it has arrived
 * with its last destination.
 *
 * accepted: flits that arrived in the measured cycles, for each node (no switches) and cycle;
 * those of a worm count once, when it has arrived.
 */
#include "traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/progress.h"
#include "base/random.h"
#include "experiment_result.h"
#include "link_counts.h"
#include "routing/hcycle.h"
#include "topology/topologies.h"
#include "worm.h"

enum { WINDOW_CYCLES = 64, DRAIN_FACTOR = 4, CYCLES_MIN = 3, SLAB_PACKETS = 1024 };

struct packet {
    struct noc_worm worm;
    struct packet *next; /* free list */
    uint64_t made;
    uint32_t *header;
};

struct slab {
    struct slab *next;
    uint32_t *headers; /* of all */
    struct packet packet[SLAB_PACKETS];
};

struct traffic {
    const struct experiment *e;
    struct noc_net *net;
    struct packet *free;
    struct slab *slabs;
    uint64_t warm, end; /* measured: made in [warm, end) */
    uint64_t threshold; /* a draw below it makes a worm */
    uint64_t random;
    uint32_t flits;   /* of a worm with one header flit, or with a list */
    uint32_t fanout;  /* destinations of a worm */
    uint16_t *chain;  /* scratch: its source and they */
    uint64_t copies;  /* those that were delivered in all */
    uint16_t *sender; /* nodes that are no switches */
    uint32_t senders;
    bool stuck; /* there is no route from stuck_from to stuck_to */
    uint32_t stuck_from, stuck_to;
    uint64_t measured, arrived, latency_sum, accepted_flits;
    json_t *deadlock;
};

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct traffic *t = opaque;
    struct packet *p = w->cookie;
    (void)node;
    t->copies++;
    if (!w->last) {
        return;
    }
    if (p->made >= t->warm && p->made < t->end) {
        t->arrived++;
        t->latency_sum += when - p->made;
    }
    if (when >= t->warm && when < t->end) {
        t->accepted_flits += w->flits;
    }
    p->next = t->free;
    t->free = p;
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct traffic *t = opaque;
    (void)when;
    if (!t->deadlock) {
        t->deadlock = waits_json(t->e, wait, n);
    }
    noc_net_stop(t->net);
}

/* A packet to be filled. They come a slab at a time and go back to the free list. */
static struct packet *packet_new(struct traffic *t)
{
    if (!t->free) {
        struct slab *slab = alloc_zeroed(sizeof *slab);
        uint32_t room = (t->fanout > NOC_TURNS_MAX ? t->fanout : NOC_TURNS_MAX) + 1;
        slab->next = t->slabs;
        slab->headers = alloc_array((size_t)SLAB_PACKETS * room, sizeof *slab->headers);
        t->slabs = slab;
        for (unsigned i = 0; i < SLAB_PACKETS; i++) {
            slab->packet[i].header = &slab->headers[i * room];
            slab->packet[i].next = t->free;
            t->free = &slab->packet[i];
        }
    }
    struct packet *p = t->free;
    t->free = p->next;
    return p;
}

/* t->fanout others at random in t->chain, in the order in which a worm visits them. */
static void draw_list(struct traffic *t, uint32_t from)
{
    t->chain[0] = (uint16_t)from;
    for (uint32_t n = 1; n <= t->fanout;) {
        uint16_t node = t->sender[random_next(&t->random) % t->senders];
        uint32_t i = 0;
        while (i < n && t->chain[i] != node) {
            i++;
        }
        t->chain[n] = node;
        n += i == n;
    }
    noc_hcycle_order(&t->e->topology, t->chain, t->fanout + 1);
}

/* One worm, for anybody. */
static void make_packet(struct traffic *t, uint32_t from, uint64_t cycle)
{
    struct packet *p = packet_new(t);
    bool made;
    if (t->fanout > 1) {
        draw_list(t, from);
        made = list_make(&p->worm, t->e, from, t->chain + 1, t->fanout, p->header);
    } else {
        t->chain[1] = t->sender[random_next(&t->random) % t->senders];
        made = worm_make(&p->worm, t->e, from, t->chain[1], p->header);
    }
    if (!made) {
        t->stuck = true;
        t->stuck_from = from;
        t->stuck_to = t->chain[1];
        return;
    }
    p->worm.cookie = p;
    p->made = cycle;
    t->measured += cycle >= t->warm && cycle < t->end;
    noc_net_send(t->net, &p->worm, cycle);
}

/* Make the worms of cycles [from, from + WINDOW_CYCLES). */
static void make_window(struct traffic *t, uint64_t from)
{
    for (uint64_t cycle = from; cycle < from + WINDOW_CYCLES && !t->stuck; cycle++) {
        for (uint32_t i = 0; i < t->senders && !t->stuck; i++) {
            if (random_next(&t->random) < t->threshold) {
                make_packet(t, t->sender[i], cycle);
            }
        }
    }
}

static void list_senders(struct traffic *t)
{
    const struct noc_topology *topology = &t->e->topology;
    t->sender = alloc_array(topology->nodes, sizeof *t->sender);
    for (uint32_t node = 0; node < topology->nodes; node++) {
        if (noc_topology_sends(topology, node)) {
            t->sender[t->senders++] = (uint16_t)node;
        }
    }
}

/* How many destinations a worm has. */
static enum status parse_kind(struct traffic *t, const struct options *o, struct error *error)
{
    const char *kind = o->text[KEY_traffic];
    const struct experiment *e = t->e;
    uint64_t fanout = 1, most = noc_topology_senders(&e->topology) - 1;
    bool multicast = strcmp(kind, "multicast") == 0;
    if (!multicast && strcmp(kind, "uniform") != 0) {
        return error_set(error, STATUS_BAD, "traffic '%s': must be uniform or multicast", kind);
    }
    if (!multicast && o->text[KEY_fanout]) {
        return error_set(error, STATUS_BAD, "fanout: is for traffic multicast only");
    }
    if (multicast && !o->text[KEY_fanout]) {
        return error_set(error, STATUS_BAD,
                         "fanout: missing; give how many destinations each worm has, as 5");
    }
    if (multicast && !e->routing->copies) {
        return error_set(error, STATUS_BAD,
                         "traffic 'multicast': routing %s sends a worm to one node only; give "
                         "utpr, on a utorus",
                         e->routing->name);
    }
    if (multicast && !noc_hcycle_fits(&e->topology, NULL)) {
        return error_set(error, STATUS_BAD,
                         "traffic 'multicast': routing %s may refuse a list drawn at random; give "
                         "utpr, on a utorus",
                         e->routing->name);
    }
    if (multicast && number_parse("fanout", o->text[KEY_fanout], 2, most, &fanout, error)) {
        return STATUS_BAD;
    }
    t->fanout = (uint32_t)fanout;
    return STATUS_DONE;
}

static enum status parse(struct traffic *t, const struct options *o, double *rate,
                         struct error *error)
{
    uint64_t cycles = 30000;
    char *end;
    const char *text = o->text[KEY_rate];
    if (parse_kind(t, o, error)) {
        return STATUS_BAD;
    }
    if (!text) {
        return error_set(error, STATUS_BAD, "rate: missing; give flits per node and cycle, as 0.1");
    }
    *rate = strtod(text, &end);
    if (!*text || *end || !(*rate > 0) || *rate > 1) {
        return error_set(error, STATUS_BAD, "rate '%s': must be a number above 0, at most 1", text);
    }
    if (o->text[KEY_cycles] &&
        number_parse("cycles", o->text[KEY_cycles], CYCLES_MIN, UINT32_MAX, &cycles, error)) {
        return STATUS_BAD;
    }
    t->end = cycles;
    t->warm = cycles / 3;
    t->flits = (t->fanout > 1 ? t->fanout + 1 : 1) + t->e->ni_words + t->e->length;
    double probability = *rate / t->flits;
    t->threshold = probability >= 1 ? UINT64_MAX : (uint64_t)ldexp(probability, 64);
    t->random = t->e->seed;
    return STATUS_DONE;
}

static uint64_t run_traffic(struct traffic *t)
{
    uint64_t now = 0;
    progress_begin("simulating", t->end);
    while (!t->deadlock && !t->stuck &&
           (now < t->end || (t->arrived < t->measured && now < DRAIN_FACTOR * t->end))) {
        make_window(t, now);
        now += WINDOW_CYCLES;
        noc_net_run(t->net, now);
        progress_at(now);
    }
    progress_end();
    return noc_net_now(t->net);
}

static void traffic_free(struct traffic *t)
{
    noc_net_free(t->net);
    free(t->sender);
    free(t->chain);
    while (t->slabs) {
        struct slab *next = t->slabs->next;
        free(t->slabs->headers);
        free(t->slabs);
        t->slabs = next;
    }
}

enum status execute_traffic(const struct experiment *e, const struct options *o, json_t **result,
                            struct error *error)
{
    struct traffic t = {.e = e};
    const struct noc_net_ops ops = {.opaque = &t, .deliver = on_deliver, .deadlock = on_deadlock};
    struct noc_net_total total;
    double rate = 0;
    enum status status = parse(&t, o, &rate, error);
    if (status) {
        return status;
    }
    t.net = noc_net_new(&e->net, &ops);
    if (!t.net) {
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         e->topology.nodes);
    }
    list_senders(&t);
    t.chain = alloc_array(t.fanout + 1, sizeof *t.chain);
    uint64_t cycles = run_traffic(&t);
    noc_net_total(t.net, &total);
    json_t *links = e->detail.links ? link_counts_simulated(e, t.net) : NULL;
    traffic_free(&t);
    if (t.stuck) {
        json_decref(links);
        return error_set(error, STATUS_NO,
                         "routing %s finds no way from %u to %u, which random "
                         "traffic needs",
                         e->routing->name, t.stuck_from, t.stuck_to);
    }
    *result = result_new(e);
    result_setting(*result, e, o);
    json_object_set_new(*result, "traffic", json_string(o->text[KEY_traffic]));
    if (t.fanout > 1) {
        json_object_set_new(*result, "fanout", json_integer(t.fanout));
    }
    json_object_set_new(*result, "length", json_integer(e->length));
    json_object_set_new(*result, "rate", json_real(rate));
    json_object_set_new(*result, "latency_mean",
                        t.arrived ? json_real((double)t.latency_sum / (double)t.arrived)
                                  : json_null());
    json_object_set_new(*result, "accepted",
                        json_real((double)t.accepted_flits / t.senders / (double)(t.end - t.warm)));
    json_object_set_new(*result, "delivered", json_integer((json_int_t)t.copies));
    json_object_set_new(*result, "flit_hops", json_integer((json_int_t)total.flit_hops));
    json_object_set_new(*result, "cycles", json_integer((json_int_t)cycles));
    json_object_set_new(*result, "saturated", json_boolean(t.arrived < t.measured));
    if (links) {
        json_object_set_new(*result, "links", links);
    }
    if (t.deadlock) {
        json_object_set_new(*result, "deadlock", t.deadlock);
        status =
            error_set(error, STATUS_NO, "a deadlock in cycle %llu: %zu worms wait for each other",
                      (unsigned long long)cycles, json_array_size(t.deadlock));
    }
    return status;
}
