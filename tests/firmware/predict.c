/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The multicast of `noct run`, predicted: the network flit by flit (libnoc/model), the
 * firmware as the formula of firmware/README.md.
 *
 * usage: predict EXPERIMENT RELAY SECOND_SOURCE SECOND FURTHER <STEPS
 *
 * EXPERIMENT is a JSON object as noct takes it. A core that has the message in cycle t (the
 * source: 0) starts its worms in
 *
 *   t(1) = t + RELAY (the source: 0) + step(1)
 *   t(2) = t(1) + SECOND (the source: SECOND_SOURCE) + step(2)
 *   t(j) = t(j-1) + FURTHER + step(j)
 *
 * and a cycle more for every 7th worm, with which the transmit entries begin anew.
 *
 * STEPS is what firmware/apps/plans.c prints of the experiment: what each step costs. Prints
 * for each destination: node, cycle of arrival, number of its own worms; if there are any, the
 * cycle in which it knows that there are no more, and that in which the last has left.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "experiment.h"
#include "memory.h"
#include "sim.h"

/* A worm, and what its receiver is responsible for. ACKs have no part. */
struct sent {
    struct noc_worm worm;
    struct noc_part part;
    uint32_t header[NOC_TURNS_MAX + 1];
    bool ack;
};

struct predicted {
    uint64_t arrived, done, left; /* done: no more worms to start */
    uint32_t worms;
    uint32_t step, last_step; /* instructions: that found this core, its own last one */
};

static struct experiment e;
static struct noc_plan_env env;
static struct noc_net *net;
static uint16_t *chain;
static struct predicted *core;
static uint64_t cost_relay, cost_second[2], cost_further; /* [1]: a relay's */

enum { ACK_FLITS = 4, ENTRIES = 7 };

static void hand_on(struct noc_part mine, uint64_t t)
{
    uint32_t self = chain[mine.self];
    struct noc_part theirs;

    while (e.algorithm->next(&env, chain, &mine, &theirs)) {
        struct sent *s = claim(sizeof *s);
        uint32_t to = chain[theirs.self];
        uint32_t n = core[self].worms++;

        t += core[to].step + (n == 0 ? 0 : n == 1 ? cost_second[self != e.source] : cost_further);
        t += n % ENTRIES == ENTRIES - 1;
        s->part = theirs;
        worm_make(&s->worm, &e, self, to, s->header);
        s->worm.flits += part_flits(&e, &theirs);
        s->worm.cookie = s;
        noc_net_send(net, &s->worm, t + e.ni_cycles);
    }
    core[self].done = t + core[self].last_step;
}

/* The receiver's NI says so to the sender. */
static void acknowledge(uint32_t from, uint32_t to, uint64_t when)
{
    struct sent *s = claim(sizeof *s);

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
        core[node].arrived = when;
        acknowledge(node, w->source, when);
        hand_on(s->part, when + cost_relay);
    }
    /* Freed by nobody: the network may still look at it, and the program ends soon. */
}

static void on_left(void *opaque, struct noc_worm *w, uint64_t when)
{
    (void)opaque;
    if (!((struct sent *)w->cookie)->ack) {
        core[w->source].left = when;
    }
}

static void read_steps(void)
{
    unsigned from, node, instructions;
    char line[128];

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "next %u %u %u", &from, &node, &instructions) == 3 &&
            node < e.topology.nodes) {
            core[node].step = instructions;
        } else if (sscanf(line, "last %u %u", &node, &instructions) == 2 &&
                   node < e.topology.nodes) {
            core[node].last_step = instructions;
        }
    }
}

static void run(void)
{
    const struct noc_net_ops ops = {.deliver = on_deliver, .left = on_left};
    struct noc_part whole;

    net = noc_net_new(&e.net, &ops);
    chain[0] = (uint16_t)e.source;
    memcpy(chain + 1, e.dests, e.m * sizeof *e.dests);
    e.algorithm->order(&env, chain, e.m, &whole);
    hand_on(whole, 0);
    while (noc_net_next(net) != NOC_NEVER) {
        noc_net_run(net, noc_net_next(net) + 4096);
    }
    noc_net_free(net);
}

int main(int argc, char **argv)
{
    struct options o = {.json = true};
    struct complaint why = {""};
    uint32_t i;

    if (argc != 6) {
        fprintf(stderr,
                "usage: predict EXPERIMENT RELAY SECOND_SOURCE SECOND FURTHER <STEPS\n");
        return 2;
    }
    if (options_object(&o, argv[1], "run", ~0u, &why) ||
        experiment_make(&e, &o, NEED_SET, &why)) {
        fprintf(stderr, "predict: %s\n", why.text);
        return 2;
    }
    cost_relay = strtoull(argv[2], NULL, 10);
    cost_second[0] = strtoull(argv[3], NULL, 10);
    cost_second[1] = strtoull(argv[4], NULL, 10);
    cost_further = strtoull(argv[5], NULL, 10);
    env = experiment_env(&e);
    core = claim_array(e.topology.nodes, sizeof *core);
    chain = claim_array(e.m + 1, sizeof *chain);
    read_steps();
    run();
    for (i = 0; i < e.m; i++) {
        const struct predicted *p = &core[e.dests[i]];

        printf("%u %" PRIu64 " %u %" PRIu64 " %" PRIu64 "\n", e.dests[i], p->arrived, p->worms,
               p->done, p->left);
    }
    return 0;
}
