/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold of plans with worms, besides plan_checks.h: pieces are H-cycles (Robinson 1994,
 * lemma 6.1), and no two worms are on one channel at one time, cycle by cycle.
 */
#ifndef TESTS_WORM_CHECKS_H
#define TESTS_WORM_CHECKS_H

#include "plan_checks.h"

/* A node's place on the circuit, by equation 5.2. */
static inline unsigned circuit_label(const struct noc_topology *t, unsigned node)
{
    unsigned label = 0;

    for (unsigned i = 0, unit = 1; i < t->dims; unit *= t->width[i], i++) {
        unsigned sum = 0;

        for (unsigned j = i; j < t->dims; j++) {
            sum += coordinate(t, node, j);
        }
        label += unit * (sum % t->width[i]);
    }
    return label;
}

/* How often labels fall in chain[left..right], read from `self` to the right and around. An
 * H-chain: 0; an H-cycle: at most 1. */
static inline unsigned descents(const struct noc_topology *t, const uint16_t *chain,
                                struct noc_part part)
{
    unsigned n = part.right - part.left + 1u, falls = 0;

    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned a = (part.self - part.left + i) % n, b = (part.self - part.left + i + 1) % n;

        falls += circuit_label(t, chain[part.left + a]) > circuit_label(t, chain[part.left + b]);
    }
    return falls;
}

/* Lemma 6.1, for all parts that are handed over or kept. */
static inline void check_lemma_6_1(const struct network *net, const struct plan *p,
                                   const struct noc_algorithm *a, struct noc_part part)
{
    struct noc_plan_env env = {&net->t, net->r, 1, p->source, net->parameter, 0, net->partition};
    struct noc_part theirs;
    struct noc_worm_progress legs = {0};
    unsigned cycles = 0;

    assert_true(descents(&net->t, p->chain, part) <= 1);
    while (noc_plan_next(a, &env, p->chain, &part, &theirs, &legs)) {
        if (!legs.joins) {
            cycles = 0;
        }
        assert_true(descents(&net->t, p->chain, theirs) <= 1);
        cycles += descents(&net->t, p->chain, theirs);
        if (legs.given == 0) { /* the worm is complete, part what the sender keeps */
            cycles += descents(&net->t, p->chain, part);
            assert_true(cycles <= 1);
        }
    }
}

/* A stretch of time in which a worm is on a channel. */
struct stay {
    unsigned channel, from, to; /* cycles, both included */
};

struct clock {
    unsigned flits, tau_s, tau_r; /* flits behind the header */
    uint64_t when[PLAN_NODES];    /* a node has the message, and is free to send, from then on */
    struct stay stay[PLAN_NODES * 64];
    unsigned stays;
};

/*
 * One port, no waiting anywhere: each worm starts tau_s after its sender had the message and had
 * sent the worm before; flit by flit it enters the next channel in the next cycle. Whoever it visits
 * has the message tau_r after its last flit came by. Two stays that overlap are a contention that this
 * clock would bring about.
 */
static inline unsigned overlaps_at(const struct network *net, const struct plan *p, struct clock *c)
{
    struct noc_channel channel[64 * PATH_WORDS];
    unsigned at[PLAN_NODES], n = 0;

    memset(c->when, 0, sizeof c->when);
    c->stays = 0;
    for (uint32_t i = 0, size; i < p->m; i += size) {
        const struct noc_message *worm = &p->message[i];
        uint64_t start = c->when[worm->from] + c->tau_s;

        size = noc_worm_size(worm, p->m - i);

        unsigned hops = walk_worm(net, worm, size, channel, at);
        unsigned length = c->flits + (size == 1 ? 1 : size + 1);

        for (unsigned h = 0; h < hops; h++) {
            assert_true(c->stays < PLAN_NODES * 64);
            c->stay[c->stays++] = (struct stay){
                noc_channel_index(&net->t, net->r, channel[h].node, channel[h].port, channel[h].vc),
                (unsigned)start + h, (unsigned)start + h + length - 1};
        }
        c->when[worm->from] = start + length;
        for (uint32_t k = 0; k < size; k++) {
            c->when[worm[k].to] = start + at[k] + length + c->tau_r;
        }
    }
    for (unsigned i = 0; i < c->stays; i++) {
        for (unsigned j = i + 1; j < c->stays; j++) {
            n += c->stay[i].channel == c->stay[j].channel && c->stay[i].from <= c->stay[j].to &&
                 c->stay[j].from <= c->stay[i].to;
        }
    }
    return n;
}

