/* SPDX-License-Identifier: BSD-2-Clause */
/* Claims of Robinson 1994, chapter 6: worms with several destinations on unidirectional tori. */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"
#include "packet.h"
#include "multicast/part_list.h"

enum { NODES_MAX = 64 };

/* Small enough for what is kept here. */
static bool open_torus(struct noc_finding *f, const char *network, struct noc_topology *t,
                       const struct noc_routing **r)
{
    if (utpr_open(f, network, t, r) && t->nodes > NODES_MAX) {
        claim_unclear(f, "%s is too large", network);
    }
    return f->verdict != NOC_UNCLEAR;
}

/* A plan, with its text: "1:0>3>7 2:0>1". */
struct worms {
    struct noc_plan_env env;
    uint32_t m, steps;
    uint16_t chain[NODES_MAX];
    struct noc_message message[NODES_MAX];
    struct noc_part scratch[NODES_MAX];
    char text[200];
};

static void plan_worms(struct worms *w, const char *algorithm, const struct noc_topology *t,
                       const struct noc_routing *r, uint32_t ports, uint32_t source,
                       const uint16_t *dests, uint32_t m, struct noc_partition *partition)
{
    size_t used = 0;

    w->env =
        (struct noc_plan_env){t, r, ports, source, noc_algorithm_parameter(algorithm), partition};
    w->m = m;
    w->chain[0] = (uint16_t)source;
    memcpy(w->chain + 1, dests, m * sizeof *dests);
    w->steps =
        noc_plan_make(noc_algorithm_find(algorithm), &w->env, w->chain, m, w->message, w->scratch);
    w->text[0] = '\0';
    for (uint32_t i = 0; i < m && used < sizeof w->text; i++) {
        const struct noc_message *a = &w->message[i];

        if (!a->joins) {
            used += (size_t)snprintf(w->text + used, sizeof w->text - used, "%s%u:%u", i ? " " : "",
                                     a->step, a->from);
        }
        if (used < sizeof w->text) {
            used += (size_t)snprintf(w->text + used, sizeof w->text - used, ">%u", a->to);
        }
    }
}

/* --- contention, over sets ------------------------------------------------------------------------ */

static void tell_smallest(struct noc_finding *f, const char *network, const char *algorithm,
                          const struct noc_sets_config *config, const struct noc_violation *v)
{
    static struct worms w;
    char dests[120];

    plan_worms(&w, algorithm, config->topology, config->routing, config->ports, v->source, v->dests,
               v->m, NULL);
    claim_against(f, "%s, %s from %u to {%s}: of %s the worms to %u and %u share channel %u-%u",
                  network, algorithm, v->source, dests_text(v->dests, v->m, dests, sizeof dests),
                  w.text, v->first.to, v->second.to, v->channel.node, v->channel.next);
}

/* All sets, or random ones, of one algorithm. Returns how many. */
static uint64_t worm_sets(struct noc_finding *f, const char *network, const char *algorithm,
                          uint32_t ports, uint64_t random, uint32_t source)
{
    struct noc_sets_proof proof;
    struct noc_topology t;
    struct noc_sets_config config = {.topology = &t,
                                     .ports = ports,
                                     .source = source,
                                     .random = random,
                                     .seed = 1,
                                     .algorithm = noc_algorithm_find(algorithm),
                                     .parameter = noc_algorithm_parameter(algorithm)};

    if (!open_torus(f, network, &t, &config.routing)) {
        return 0;
    }
    if (!noc_verify_sets(&config, NULL, &proof)) {
        claim_unclear(f, "%s with %s could not be exhausted", network, algorithm);
        return 0;
    }
    if (proof.undelivered) {
        claim_against(f, "%s, %s: %llu sets are not delivered", network, algorithm,
                      (unsigned long long)proof.undelivered);
    }
    if (proof.smallest) {
        tell_smallest(f, network, algorithm, &config, proof.smallest);
    }
    uint64_t sets = proof.sets;
    noc_sets_proof_free(&proof);
    return sets;
}

