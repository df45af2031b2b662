/* SPDX-License-Identifier: BSD-2-Clause */
/* Song, Hou, Shi 2000: cube-connected cycles, HC routing, U-CCC. Node (i, w) is w n + i. */
#include <stdlib.h>
#include <string.h>

#include "chapters.h"
#include "in_time.h"
#include "paths.h"
#include "proofs.h"

/* n of the n-CCC. */
static uint32_t order(const struct instance *i)
{
    return i->net->t.width[0];
}

static bool bit(uint32_t x, uint32_t k)
{
    return x >> k & 1;
}

/* --- definitions 1 and 3 ------------------------------------------------------------------ */

static bool linked(uint32_t n, uint32_t a, uint32_t b)
{
    uint32_t i = a % n, w = a / n, j = b % n, z = b / n;

    if (w == z) {
        return i != j && ((i + 1) % n == j || (j + 1) % n == i);
    }
    return i == j && (w ^ z) == 1u << i;
}

static bool linked_as_defined(const struct instance *i)
{
    return (links_between(i->net, i->u, i->v) > 0) == linked(order(i), i->u, i->v);
}

/* Edges by the rules and by the formula, of the u-CCC. */
static bool as_many_edges(const struct instance *i)
{
    uint32_t n = i->u, nodes = n << n, edges = 0, formula = (3 * n << n) / 2;

    for (uint32_t a = 0; a < nodes; a++) {
        for (uint32_t b = a + 1; b < nodes; b++) {
            edges += linked(n, a, b);
        }
    }
    return edges == formula ||
           against(i, "n=%u: edges by the rules: %u, by the formula: %u", n, edges, formula);
}

static bool order_is_of_numbers(const struct instance *i)
{
    uint32_t n = order(i), j = i->u % n, x = i->u / n, k = i->v % n, y = i->v / n;

    return (x < y || (x == y && j <= k)) == (i->u <= i->v);
}

/* (0,00001) (4,00001) (1,01100) (3,10000) in 5-CCC */
static bool order_example(const struct instance *i)
{
    static const uint32_t node[] = {1 * 5 + 0, 1 * 5 + 4, 12 * 5 + 1, 16 * 5 + 3};

    for (unsigned k = 0; k < 3; k++) {
        if (node[k] >= node[k + 1]) {
            return against(i, "the example, element %u", k);
        }
    }
    return true;
}

/* --- 2 and 3: HC routing ------------------------------------------------------------------ */

enum hc { ACROSS, H0, H1, L0, L1 };

/* The routing function of section 3; printed: with the second case as printed. */
static enum hc r_ccc(uint32_t n, uint32_t at, uint32_t to, bool printed)
{
    uint32_t i = at % n, x = at / n, y = to / n, k = x != y ? highest_bit(x, y) : to % n;

    if (x != y && i == k) {
        return ACROSS;
    }
    if (k > i) {
        return x <= y ? H0 : printed ? L0 : H1;
    }
    return x < y ? L0 : L1;
}

/* Where a channel leads; the node itself where there is no such channel. */
static uint32_t follow(uint32_t n, uint32_t at, enum hc c)
{
    uint32_t i = at % n;

    switch (c) {
    case ACROSS:
        return ((at / n) ^ 1u << i) * n + i;
    case H0:
    case H1:
        return i + 2 <= n ? at + 1 : at;
    default:
        return i >= 1 ? at - 1 : at;
    }
}

static bool as_function(const struct instance *i)
{
    static const char *const names[] = {"", "h0", "h1", "l0", "l1"};
    enum hc hc = r_ccc(order(i), hop_from(i), i->v, false);

    return hop_to(i) == follow(order(i), hop_from(i), hc) &&
           !strcmp(letter_of(i->net, i->c), names[hc]);
}

static bool are_two(const struct instance *i)
{
    return i->u != i->v;
}

