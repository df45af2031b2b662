/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The multicast of `noct run`, predicted: the network flit by flit (libnoc/model), the
 * firmware as the formula of firmware/README.md.
 *
 * usage: predict EXPERIMENT RELAY SECOND_SOURCE SECOND FURTHER_SOURCE FURTHER FIND LOOK <STEPS
 *
 * EXPERIMENT is a JSON object as noct takes it. A core that has the message in cycle t (the
 * source: 0) starts its worms in
 *
 *   t(1) = t + RELAY (the source: 0) + step(1)
 *   t(2) = t(1) + SECOND (the source: SECOND_SOURCE) + step(2)
 *   t(j) = t(j-1) + FURTHER (the source: FURTHER_SOURCE) + step(j)
 *
 * and a cycle more for every 7th worm, with which the transmit entries begin anew. Before that it
 * finds its list behind those of the n destinations that the worm visits before it: n * FIND. Of a
 * worm whose header flits the interface checks first it looks every LOOK cycles whether that is done.
 *
 * STEPS is what firmware/apps/plans.c prints of the experiment: what each step costs; of worms with
 * several destinations those of their relays. Prints for each destination: node, the cycle in which
 * it has found its list, number of its own worms; if there are any, the cycle in which it knows
 * that there are no more, and that in which the last has left. Last how many cycles its worm, and
 * those by which its sender got the message, had to wait besides for a transmit entry, because
 * seven worms had not left yet.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "costs/firmware_costs.h"
#include "experiment/experiment.h"
#include "multicast/part_list.h"
#include "params.h"
#include "sim/worm.h"
#include "specify/specify.h"

struct sent {
    struct noc_worm worm;
    bool ack;
    struct sent *entry;    /* whose transmit entry it has after it; NULL: nobody's */
    struct sent *previous; /* of the same core */
    uint64_t start, left;
    uint32_t header[];
};

struct predicted {
    uint64_t arrived, done, left; /* done: no more worms to start */
    uint32_t worms;
    uint32_t step;        /* instructions: that found this core, or made the worm that begins
                                 with it */
    uint32_t last_step;   /* its own last one, or that which found its first child */
    struct noc_part part; /* what it is responsible for */
    uint32_t lists;       /* in front of its own */
    struct sent *by;      /* the worm that brought the message */
    struct sent *last;    /* it has started */
};

static struct experiment e;
static struct noc_net *net;
static struct predicted *core;
static struct firmware_costs looks;                                     /* of it: LOOK */
static uint64_t cost_relay, cost_second[2], cost_further[2], cost_find; /* [1]: a relay's */
static uint16_t *visit; /* the destinations of the worm that is being made */

enum { ACK_FLITS = 4, ENTRIES = 7 };

static struct sent *sent_new(uint32_t header_flits)
{
    return alloc_zeroed(sizeof(struct sent) + header_flits * sizeof(uint32_t));
}

/* In a compound header the lists of those that it names. */
static void put_lists(struct noc_worm *w, uint32_t n, uint32_t *header)
{
    w->flits -= w->header_flits;
    w->header_flits = 0;
    for (uint32_t i = 0; i < n; i++) {
        w->header_flits =
            noc_headers_add(header, w->header_flits, e.plan->chain, &core[visit[i]].part, 0, true);
    }
    header[w->header_flits++] = noc_header(NOC_HEADER_LAST, visit[n - 1], 0);
    w->headers = header;
    w->flits += w->header_flits;
}

/* Flits in front of the data, that tell visit[0..n-1] their parts. */
static uint32_t front_flits(uint32_t n)
{
    uint32_t flits = 0;

    if (!e.algorithm->worm) {
        return part_flits(&e, &core[visit[0]].part);
    }
    for (uint32_t i = 0; i < n && e.relay == NOC_RELAY_BODY; i++) {
        flits += noc_part_list_flits(&core[visit[i]].part);
    }
    return flits;
}

/* A worm of `self` to visit[0..n-1], started in cycle t. The cycle, less what a worm takes that the NI
 * does not check first, in which the core goes on: it looks whether there is a verdict. */
static uint64_t send(uint32_t self, uint32_t n, uint64_t t)
{
    uint32_t checked;
    struct sent *s = sent_new(NOC_TURNS_MAX + 1 + 3 * e.m);
    const struct noc_part *first = &core[visit[0]].part;

    list_make(&s->worm, &e, self, visit, n, s->header);
    if (e.relay == NOC_RELAY_HEADER && (n > 1 || first->left != first->right)) {
        put_lists(&s->worm, n, s->header);
    }
    s->worm.flits += front_flits(n);
    s->worm.cookie = s;
    s->start = t;
    s->previous = s->entry = core[self].last;
    for (uint32_t i = 1; i < ENTRIES && s->entry; i++) {
        s->entry = s->entry->previous;
    }
    core[self].last = s;
    checked = worm_checked_flits(&s->worm, &e);
    noc_net_send(net, &s->worm, t + checked + e.ni_cycles);
    return firmware_costs_checked(&looks, t, t + checked);
}

