/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, section 4.4: U-torus, and U-mesh where it is said to contend. */
#include <string.h>

#include "chapters.h"
#include "in_time.h"
#include "paths.h"
#include "proofs.h"
#include "multicast/algorithms.h"

/* --- chains and figure 4.9 ---------------------------------------------------------------- */

/* The 10x10x10 torus's R-chain from 845; digits are coordinates. */
static const uint32_t r_chain[] = {845, 854, 901, 905, 102, 164, 197, 355, 489, 493, 805};

/* Who holds a chain of u nodes: messages by figure 4.9. */
static bool sends_logarithm(const struct instance *i)
{
    uint32_t left = 0, right = i->u - 1, sends = 0;

    while (left < right) {
        right = left + (right - left + 2) / 2 - 1; /* center - 1 */
        sends++;
    }
    return sends == doublings(i->u);
}

/* Figure 4.9 as printed against libnoc's plan. */
static bool as_figure_4_9(const struct instance *i)
{
    uint16_t d[SENDS_MAX];
    uint32_t n = i->m + 1, left[SENDS_MAX] = {0}, right[SENDS_MAX] = {i->m}, parts = 1, rotate = 0;

    while (rotate < i->m && i->dests[rotate] < i->source) {
        rotate++;
    }
    for (uint32_t k = 0; k < i->m; k++) { /* the R-chain: rotated so that the source comes first */
        d[1 + (k + i->m - rotate) % i->m] = i->dests[k];
    }
    d[0] = (uint16_t)i->source;
    for (uint32_t k = 0; k < parts && parts < n; k++) {
        for (uint32_t r = right[k]; left[k] < r;) {
            uint32_t center = left[k] + (r - left[k] + 2) / 2;
            const struct noc_message *m = message_into(i->plan, d[center]);

            if (!m || m->from != d[left[k]]) {
                return false;
            }
            left[parts] = center;
            right[parts++] = r;
            r = center - 1;
        }
    }
    return true;
}

/* --- theorem 4.4 -------------------------------------------------------------------------- */

/* Start-ups of any size. */
static const struct pace paces[] = {{0, 0, 1}, {0, 0, 5}, {3, 1, 5}, {50, 20, 5}, {6, 0, 2}};

static uint32_t place(const struct multicast *p, uint32_t node)
{
    uint32_t k = 0;

    while (p->chain[k] != node) {
        k++;
    }
    return k;
}

/* u -> v stands before x -> y in the chain: u, v, x, y, where v may be x. */
static bool stands_before(const struct multicast *p, const struct noc_message *a,
                          const struct noc_message *b)
{
    return place(p, a->to) <= place(p, b->from);
}

/* One is earlier; no common source, no condition 4. */
static bool no_source_no_condition_4(const struct instance *i)
{
    return i->a->step < i->b->step && i->a->from != i->b->from &&
           !sent_before_ancestor(i->plan, i->a, i->b->from);
}

static bool in_chain_order(const struct instance *i)
{
    return stands_before(i->plan, i->a, i->b) ||
           against(i,
                   "a chain of %u nodes d0 to d%u: d%u>d%u in step %u and d%u>d%u in step %u "
                   "stand in the order x, y, u, v",
                   i->m + 1, i->m, i->a->from, i->a->to, i->a->step, i->b->from, i->b->to,
                   i->b->step);
}

/* None of conditions 1, 3 and 4: this is what the proof needs. */
static bool no_condition(const struct instance *i)
{
    return i->a->step <= i->b->step && !in_sequence(i->plan, i->a, i->b);
}

static bool in_either_order(const struct instance *i)
{
    return stands_before(i->plan, i->a, i->b) || stands_before(i->plan, i->b, i->a);
}

/* The five subcases: nodes from u on of u, v, x, y are in the second sub-chain. After rotation
 * theorem 4.2 needs v <= x <= y, or with the messages exchanged y <= u <= v. */
