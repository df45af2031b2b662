/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, chapter 6: worms with several destinations on unidirectional tori. */
#include <string.h>

#include "chapters.h"
#include "circuits.h"
#include "multicasts.h"
#include "packet.h"
#include "multicast/part_list.h"
#include "proofs.h"

/* --- theorem 6.1: contention -------------------------------------------------------------- */

static bool tell_smallest(const struct instance *i, const struct planner *planner,
                          const struct noc_violation *v)
{
    struct text dests = {0}, worms = {0};
    struct multicast p;

    multicast_make(&p, i, planner, v->source, v->dests, v->m, NULL);
    say_dests(&dests, v->dests, v->m);
    say_worms(&worms, &p);
    return against(i, "%s, %s from %u to {%s}: of %s the worms to %u and %u share channel %u-%u",
                   i->net->name, planner->name, v->source, dests.at, worms.at, v->first.to,
                   v->second.to, v->channel.node, v->channel.next);
}

/* No two worms violate the four conditions, by each of check.algorithm; all sets or random ones. */
static bool worms_apart(const struct instance *i)
{
    struct noc_sets_config config = {0};
    uint64_t sets = 0;
    bool good = true;

    for (uint32_t k = 0; k < i->planners; k++) {
        const struct planner *planner = i->planner + k;
        struct noc_sets_proof proof;

        if (!prove_sets(i, planner, &config, &proof)) {
            return true;
        }
        sets = proof.sets;
        if (proof.undelivered) {
            good = against(i, "%s, %s: %llu sets are not delivered", i->net->name, planner->name,
                           (unsigned long long)proof.undelivered);
        } else if (proof.smallest) {
            good = tell_smallest(i, planner, proof.smallest);
        }
        noc_sets_proof_free(&proof);
    }
    seen(i, "%s: %llu sets%s by each of s-torus, md-torus, mu-torus:2 to 4", i->net->name,
         (unsigned long long)sets, config.random ? " at random" : "");
    return good;
}

/* The plan does not contend. */
static bool plan_apart(const struct instance *i)
{
    const struct multicast *p = i->plan;
    struct text worms = {0}, dests = {0};
    struct noc_violation v;

    if (!noc_plan_violations(&p->env, p->message, p->m, &v)) {
        return true;
    }
    say_worms(&worms, p);
    say_dests(&dests, i->dests, i->m);
    return against(i,
                   "%s, %s from %u to {%s}: of %s the worms to %u and %u, started at once, "
                   "share channel %u-%u after two others each",
                   i->net->name, i->planner->name, i->source, dests.at, worms.at, v.first.to,
                   v.second.to, v.channel.node, v.channel.next);
}

/* Random cuts: what m-torus makes of any numbers is a linear partition, another one for each node. */
static void each_of_partitions(struct instance *i)
{
    uint32_t state = 6, n = i->net->n;
    struct multicast plan;

    i->plan = &plan;
    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        uint16_t dests[SENDS_MAX], cuts[SENDS_MAX] = {0};
        struct noc_partition partition = {.cuts = cuts};
        uint32_t source = random_below(&state, n), m = 1 + random_below(&state, n - 1);

        random_dests(&state, n, source, m, dests);
        for (uint32_t l = 1; l <= m; l++) {
            cuts[l] = (uint16_t)((1 + random_below(&state, 1 + random_below(&state, m))) |
                                 (random_below(&state, 2) ? NOC_CUT_JOINS : 0));
        }
        i->source = source;
        i->dests = dests;
        i->m = m;
        multicast_make(&plan, i, i->planner, source, dests, m, &partition);
        then(i);
    }
    i->plan = NULL;
}

static void tell_worms(const struct instance *i, struct text *t)
{
    say_worms(t, i->plan);
}

static const struct quantifier each_partition = {"{count} random partitions", NULL,
                                                 each_of_partitions, tell_worms};

/* --- H-cycles ----------------------------------------------------------------------------- */

/*
 * Where labels fall from one node of chain[left..right] to the next: an H-chain nowhere, an H-cycle
 * at most once, and then its last label is below its first.
 */
static uint32_t falls(const struct net *net, const uint16_t *chain, uint32_t left, uint32_t right)
{
    uint32_t n = 0;

    for (uint32_t k = left; k < right; k++) {
        n += printed_label(&net->t, chain[k]) >= printed_label(&net->t, chain[k + 1]);
    }
    return n == 1 && printed_label(&net->t, chain[right]) >= printed_label(&net->t, chain[left])
             ? 2
             : n;
}