static void forward(uint32_t self, uint64_t t)
{
    const bool relay = self != e.source;
    struct noc_part mine = core[self].part, theirs;
    struct noc_worm_progress legs = {0};
    bool more = noc_plan_next(e.algorithm, &e.plan->env, e.plan->chain, &mine, &theirs, &legs);

    t += e.algorithm->worm && more ? core[self].last_step : 0;
    while (more) {
        uint32_t worm = core[self].worms++, n = 0;

        do {
            uint32_t to = e.plan->chain[theirs.self];

            core[to].part = theirs;
            core[to].lists = n;
            visit[n++] = (uint16_t)to;
            more = noc_plan_next(e.algorithm, &e.plan->env, e.plan->chain, &mine, &theirs, &legs);
        } while (more && legs.joins);
        t += core[visit[0]].step;
        t += worm == 0 ? 0 : worm == 1 ? cost_second[relay] : cost_further[relay];
        t += worm % ENTRIES == ENTRIES - 1;
        t = send(self, n, t);
    }
    core[self].done = t + (e.algorithm->worm ? 0 : core[self].last_step);
}

/* The receiver's NI says so to the sender. */
static void acknowledge(uint32_t from, uint32_t to, uint64_t when)
{
    struct sent *s = sent_new(NOC_TURNS_MAX + 1);

    worm_make(&s->worm, &e, from, to, s->header);
    s->worm.flits += ACK_FLITS - 1 - e.ni_words - e.length;
    s->worm.cookie = s;
    s->ack = true;
    noc_net_send(net, &s->worm, when + e.ni_cycles);
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct sent *s = w->cookie;

    (void)opaque;
    if (!s->ack) {
        core[node].by = s;
        when += worm_list_cycles(&e, &core[node].part);
        core[node].arrived = when + core[node].lists * cost_find;
        acknowledge(node, w->source, when);
        forward(node, core[node].arrived + cost_relay);
    }
    /* Freed by nobody: the network may still look at it, and the program ends soon. */
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    (void)opaque;
    if (!((struct sent *)w->cookie)->ack) {
        core[w->source].left = when;
        ((struct sent *)w->cookie)->left = when;
    }
}

/* Whether this core's worms are made beforehand: by plan all, else the source's where worms have
 * several destinations. */
static bool prepared(uint32_t node)
{
    return e.relay == NOC_RELAY_GROUP || (e.algorithm->worm && node == e.source);
}

static void read_steps(void)
{
    unsigned from, node, instructions;
    char line[128];

    while (fgets(line, sizeof line, stdin)) {
        if ((sscanf(line, "next %u %u %u", &from, &node, &instructions) == 3 ||
             sscanf(line, "worm %u %u %u", &from, &node, &instructions) == 3) &&
            node < e.topology.nodes) {
            core[node].step = prepared(from) ? 0 : instructions;
        } else if ((sscanf(line, "last %u %u", &node, &instructions) == 2 ||
                    sscanf(line, "begin %u %u", &node, &instructions) == 2) &&
                   node < e.topology.nodes) {
            core[node].last_step = prepared(node) ? 0 : instructions;
        }
    }
}

static void run(void)
{
    const struct noc_net_ops ops = {.deliver = on_deliver, .left = on_left};

    net = noc_net_new(&e.net, &ops);
    core[e.source].part = e.plan->whole;
    forward(e.source, 0);
    while (noc_net_next(net) != NOC_NEVER) {
        noc_net_run(net, noc_net_next(net) + 4096);
    }
    noc_net_free(net);
}

/* At least so long a core had to wait for entries before it could start this worm. */
static uint64_t crowded(const struct sent *s)
{
    uint64_t most = s->entry && s->entry->left > s->start ? s->entry->left - s->start : 0;
    uint64_t before = s->previous ? crowded(s->previous) : 0;

    return most > before ? most : before;
}

/* The same on the whole way to this core. */
static uint64_t crowded_to(uint32_t node)
{
    const struct sent *by = core[node].by;

    return by ? crowded(by) + crowded_to(by->worm.source) : 0;
}

int main(int argc, char **argv)
{
    struct options o = {.json = true};
    struct error error = {.text = ""};
    uint32_t i;

    if (argc != 9) {
        fprintf(stderr, "usage: predict EXPERIMENT RELAY SECOND_SOURCE SECOND FURTHER_SOURCE "
                        "FURTHER FIND LOOK <STEPS\n");
        return 2;
    }
    if (options_object(&o, argv[1], "run", ~0u, &error) ||
        experiment_make(&e, &o, NEED_SET, &error)) {
        fprintf(stderr, "predict: %s\n", error.text);
        return 2;
    }
    cost_relay = strtoull(argv[2], NULL, 10);
    cost_second[0] = strtoull(argv[3], NULL, 10);
    cost_second[1] = strtoull(argv[4], NULL, 10);
    cost_further[0] = strtoull(argv[5], NULL, 10);
    cost_further[1] = strtoull(argv[6], NULL, 10);
    cost_find = strtoull(argv[7], NULL, 10);
    looks.look = (uint32_t)strtoul(argv[8], NULL, 10);
    core = alloc_array(e.topology.nodes, sizeof *core);
    visit = alloc_array(e.m, sizeof *visit);
    read_steps();
    run();
    for (i = 0; i < e.m; i++) {
        const struct predicted *p = &core[e.dests[i]];

        printf("%u %" PRIu64 " %u %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", e.dests[i], p->arrived,
               p->worms, p->done, p->left, crowded_to(e.dests[i]));
    }
    return 0;
}
