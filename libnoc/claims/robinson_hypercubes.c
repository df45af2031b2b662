/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 3 to 3.2: routes in hypercubes, and when messages contend. */
#include <string.h>

#include "chapters.h"
#include "in_time.h"
#include "paths.h"
#include "proofs.h"

static uint32_t bits(uint32_t v)
{
    return (uint32_t)__builtin_popcount(v);
}

/* --- 3 and 3.2.1: links and routes -------------------------------------------------------- */

static bool linked_as_a_cube(const struct instance *i)
{
    return links_between(i->net, i->u, i->v) == (bits(i->u ^ i->v) == 1);
}

/* Definition 3.1: to the highest bit that differs first. */
static bool definition_3_1(const struct instance *i)
{
    uint32_t at = i->u, hops = path_length(i->net, i->u, i->v);

    for (uint32_t k = 0; k < hops && at != i->v; k++) {
        at ^= UINT32_C(1) << highest_bit(at, i->v);
        if (path_node(i->net, i->u, i->v, k + 1) != at) {
            return false;
        }
    }
    return at == i->v && hops == bits(i->u ^ i->v);
}

/* From u the dimensions in the order that x says, two bits each, where u and v differ. */
static uint32_t walk(const struct instance *i, uint32_t *hops)
{
    uint32_t at = i->u, order = i->x;

    *hops = 0;
    for (unsigned k = 0; k < 4; k++, order >>= 2) {
        struct noc_link link;

        if ((at ^ i->v) >> (order & 3) & 1 && noc_topology_link(&i->net->t, at, order & 3, &link)) {
            at = link.node;
            ++*hops;
        }
    }
    return at;
}

static bool walk_arrives(const struct instance *i)
{
    uint32_t hops;

    return walk(i, &hops) == i->v;
}

static bool walk_is_shortest(const struct instance *i)
{
    uint32_t hops;

    walk(i, &hops);
    return hops == bits(i->u ^ i->v);
}

/* Definition 3.3's examples, by their masks. */
static bool s_cube_examples(const struct instance *i)
{
    bool small = i->u < 16 && i->u >> 2 == 1, large = i->u >> 3 == 6;

    return small == (i->u >= 4 && i->u <= 7) && large == (i->u >= 48 && i->u <= 55);
}

/* --- lemmas 3.1 and 3.2 ------------------------------------------------------------------- */

static uint32_t dimension(const struct instance *i)
{
    return highest_bit(hop_from(i), hop_to(i));
}

static bool lemma_3_1_1(const struct instance *i)
{
    uint32_t low = (UINT32_C(2) << dimension(i)) - 1;

    for (uint32_t k = 1; k <= i->hop; k++) {
        if ((path_node(i->net, i->u, i->v, k) ^ i->u) & low) {
            return false;
        }
    }
    return true;
}

/* The dimensions from check.with above the hop's: 1 as printed, 0 as the words say. */
static bool lemma_3_1_2(const struct instance *i)
{
    uint32_t high = ~((UINT32_C(1) << (dimension(i) + i->check->with)) - 1);

    for (uint32_t k = i->hop + 1; k < path_length(i->net, i->u, i->v); k++) {
        if ((path_node(i->net, i->u, i->v, k) ^ i->v) & high) {
            return false;
        }
    }
    return true;
}

static bool lemma_3_1_3(const struct instance *i)
{
    return (i->u ^ i->v) >> dimension(i) & 1;
}

/* u <= v <= x, and an S-cube of dimension y that u and x are in. */
static bool in_one_s_cube(const struct instance *i)
{
    return i->u <= i->v && i->v <= i->x && i->u >> i->y == i->x >> i->y;
}

static bool lemma_3_2(const struct instance *i)
{
    return i->v >> i->y == i->u >> i->y;
}

/* --- theorems 3.1 and 3.2 ----------------------------------------------------------------- */

/* u -> v and u -> y begin with different channels. */
static bool different_channels(const struct instance *i)
{
    return i->u != i->v && i->u != i->y && highest_bit(i->u, i->v) != highest_bit(i->u, i->y);
}