static bool theorem_4_2_applies(const struct instance *i)
{
    uint32_t at[4], cut = i->u; /* u, v, x, y: place in dimension order */

    for (uint32_t k = 0; k < 4; k++) {
        at[k] = k >= cut ? k - cut : k + 4 - cut;
    }
    return (at[1] < at[2] && at[2] < at[3]) || (at[3] < at[0] && at[0] < at[1]);
}

/* U-torus without the rotation: the source, then all others in dimension order. */
static void unrotated_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                            struct noc_part *whole)
{
    (void)env;
    for (uint32_t k = 2; k <= m; k++) {
        uint16_t node = chain[k];
        uint32_t l = k;

        for (; l > 1 && chain[l - 1] > node; l--) {
            chain[l] = chain[l - 1];
        }
        chain[l] = node;
    }
    *whole = (struct noc_part){.right = (uint16_t)m};
}

static bool unrotated_next(const struct noc_plan_env *env, const uint16_t *chain,
                           struct noc_part *mine, struct noc_part *theirs)
{
    return noc_algorithm_find("u-torus")->next(env, chain, mine, theirs);
}

static const struct noc_algorithm unrotated = {
    .name = "unrotated", .order = unrotated_order, .next = unrotated_next};

/* --- U-mesh ------------------------------------------------------------------------------- */

/* In U-mesh messages below the source go down, above it up. */
static bool goes_away_from_source(const struct instance *i)
{
    return i->a->from < i->a->to ? i->a->from >= i->source : i->a->from <= i->source;
}

/* Two messages lie in separate pieces of the chain, which is in the order of node numbers. */
static bool in_separate_pieces(const struct instance *i)
{
    const struct noc_message *a = i->a, *b = i->b;
    uint32_t low = a->from < a->to ? a->from : a->to, high = a->from + a->to - low;
    uint32_t x = b->from < b->to ? b->from : b->to, y = b->from + b->to - x;

    return x >= high || low >= y;
}

/* Figure 4.5(c): in which steps the p channel from (4,3) to (0,3) is used; (a, b) is 5a + b. */
static bool figure_4_5_c(const struct instance *i)
{
    uint32_t steps = 0;

    for (uint32_t k = 0; k < i->plan->m; k++) {
        const struct noc_message *m = &i->plan->message[k];
        const struct noc_channel *c = path_of(i->net, m->from, m->to);

        for (uint32_t h = 0; h < path_length(i->net, m->from, m->to); h++) {
            bool it = c[h].node == 23 && c[h].next == 3 && letter_of(i->net, &c[h])[0] == 'p';

            steps |= it ? 1u << m->step : 0;
        }
    }
    return (i->plan->steps == 3 && steps == (1u << 1 | 1u << 2)) ||
           against(i, "%u steps; the channel is used in steps %x (as bits)", i->plan->steps, steps);
}

/* --- rows --------------------------------------------------------------------------------- */

#define SETS(networks, route, name, port) \
    .over = {&each_topology}, .on = networks, .routing = route, .algorithm = name, .ports = port
#define APART(networks, route, name, port) SETS(networks, route, name, port), .holds = sets_apart
#define CONTENTION_FREE(networks, large, larger, route)                     \
    {                                                                       \
        {APART(networks, route, "u-torus", 1)},                             \
            {APART(large, route, "u-torus", 1), .random = {10000, 100000}}, \
        {                                                                   \
            APART(larger, route, "u-torus", 1), .random = { 1000, 10000 }   \
        }                                                                   \
    }
#define ON_MESHES(name)                                                   \
    {                                                                     \
        {APART("mesh:8, 3x3, 4x3, 4x4", "xy", name, 1)},                  \
        {                                                                 \
            APART("mesh:8x8", "xy", name, 1), .random = { 10000, 100000 } \
        }                                                                 \
    }
#define MORE_PORTS(port)                                         \
    {                                                            \
        {APART("utorus:3x3", "utr", "u-torus", port)},           \
        {                                                        \
            APART("torus:3x3, 2x5, 4x3", "btr", "u-torus", port) \
        }                                                        \
    }