/* The same of all. */
static void all_worm_sets(struct noc_finding *f, const char *network, uint32_t ports,
                          uint64_t random)
{
    static const char *const algorithms[] = {"s-torus", "md-torus", "mu-torus:2", "mu-torus:3",
                                             "mu-torus:4"};
    uint64_t sets = 0;

    for (unsigned i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        sets = worm_sets(f, network, algorithms[i], ports, random, NOC_ALL_SOURCES);
    }
    claim_checked(f, "%s: %llu sets%s by each of s-torus, md-torus, mu-torus:2 to 4", network,
                  (unsigned long long)sets, random ? " at random" : "");
}

static void check_theorem_6_1(bool deep, struct noc_finding *f)
{
    all_worm_sets(f, "utorus:4", 1, 0);
    all_worm_sets(f, "utorus:3x3", 1, 0);
    all_worm_sets(f, "utorus:2x2x2", 1, 0);
    all_worm_sets(f, "utorus:4x4", 1, deep ? 0 : 2000);
    all_worm_sets(f, "utorus:3x3x3", 1, deep ? 100000 : 1000);
}

static void check_all_ports(bool deep, struct noc_finding *f)
{
    static const uint16_t dests[] = {3, 7, 16};
    static struct worms w;
    struct noc_topology t;
    struct noc_violation v;

    (void)deep;
    all_worm_sets(f, "utorus:3x3", 0, 0);
    all_worm_sets(f, "utorus:2x2x2", 0, 0);
    if (!open_torus(f, "utorus:3x3x3", &t, &w.env.routing)) {
        return;
    }
    plan_worms(&w, "md-torus", &t, w.env.routing, 0, 0, dests, 3, NULL);
    if (noc_plan_violations(&w.env, w.message, 3, &v)) {
        claim_against(f,
                      "utorus:3x3x3, md-torus from 0 to {3, 7, 16}: of %s the worms to %u and %u, "
                      "started at once, share channel %u-%u after two others each",
                      w.text, v.first.to, v.second.to, v.channel.node, v.channel.next);
    }
}

/* --- linear partitions ------------------------------------------------------------------------------ */

/* Random cuts: what m-torus makes of any numbers is a linear partition, another one for each node. */
static void any_partition(struct noc_finding *f, const char *network, uint32_t plans)
{
    static struct worms w;
    struct noc_topology t;
    const struct noc_routing *r;
    uint32_t state = 6;

    if (!open_torus(f, network, &t, &r)) {
        return;
    }
    for (uint32_t n = 0; n < plans; n++) {
        uint16_t dests[NODES_MAX], cuts[NODES_MAX] = {0};
        struct noc_partition partition = {.cuts = cuts};
        uint32_t source = random_below(&state, t.nodes), m = 1 + random_below(&state, t.nodes - 1);

        random_dests(&state, t.nodes, source, m, dests);
        for (uint32_t i = 1; i <= m; i++) {
            cuts[i] = (uint16_t)((1 + random_below(&state, 1 + random_below(&state, m))) |
                                 (random_below(&state, 2) ? NOC_CUT_JOINS : 0));
        }
        plan_worms(&w, "m-torus", &t, r, 1, source, dests, m, &partition);
        if (noc_plan_violations(&w.env, w.message, m, NULL)) {
            claim_against(f, "%s: %s", network, w.text);
        }
    }
    claim_checked(f, "%s: %u random partitions", network, plans);
}

static void check_any_partition(bool deep, struct noc_finding *f)
{
    any_partition(f, "utorus:4", 300);
    any_partition(f, "utorus:3x3", deep ? 100000 : 2000);
    any_partition(f, "utorus:2x2x2", deep ? 100000 : 2000);
    any_partition(f, "utorus:4x4", deep ? 100000 : 2000);
    any_partition(f, "utorus:3x3x3", deep ? 50000 : 1000);
}

/*
 * Where labels fall from one node of chain[left..right] to the next: an H-chain nowhere, an H-cycle
 * at most once, and then its last label is below its first.
 */