static bool theorem_3_1(const struct instance *i)
{
    return !shared_channel(i->net, i->u, i->v, i->u, i->y);
}

static bool theorem_3_1_nodes(const struct instance *i)
{
    for (uint32_t k = 1; k <= path_length(i->net, i->u, i->v); k++) {
        for (uint32_t l = 1; l <= path_length(i->net, i->u, i->y); l++) {
            if (path_node(i->net, i->u, i->v, k) == path_node(i->net, i->u, i->y, l)) {
                return false;
            }
        }
    }
    return true;
}

/* S-cubes by their dimensions, from a node to the whole network. */
static void each_of_s_cubes(struct instance *i)
{
    for (i->d = 0; i->d <= i->net->t.dims; i->d++) {
        then(i);
    }
}

static const struct quantifier each_s_cube = {"all {count} cases", NULL, each_of_s_cubes, NULL};

/* The S-cube that holds u holds v, but neither x nor y. */
static bool only_u_and_v_inside(const struct instance *i)
{
    uint32_t cube = i->u >> i->d;

    return i->v >> i->d == cube && i->x >> i->d != cube && i->y >> i->d != cube;
}

static bool theorem_3_2(const struct instance *i)
{
    return !shared_channel(i->net, i->u, i->v, i->x, i->y);
}

static bool theorem_3_2_case_1(const struct instance *i)
{
    uint32_t d = dimension(i);

    return !((hop_from(i) ^ i->u) >> d & 1) && !((hop_to(i) ^ i->v) >> d & 1);
}

/* An arc (w, z) of P(x, y) in dimension d <= n_S: no S-cube holds z and not y, or y and not z. */
static bool theorem_3_2_case_2(const struct instance *i)
{
    for (uint32_t dim = dimension(i); dim <= i->net->t.dims; dim++) {
        if (hop_to(i) >> dim != i->v >> dim) {
            return false;
        }
    }
    return true;
}

/* --- theorem 3.3 -------------------------------------------------------------------------- */

static const struct pace paces[] = {{0, 0, 1}, {0, 0, 4}, {1, 0, 4}, {3, 2, 4},
                                    {4, 0, 4}, {9, 5, 4}, {0, 6, 2}, {40, 40, 4}};

/* Two messages of one node in one step. */
static bool sent_together(const struct instance *i)
{
    return i->a->from == i->b->from && i->a->step == i->b->step;
}

static bool over_different_channels(const struct instance *i)
{
    return highest_bit(i->a->from, i->a->to) != highest_bit(i->b->from, i->b->to);
}

/*
 * Condition 4 when every node has all ports. 0 sends to u and v over one channel in steps 1 and 2,
 * to x over another in step 3; x sends to y in step 4, over a channel of the way to v. By the
 * theorem nothing contends. But the second channel is free: x's worm does not wait for v's, which
 * waits for u's.
 */
static bool may_overtake(const struct instance *i)
{
    uint32_t u = i->u, v = i->v, x = i->x, y = i->y;

    return u && v && x && y && u != v && u != y && v != y && x != y &&
           highest_bit(0, u) == highest_bit(0, v) && highest_bit(0, x) != highest_bit(0, v) &&
           shared_channel(i->net, 0, v, x, y);
}

static uint32_t place_on(const struct net *net, uint32_t from, uint32_t to, uint32_t node)
{
    uint32_t k = 0;

    while (path_node(net, from, to, k) != node) {
        k++;
    }
    return k;
}

