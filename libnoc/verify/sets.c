/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An algorithm's plans over all sets of destinations, or over random ones.
 *
 * Idea: make each plan, check that it delivers, and count the pairs of its
 * messages that may contend (contention.c). All sets of a source are counted
 * through as bit patterns over the nodes that can receive. Random ones: the
 * source uniform, then the size uniform from 1 to all, then a uniform set of
 * that size, drawn by splitmix64 from the seed, so the same on any host.
 *
 * Where routers copy, all worms of all sets also go into one graph of dependencies: what several
 * multicasts at once can do to each other, consumption contexts included.
 *
 * Cost: of each set, its plan's and the sum of its messages' hops.
 */
#include <stdlib.h>
#include <string.h>

#include "contention.h"
#include "dependencies.h"
#include "topology/topologies.h"

enum { SENDERS_MAX = 31, TELL_EACH_SET = 256, TELL_SETS = 1024 };

struct looking {
    const struct noc_sets_config *config;
    struct noc_sets_proof *proof;
    struct noc_contention contention;
    struct noc_dependencies graph; /* where routers copy: of all worms */
    uint16_t *sender;              /* nodes that may send and receive */
    uint32_t senders;
    uint16_t *other;  /* of them, all but the source; shuffled */
    uint16_t *chosen; /* a set, ascending */
    uint8_t *in_set;  /* [node] */
    uint16_t *chain;
    struct noc_message *message;
    struct noc_part *scratch;
    uint64_t chance;
};

static bool looking_make(struct looking *l)
{
    const struct noc_topology *t = l->config->topology;

    l->sender = calloc(t->nodes, sizeof *l->sender);
    l->other = calloc(t->nodes, sizeof *l->other);
    l->chosen = calloc(t->nodes, sizeof *l->chosen);
    l->in_set = calloc(t->nodes, sizeof *l->in_set);
    l->chain = calloc(t->nodes, sizeof *l->chain);
    l->message = calloc(t->nodes, sizeof *l->message);
    l->scratch = calloc(t->nodes + 1, sizeof *l->scratch);
    if (!l->sender || !l->other || !l->chosen || !l->in_set || !l->chain || !l->message ||
        !l->scratch || !noc_contention_make(&l->contention, t, l->config->routing, true) ||
        (l->config->routing->copies &&
         !noc_dependencies_make(&l->graph, t, l->config->routing, l->config->contexts))) {
        return false;
    }
    for (uint32_t node = 0; node < t->nodes; node++) {
        if (noc_topology_sends(t, node)) {
            l->sender[l->senders++] = (uint16_t)node;
        }
    }
    return true;
}

static void looking_free(struct looking *l)
{
    noc_contention_free(&l->contention);
    noc_dependencies_free(&l->graph);
    free(l->sender);
    free(l->other);
    free(l->chosen);
    free(l->in_set);
    free(l->chain);
    free(l->message);
    free(l->scratch);
}

/* --- one set ---------------------------------------------------------------------------- */

/* Whether every chosen node gets the message once. */
static bool delivers(struct looking *l, uint32_t m)
{
    uint32_t reached = 0;

    memset(l->in_set, 0, l->config->topology->nodes);
    for (uint32_t i = 0; i < m; i++) {
        l->in_set[l->chosen[i]] = 1;
    }
    for (uint32_t i = 0; i < m; i++) {
        reached += l->in_set[l->message[i].to];
        l->in_set[l->message[i].to] = 0;
    }
    return reached == m;
}

/* Whether the chosen set comes before that of *v. */
static bool smaller(const struct looking *l, uint32_t source, uint32_t m,
                    const struct noc_violation *v)
{
    if (m != v->m) {
        return m < v->m;
    }
    if (source != v->source) {
        return source < v->source;
    }
    for (uint32_t i = 0; i < m; i++) {
        if (l->chosen[i] != v->dests[i]) {
            return l->chosen[i] < v->dests[i];
        }
    }
    return false;
}

/* Keep a violation if its set is the smallest. False: out of memory. */
static bool keep(struct looking *l, uint32_t source, uint32_t m, const struct noc_violation *found)
{
    struct noc_violation *kept = l->proof->smallest;

    if (kept && !smaller(l, source, m, kept)) {
        return true;
    }
    if (!kept) {
        kept = calloc(1, sizeof *kept);
        l->proof->smallest = kept;
        if (!kept || !(kept->dests = calloc(l->config->topology->nodes, sizeof *kept->dests))) {
            return false;
        }
    }
    uint16_t *dests = kept->dests;

    *kept = *found;
    kept->dests = dests;
    memcpy(dests, l->chosen, m * sizeof *dests);
    return true;
}