/* With AS_PRINTED: the function with its second case as printed. */
enum { AS_MEANT, AS_PRINTED };
static bool arrives(const struct instance *i)
{
    uint32_t n = order(i), at = i->u, hops = 0;

    while (at != i->v && hops < 4 * n * n) {
        at = follow(n, at, r_ccc(n, at, i->v, i->check->with == AS_PRINTED));
        hops++;
    }
    return at == i->v || against(i, "ccc:%u: from (%u,%u) to (%u,%u) the message never arrives", n,
                                 i->u % n, i->u / n, i->v % n, i->v / n);
}

/* Rules 1 to 3. */
static bool by_rules(const struct instance *i)
{
    uint32_t n = order(i), at = hop_from(i), next = hop_to(i), y = i->v / n;
    bool cross = at / n != y && at % n == highest_bit(at / n, y);

    return cross ? next == follow(n, at, ACROSS) : next / n == at / n && linked(n, at, next);
}

static bool goes_around(const struct instance *i)
{
    uint32_t n = order(i);

    for (uint32_t k = 0; k < all_hops(i->net); k++) {
        uint32_t a = i->net->hop[k].node, b = i->net->hop[k].next;

        if (a / n == b / n && a % n + b % n == n - 1 && (a % n == 0 || b % n == 0)) {
            return true;
        }
    }
    return against(i, "%s: no route uses an edge between (0,w) and (%u,w)", i->net->name, n - 1);
}

/* Whether a cycle edge's list has a channel that leaves a node by this port. */
static bool is_listed(uint32_t n, uint32_t node, unsigned port)
{
    return port == 0 ? node % n + 2 <= n : node % n >= 1;
}

static bool all_listed_are_used(const struct instance *i)
{
    const struct net *net = i->net;
    bool *used = calloc(net->channels, sizeof *used);
    uint32_t n = order(i), unused = 0;

    for (uint32_t k = 0; used && k < all_hops(net); k++) {
        used[channel_number(net, &net->hop[k])] = true;
    }
    for (uint32_t k = 0; used && k < 4 * net->n; k++) {
        uint32_t node = k / 4;
        unsigned port = k / 2 % 2, vc = k % 2;

        if (is_listed(n, node, port) && !used[noc_channel_index(&net->t, net->r, node, port, vc)] &&
            unused++ == 0) {
            against(i, "%s: %c%u from (%u,%u)", net->name, "hl"[port], vc, node % n, node / n);
        }
    }
    free(used);
    seen(i, "%s: %u of %u listed channels of cycle edges are never used", net->name, unused,
         4 * (n - 1) << n);
    return unused == 0;
}

static bool only_listed(const struct instance *i)
{
    return i->c->port >= 2 || is_listed(order(i), hop_from(i), i->c->port);
}

/* Routes over an edge in one direction, on average, in tenths: of n * 2^n hypercube edges and of the
 * 2 (n - 1) 2^n that are used in cycles. */
static bool cycle_edges_are_busier(const struct instance *i)
{
    uint64_t cycle = 0, across = 0;
    uint32_t n = order(i);

    for (uint32_t k = 0; k < all_hops(i->net); k++) {
        cycle += i->net->hop[k].port < 2;
        across += i->net->hop[k].port == 2;
    }
    cycle = 10 * cycle / (2 * (n - 1) << n);
    across = 10 * across / (n << n);
    seen(i, "%s: %llu.%llu routes over a cycle edge, %llu.%llu over a hypercube edge", i->net->name,
         (unsigned long long)cycle / 10, (unsigned long long)cycle % 10,
         (unsigned long long)across / 10, (unsigned long long)across % 10);
    return cycle > across;
}

/* --- theorem 1 ---------------------------------------------------------------------------- */

/*
 * Three messages that meet condition 4: u to v, then u to w, then w to y. With one port, worms of
 * L flits and no start-up the third wants a channel, its j-th, in cycle 2 L + d(u, w) - 1 + j; the
 * first holds it, as its i-th, until cycle i + L - 1. So they meet if L <= i - j - d(u, w).
 */
enum { FAR = 3 }; /* v must be neither w nor y */

struct far_use {
    uint32_t place[FAR]; /* from 1 on; 0: none */
    uint16_t to[FAR];
};

