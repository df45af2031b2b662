/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each candidate is tried on the network worm by worm: some microseconds for each message, so that
 * dozens can be tried before one is simulated flit by flit. While that is cheap all are followed to
 * their end; of large experiments, when the best so far has taken its time, the others are left at
 * that.
 */
#include "auto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "experiment/costs_option.h"
#include "multicast/algorithms.h"
#include "plan.h"
#include "routing/routings.h"
#include "sim.h"
#include "topology/topologies.h"

enum {
    STEPS_FREE = 4000000,  /* of the model: until then all are followed to their end; about 0.3 s */
    STEPS_MAX = 30000000,  /* of all candidates together */
    CUT_NODES_MAX = 512,   /* of a chain that is cut by costs, which takes the cube of it: 0.1 s */
    FINE_NODES_MAX = 2048, /* of a set for which many parameters are tried */
    SEGMENT_FLITS_MIN = 8, /* of those that are tried */
    SEGMENTS_MAX = 512,
};

/* The routing that it is made for. Of two, the one under which several multicasts do not deadlock
 * either; alone they are equally fast. */
static const struct noc_routing *own_routing(const struct noc_algorithm *a)
{
    const char *name = a->routing_of_several ? a->routing_of_several : a->routing;
    return name ? noc_routing_find(name) : NULL;
}

static void add_one(struct choices *c, struct choice choice)
{
    c->at = realloc(c->at, (c->n + 1) * sizeof *c->at);
    if (!c->at) {
        out_of_memory();
    }
    c->at[c->n++] = choice;
}

/* One for each size of segments that is worth a try: in 1, 2, 3, 4, 6, 8, 12, ... of them. */
static void add(struct experiment *e, const struct noc_algorithm *a, uint32_t parameter,
                const struct noc_routing *r)
{
    struct choice choice = {a, parameter, r, e->segment, NOC_NEVER};
    if (!e->segment_free) {
        add_one(&e->choices, choice);
        return;
    }
    for (uint32_t n = 1; n <= SEGMENTS_MAX; n += n < 4 ? 1 : n & (n - 1) ? n / 3 : n / 2) {
        choice.segment = (e->length + n - 1) / n;
        if (n == 1 || choice.segment >= SEGMENT_FLITS_MIN) {
            add_one(&e->choices, choice);
        }
    }
}

/* Are all multicasts of the experiment to everybody? */
static bool to_all(const struct experiment *e)
{
    uint32_t others = noc_topology_senders(&e->topology) - 1;
    bool all = e->m == others;
    for (uint32_t i = 0; i < e->also_count; i++) {
        all = all && e->also[i].m == others;
    }
    return all;
}

/* Worms that wait for a consumption context while others wait for them can deadlock (docs/board.md,
 * section 3). */
static bool worms_are_safe(const struct experiment *e)
{
    return e->also_count == 0 || e->net.consumption == NOC_CONSUME_VC;
}

/* Is this algorithm for such an experiment, wherever its proof holds? */
static bool allowed(const struct experiment *e, const struct noc_algorithm *a,
                    const struct noc_routing *r)
{
    struct noc_net_config net = e->net;
    net.routing = r;
    return (!a->pipelined || e->segment || e->segment_free) && (!a->broadcast || to_all(e)) &&
           !(e->costs && !costs_of(e, a)) && !(a->worm && e->sharing) &&
           (!a->worm || worms_are_safe(e)) && !relay_refuses(e->relay, a, r) &&
           !(a->partitioned && e->m + 1 > CUT_NODES_MAX) && !noc_net_refuses(&net);
}

/* One candidate for each parameter that is worth a try: beyond m pieces nothing changes. */
static void add_fitting(struct experiment *e, const struct noc_algorithm *a,
                        const struct noc_routing *r)
{
    bool fine = e->m < FINE_NODES_MAX;
    if (!allowed(e, a, r) || !a->fits(&e->topology, r, NULL)) {
        return;
    }
    if (!a->parameter) {
        add(e, a, 0, r);
        return;
    }
    for (uint32_t p = 2; p <= e->m || p == 2; p += !fine ? (p + 1) / 2 : p < 8 ? 1 : p / 4) {
        add(e, a, p, r);
    }
}