/* All stretches of s-torus's H-cycle. The whole falls once at most, so one piece of it does. */
static bool lemma_6_1(const struct instance *i)
{
    for (uint32_t left = 0; left <= i->m; left++) {
        for (uint32_t right = left; right <= i->m; right++) {
            if (falls(i->net, i->plan->chain, left, right) > 1) {
                return false;
            }
        }
    }
    return true;
}

/* Whether two nodes are in one sub-torus of order 1. */
static bool on_one_ring(const struct net *net, uint32_t a, uint32_t b)
{
    for (unsigned d = 1; d < net->t.dims; d++) {
        if (digit(net, a, d) != digit(net, b, d)) {
            return false;
        }
    }
    return true;
}

/* Definition 6.2 needs the nodes of each sub-torus to stand side by side. */
static bool has_dimensional_partition(const struct instance *i)
{
    const uint16_t *chain = i->plan->chain;
    struct text t = {0};

    for (uint32_t k = 0; k < i->m && i->net->t.dims > 1; k++) {
        for (uint32_t l = k + 2; l <= i->m; l++) {
            if (on_one_ring(i->net, chain[k], chain[l]) &&
                !on_one_ring(i->net, chain[k], chain[l - 1])) {
                say_worms(&t, i->plan);
                return against(i, "%s, order 1: the H-cycle of %s comes back to the ring of %u",
                               i->net->name, t.at, i->source);
            }
        }
    }
    return true;
}

/* --- steps -------------------------------------------------------------------------------- */

static bool one_worm(const struct instance *i)
{
    return i->plan->steps == 1 && noc_worm_size(i->plan->message, i->m) == i->m;
}

static bool travels_every_node(const struct instance *i)
{
    uint32_t header[SENDS_MAX + 1];
    struct noc_visit visit[SENDS_MAX];

    return noc_worm_path(&i->net->t, i->net->r, i->plan->message, i->m, header, visit, NULL, 0) ==
           (int32_t)i->net->n - 1;
}

static bool is_unicast(const struct instance *i)
{
    return !i->a->joins;
}

static bool at_most_a_phase_for_each_dimension(const struct instance *i)
{
    return i->plan->steps <= i->net->t.dims;
}

static bool logarithm_of_pieces(const struct instance *i)
{
    uint32_t steps = 0;

    for (uint64_t nodes = 1; nodes < i->m + 1; nodes *= i->planner->parameter) {
        steps++;
    }
    return i->plan->steps == steps;
}

/* The compound header of the plan's first worm: as many flits as expected, and the sender lets it
 * through. */
static bool compound_header(const struct instance *i)
{
    const struct noc_message *m = i->plan->message;
    uint32_t header[4 * SENDS_MAX], n = 0, size = noc_worm_size(m, i->m), lists = 0;

    for (uint32_t k = 0; k < size; k++) {
        const struct noc_part *part = &m[k].part;

        lists += part->left == part->right ? 0 : 1 + noc_part_list_flits(part);
        n = noc_headers_add(header, n, i->plan->chain, part, 0, true);
    }
    header[n++] = noc_header(NOC_HEADER_LAST, m[size - 1].to, 0);
    return n == size + 1 + lists && i->net->r->check(&i->net->t, m[0].from, header, n) == NOC_TX_OK;
}

static bool has_dimensions_as_printed(const struct instance *i)
{
    return i->net->t.dims == i->check->with ||
           against(i, "%s has %u dimensions", i->net->name, i->net->t.dims);
}

/* --- rows --------------------------------------------------------------------------------- */

#define SMALL "utorus:4, 7, 2x2, 3x3, 2x2x2"
#define PLANS(networks, names)                                                          \
    .over = {&each_topology, &each_set, &each_plan}, .on = networks, .routing = "utpr", \
    .algorithm = names, .ports = 1
#define PROVEN                                                         \
    .over = {&each_topology}, .routing = "utpr", .holds = worms_apart, \
    .algorithm = "s-torus, md-torus, mu-torus:2, mu-torus:3, mu-torus:4"
#define CUTS(network, normal, deep)                                                              \
    {                                                                                            \
        .over = {&each_topology, &each_partition}, .on = network, .routing = "utpr", .ports = 1, \
        .algorithm = "m-torus", .random = {normal, deep}, .holds = plan_apart                    \
    }
#define ORDER_1(network)                                                         \
    {                                                                            \
        PLANS(network, "s-torus"),                                               \
            .holds = has_dimensional_partition,                                  \
            .checked = "{on}: {failed} of {count} H-cycles have none of order 1" \
    }