static bool condition_4(const struct instance *i)
{
    const struct noc_channel *c = shared_channel(i->net, 0, i->v, i->x, i->y);
    uint32_t length = 8;
    /* v's worm enters behind u's, x's at once; y's when x has all of its own. */
    uint32_t held = length + place_on(i->net, 0, i->v, c->node);
    uint32_t wanted =
        path_length(i->net, 0, i->x) + length - 1 + place_on(i->net, i->x, i->y, c->node);

    return wanted >= held + length || held >= wanted + length ||
           against(i,
                   "%s, %u flits, no start-up: 0 sends to %u and %u over one channel (steps 1, "
                   "2), to %u over another (step 3), %u to %u (step 4). 0>%u holds %u-%u in cycles "
                   "%u to %u, %u>%u wants it in cycle %u",
                   i->net->name, length, i->u, i->v, i->x, i->x, i->y, i->v, c->node, c->next, held,
                   held + length - 1, i->x, i->y, wanted);
}

/* Condition 4's proof: v has the message before w has. Of the source's messages, worms of
 * check.with flits without start-up, in which cycle each one's last flit arrives. */
static bool in_order_of_sending(const struct instance *i)
{
    uint32_t length = i->check->with, start = 0, before = 0, to = 0;
    struct text dests = {0};

    for (uint32_t k = 0; k < i->plan->m; k++) {
        const struct noc_message *m = &i->plan->message[k];
        uint32_t at = start + path_length(i->net, 0, m->to) + length - 1;

        if (m->from != 0) {
            continue;
        }
        if (before > at) {
            say_dests(&dests, i->dests, i->m);
            return against(i,
                           "cube:4 from 0 to {%s}, one port, worms of %u flit%s without "
                           "start-up: %u has the message in cycle %u; %u, to which 0 sends next, "
                           "has it in cycle %u",
                           dests.at, length, length > 1 ? "s" : "", to, before, m->to, at);
        }
        start += length;
        before = at;
        to = m->to;
    }
    return true;
}

/* --- 3.2.4: algorithms -------------------------------------------------------------------- */

/*
 * Whether worms of U-cube really meet with all ports. In a 4-cube none do when all start-ups are
 * alike. It takes a message that waits for its first channel, so: one near destination, and ten in
 * the other half of a 5-cube.
 */
static const struct pace start_ups[] = {{0, 0, 8}, {1, 0, 8}, {2, 0, 8},  {3, 0, 8},
                                        {4, 0, 8}, {5, 0, 8}, {6, 0, 8},  {7, 0, 8},
                                        {8, 0, 8}, {9, 0, 8}, {10, 0, 8}, {11, 0, 8}};

static void one_near_ten_far(struct instance *i)
{
    for (uint32_t far = 0; far < 65536; far++) {
        uint16_t dests[11];

        for (uint16_t near = 1; near < 16 && bits(far) == 10; near++) {
            dests[0] = near;
            members((uint64_t)far << 16, dests + 1);
            i->source = 0;
            i->dests = dests;
            i->m = 11;
            then(i);
        }
    }
}

static const struct quantifier each_unequal_set = {"all {count} sets", NULL, one_near_ten_far,
                                                   NULL};

static bool never_taken(const struct instance *i)
{
    struct clash c;

    return !worms_clash(i, &c) ||
           against(i,
                   "%s from 0 to {%s}, 8 flits, start-up %u: %u>%u finds %u-%u taken by %u>%u "
                   "in cycle %u",
                   i->net->name, c.dests.at, i->pace->tau_s, c.b.from, c.b.to, c.channel.node,
                   c.channel.next, c.a.from, c.a.to, c.cycle);
}

/* --- 3.1: the example --------------------------------------------------------------------- */

#define EXAMPLE "1, 3, 5, 7, 11, 12, 14, 15"

static bool tree_with_one_port(const struct instance *i)
{
    const struct noc_message *one = message_into(i->plan, 11), *two = message_into(i->plan, 12);

    return one && two && one->from == 7 && two->from == 7 && one->step != two->step &&
           shared_channel(i->net, 7, 11, 7, 12);
}

static bool tree_with_all_ports(const struct instance *i)
{
    const struct noc_message *one = message_into(i->plan, 11);

    return one && one->step == 3;
}

static bool tree_of_two_steps(const struct instance *i)
{
    for (uint32_t v = 0; v < 16; v++) {
        bool below = v == 14 || v == 11 || v == 12 || v == 15;

        if (message_into(i->plan, v) && reaches(i->plan, 14, v) != below) {
            return false;
        }
    }
    return true;
}