/* The same for slow and fast processors, long and short messages. */
static inline unsigned overlaps(const struct network *net, const struct plan *p)
{
    static const unsigned costs[][3] = {{1, 0, 0}, {4, 0, 0}, {1, 3, 0}, {7, 0, 5}, {40, 20, 9}};
    static struct clock c;
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof costs / sizeof *costs; i++) {
        c.flits = costs[i][0];
        c.tau_s = costs[i][1];
        c.tau_r = costs[i][2];
        n += overlaps_at(net, p, &c);
    }
    return n;
}

/* All that must hold of one plan of path-based worms with one port. */
static inline void check_worms(const struct network *net, const struct noc_algorithm *a,
                               unsigned source, const uint16_t *dests, unsigned m, struct plan *p)
{
    struct noc_plan_env env = {&net->t, net->r, 1, source, net->parameter, 0, net->partition};
    struct noc_part whole;
    uint32_t relayed = 0;

    make_plan(p, net, a, 1, source, dests, m);
    check_plan(p, dests, 1);
    p->chain[0] = (uint16_t)source; /* once more, for the source's own part */
    memcpy(p->chain + 1, dests, m * sizeof *dests);
    a->order(&env, p->chain, m, &whole);
    assert_int_equal(p->chain[whole.self], source);
    assert_int_equal(whole.left, 0);
    assert_int_equal(whole.right, m);
    relayed = check_relay(p, a, &env, whole);
    check_lemma_6_1(net, p, a, whole);
    for (uint32_t i = 0; i < m; i++) {
        relayed += check_relay(p, a, &env, p->message[i].part);
        check_lemma_6_1(net, p, a, p->message[i].part);
    }
    assert_int_equal(relayed, m);
    assert_int_equal(contending_pairs(net, p), 0);
    assert_int_equal(overlaps(net, p), 0);
}

/* "step:from>to>to ..." in the plan's order. */
static inline const char *worms_text(const struct plan *p)
{
    static char text[PLAN_NODES * 16];
    char *at = text;

    *at = '\0';
    for (uint32_t i = 0; i < p->m; i++) {
        const struct noc_message *message = &p->message[i];

        at += message->joins ? sprintf(at, ">%u", message->to)
                             : sprintf(at, "%s%u:%u>%u", i ? " " : "", message->step, message->from,
                                       message->to);
    }
    return text;
}

/* Figure 5.1 on utorus:6x6: source (3,2), nine destinations in the order given. */
static inline void figure_5_1(struct plan *p, struct network *net, const char *name)
{
    static const uint16_t dests[] = {5, 29, 22, 34, 27, 8, 13, 31, 6};

    make_plan(p, net, algorithm(name), 1, 20, dests, 9);
    check_plan(p, dests, 1);
}

/* An algorithm for Hamiltonian paths: under other routings each destination has its own worm, and all
 * are reached. */
static inline void check_forced(const struct noc_algorithm *a)
{
    static const struct {
        const char *name, *routing;
    } other[] = {{"mesh:4x4", "xy"}, {"torus:4x4", "btr"},       {"utorus:4x4", "utpr"},
                 {"ccc:3", "ccc"},   {"mesh:4x4", "coded-path"}, {"cube:4", "ecube"}};
    uint32_t seed = 9;

    for (unsigned k = 0; k < sizeof other / sizeof *other; k++) {
        struct network net = network(other[k].name, other[k].routing);
        struct noc_fault fault = {0};

        assert_false(a->fits(&net.t, net.r, &fault));
        assert_int_equal(fault.code, NOC_FAULT_ALGORITHM_FIT);
        for (unsigned n = 0; n < 200; n++) {
            uint16_t dests[PLAN_NODES];
            unsigned source = random_below(&seed, net.t.nodes);
            unsigned m = 1 + random_below(&seed, net.t.nodes - 1);
            static struct plan p;

            random_set(&seed, net.t.nodes, source, m, dests);
            make_plan(&p, &net, a, n % 3, source, dests, m);
            check_plan(&p, dests, n % 3);
            for (uint32_t i = 0; i < m; i++) {
                assert_false(p.message[i].joins);
            }
        }
        free(net.path);
    }
}

#endif
