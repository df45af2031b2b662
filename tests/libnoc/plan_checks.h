/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold of every plan: each destination gets the message once, from
 * a node that has it, in the steps the port model allows; and the four
 * conditions under which messages cannot contend, whatever the start-up times
 * (dissertation, theorem 4.1). A worm with several destinations is one message to
 * all of them.
 */
#ifndef TESTS_PLAN_CHECKS_H
#define TESTS_PLAN_CHECKS_H

#include <stdio.h>

#include "multicast/algorithms.h"
#include "packet.h"
#include "multicast/plan_check.h"
#include "reference.h"
#include "runs.h"

enum { PATH_WORDS = 16, PLAN_NODES = 256 };

/* A network with the channels of all its paths, as sets. */
struct network {
    struct noc_topology t;
    const struct noc_routing *r;
    uint64_t (*path)[PATH_WORDS]; /* [from * nodes + to] */
    uint32_t parameter;           /* of the algorithms to be tried */
    struct noc_partition *partition;
};

static inline struct network network_of(struct noc_topology t, const struct noc_routing *r)
{
    struct network net = {.t = t, .r = r};
    struct noc_channel path[256];

    assert_true(net.t.nodes <= PLAN_NODES);
    assert_true(net.t.nodes * net.t.ports * net.r->vcs <= 64 * PATH_WORDS);
    net.path = calloc((size_t)net.t.nodes * net.t.nodes, sizeof *net.path);
    for (unsigned from = 0; from < net.t.nodes; from++) {
        for (unsigned to = 0; to < net.t.nodes; to++) {
            int n = noc_route_path(&net.t, net.r, from, to, path, 256);

            assert_in_range(n, 0, 256);
            for (int i = 0; i < n; i++) {
                unsigned c =
                    noc_channel_index(&net.t, net.r, path[i].node, path[i].port, path[i].vc);

                net.path[from * net.t.nodes + to][c / 64] |= UINT64_C(1) << c % 64;
            }
        }
    }
    return net;
}

/*
 * The channels that the worm message[0..size-1] takes, in order: router by router with the next
 * address in front, on the virtual channel it came on. Returns how many.
 */
static inline unsigned walk_worm(const struct network *net, const struct noc_message *message,
                                 unsigned size, struct noc_channel *channel, unsigned *at)
{
    unsigned node = message->from, hops = 0, in_port = NOC_PORT_LOCAL, in_vc = 0;

    for (unsigned i = 0; i < size; i++) {
        while (node != message[i].to) {
            uint32_t header[2] = {noc_header(NOC_HEADER_LAST, message[i].to, 0), 0};
            struct noc_hop hop;
            struct noc_link link;

            assert_int_equal(net->r->route(&net->t, node, in_port, in_vc, header, &hop),
                             NOC_ROUTED);
            assert_true(noc_topology_link(&net->t, node, hop.port, &link));
            assert_true(hops < 64 * PATH_WORDS);
            channel[hops++] = (struct noc_channel){
                .node = (uint16_t)node, .next = link.node, .port = hop.port, .vc = hop.vc};
            node = link.node;
            in_port = link.port;
            in_vc = hop.vc;
        }
        if (at) {
            at[i] = hops;
        }
    }
    return hops;
}

/* The channels of message a, or of the worm that it begins, as a set. */
static inline void arcs(const struct network *net, const struct noc_message *a, unsigned left,
                        uint64_t set[PATH_WORDS])
{
    struct noc_channel channel[64 * PATH_WORDS];
    unsigned size = noc_worm_size(a, left), hops;

    if (size == 1) {
        memcpy(set, net->path[a->from * net->t.nodes + a->to], sizeof *net->path);
        return;
    }
    hops = walk_worm(net, a, size, channel, NULL);
    memset(set, 0, sizeof *net->path);
    for (unsigned i = 0; i < hops; i++) {
        unsigned c =
            noc_channel_index(&net->t, net->r, channel[i].node, channel[i].port, channel[i].vc);

        assert_false(set[c / 64] >> c % 64 & 1); /* no channel twice */
        set[c / 64] |= UINT64_C(1) << c % 64;
    }
}

static inline bool arcs_meet(const struct network *net, const uint64_t one[PATH_WORDS],
                             const uint64_t two[PATH_WORDS])
{
    unsigned words = (net->t.nodes * net->t.ports * net->r->vcs + 63) / 64;

    for (unsigned i = 0; i < words; i++) {
        if (one[i] & two[i]) {
            return true;
        }
    }
    return false;
}