const struct row robinson_m_torus[] = {
    {"6.1", NOC_RESULT,
     "S-torus reaches any destinations with one message in one step; a broadcast's travels N-1 "
     "links.",
     .check = {{PLANS(SMALL, "s-torus"), .holds = one_worm},
               {.over = {&each_topology, &each_broadcast, &each_plan},
                .on = "utorus:4x4, 6x6, 8x8, 4x4x4",
                .routing = "utpr",
                .algorithm = "s-torus",
                .ports = 1,
                .holds = travels_every_node}}},
    {"6.2", NOC_TEXT, "With always two pieces, all messages of M-torus are unicasts.",
     .check = {{.over = {&each_topology, &each_set, &each_plan, &each_message},
                .on = SMALL,
                .routing = "utpr",
                .algorithm = "mu-torus:2",
                .ports = 1,
                .holds = is_unicast}}},
    {"lemma 6.1", NOC_RESULT,
     "Every piece of a linear partition of an H-cycle is an H-cycle, and all but at most one are "
     "H-chains.",
     .check = {{PLANS("utorus:4, 3x3, 2x2x2", "s-torus"), .on_deep = "utorus:4x4",
                .holds = lemma_6_1, .checked = "all stretches of {count} H-cycles of {on}"}}},
    {"theorem 6.1", NOC_RESULT,
     "M-torus is contention-free: one port, dimensional and uniform partitions.",
     .check = {{PROVEN, .on = "utorus:4, 3x3, 2x2x2", .ports = 1},
               {PROVEN, .on = "utorus:4x4", .ports = 1, .random = {2000}},
               {PROVEN, .on_deep = "utorus:4x4", .ports = 1},
               {PROVEN, .on = "utorus:3x3x3", .ports = 1, .random = {1000, 100000}}}},
    {"theorem 6.1", NOC_RESULT,
     "M-torus is contention-free however the H-cycle is cut, and cut anew in each node and step: "
     "one port.",
     .check = {CUTS("utorus:4", 300, 300), CUTS("utorus:3x3, 2x2x2, 4x4", 2000, 100000),
               CUTS("utorus:3x3x3", 1000, 50000)}},
    {"theorem 6.1, all ports", NOC_RESULT,
     "M-torus is contention-free with all ports, which section 6.6 has.",
     .check = {{PROVEN, .on = "utorus:3x3, 2x2x2"},
               {.over = {&each_topology, &given_set, &each_plan},
                .on = "utorus:3x3x3",
                .routing = "utpr",
                .algorithm = "md-torus",
                .dests = "3, 7, 16",
                .holds = plan_apart,
                .checked = ""}},
     .remark = "The proof lets the first worm precede all others, since it is sent first. With all "
               "ports the same node may start a second one over another link at once, and both go "
               "through the stretch of the circuit that the sender keeps. On utorus:3x3x3 two of "
               "them are two links away from the same channel. With one port the theorem stands: "
               "whatever follows takes no shorter way to any channel than the worm before."},
    {"definition 6.2", NOC_TEXT, "An H-cycle has a dimensional partition of every order.",
     .check = {ORDER_1("utorus:4"), ORDER_1("utorus:2x2"), ORDER_1("utorus:3x3")},
     .remark = "Not where it begins amid the labels of a sub-torus and ends there too: nodes of "
               "one sub-torus then stand at both ends, and a linear partition cannot have them in "
               "one piece. `md-torus` lets the end join the source's own piece; that it stays free "
               "of contention is checked with theorem 6.1."},
    {"6.3", NOC_RESULT, "Md-torus takes n phases, or fewer where destinations share sub-tori.",
     .check = {{PLANS(SMALL, "md-torus"), .holds = at_most_a_phase_for_each_dimension}}},
    {"6.4", NOC_RESULT, "Mu-torus with R pieces takes ceil(log_R m) phases.",
     .check = {{PLANS(SMALL, "mu-torus:2, mu-torus:3, mu-torus:4, mu-torus:8"),
                .holds = logarithm_of_pieces}}},
    {"6.5", NOC_OURS,
     "Not claimed (there a count for each destination, zero where it has no list): a compound "
     "header costs nothing but its lists, and a count for each.",
     .check = {{PLANS(SMALL, "s-torus, md-torus, mu-torus:3"), .holds = compound_header}},
     .remark = "A flit says of what kind it is, so a receiver without a list needs no count, and a "
               "worm without lists is a simple one."},
    {"6.6, as printed", NOC_SLIP,
     "The simulated tori of 4,096 nodes are one of two dimensions, 16x16x16, and one of three, 64x64.",
     .check = {{.over = {&each_topology},
                .on = "utorus:16x16x16",
                .holds = has_dimensions_as_printed,
                .with = 2,
                .checked = "16x16x16"},
               {.over = {&each_topology},
                .on = "utorus:64x64",
                .holds = has_dimensions_as_printed,
                .with = 3,
                .checked = "64x64"}},
     .remark = "The two sizes are exchanged; the text on figures 6.3 and 6.5 has them right."},
    {0},
};