static uint32_t falls(const struct noc_topology *t, const uint16_t *chain, uint32_t left,
                      uint32_t right)
{
    uint32_t n = 0;

    for (uint32_t i = left; i < right; i++) {
        n += utpr_label(t, chain[i]) >= utpr_label(t, chain[i + 1]);
    }
    return n == 1 && utpr_label(t, chain[right]) >= utpr_label(t, chain[left]) ? 2 : n;
}

/* All stretches of s-torus's H-cycle. The whole falls once at most, so one piece of it does. */
static void check_lemma_6_1(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:4", "utorus:3x3", "utorus:2x2x2", "utorus:4x4"};
    static struct worms w;

    for (unsigned k = 0; k < (deep ? 4 : 3); k++) {
        struct noc_topology t;
        const struct noc_routing *r;
        uint64_t sets = 0;

        if (!open_torus(f, networks[k], &t, &r)) {
            return;
        }
        for (uint32_t source = 0; source < t.nodes; source++) {
            for (uint64_t set = 1; set < UINT64_C(1) << t.nodes; set++) {
                uint16_t dests[NODES_MAX];
                uint32_t m;

                if (set >> source & 1) {
                    continue;
                }
                m = members(set, dests);
                plan_worms(&w, "s-torus", &t, r, 1, source, dests, m, NULL);
                sets++;
                for (uint32_t i = 0; i <= m; i++) {
                    for (uint32_t j = i; j <= m; j++) {
                        if (falls(&t, w.chain, i, j) > 1) {
                            claim_against(f, "%s: %s, places %u to %u", networks[k], w.text, i, j);
                        }
                    }
                }
            }
        }
        claim_checked(f, "%s: all stretches of %llu H-cycles", networks[k],
                      (unsigned long long)sets);
    }
}

/* Whether two nodes are in one sub-torus of dimension d. */
static bool together(const struct noc_topology *t, uint32_t a, uint32_t b, unsigned d)
{
    for (; d < t->dims; d++) {
        if (utpr_digit(t, a, d) != utpr_digit(t, b, d)) {
            return false;
        }
    }
    return true;
}

/* Definition 6.2 needs the nodes of each sub-torus to stand side by side. */
static void check_definition_6_2(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:4", "utorus:2x2", "utorus:3x3"};
    static struct worms w;

    (void)deep;
    for (unsigned k = 0; k < 3; k++) {
        struct noc_topology t;
        const struct noc_routing *r;
        uint64_t sets = 0, broken = 0;

        if (!open_torus(f, networks[k], &t, &r)) {
            return;
        }
        for (uint32_t source = 0; source < t.nodes; source++) {
            for (uint64_t set = 1; set < UINT64_C(1) << t.nodes; set++) {
                uint16_t dests[NODES_MAX];
                bool apart = false;
                uint32_t m, at = 1;

                if (set >> source & 1) {
                    continue;
                }
                m = members(set, dests);
                plan_worms(&w, "s-torus", &t, r, 1, source, dests, m, NULL);
                for (uint32_t i = 0; i < m && !apart && t.dims > 1; i++) {
                    for (at = i + 2; at <= m && !apart; at++) {
                        apart = together(&t, w.chain[i], w.chain[at], 1) &&
                                !together(&t, w.chain[i], w.chain[at - 1], 1);
                    }
                }
                sets++;
                if (apart) {
                    broken++;
                    claim_against(f, "%s, order 1: the H-cycle of %s comes back to the ring of %u",
                                  networks[k], w.text, source);
                }
            }
        }
        claim_checked(f, "%s: %llu of %llu H-cycles have none of order 1", networks[k],
                      (unsigned long long)broken, (unsigned long long)sets);
    }
}

/* --- steps --------------------------------------------------------------------------------------------- */