static inline bool share_an_arc(const struct network *net, const struct noc_message *a,
                                const struct noc_message *b)
{
    return arcs_meet(net, net->path[a->from * net->t.nodes + a->to],
                     net->path[b->from * net->t.nodes + b->to]);
}

static inline struct network network(const char *text, const char *name)
{
    struct noc_topology t = topology(text);

    return network_of(t, routing(&t, name));
}

/* A plan and what follows from it. */
struct plan {
    uint32_t source, m, steps;
    uint16_t chain[PLAN_NODES];
    struct noc_message message[PLAN_NODES];
    struct noc_part scratch[PLAN_NODES];
    const struct noc_message *into[PLAN_NODES]; /* the message that reached a node */
};

static inline void make_plan(struct plan *p, const struct network *net,
                             const struct noc_algorithm *a, uint32_t ports, uint32_t source,
                             const uint16_t *dests, uint32_t m)
{
    struct noc_plan_env env = {&net->t, net->r, ports, source, net->parameter, 0, net->partition};
    struct noc_misstep wrong = {0};

    p->source = source;
    p->m = m;
    p->chain[0] = (uint16_t)source;
    memcpy(p->chain + 1, dests, m * sizeof *dests);
    p->steps = noc_plan_make_checked(a, &env, p->chain, m, p->message, p->scratch, &wrong);
    assert_int_equal(wrong.kind, NOC_MISSTEP_NONE);
    memset(p->into, 0, sizeof p->into);
    for (uint32_t i = 0; i < m; i++) {
        assert_true(p->message[i].to < net->t.nodes);
        assert_null(p->into[p->message[i].to]); /* nobody gets it twice */
        p->into[p->message[i].to] = &p->message[i];
    }
}

/* v is u, or gets the message through it. */
static inline bool reaches(const struct plan *p, unsigned u, unsigned v)
{
    while (v != u && p->into[v]) {
        v = p->into[v]->from;
    }
    return v == u;
}

/*
 * A relay needs nothing but the chain and its own part: what next() gives it
 * is what the plan has it send, in the same order. Returns how many.
 */
static inline uint32_t check_relay(const struct plan *p, const struct noc_algorithm *a,
                                   const struct noc_plan_env *env, struct noc_part part)
{
    unsigned self = p->chain[part.self];
    struct noc_part theirs, by_runs = part, of_run;
    struct noc_worm_progress legs = {0};
    struct runs runs = {.legs.runs = true};
    uint32_t n = 0;

    for (; noc_plan_next(a, env, p->chain, &part, &theirs, &legs); n++) {
        const struct noc_message *message = p->into[p->chain[theirs.self]];

        assert_non_null(message);
        assert_int_equal(message->from, self);
        assert_int_equal(message->part.left, theirs.left);
        assert_int_equal(message->part.right, theirs.right);
        assert_int_equal(message->part.self, theirs.self);
        assert_int_equal(message->joins, legs.joins);
        assert_true(runs_next(a, env, p->chain, &by_runs, &of_run, &runs));
        assert_memory_equal(&of_run, &theirs, sizeof theirs);
        assert_int_equal(runs.legs.joins, legs.joins);
    }
    assert_false(runs_next(a, env, p->chain, &by_runs, &of_run, &runs));
    assert_memory_equal(&by_runs, &part, sizeof part);
    assert_int_equal(legs.given, 0);         /* no worm is left half made */
    assert_int_equal(part.left, part.right); /* itself alone is left */
    assert_int_equal(p->chain[part.left], self);
    return n;
}

/*
 * Every destination once, from a node that had the message a step before;
 * only the source and destinations take part; sorted by step; nobody starts
 * more messages in a step than it has ports.
 */