/* Where on its way from u a message takes each channel: the latest places, with their destinations. */
static void latest_uses(const struct net *net, uint32_t u, struct far_use *use)
{
    memset(use, 0, net->channels * sizeof *use);
    for (uint32_t v = 0; v < net->n; v++) {
        for (uint32_t h = 0; h < path_length(net, u, v); h++) {
            struct far_use *c = &use[channel_number(net, &path_of(net, u, v)[h])];
            uint32_t k = FAR;

            for (; k > 0 && c->place[k - 1] < h + 1; k--) {
                if (k < FAR) {
                    c->place[k] = c->place[k - 1];
                    c->to[k] = c->to[k - 1];
                }
            }
            if (k < FAR) {
                c->place[k] = h + 1;
                c->to[k] = (uint16_t)v;
            }
        }
    }
}

struct shortcut {
    uint32_t saved, u, v, w, y, place; /* place: on the way from w to y */
};

static void best_shortcut(const struct net *net, uint32_t u, const struct far_use *use,
                          struct shortcut *best)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t w = p / net->n, y = p % net->n, hops = path_length(net, u, w);

        for (uint32_t j = 0; w != u && y != u && y != w && j < path_length(net, w, y); j++) {
            const struct far_use *c = &use[channel_number(net, &path_of(net, w, y)[j])];

            for (uint32_t k = 0; k < FAR && c->place[k] > 1 + j + hops + best->saved; k++) {
                if (c->to[k] != w && c->to[k] != y) {
                    *best = (struct shortcut){c->place[k] - 1 - j - hops, u, c->to[k], w, y, j};
                }
            }
        }
    }
}

static bool three_messages_keep_apart(const struct instance *i)
{
    const struct net *net = i->net;
    struct far_use *use = calloc(net->channels, sizeof *use);
    struct shortcut b = {0};
    struct text one = {0}, two = {0};

    for (uint32_t u = 0; use && u < net->n; u++) {
        latest_uses(net, u, use);
        best_shortcut(net, u, use, &b);
    }
    free(use);
    if (!b.saved) {
        return seen(i, "%s: none meet", net->name);
    }
    const struct noc_channel *c = &path_of(net, b.w, b.y)[b.place];

    seen(i, "%s: worms of up to %u flits meet", net->name, b.saved);
    say_path(&one, net, b.u, b.v);
    say_path(&two, net, b.w, b.y);
    return against(i,
                   "%s, worms of %u flits without start-up: %u to %u by %s, then %u to %u, then "
                   "%u to %u by %s; the first and the last want %u-%u in cycle %u",
                   net->name, b.saved, b.u, b.v, one.at, b.u, b.w, b.w, b.y, two.at, c->node,
                   c->next, 2 * b.saved + path_length(net, b.u, b.w) - 1 + b.place);
}

/* The shortest worms above all: HC routing is not minimal, so a relay may be a shortcut. */
static const struct pace paces[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {20, 10, 4}};

static bool never_meet(const struct instance *i)
{
    struct clash c;

    return !worms_clash(i, &c) ||
           against(i,
                   "%s from %u to {%s}, worms of %u flits without start-up: %s, and %s over a "
                   "relay, want %u-%u in cycle %u",
                   i->net->name, i->source, c.dests.at, i->pace->length, c.way_a.at, c.way_b.at,
                   c.channel.node, c.channel.next, c.cycle);
}

/* --- lemmas ------------------------------------------------------------------------------- */

/* Addresses u and v differ in bit x. */
static bool differ_in_x(const struct instance *i)
{
    return bit(i->u, i->x) != bit(i->v, i->x);
}

static bool lemma_1(const struct instance *i)
{
    return highest_bit(i->u, i->v) >= i->x;
}

static bool set_in_the_lower_only(const struct instance *i)
{
    return i->u <= i->v && bit(i->u, i->x) > bit(i->v, i->x);
}

static bool lemma_2(const struct instance *i)
{
    return highest_bit(i->u, i->v) > i->x;
}