#define NONE "no set of these bidirectional tori contends"
/* On a ring, from node 0 to nodes 1 to m only the chain's length matters. */
#define CHAINS_OF_PAIRS                                                                            \
    .over = {&each_network, &each_prefix, &each_plan, &each_message_pair}, .algorithm = "u-torus", \
    .ports = 1

const struct row robinson_u_torus[] = {
    {"4.3, figure 4.5", NOC_TEXT,
     "U-torus takes 3 steps from (4,3) to the example's six nodes; the p channel from (4,3) to "
     "(0,3) is used in steps 1 and 2.",
     .check = {{.over = {&each_network, &given_set, &each_plan},
                .on = "utorus:5x5",
                .source = 23,
                .dests = "0, 6, 11, 3, 8, 24",
                .algorithm = "u-torus",
                .ports = 1,
                .holds = figure_4_5_c,
                .checked = "the plan of u-torus on {on}"}}},
    {"4.4", NOC_TEXT,
     "The example of eleven nodes in a 10x10x10 torus: its R-chain, and 4 steps, the least "
     "possible.",
     .check = {{.over = {&each_topology, &given_set, &each_plan},
                .on = "utorus:10x10x10",
                .source = 845,
                .dests = "493, 197, 102, 854, 489, 905, 355, 901, 805, 164",
                .algorithm = "u-torus",
                .ports = 1,
                .holds = chain_as_printed,
                .table = r_chain,
                .with = 4,
                .checked = "the chain and the plan on {on}: 4 steps"}}},
    {"figure 4.9", NOC_TEXT, "Who holds a chain of m nodes sends ceil(log2 m) messages.",
     .check = {{.over = {&each_number},
                .number = {{1, 1000}},
                .holds = sends_logarithm,
                .checked = "1 to 1000 nodes"}}},
    {"figure 4.9", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's `u-torus` makes the plans of the algorithm as "
     "printed.",
     .check = {{.over = {&each_topology, &each_set, &each_plan},
                .on = "utorus:4x3",
                .algorithm = "u-torus",
                .ports = 1,
                .holds = as_figure_4_9}}},
    {"4.4", NOC_RESULT,
     "U-mesh is free of contention on meshes, in the least number of steps (cited).",
     .check = ON_MESHES("u-mesh")},
    {"4.4", NOC_RESULT, "U-mesh is not contention-free on a torus: unidirectional, UTR.",
     .check = {{SETS("utorus:4", "utr", "u-mesh", 1), .holds = sets_contend,
                .none = "utorus:4: no set contends"}}},
    {"4.4", NOC_RESULT, "U-mesh is not contention-free on a torus: bidirectional, BTR.",
     .check = {{SETS("torus:8, 9, 12, 3x3, 4x3, 4x4, 5x3", "btr", "u-mesh", 1),
                .holds = sets_contend, .none = NONE},
               {SETS("torus:8x8", "btr", "u-mesh", 1), .random = {20000, 100000},
                .holds = sets_contend, .none = NONE}},
     .remark = "The sentence names no routing; under UTR it is true, under BTR U-mesh is "
               "contention-free. In U-mesh every message below the source in the chain goes "
               "downwards, every one above it upwards. Of two messages that none of the other "
               "conditions covers, theorem 4.3 keeps apart those with an upward one, taken in the "
               "right order, and its mirror image two downward ones. The mirror image holds "
               "because BTR looks the same when all coordinates are read backwards. UTR does not."},
    {"4.4", NOC_OURS,
     "Not claimed: U-mesh's messages go downwards below the source and upwards above it, and two "
     "that meet no other condition lie in separate pieces of the chain.",
     .check = {{.over = {&each_topology, &each_broadcast, &each_plan, &each_message},
                .on = "mesh:2 to 32",
                .on_deep = "mesh:33 to 60",
                .algorithm = "u-mesh",
                .ports = 1,
                .holds = goes_away_from_source},
               {.over = {&each_topology, &each_broadcast, &each_plan, &each_message_pair},
                .on = "mesh:2 to 32",
                .on_deep = "mesh:33 to 60",
                .algorithm = "u-mesh",
                .ports = 1,
                .given = no_condition,
                .holds = in_separate_pieces}}},
    {"theorem 4.4", NOC_RESULT,
     "U-torus is contention-free (meets the four conditions) and takes ceil(log2 m) steps: UTR.",
     .check = CONTENTION_FREE("utorus:2 to 5, 8, 3x3, 4x3, 2x2x3, 4x4", "utorus:8x8",
                              "utorus:5x6x7", "utr")},
    {"theorem 4.4", NOC_RESULT,
     "U-torus is contention-free (meets the four conditions) and takes ceil(log2 m) steps: BTR, "
     "also on tori of unequal widths.",
     .check = CONTENTION_FREE("torus:2 to 5, 8, 3x3, 4x3, 2x2x3, 4x4", "torus:8x8", "torus:5x6x7",
                              "btr")},
    {"theorem 4.4", NOC_RESULT,
     "U-torus is contention-free: worms followed in time, start-ups of different sizes.",
     .check = {{.over = {&each_network, &each_set, &each_pace},
                .on = "utorus:3x3, torus:3x3, utorus:8, torus:8",
                .algorithm = "u-torus",
                .ports = 1,
                .pace = paces,
                .paces = {5},
                .holds = never_clash}}},
    {"4.4", NOC_OURS,
     "Not claimed: the chain need not be rotated; the source first and the destinations behind it "
     "in dimension order are enough.",
     .check = {{SETS("utorus:8, 3x3, 4x3, torus:8, 3x3, 4x3", NULL, "unrotated", 1),
                .on_deep = "torus:5x3", .own_algorithm = &unrotated, .holds = sets_apart}},
     .remark = "Theorems 4.2 and 4.3 ask nothing of u: of two messages that no other condition "
               "covers, v, x and y are never the source, and v < x < y. What U-mesh's chain lacks "
               "on a unidirectional torus is a source in front, not the rotation."},
    {"4.4", NOC_RESULT, "U-torus is contention-free on meshes too.", .check = ON_MESHES("u-torus")},
    {"theorem 4.4, two ports", NOC_OURS,
     "Not claimed: U-torus meets the conditions with two ports.", .check = MORE_PORTS(2),
     .remark = "The chapter is about one port. With more, sends of one step leave the order that "
               "the proof relies on."},
    {"theorem 4.4, all ports", NOC_OURS,
     "Not claimed: U-torus meets the conditions with all ports.", .check = MORE_PORTS(0)},
    {"theorem 4.4, proof", NOC_PROOF,
     "Two messages with t <= tau have a common source, or meet condition 4, or stand in the chain "
     "in the order u, v, x, y.",
     .check = {{CHAINS_OF_PAIRS, .on = "utorus:8", .given = no_source_no_condition_4,
                .holds = in_chain_order,
                .checked = "chains of 2 to 8 nodes, all pairs of messages"}},
     .remark = "Which of two messages is earlier and which is first in the chain are two "
               "questions: one of the upper half may be earlier than one of the lower. Theorem 4.2 "
               "then applies with the messages exchanged, so the theorem stands."},
    {"theorem 4.4, proof, repaired", NOC_OURS,
     "Two messages with t <= tau have a common source, or meet condition 1 or 4 of theorem 4.1, or "
     "stand in the chain in the order u, v, x, y or x, y, u, v.",
     .check = {{CHAINS_OF_PAIRS, .on = "utorus:32", .on_deep = "utorus:60", .given = no_condition,
                .holds = in_either_order}}},
    {"theorem 4.4, proof, subcases", NOC_PROOF,
     "Theorem 4.2 or 4.3 applies to each of the five subcases, with the two messages exchanged "
     "where needed.",
     .check = {{.over = {&each_number},
                .number = {{0, 4}},
                .holds = theorem_4_2_applies,
                .checked = "the five subcases; in (ii) and (iii) with the two messages "
                           "exchanged"}}},
    {0},
};