static inline void check_plan(const struct plan *p, const uint16_t *dests, uint32_t ports)
{
    uint8_t started[PLAN_NODES] = {0};
    uint32_t steps = 0;

    assert_null(p->into[p->source]);
    for (uint32_t i = 0; i < p->m; i++) {
        assert_non_null(p->into[dests[i]]);
    }
    for (uint32_t i = 0; i < p->m; i++) {
        const struct noc_message *message = &p->message[i];
        const struct noc_message *before = p->into[message->from];

        if (message->step != steps) {
            assert_int_equal(message->step, steps + 1);
            steps = message->step;
            memset(started, 0, sizeof started);
        }
        assert_true(message->from == p->source || before);
        assert_true(!before || before->step < message->step);
        assert_int_equal(p->chain[message->part.self], message->to);
        assert_true(message->part.left <= message->part.self);
        assert_true(message->part.self <= message->part.right);
        if (message->joins) {
            assert_true(i > 0 && message->from == message[-1].from);
            assert_int_equal(message->step, message[-1].step);
        }
        started[message->from] += !message->joins;
        assert_true(ports == 0 || started[message->from] <= ports);
    }
    assert_int_equal(steps, p->steps);
}

/* Whether a, which has `size` destinations, and b, a not after b, which share an arc, cannot
 * contend: theorem 4.1, items 2 to 4. */
static inline bool apart(const struct plan *p, const struct noc_message *a, unsigned size,
                         const struct noc_message *b)
{
    if (a->from == b->from) {
        return true;
    }
    for (unsigned i = 0; i < size; i++) {
        if (reaches(p, a[i].to, b->from)) {
            return true;
        }
    }
    for (unsigned w = b->from; p->into[w]; w = p->into[w]->from) {
        if (p->into[w]->from == a->from && p->into[w]->step > a->step) {
            return true;
        }
    }
    return false;
}

/* How many pairs of messages of the plan may contend. */
static inline unsigned contending_pairs(const struct network *net, const struct plan *p)
{
    static uint64_t set[PLAN_NODES][PATH_WORDS];
    unsigned n = 0;

    for (uint32_t i = 0; i < p->m; i++) {
        if (!p->message[i].joins) {
            arcs(net, &p->message[i], p->m - i, set[i]);
        }
    }
    for (uint32_t i = 0, size; i < p->m; i += size) {
        size = noc_worm_size(&p->message[i], p->m - i);
        for (uint32_t j = i + size; j < p->m; j++) {
            n += !p->message[j].joins && arcs_meet(net, set[i], set[j]) &&
                 !apart(p, &p->message[i], size, &p->message[j]);
        }
    }
    return n;
}

/* ceil(log2(m + 1)). */
static inline unsigned doublings(unsigned m)
{
    unsigned steps = 0;

    while ((1u << steps) < m + 1) {
        steps++;
    }
    return steps;
}

/* Whether the algorithm takes the fewest steps there can be with one port. */
static inline bool doubles(const struct noc_algorithm *a)
{
    static const char *const name[] = {"u-cube", "u-mesh", "u-torus", "u-ccc", "postorder"};

    for (unsigned i = 0; i < sizeof name / sizeof *name; i++) {
        if (strcmp(a->name, name[i]) == 0) {
            return true;
        }
    }
    return false;
}

struct tally {
    uint64_t sets, contending_sets, pairs, steps;
};

/* One (source, set): checked as a plan, counted for contention. */
static inline void check_set(const struct network *net, const struct noc_algorithm *a,
                             uint32_t ports, unsigned source, const uint16_t *dests, unsigned m,
                             struct tally *tally)
{
    struct plan p;
    unsigned pairs;
    uint32_t relayed = 0;

    make_plan(&p, net, a, ports, source, dests, m);
    check_plan(&p, dests, ports);
    if (ports == 1 && doubles(a)) {
        assert_int_equal(p.steps, doublings(m));
    }
    if (ports == 1 && strcmp(a->name, "separate") == 0) {
        assert_int_equal(p.steps, m);
    }
    for (uint32_t i = 0; i < m; i++) {
        struct noc_plan_env env = {&net->t,        net->r, ports,         source,
                                   net->parameter, 0,      net->partition};

        relayed += check_relay(&p, a, &env, p.message[i].part);
    }
    assert_true(relayed < m);
    pairs = contending_pairs(net, &p);
    tally->sets++;
    tally->pairs += pairs;
    tally->contending_sets += pairs > 0;
    tally->steps += p.steps;
}

/* The members of a set of nodes, the highest first, and how many they are. */
static inline unsigned set_members(uint32_t set, unsigned nodes, uint16_t *member)
{
    unsigned m = 0;

    for (unsigned node = nodes; node-- > 0;) {
        if (set >> node & 1) {
            member[m++] = (uint16_t)node;
        }
    }
    return m;
}

/*
 * All non-empty sets of destinations from one source, listed from the highest
 * down so that the order given is never the order wanted.
 */