static uint32_t number_of(const struct noc_contention *c, const struct noc_channel *channel)
{
    return noc_channel_index(c->t, c->r, channel->node, channel->port, channel->vc);
}

/* The worms of a plan, into the graph. */
static void depend(struct looking *l, uint32_t m)
{
    const struct noc_contention *c = &l->contention; /* whose scratch is free between plans */
    uint32_t max = c->t->nodes * c->t->ports * c->r->vcs;

    for (uint32_t i = 0, size; i < m; i += size) {
        uint32_t visit = 0;
        int32_t hops;

        size = noc_worm_size(l->message + i, m - i);
        hops = noc_worm_path(c->t, c->r, l->message + i, size, c->header, c->visit, c->path, max);
        for (int32_t k = 0; k < hops && (uint32_t)k < max; k++) {
            uint32_t channel = number_of(c, &c->path[k]);
            uint32_t next = k + 1 < hops ? number_of(c, &c->path[k + 1]) : UINT32_MAX;

            l->graph.used[channel] = 1;
            if (next != UINT32_MAX) {
                noc_dependencies_add(&l->graph, channel, next);
            }
            if (visit < size && c->visit[visit].hops == (uint32_t)k + 1) {
                noc_dependencies_copy(&l->graph, channel, next);
                visit++;
            }
        }
    }
}

/* chosen[0..m-1] from this source. False: out of memory. */
static bool look_at_set(struct looking *l, uint32_t source, uint32_t m)
{
    const struct noc_sets_config *config = l->config;
    const struct noc_plan_env env = {.topology = config->topology,
                                     .routing = config->routing,
                                     .ports = config->ports,
                                     .source = source,
                                     .parameter = (uint16_t)config->parameter,
                                     .partition = config->partition};
    struct noc_sets_proof *proof = l->proof;
    struct noc_misstep misstep = {0};
    struct noc_contended found;
    uint32_t steps;

    l->chain[0] = (uint16_t)source;
    memcpy(l->chain + 1, l->chosen, m * sizeof *l->chosen);
    steps = noc_plan_make_checked(config->algorithm, &env, l->chain, m, l->message, l->scratch,
                                  &misstep);
    if (proof->misstep.kind == NOC_MISSTEP_NONE) {
        proof->misstep = misstep;
    }
    if (!noc_contention_count(&l->contention, l->message, m, source, &found)) {
        return false;
    }
    if (config->routing->copies) {
        depend(l, m);
    }
    proof->sets++;
    proof->sum_steps += steps;
    proof->sum_link_visits += found.link_visits;
    proof->above_bound += steps > noc_algorithm_bound(config->algorithm, &env, m);
    proof->undelivered += !delivers(l, m) || found.unrouted;
    proof->violations += found.violations;
    proof->violating_sets += found.violations > 0;
    return found.violations == 0 || keep(l, source, m, &found.first);
}

/* --- which sets --------------------------------------------------------------------------- */

/* other[]: all senders but the source. Returns how many. */
static uint32_t list_others(struct looking *l, uint32_t source)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < l->senders; i++) {
        if (l->sender[i] != source) {
            l->other[n++] = l->sender[i];
        }
    }
    return n;
}

static bool tell(const struct looking *l, const struct noc_watch *watch, uint64_t total)
{
    uint64_t each = l->config->topology->nodes < TELL_EACH_SET ? TELL_SETS : 1;

    return !watch || l->proof->sets % each || watch->tell(watch->opaque, l->proof->sets, total);
}

static bool look_at_source(struct looking *l, uint32_t source, const struct noc_watch *watch,
                           uint64_t total)
{
    uint32_t n = list_others(l, source);

    for (uint64_t set = 1; set < UINT64_C(1) << n; set++) {
        uint32_t m = 0;

        for (uint64_t rest = set; rest; rest &= rest - 1) {
            l->chosen[m++] = l->other[__builtin_ctzll(rest)];
        }
        if (!look_at_set(l, source, m) || !tell(l, watch, total)) {
            return false;
        }
    }
    return true;
}