static bool node_7_is_left_with_four(const struct instance *i)
{
    uint32_t below = 0;

    for (uint32_t v = 1; v < 16; v++) {
        if (v != 7 && message_into(i->plan, v) && reaches(i->plan, 7, v)) {
            below++;
            if (highest_bit(7, v) != 3) {
                return false;
            }
        }
    }
    return below == 4 && message_into(i->plan, 7) && message_into(i->plan, 7)->step == 1;
}

/* --- rows --------------------------------------------------------------------------------- */

#define CUBES         .on = "cube:1 to cube:6"
#define HOPS_OF_CUBES .over = {&each_network, &each_route, &each_hop}, CUBES
#define EXAMPLE_BY(name, port)                                                         \
    .over = {&each_network, &given_set, &each_plan}, .on = "cube:4", .dests = EXAMPLE, \
    .algorithm = name, .ports = port
#define IN_TIME(networks, names, port)                                               \
    .over = {&each_network, &each_set, &each_algorithm, &each_pace}, .on = networks, \
    .algorithm = names, .ports = port, .sources = FROM_0, .pace = paces,             \
    .paces = {sizeof paces / sizeof *paces}, .holds = never_clash
/* The conditions on all sets of small cubes, and on random ones of a large one. */
#define CUBE_SETS(name, port)                                                           \
    {                                                                                   \
        {.over = {&each_topology},                                                      \
         .on = "cube:1 to cube:3",                                                      \
         .algorithm = name,                                                             \
         .ports = port,                                                                 \
         .holds = sets_apart},                                                          \
            {.over = {&each_topology},                                                  \
             .on = "cube:4",                                                            \
             .algorithm = name,                                                         \
             .ports = port,                                                             \
             .sources = FROM_0_UNLESS_DEEP,                                             \
             .holds = sets_apart},                                                      \
        {                                                                               \
            .over = {&each_topology}, .on = "cube:6", .algorithm = name, .ports = port, \
            .sources = FROM_0, .random = {20000, 100000}, .holds = sets_apart           \
        }                                                                               \
    }
#define LATE(flits, text)                                                                  \
    .over = {&each_network, &each_set, &each_plan}, .on = "cube:4", .algorithm = "u-cube", \
    .ports = 1, .sources = FROM_0, .with = flits, .holds = in_order_of_sending,            \
    .checked = "worms of " text ": not so in {failed} of {count} sets of cube:4 from 0"