static inline void check_sets_from(const struct network *net, const struct noc_algorithm *a,
                                   uint32_t ports, unsigned source, struct tally *tally)
{
    unsigned nodes = net->t.nodes;

    assert_true(nodes <= 16);
    for (uint32_t set = 1; set < 1u << nodes; set++) {
        uint16_t dests[16];

        if (!(set >> source & 1)) {
            unsigned m = set_members(set, nodes, dests);

            check_set(net, a, ports, source, dests, m, tally);
        }
    }
}

/* The same from all sources. */
static inline struct tally check_all_sets(const struct network *net, const struct noc_algorithm *a,
                                          uint32_t ports)
{
    struct tally tally = {0};

    for (unsigned source = 0; source < net->t.nodes; source++) {
        check_sets_from(net, a, ports, source, &tally);
    }
    return tally;
}

/* xorshift32: the same sets on every host. */
static inline uint32_t random_below(uint32_t *state, uint32_t n)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % n;
}

/* m distinct nodes other than the source, in random order. */
static inline void random_set(uint32_t *state, unsigned nodes, unsigned source, unsigned m,
                              uint16_t *dests)
{
    static uint16_t all[16384];
    unsigned n = 0;

    for (unsigned node = 0; node < nodes; node++) {
        if (node != source) {
            all[n++] = (uint16_t)node;
        }
    }
    for (unsigned i = 0; i < m; i++) {
        unsigned j = i + random_below(state, n - i);
        uint16_t chosen = all[j];

        all[j] = all[i];
        dests[i] = all[i] = chosen;
    }
}

static inline struct tally check_random_sets(const struct network *net,
                                             const struct noc_algorithm *a, uint32_t ports,
                                             unsigned sets)
{
    struct tally tally = {0};
    uint32_t state = 20260601;

    for (unsigned i = 0; i < sets; i++) {
        uint16_t dests[PLAN_NODES];
        unsigned source = random_below(&state, net->t.nodes);
        unsigned m = 1 + random_below(&state, net->t.nodes - 1);

        random_set(&state, net->t.nodes, source, m, dests);
        check_set(net, a, ports, source, dests, m, &tally);
    }
    return tally;
}

/* The algorithm, proven for this network or not. */
static inline const struct noc_algorithm *algorithm(const char *name)
{
    const struct noc_algorithm *a = noc_algorithm_find(name);

    assert_non_null(a);
    return a;
}

static inline void print_tally(const char *text, const char *routing_name, const char *name,
                               const struct tally *tally)
{
    print_message("%-14s %-6s %-9s %9llu sets, %llu steps, %llu contending pairs in %llu sets\n",
                  text, routing_name, name, (unsigned long long)tally->sets,
                  (unsigned long long)tally->steps, (unsigned long long)tally->pairs,
                  (unsigned long long)tally->contending_sets);
}

/* No set contends; `sets` random ones, or all if 0. */
static inline void never_contends_with(const char *text, const char *routing_name, const char *name,
                                       uint32_t ports, unsigned sets)
{
    struct network net = network(text, routing_name);
    struct tally tally = sets ? check_random_sets(&net, algorithm(name), ports, sets)
                              : check_all_sets(&net, algorithm(name), ports);

    print_tally(text, net.r->name, name, &tally);
    free(net.path);
    assert_int_equal(tally.contending_sets, 0);
    if (!sets) {
        assert_int_equal(tally.sets, net.t.nodes * ((1u << (net.t.nodes - 1)) - 1));
    }
}

/* The same with one port. */
static inline void never_contends_under(const char *text, const char *routing_name,
                                        const char *name, unsigned sets)
{
    never_contends_with(text, routing_name, name, 1, sets);
}

/* "step:from>to ..." in the plan's order. */
static inline const char *plan_text(const struct plan *p)
{
    static char text[PLAN_NODES * 16];
    char *at = text;

    *at = '\0';
    for (uint32_t i = 0; i < p->m; i++) {
        at += sprintf(at, "%s%u:%u>%u", i ? " " : "", p->message[i].step, p->message[i].from,
                      p->message[i].to);
    }
    return text;
}

static inline void chain_is(const struct plan *p, const uint16_t *expected)
{
    for (uint32_t i = 0; i <= p->m; i++) {
        assert_int_equal(p->chain[i], expected[i]);
    }
}

#endif