static bool lemma_3(const struct instance *i)
{
    uint32_t n = order(i), a = hop_from(i), t = a % n;

    return a / n == hop_to(i) / n || bit(i->u / n, t) != bit(i->v / n, t);
}

static bool in_a_cycle(const struct instance *i)
{
    return hop_from(i) / order(i) == hop_to(i) / order(i);
}

/* Of a hop from r to s in cycle w; the route enters it at k and leaves it at t. */
static bool lemma_4(const struct instance *i)
{
    const struct net *net = i->net;
    uint32_t n = order(i), w = hop_from(i) / n, x = i->u / n, y = i->v / n;
    uint32_t r = hop_from(i) % n, s = hop_to(i) % n, first = i->hop, last = i->hop;

    while (first > 0 && path_node(net, i->u, i->v, first - 1) / n == w) {
        first--;
    }
    while (last < path_length(net, i->u, i->v) && path_node(net, i->u, i->v, last + 1) / n == w) {
        last++;
    }
    uint32_t k = path_node(net, i->u, i->v, first) % n, t = path_node(net, i->u, i->v, last) % n;

    return (w == x || bit(x, k) != bit(y, k)) && (w == y || bit(x, t) != bit(y, t)) &&
           (w == x || w == y || r > s) && /* used for lemma 6 */
           (r < s || (k >= r && s >= t)); /* used for lemma 8 */
}

/* --- lemmas 5 to 8: edges that u -> v and x -> y have in common --------------------------- */

/* Whether x -> y takes this edge, whatever the virtual channel; UNDIRECTED: either way. */
enum { DIRECTED, UNDIRECTED };
static bool takes_edge(const struct net *net, uint32_t x, uint32_t y, const struct noc_channel *e,
                       bool undirected)
{
    const struct noc_channel *c = path_of(net, x, y);

    for (uint32_t g = 0; g < path_length(net, x, y); g++) {
        if ((c[g].node == e->node && c[g].next == e->next) ||
            (undirected && c[g].node == e->next && c[g].next == e->node)) {
            return true;
        }
    }
    return false;
}

static void each_of_common_edges(struct instance *i)
{
    const struct noc_channel *path = path_of(i->net, i->u, i->v);
    uint32_t hops = path_length(i->net, i->u, i->v);

    for (uint32_t h = 0; h < hops && path_length(i->net, i->x, i->y); h++) {
        if (takes_edge(i->net, i->x, i->y, &path[h], i->check->with == UNDIRECTED)) {
            i->c = &path[h];
            then(i);
        }
    }
}

static void tell_edge(const struct instance *i, struct text *t)
{
    say(t, "edge %u-%u", i->c->node, i->c->next);
}

static const struct quantifier each_common_edge = {"all {count} common edges", NULL,
                                                   each_of_common_edges, tell_edge};

static bool is_up(const struct instance *i)
{
    return in_a_cycle(i) && hop_to(i) > hop_from(i);
}

static bool is_down(const struct instance *i)
{
    return in_a_cycle(i) && hop_to(i) < hop_from(i);
}

static bool not_up(const struct instance *i)
{
    return !is_up(i);
}

static bool not_down(const struct instance *i)
{
    return !is_down(i);
}

static bool lemma_6(const struct instance *i)
{
    uint32_t n = order(i), w = hop_from(i) / n;

    return !is_up(i) || (w <= i->y / n && w > i->v / n);
}

static bool lemma_7(const struct instance *i)
{
    return !is_down(i) || hop_from(i) / order(i) >= i->v / order(i);
}

static bool lemma_8(const struct instance *i)
{
    return !is_down(i) || hop_from(i) / order(i) < i->y / order(i);
}

/* --- theorems 2 and 3 --------------------------------------------------------------------- */

/* The letters of each case: an h0 channel leads towards v in a cycle w <= v, ... */
static bool theorem_2_cases(const struct instance *i)
{
    const char *name = letter_of(i->net, i->c);
    uint32_t w = hop_from(i) / order(i), y = i->v / order(i);

    return !strcmp(name, "h0") ? is_up(i) && w <= y
         : !strcmp(name, "h1") ? is_up(i) && w > y
         : !strcmp(name, "l0") ? is_down(i) && w < y
                               : is_down(i) && w >= y;
}