/* Every set of small tori: the steps of a plan. */
static void each_plan(struct noc_finding *f, const char *network, const char *algorithm,
                      void (*look)(struct noc_finding *, const char *, const struct worms *))
{
    static struct worms w;
    struct noc_topology t;
    const struct noc_routing *r;

    if (!open_torus(f, network, &t, &r)) {
        return;
    }
    for (uint32_t source = 0; source < t.nodes; source++) {
        for (uint64_t set = 1; set < UINT64_C(1) << t.nodes; set++) {
            uint16_t dests[NODES_MAX];

            if (!(set >> source & 1)) {
                uint32_t m = members(set, dests);

                plan_worms(&w, algorithm, &t, r, 1, source, dests, m, NULL);
                look(f, network, &w);
            }
        }
    }
}

static const char *const small[] = {"utorus:4", "utorus:7", "utorus:2x2", "utorus:3x3",
                                    "utorus:2x2x2"};
enum { SMALL = sizeof small / sizeof *small };
static const char all_small[] = "utorus:4, 7, 2x2, 3x3 and 2x2x2: all sets from all nodes";

static void one_worm(struct noc_finding *f, const char *network, const struct worms *w)
{
    if (w->steps != 1 || noc_worm_size(w->message, w->m) != w->m) {
        claim_against(f, "%s: %s", network, w->text);
    }
}

static void check_s_torus(bool deep, struct noc_finding *f)
{
    static const char *const large[] = {"utorus:4x4", "utorus:6x6", "utorus:8x8", "utorus:4x4x4"};
    static struct worms w;

    (void)deep;
    for (unsigned i = 0; i < SMALL; i++) {
        each_plan(f, small[i], "s-torus", one_worm);
    }
    claim_checked(f, "%s", all_small);
    for (unsigned i = 0; i < 4; i++) {
        struct noc_topology t;
        const struct noc_routing *r;

        if (!open_torus(f, large[i], &t, &r)) {
            return;
        }
        for (uint32_t source = 0; source < t.nodes; source++) {
            uint16_t dests[NODES_MAX];
            uint32_t header[NODES_MAX + 1], m = 0;
            struct noc_visit visit[NODES_MAX];

            for (uint32_t node = 0; node < t.nodes; node++) {
                if (node != source) {
                    dests[m++] = (uint16_t)node;
                }
            }
            plan_worms(&w, "s-torus", &t, r, 1, source, dests, m, NULL);
            if (noc_worm_path(&t, r, w.message, m, header, visit, NULL, 0) !=
                (int32_t)t.nodes - 1) {
                claim_against(f, "%s from %u", large[i], source);
            }
        }
    }
    claim_checked(f, "utorus:4x4, 6x6, 8x8 and 4x4x4: broadcasts from all nodes");
}

static void all_unicasts(struct noc_finding *f, const char *network, const struct worms *w)
{
    for (uint32_t i = 0; i < w->m; i++) {
        if (w->message[i].joins) {
            claim_against(f, "%s: %s", network, w->text);
        }
    }
}

static void check_two_pieces(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned i = 0; i < SMALL; i++) {
        each_plan(f, small[i], "mu-torus:2", all_unicasts);
    }
    claim_checked(f, "%s", all_small);
}

static void at_most_dims(struct noc_finding *f, const char *network, const struct worms *w)
{
    if (w->steps > w->env.topology->dims) {
        claim_against(f, "%s: %s", network, w->text);
    }
}

static void check_md_phases(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (unsigned i = 0; i < SMALL; i++) {
        each_plan(f, small[i], "md-torus", at_most_dims);
    }
    claim_checked(f, "%s", all_small);
}

static void logarithm(struct noc_finding *f, const char *network, const struct worms *w)
{
    uint32_t steps = 0;

    for (uint64_t nodes = 1; nodes < w->m + 1; nodes *= w->env.parameter) {
        steps++;
    }
    if (w->steps != steps) {
        claim_against(f, "%s: %s", network, w->text);
    }
}

static void check_mu_phases(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"mu-torus:2", "mu-torus:3", "mu-torus:4", "mu-torus:8"};

    (void)deep;
    for (unsigned i = 0; i < SMALL; i++) {
        for (unsigned k = 0; k < 4; k++) {
            each_plan(f, small[i], names[k], logarithm);
        }
    }
    claim_checked(f, "R = 2, 3, 4 and 8, %s", all_small);
}