const struct row robinson_hypercubes[] = {
    {"3", NOC_TEXT,
     "A hypercube has a channel from u to v exactly when their addresses differ in one bit.",
     .check = {{.over = {&each_topology, &each_pair},
                .on = "cube:1 to cube:10",
                .holds = linked_as_a_cube,
                .checked = "all channels of {on}"}}},
    {"3.1", NOC_TEXT,
     "In the 4-cube, from 0 to {1, 3, 5, 7, 11, 12, 14, 15}: U-cube takes 4 steps with one port "
     "and 4 with all, the chapter's own tree 2.",
     .check = {{EXAMPLE_BY("u-cube", 1), .holds = takes_steps, .with = 4},
               {EXAMPLE_BY("u-cube", 0), .holds = takes_steps, .with = 4},
               {EXAMPLE_BY("w-sort", 0), .holds = takes_steps, .with = 2}}},
    {"3.1", NOC_TEXT,
     "In the U-cube tree of figure 3.2, 7 sends to 11 and to 12 over a common channel, one after "
     "the other; with all ports 11 is reached in step 3; in the 2-step tree the reachable set of "
     "14 is {14, 11, 12, 15}.",
     .check = {{EXAMPLE_BY("u-cube", 1), .holds = tree_with_one_port, .checked = ""},
               {EXAMPLE_BY("u-cube", 0), .holds = tree_with_all_ports, .checked = ""},
               {EXAMPLE_BY("w-sort", 0), .holds = tree_of_two_steps,
                .checked = "the example's trees on cube:4"}}},
    {"3.3, figure 3.2", NOC_TEXT,
     "In that U-cube tree 7 is left with four nodes, all of which differ from it in the highest "
     "dimension.",
     .check = {{EXAMPLE_BY("u-cube", 0), .holds = node_7_is_left_with_four,
                .checked = "the example's tree on cube:4"}}},
    /* One step reaches at most 4 of 8 destinations, since a node has 4 channels. */
    {"3.1", NOC_TEXT, "For that set two steps are the least with all ports.",
     .check = {{EXAMPLE_BY("w-sort", 0), .holds = takes_steps, .with = 2,
                .checked = "one step reaches 4 destinations at most"}}},
    {"3.1", NOC_TEXT,
     "Optimal multicast in an all-port wormhole-routed hypercube is NP-hard (conjectured).",
     .unclear = "a conjecture about all sizes; exhaustion says nothing about it"},
    {"definition 3.1", NOC_TEXT,
     "E-cube goes to the highest bit that differs first; a path has as many hops as bits differ "
     "(so it is minimal).",
     .check = {{.over = {&each_network, &each_route},
                CUBES,
                .holds = definition_3_1,
                .checked = "all routes of {on} against definition 3.1"}}},
    {"3.2.1", NOC_RESULT,
     "Dimension-ordered routing in hypercubes reaches every node by a shortest path (and cannot "
     "deadlock).",
     .check = {{.over = {&each_topology},
                .on = "cube:1 to cube:5",
                .on_deep = "cube:6",
                .holds = routing_proven,
                .with = COMPLETE | MINIMAL | ACYCLIC,
                .checked = "channel dependencies of {on}"}}},
    {"3.2.1", NOC_TEXT, "The E-cube path from 0101 to 1110 is 0101, 1101, 1111, 1110.",
     .check = {{.over = {&each_network, &each_number},
                .on = "cube:4",
                .number = {{5, 5}, {14, 14}},
                .holds = route_as_printed,
                .expected = "5-13-15-14",
                .checked = "the route on {on}"}}},
    {"3.2.1", NOC_TEXT,
     "Travelling over the dimensions in which two nodes differ in any order is a shortest path.",
     .check = {{.over = {&each_topology, &each_number},
                .on = "cube:4",
                .number = {{0, 15}, {0, 15}, {0, 255}},
                .given = walk_arrives,
                .holds = walk_is_shortest,
                .checked = "{on}: {count} walks"}}},
    {"definition 3.3", NOC_TEXT,
     "The S-cube <01> of a 4-cube is 4 to 7, <110> of a 6-cube 48 to 55.",
     .check = {{.over = {&each_number},
                .number = {{0, 63}},
                .holds = s_cube_examples,
                .checked = "all nodes of the 4-cube and the 6-cube"}}},
    {"lemma 3.1 (1)", NOC_RESULT,
     "Before its hop in dimension d a message has left no dimension from 0 to d as it was not.",
     .check = {{HOPS_OF_CUBES, .holds = lemma_3_1_1, .checked = "{scope}, indices as printed"}}},
    {"lemma 3.1 (2)", NOC_RESULT,
     "After its hop in dimension d all dimensions above d are as in the destination.",
     .check = {{HOPS_OF_CUBES, .holds = lemma_3_1_2, .with = 1,
                .checked = "{scope}, indices as printed"}}},
    {"lemma 3.1 (2), in words", NOC_RESULT,
     "After its hop in dimension d all dimensions from d up are as in the destination, as the "
     "words below the formula have it.",
     .check = {{HOPS_OF_CUBES, .holds = lemma_3_1_2, .with = 0,
                .checked = "{scope}, indices as printed"}},
     .remark = "The formula leaves out dimension d; the words include it. Both hold."},
    {"lemma 3.1 (3)", NOC_RESULT,
     "A message travels in dimension d only if source and destination differ in it.",
     .check = {{HOPS_OF_CUBES, .holds = lemma_3_1_3, .checked = "{scope}, indices as printed"}}},
    {"lemma 3.2", NOC_RESULT,
     "The addresses in an S-cube are contiguous: what lies between two of its nodes is in it.",
     .check = {{.over = {&each_number},
                .number = {{0, 127, 255}, {0, 127, 255}, {0, 127, 255}, {0, 7, 8}},
                .given = in_one_s_cube,
                .holds = lemma_3_2,
                .limit = {7, 8},
                .checked = "all u <= v <= x and all S-cubes in {limit} bits"}}},
    {"theorem 3.1", NOC_RESULT,
     "Two paths that leave a node on different channels are arc-disjoint.",
     .check = {{.over = {&each_network, &each_triple},
                .on = "cube:1 to cube:5",
                .given = different_channels,
                .holds = theorem_3_1,
                .checked = "{on}, {count} triples"}}},
    {"theorem 3.1, proof", NOC_PROOF,
     "Two paths that leave a node on different channels have no node in common but that one.",
     .check = {{.over = {&each_network, &each_triple},
                .on = "cube:1 to cube:5",
                .given = different_channels,
                .holds = theorem_3_1_nodes,
                .checked = "{on}, {count} triples"}}},
    {"theorem 3.2", NOC_RESULT,
     "If u and v are in an S-cube and neither x nor y is, the paths u to v and x to y are "
     "arc-disjoint.",
     .check = {{.over = {&each_network, &each_quadruple, &each_s_cube},
                .on = "cube:1 to cube:4",
                .on_deep = "cube:5",
                .given = only_u_and_v_inside,
                .holds = theorem_3_2,
                .checked = "{on}, {count} cases"}}},
    {"theorem 3.2, proof, case 1", NOC_PROOF,
     "An arc (w, z) of P(u, v) in dimension d: bit d of w is that of u, bit d of z that of v.",
     .check = {{HOPS_OF_CUBES, .holds = theorem_3_2_case_1}}},
    {"theorem 3.2, proof, case 2", NOC_PROOF,
     "An arc (w, z) of P(x, y) in a dimension d <= n_S: z is in the S-cube if and only if y is.",
     .check = {{HOPS_OF_CUBES, .holds = theorem_3_2_case_2,
                .checked = "{scope}, d <= n_S as printed"}},
     .remark = "Printed as d <= n_S where d < n_S would do; cases 1 and 2 overlap in d = n_S, "
               "harmlessly."},
    {"theorem 3.3", NOC_RESULT,
     "With one port, messages that meet the four conditions never want a channel at the same time, "
     "whatever the start-ups and length.",
     .check = {{IN_TIME("cube:2, cube:3", "u-cube", 1)},
               {IN_TIME("cube:4", "u-cube", 1), .stride = {5, 1}}}},
    {"theorem 3.3, all ports", NOC_RESULT,
     "With all ports, messages of Maxport, Combine and W-sort, which meet the four conditions, "
     "never want a channel at the same time.",
     .check = {{IN_TIME("cube:2, cube:3", "maxport, combine, w-sort", 0)},
               {IN_TIME("cube:4", "maxport, combine, w-sort", 0), .stride = {5, 1}}}},
    {"theorem 3.3, condition 2", NOC_PROOF,
     "Two messages of one node share at most a common beginning of their paths (E-cube), so that "
     "sending one after the other keeps them apart.",
     .check = {{.over = {&each_network, &each_triple},
                .on = "cube:1 to cube:5",
                .holds = common_beginning,
                .checked = "{on}, {count} triples"}}},
    {"theorem 3.3, condition 2, proof", NOC_PROOF,
     "With all ports, two messages of a node over one first channel are sent in different steps.",
     .check = {{.over = {&each_network, &each_set, &each_plan, &each_message_pair},
                .on = "cube:4",
                .sources = FROM_0,
                .algorithm = "u-cube, maxport, combine, w-sort",
                .given = sent_together,
                .holds = over_different_channels}}},
    {"theorem 3.3, condition 4", NOC_RESULT,
     "If u sends to v in an earlier step than to w, and x has the message from w, then u to v and "
     "x to y cannot contend, with all ports too.",
     .check = {{.over = {&each_network, &each_quadruple},
                .on = "cube:2 to cube:4",
                .given = may_overtake,
                .holds = condition_4,
                .checked = "multicasts of four messages on {on}, {count} that share a channel so"}},
     .remark = "The example is a schedule of ours. Every pair of its messages meets one of the "
               "four conditions; yet two want 0-4 at a time. The proof says that v clearly has the "
               "message before x. With all ports it need not: a message queued behind another on "
               "its own channel may start later than one of a later step on a free channel. The "
               "condition is sound if u sends to v and w over the same channel. Had the steps been "
               "counted for each channel, as in the chapter's figures, 0 would send to 8 in step "
               "1, and the condition would not apply here. No algorithm of the chapter depends on "
               "it: over different channels theorem 3.2 keeps the two messages apart."},
    {"theorem 3.3, condition 4, proof", NOC_PROOF,
     "If u sends to v and then to w, v has the message before w has.",
     .check =
         {{LATE(1, "1 flit")}, {LATE(2, "2 flits")}, {LATE(3, "3 flits")}, {LATE(4, "4 flits")}},
     .remark = "Not if worms are short and v is far. What saves the condition, with one port, is "
               "that E-cube is minimal: no way over w reaches a channel of the path to v sooner "
               "than that path itself. Under routings that are not minimal even that is missing; "
               "see Song et al., theorem 1."},
    {"theorem 3.3, condition 4, repaired", NOC_OURS,
     "What condition 4 rests on with one port: no detour over a relay is shorter than the route.",
     .check = {{.over = {&each_network, &each_triple},
                .on = "cube:1 to cube:5",
                .holds = no_shortcut,
                .checked = "{on}, all {count} triples"}}},
    {"3.3", NOC_RESULT, "U-cube is depth contention-free with one port.",
     .check = CUBE_SETS("u-cube", 1)},
    {"3.2.4", NOC_OURS,
     "Not claimed (3.3 speaks of one port): U-cube meets the four conditions with all ports.",
     .check = {{.over = {&each_topology},
                .on = "cube:1 to cube:4",
                .algorithm = "u-cube",
                .holds = sets_apart}},
     .remark = "U-cube is for one port, and the chapter guarantees it for that; its figures "
               "compare it with all ports too. There a node sends two messages at once over "
               "different channels, and what the nearer receiver sends on may cross the path to "
               "the farther one."},
    {"3.2.4", NOC_OURS,
     "Not claimed: U-cube's worms do not block each other with all ports, followed in time.",
     .check = {{.over = {&each_network, &each_set, &each_pace},
                .on = "cube:4",
                .sources = FROM_0,
                .algorithm = "u-cube",
                .pace = start_ups,
                .paces = {4, 12},
                .holds = never_taken,
                .checked = "all sets of {on} from 0, {paces} start-ups from 0 cycles on"},
               {.over = {&each_network, &each_unequal_set, &each_pace},
                .on = "cube:5",
                .algorithm = "u-cube",
                .pace = start_ups,
                .paces = {1},
                .holds = never_taken,
                .checked = "{count} sets of 11 nodes of {on} without start-up; worms of 8 flits in "
                           "time"}},
     .remark = "The violation is not only one of the sufficient conditions: worms do block each "
               "other. It takes a message that waits for its first channel, here the second one to "
               "the farther half. On cube:4 the worms that the row above names meet only if one of "
               "them is held up."},
    {"3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: Maxport with all ports.",
     .check = CUBE_SETS("maxport", 0)},
    {"3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: Combine with all ports.",
     .check = CUBE_SETS("combine", 0),
     .remark = "Combine's contention-freedom is asserted and nowhere proven in the chapter."},
    {"3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: W-sort with all ports (theorem "
     "3.6).",
     .check = CUBE_SETS("w-sort", 0)},
    {0},
};