/* None of conditions 1, 3 and 4. */
static bool no_condition(const struct instance *i)
{
    return i->a->step <= i->b->step && !in_sequence(i->plan, i->a, i->b);
}

/* They have no cycle edge of one direction in common, whatever the virtual channel. */
enum { DOWN, UP };
static bool apart_if_merged(const struct instance *i)
{
    const struct noc_channel *c = path_of(i->net, i->a->from, i->a->to);
    struct text dests = {0};

    for (uint32_t h = 0; h < path_length(i->net, i->a->from, i->a->to); h++) {
        if (c[h].port < 2 && (c[h].next > c[h].node) == (i->check->with == UP) &&
            takes_edge(i->net, i->b->from, i->b->to, &c[h], false)) {
            say_dests(&dests, i->dests, i->m);
            return against(i, "%s from %u to {%s}: %u>%u (step %u) and %u>%u (step %u) on %u-%u",
                           i->net->name, i->source, dests.at, i->a->from, i->a->to, i->a->step,
                           i->b->from, i->b->to, i->b->step, c[h].node, c[h].next);
        }
    }
    return true;
}

static bool meets_the_conditions(const struct instance *i)
{
    return !noc_plan_violations(&i->plan->env, i->plan->message, i->plan->m, NULL);
}

/* 5: (3,10); (1,11), (4,11), (0,16), (2,21), (0,24), (3,0), (1,5) of 5-CCC, the cycle behind. */
static const uint32_t r_chain[] = {53, 56, 59, 80, 107, 120, 3, 26};

/* The proof's "three cases". Source 0: a node's number is its place in the chain. */
static bool no_source_no_condition_4(const struct instance *i)
{
    return i->a->step < i->b->step && i->a->from != i->b->from &&
           !sent_before_ancestor(i->plan, i->a, i->b->from);
}

static bool in_chain_order(const struct instance *i)
{
    return i->a->to <= i->b->from ||
           against(i, "a chain of %u nodes: d%u>d%u in step %u and d%u>d%u in step %u", i->m + 1,
                   i->a->from, i->a->to, i->a->step, i->b->from, i->b->to, i->b->step);
}

/* --- rows --------------------------------------------------------------------------------- */

#define HOPS        .over = {&each_network, &each_route, &each_hop}, .on = "ccc:2 to ccc:5"
#define PER_NETWORK .over = {&each_network}, .on = "ccc:2 to ccc:5"
#define ARRIVES_ON(network, how)                                                                 \
    {                                                                                            \
        .over = {&each_topology, &each_pair}, .on = network, .given = are_two, .holds = arrives, \
        .with = how, .checked = "{on}: {failed} of {count} pairs lost"                           \
    }
#define ARRIVES(how)                                                                  \
    {                                                                                 \
        ARRIVES_ON("ccc:2", how), ARRIVES_ON("ccc:3", how), ARRIVES_ON("ccc:4", how), \
            ARRIVES_ON("ccc:5", how)                                                  \
    }
#define COMMON_EDGES                                                                 \
    .over = {&each_network, &each_ordered, &each_common_edge}, .on = "ccc:2, ccc:3", \
    .on_deep = "ccc:4"
#define MERGED(which)                                                                           \
    {                                                                                           \
        {.over = {&each_network, &each_set, &each_plan, &each_message_pair},                    \
         .on = "ccc:2",                                                                         \
         .algorithm = "u-ccc",                                                                  \
         .ports = 1,                                                                            \
         .given = no_condition,                                                                 \
         .holds = apart_if_merged,                                                              \
         .with = which},                                                                        \
        {                                                                                       \
            .over = {&each_network, &each_random_set, &each_plan, &each_message_pair},          \
            .on = "ccc:3 to ccc:5", .algorithm = "u-ccc", .ports = 1, .random = {6000, 100000}, \
            .size = {23}, .given = no_condition, .holds = apart_if_merged, .with = which        \
        }                                                                                       \
    }