/* All others at once. */
static bool look_at_broadcast(struct looking *l, uint32_t source, const struct noc_watch *watch,
                              uint64_t total)
{
    uint32_t n = list_others(l, source);

    memcpy(l->chosen, l->other, n * sizeof *l->chosen);
    if (!look_at_set(l, source, n)) {
        return false;
    }
    return tell(l, watch, total);
}

static bool look_at_broadcasts(struct looking *l, const struct noc_watch *watch)
{
    if (l->config->source != NOC_ALL_SOURCES) {
        return look_at_broadcast(l, l->config->source, watch, 1);
    }
    for (uint32_t i = 0; i < l->senders; i++) {
        if (!look_at_broadcast(l, l->sender[i], watch, l->senders)) {
            return false;
        }
    }
    return true;
}

static bool look_at_all(struct looking *l, const struct noc_watch *watch)
{
    uint64_t total, sources = l->config->source == NOC_ALL_SOURCES ? l->senders : 1;

    if (l->senders > SENDERS_MAX) {
        return false;
    }
    total = sources * ((UINT64_C(1) << (l->senders - 1)) - 1);
    if (total > UINT64_C(1) << 30) {
        return false;
    }
    for (uint32_t i = 0; i < sources; i++) {
        uint32_t source =
            sources == 1 && l->config->source != NOC_ALL_SOURCES ? l->config->source : l->sender[i];

        if (!look_at_source(l, source, watch, total)) {
            return false;
        }
    }
    return true;
}

/* splitmix64, and a number below n, all alike. */
static uint32_t below(uint64_t *chance, uint32_t n)
{
    uint64_t z;

    do {
        *chance += UINT64_C(0x9e3779b97f4a7c15);
        z = (*chance ^ *chance >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        z ^= z >> 31;
    } while (z >= UINT64_MAX - UINT64_MAX % n);
    return (uint32_t)(z % n);
}

/* m of the n others into chosen[], ascending: a partial shuffle, marked and collected. */
static void choose(struct looking *l, uint32_t n, uint32_t m)
{
    uint32_t got = 0;

    memset(l->in_set, 0, l->config->topology->nodes);
    for (uint32_t i = 0; i < m; i++) {
        uint32_t j = i + below(&l->chance, n - i);
        uint16_t taken = l->other[j];

        l->other[j] = l->other[i];
        l->in_set[taken] = 1;
    }
    for (uint32_t i = 0; i < l->senders; i++) {
        if (l->in_set[l->sender[i]]) {
            l->chosen[got++] = l->sender[i];
        }
    }
}

static bool look_at_random(struct looking *l, const struct noc_watch *watch)
{
    const struct noc_sets_config *config = l->config;

    l->chance = config->seed;
    for (uint64_t i = 0; i < config->random; i++) {
        uint32_t source = config->source == NOC_ALL_SOURCES
                            ? l->sender[below(&l->chance, l->senders)]
                            : config->source;
        uint32_t n = list_others(l, source);
        uint32_t m = 1 + below(&l->chance, n);

        choose(l, n, m);
        if (!look_at_set(l, source, m) || !tell(l, watch, config->random)) {
            return false;
        }
    }
    return true;
}

bool noc_verify_sets(const struct noc_sets_config *config, const struct noc_watch *watch,
                     struct noc_sets_proof *proof)
{
    struct looking l = {.config = config, .proof = proof};
    bool fine;

    memset(proof, 0, sizeof *proof);
    fine = looking_make(&l) && l.senders > 1;
    fine = fine && (config->algorithm->broadcast ? look_at_broadcasts(&l, watch)
                    : config->random             ? look_at_random(&l, watch)
                                                 : look_at_all(&l, watch));
    fine = fine && (!config->routing->copies ||
                    (noc_dependencies_drop_private(&l.graph) &&
                     noc_dependencies_cycle(&l.graph, watch, &proof->cycle, &proof->cycle_length)));
    looking_free(&l);
    if (!fine) {
        noc_sets_proof_free(proof);
        memset(proof, 0, sizeof *proof);
    }
    return fine;
}

void noc_sets_proof_free(struct noc_sets_proof *proof)
{
    free(proof->cycle);
    proof->cycle = NULL;
    if (proof->smallest) {
        free(proof->smallest->dests);
        free(proof->smallest);
        proof->smallest = NULL;
    }
}