/* The compound header of a plan's first worm: as many flits as expected, and the sender lets it through. */
static void compound(struct noc_finding *f, const char *network, const struct worms *w)
{
    uint32_t header[4 * NODES_MAX], n = 0, size = noc_worm_size(w->message, w->m), lists = 0;

    for (uint32_t i = 0; i < size; i++) {
        const struct noc_part *part = &w->message[i].part;

        lists += part->left == part->right ? 0 : 1 + noc_part_list_flits(part);
        n = noc_headers_add(header, n, w->chain, part, 0, true);
    }
    header[n++] = noc_header(NOC_HEADER_LAST, w->message[size - 1].to, 0);
    if (n != size + 1 + lists ||
        w->env.routing->check(w->env.topology, w->message[0].from, header, n) != NOC_TX_OK) {
        claim_against(f, "%s: the first worm of %s has %u header flits, its lists %u", network,
                      w->text, n, lists);
    }
}

static void check_compound(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"s-torus", "md-torus", "mu-torus:3"};

    (void)deep;
    for (unsigned i = 0; i < SMALL; i++) {
        for (unsigned k = 0; k < 3; k++) {
            each_plan(f, small[i], names[k], compound);
        }
    }
    claim_checked(f, "s-torus, md-torus and mu-torus:3, %s", all_small);
}

const struct noc_claim noc_claims_m_torus[] = {
    {"Robinson 1994", "6.1", NOC_RESULT,
     "S-torus reaches any destinations with one message in one step; a broadcast's travels N-1 links.",
     check_s_torus, NULL},
    {"Robinson 1994", "6.2", NOC_TEXT,
     "With always two pieces, all messages of M-torus are unicasts.", check_two_pieces, NULL},
    {"Robinson 1994", "lemma 6.1", NOC_RESULT,
     "Every piece of a linear partition of an H-cycle is an H-cycle, and all but at most one are H-chains.",
     check_lemma_6_1, NULL},
    {"Robinson 1994", "theorem 6.1", NOC_RESULT,
     "M-torus is contention-free: one port, dimensional and uniform partitions.", check_theorem_6_1,
     NULL},
    {"Robinson 1994", "theorem 6.1", NOC_RESULT,
     "M-torus is contention-free however the H-cycle is cut, and cut anew in each node and step: one port.",
     check_any_partition, NULL},
    {"Robinson 1994", "theorem 6.1, all ports", NOC_RESULT,
     "M-torus is contention-free with all ports, which section 6.6 has.", check_all_ports,
     "The proof lets the first worm precede all others, since it is sent first. With all ports the same node may start a second one over "
     "another link at once, and both go through the stretch of the circuit that the sender keeps. On utorus:3x3x3 two of them are two links away from "
     "the same channel. With one port the theorem stands: whatever follows takes no shorter way to any channel than the worm before."},
    {"Robinson 1994", "definition 6.2", NOC_TEXT,
     "An H-cycle has a dimensional partition of every order.", check_definition_6_2,
     "Not where it begins amid the labels of a sub-torus and ends there too: nodes of one sub-torus then stand at both ends, and a linear partition "
     "cannot have them in one piece. `md-torus` lets the end join the source's own piece; that it stays free of contention is checked with theorem 6.1."},
    {"Robinson 1994", "6.3", NOC_RESULT,
     "Md-torus takes n phases, or fewer where destinations share sub-tori.", check_md_phases, NULL},
    {"Robinson 1994", "6.4", NOC_RESULT, "Mu-torus with R pieces takes ceil(log_R m) phases.",
     check_mu_phases, NULL},
    {"Robinson 1994", "6.5", NOC_OURS,
     "Not claimed (there a count for each destination, zero where it has no list): a compound header costs nothing but its lists, and a count for each.",
     check_compound,
     "A flit says of what kind it is, so a receiver without a list needs no count, and a worm without lists is a simple one."},
    {0},
};