#define APART(network)                                                                           \
    .over = {&each_topology}, .on = network, .routing = "ccc", .algorithm = "u-ccc", .ports = 1, \
    .holds = sets_apart
#define IN_TIME .algorithm = "u-ccc", .ports = 1, .pace = paces, .paces = {4}, .holds = never_meet

const struct row song_ccc[] = {
    {"definition 1", NOC_TEXT, "An n-CCC has n 2^n nodes and 3 n 2^(n-1) edges.",
     .check = {{.over = {&each_number},
                .number = {{1, 7}},
                .holds = as_many_edges,
                .checked = "n from 1 to 7, counted from definition 1"}},
     .remark = "An edge case: the definition sets no least n. By its own rules a cycle of two "
               "nodes has one edge, not two, and a cycle of one none. From n = 3 on the formula "
               "holds."},
    {"definition 1", NOC_TEXT, "From n = 3 on an n-CCC has 3 n 2^(n-1) edges.",
     .check = {{.over = {&each_number},
                .number = {{3, 7}},
                .holds = as_many_edges,
                .checked = "n from 3 to 7"}}},
    {"definition 1", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's topology `ccc` links what the definition links.",
     .check = {{.over = {&each_topology, &each_pair},
                .on = "ccc:2 to ccc:5",
                .holds = linked_as_defined}}},
    /* In ccc:2 no edge is a wrap-around. */
    {"2", NOC_TEXT,
     "HC routing combines E-cube with dimension-ordered routing in a ring (a 1-D torus).",
     .check = {{.over = {&each_network}, .on = "ccc:3 to ccc:5", .holds = goes_around}},
     .remark = "In a line: the routing function, and the list of channels, never go around a "
               "cycle. It is not minimal, therefore."},
    {"2, rules 1 to 3", NOC_TEXT,
     "Every hop of the routing function is one that HC routing's rules allow.",
     .check = {{HOPS, .holds = by_rules}},
     .remark = "The rules alone determine no route: rule 1 allows both directions of a cycle, and "
               "does not stop at the destination."},
    {"3", NOC_RESULT,
     "The routing function leads every message to its destination (second case: h1).",
     .check = ARRIVES(AS_MEANT)},
    {"3, as printed", NOC_SLIP,
     "The routing function leads every message to its destination also with its second case as "
     "printed (l0).",
     .check = ARRIVES(AS_PRINTED),
     .remark = "A message that has to go up (its difference is positive) is given a channel that "
               "leads down, and at place 0 there is none. The proof of theorem 2, case 2, has it "
               "right: h1."},
    {"3", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's routing `ccc` takes the channels of the routing "
     "function.",
     .check = {{HOPS, .holds = as_function}}},
    {"3", NOC_RESULT, "HC routing with these channels cannot deadlock.",
     .check = {{.over = {&each_topology},
                .on = "ccc:2 to ccc:5",
                .on_deep = "ccc:6",
                .holds = routing_proven,
                .with = COMPLETE | ACYCLIC}},
     .remark = "The paper says that its virtual channels are against contention and does not prove "
               "this."},
    {"3", NOC_OURS, "Not claimed: each of the four channels listed for a cycle edge is used.",
     .check = {{.over = {&each_network}, .on = "ccc:2 to ccc:4", .holds = all_listed_are_used}},
     .remark = "Two channels each way are listed everywhere. No message goes up in cycle 0 on its "
               "way to a lower cycle, for one."},
    {"3", NOC_TEXT, "No channel is used but those listed: none leads around the end of a cycle.",
     .check = {{HOPS, .holds = only_listed}}},
    {"3", NOC_TEXT,
     "There is more contention for cycle edges than for hypercube edges (here: more routes, on "
     "average, of all to all).",
     .check = {{PER_NETWORK, .holds = cycle_edges_are_busier}}},
    {"definition 3", NOC_TEXT,
     "Dimension order is a total order: that of node numbers; the example in 5-CCC.",
     .check = {{.over = {&each_topology, &each_pair}, .on = "ccc:3", .holds = order_is_of_numbers},
               {.holds = order_example}}},
    {"theorem 1, condition 3", NOC_OURS,
     "What condition 3 rests on: two messages of one node share at most a common beginning of "
     "their paths.",
     .check = {{.over = {&each_network, &each_triple},
                .on = "ccc:2 to ccc:4",
                .holds = common_beginning}}},
    {"theorem 1", NOC_RESULT,
     "Messages that meet its four conditions never want a channel at the same time: three "
     "messages, u to v, then u to w, then w to y (condition 4).",
     .check = {{PER_NETWORK, .on_deep = "ccc:6", .holds = three_messages_keep_apart}},
     .remark = "Theorem 1 is cited; on hypercubes and tori with shortest paths it stands. HC "
               "routing is not minimal: a message that goes over a relay can be ahead of one that "
               "was sent earlier and takes the long way, if a worm's length and the relay's "
               "start-up together are no more than the hops that the relay saves. These are 2 in "
               "ccc:4, 4 in ccc:5, 6 in ccc:6: longer worms, and software as it is, keep the "
               "messages apart; the paths alone do not."},
    /* The given set is what a longer search found to be small. */
    {"theorem 1, in U-CCC", NOC_RESULT,
     "Messages that meet its four conditions never want a channel at the same time: those of "
     "U-CCC, worms followed in time.",
     .check = {{.over = {&each_network, &given_set, &each_pace},
                .on = "ccc:4",
                .source = 56,
                .dests = "6, 7, 15, 21, 59, 63",
                IN_TIME,
                .checked = ""},
               {.over = {&each_network, &each_random_set, &each_pace},
                .on = "ccc:2 to ccc:5",
                .random = {8000, 100000},
                .size = {23},
                IN_TIME,
                .checked = "{random} random sets on each of {on}, worms of 1 to 4 flits in time"}},
     .remark = "The same in plans of the algorithm itself. With worms of 4 flits, or start-ups, no "
               "clash was found on these networks."},
    {"lemma 1", NOC_RESULT, "If x and y differ in bit k, d_xy >= k.",
     .check = {{.over = {&each_number},
                .number = {{0, 255}, {0, 255}, {0, 7}},
                .given = differ_in_x,
                .holds = lemma_1,
                .checked = "all addresses of 8 bits"}}},
    {"lemma 2", NOC_RESULT, "If x <= y and bit k is set in x only, d_xy > k.",
     .check = {{.over = {&each_number},
                .number = {{0, 255}, {0, 255}, {0, 7}},
                .given = set_in_the_lower_only,
                .holds = lemma_2,
                .checked = "all addresses of 8 bits"}}},
    {"lemma 3", NOC_RESULT,
     "A path crosses in dimension t only if source and destination differ in bit t.",
     .check = {{HOPS, .holds = lemma_3}}},
    {"lemma 4", NOC_RESULT,
     "Where a path enters and leaves a cycle, bits differ; between the first and last cycles it "
     "goes down. So an upward edge is in the first or the last, and k >= r > s >= t for a downward "
     "one.",
     .check = {{HOPS, .given = in_a_cycle, .holds = lemma_4}}},
    {"lemma 5", NOC_RESULT,
     "If v <= x <= y, u to v and x to y have no hypercube edge in common (same direction).",
     .check = {{COMMON_EDGES, .holds = in_a_cycle}}},
    {"lemma 5, undirected", NOC_OURS,
     "Not claimed (the proof's edges have a direction): if v <= x <= y, u to v and x to y have no "
     "hypercube edge in common, in whichever direction they cross it.",
     .check = {{COMMON_EDGES, .holds = in_a_cycle, .with = UNDIRECTED}},
     .remark = "The paper needs no virtual channels on hypercube edges. That takes two links, one "
               "each way: over a single one that both directions share, messages do meet."},
    {"lemma 6", NOC_RESULT, "A common cycle edge upwards is in a cycle above v and not above y.",
     .check = {{COMMON_EDGES, .holds = lemma_6}}},
    {"lemma 7", NOC_RESULT, "A common cycle edge downwards is in a cycle not below v.",
     .check = {{COMMON_EDGES, .holds = lemma_7}}},
    {"lemma 8", NOC_RESULT, "A common cycle edge downwards is in a cycle below y.",
     .check = {{COMMON_EDGES, .holds = lemma_8}}},
    {"theorem 2", NOC_RESULT, "If v <= x <= y, u to v and x to y are arc-disjoint.",
     .check = {{PER_NETWORK, .on_deep = "ccc:6", .holds = ordered_routes_disjoint}}},
    {"theorem 2, proof", NOC_PROOF,
     "What its four cases say of a message on an h0, h1, l0 or l1 channel.",
     .check = {{HOPS, .given = in_a_cycle, .holds = theorem_2_cases}}},
    {"theorem 2, without h0 and h1", NOC_OURS,
     "Not claimed: theorem 2 holds also if the two upward channels are one.",
     .check = {{COMMON_EDGES, .holds = not_up}},
     .remark = "The algorithm can do without, see below."},
    {"theorem 2, without l0 and l1", NOC_OURS,
     "Not claimed: theorem 2 holds also if the two downward channels are one.",
     .check = {{COMMON_EDGES, .holds = not_down}}},
    {"theorem 3, without h0 and h1", NOC_OURS,
     "Not claimed: U-CCC is contention-free also if the two upward channels are one.",
     .check = MERGED(UP),
     .remark = "Theorem 2 needs both, the algorithm does not. By lemma 6 a common upward edge is "
               "in u's own cycle, above v's and not above y's. In one chain that leaves v < x < y "
               "< u, with y in that cycle and not above u: x to y climbs to y's place at most, u "
               "to v begins at u's. They have no edge in common there."},
    {"theorem 3, without l0 and l1", NOC_OURS,
     "Not claimed: U-CCC is contention-free also if the two downward channels are one.",
     .check = MERGED(DOWN)},
    {"5", NOC_TEXT, "The example of eight nodes in 5-CCC: its R-chain, and 3 steps.",
     .check = {{.over = {&each_network, &given_set, &each_plan},
                .on = "ccc:5",
                .source = 53,
                .dests = "26, 80, 59, 107, 3, 56, 120",
                .algorithm = "u-ccc",
                .ports = 1,
                .holds = chain_as_printed,
                .table = r_chain,
                .with = 3,
                .checked = "the chain and the plan on {on}: 3 steps"}}},
    {"theorem 3", NOC_RESULT,
     "U-CCC is contention-free (meets the four conditions) and takes ceil(log2 m) steps.",
     .check = {{APART("ccc:2")},
               {.over = {&each_topology, &each_set, &each_plan},
                .on = "ccc:3",
                .size = {3},
                .algorithm = "u-ccc",
                .ports = 1,
                .holds = meets_the_conditions},
               {APART("ccc:3"), .random = {200000, 2000000}},
               {APART("ccc:4"), .random = {20000, 100000}},
               {APART("ccc:5"), .random = {2000, 10000}},
               {APART("ccc:7"), .random = {20, 300}}},
     .remark = "That these conditions keep worms apart in time has an exception under HC routing, "
               "for short worms: see theorem 1."},
    {"theorem 3, proof", NOC_PROOF,
     "Two messages with t <= tau have a common source, or meet condition 4, or stand in the chain "
     "in the order of their nodes.",
     .check = {{.over = {&each_network, &each_prefix, &each_plan, &each_message_pair},
                .on = "ccc:2",
                .algorithm = "u-ccc",
                .ports = 1,
                .given = no_source_no_condition_4,
                .holds = in_chain_order,
                .checked = "chains of 2 to 8 nodes, all pairs of messages"}},
     .remark = "As in Robinson's theorem 4.4: the order may be the other one; theorem 2 then "
               "applies with the messages exchanged."},
    {0},
};