static struct experiment with(const struct experiment *e, const struct choice *c)
{
    struct experiment tried = *e;
    tried.algorithm = c->algorithm;
    tried.parameter = c->parameter;
    tried.routing = tried.net.routing = c->routing;
    experiment_segment(&tried, c->segment);
    return tried;
}

/* From the last on, so that what sends everything singly comes last. */
static void try_all(struct experiment *e, bool firmware)
{
    struct choices *c = &e->choices;
    uint64_t best = NOC_NEVER, used = 0;
    progress_begin("choosing", c->n);
    for (uint32_t i = c->n; i-- > 0 && used < STEPS_MAX;) {
        struct experiment tried = with(e, &c->at[i]);
        if (firmware && tried.segment) {
            tried.tau_s += costs_segment_sent(e->measured);
            tried.tau_r += costs_segment_taken(e->measured);
        } else if (firmware || e->costs) {
            tried.software = costs_of(e, tried.algorithm);
        }
        uint64_t until = used < STEPS_FREE || best == NOC_NEVER ? NOC_NEVER : best + 1;
        uint64_t steps = STEPS_MAX - used;
        experiment_order(&tried);
        c->at[i].cycles = predict_latency(&tried, until, &steps);
        experiment_unplan(&tried);
        best = c->at[i].cycles < best ? c->at[i].cycles : best;
        used += steps;
        progress_at(c->n - i);
    }
    progress_end();
}

/* Of those that are equal to the first, the one with the fewest steps comes first. */
static void break_tie(struct experiment *e)
{
    struct choices *c = &e->choices;
    uint32_t chosen = 0, fewest = UINT32_MAX;
    bool tied = c->n > 1 && c->at[1].cycles == c->at[0].cycles;
    for (uint32_t i = 0; tied && i < c->n && c->at[i].cycles == c->at[0].cycles; i++) {
        struct experiment tried = with(e, &c->at[i]);
        struct plan p;
        plan_make(&p, &tried, tried.algorithm);
        if (p.steps < fewest) {
            fewest = p.steps;
            chosen = i;
        }
        plan_free(&p);
    }
    struct choice first = c->at[chosen];
    memmove(c->at + 1, c->at, chosen * sizeof first);
    c->at[0] = first;
}

/* Best first; equal ones stay in the order of the tables. */
static void sort(struct choices *c)
{
    for (uint32_t i = 1; i < c->n; i++) {
        struct choice moved = c->at[i];
        uint32_t j = i;
        for (; j > 0 && c->at[j - 1].cycles > moved.cycles; j--) {
            c->at[j] = c->at[j - 1];
        }
        c->at[j] = moved;
    }
}

/* Predict all choices; the best becomes e's. */
static void take_best(struct experiment *e, bool firmware)
{
    try_all(e, firmware);
    sort(&e->choices);
    break_tie(e);
    const struct choice *best = e->choices.at;
    *e = with(e, best);
}

/* What it chooses from. */
static void add_all(struct experiment *e, bool free)
{
    for (unsigned i = 0; noc_algorithms[i]; i++) {
        const struct noc_algorithm *a = noc_algorithms[i];
        const struct noc_routing *own = free ? own_routing(a) : NULL;
        add_fitting(e, a, e->routing);
        if (own && own != e->routing && own->fits(&e->topology, NULL)) {
            add_fitting(e, a, own);
        }
    }
}

bool auto_fits(struct experiment *e, bool free_routing)
{
    add_all(e, free_routing);
    bool any = e->choices.n;
    free(e->choices.at);
    e->choices = (struct choices){NULL, 0};
    return any;
}

bool auto_choose(struct experiment *e, bool free, bool firmware)
{
    add_all(e, free);
    if (e->choices.n == 0) {
        return false;
    }
    take_best(e, firmware);
    choice_name(e->algorithm_text, e->choices.at);
    return true;
}

void auto_choose_segment(struct experiment *e, bool firmware)
{
    add(e, e->algorithm, e->parameter, e->routing);
    take_best(e, firmware);
}
