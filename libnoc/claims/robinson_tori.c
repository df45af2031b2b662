/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 4.1 to 4.3: tori, their routings, arc-disjoint paths. */
#include <string.h>

#include "chapters.h"
#include "paths.h"
#include "proofs.h"

/* The channel's letter: p, h or l. */
static char letter(const struct instance *i)
{
    return letter_of(i->net, i->c)[0];
}

static bool is_utr(const struct net *net)
{
    return !strcmp(net->r->name, "utr");
}

/* Highest dimension in which x and y differ. */
static unsigned highest(const struct net *net, uint32_t x, uint32_t y)
{
    unsigned d = net->t.dims - 1u;

    while (d > 0 && digit(net, x, d) == digit(net, y, d)) {
        d--;
    }
    return d;
}

/* --- 4.1 ---------------------------------------------------------------------------------- */

static bool no_channel_back(const struct instance *i)
{
    return path_length(i->net, i->u, i->v) != 1 || path_length(i->net, i->v, i->u) != 1 ||
           against(i, "%s: channels from %u to %u and from %u to %u", i->net->name, i->u, i->v,
                   i->v, i->u);
}

static bool is_h(const struct instance *i)
{
    return letter(i) == 'h';
}

static bool length_as_printed(const struct instance *i)
{
    return path_length(i->net, i->u, i->v) == i->check->with;
}

/* --- 4.2 ---------------------------------------------------------------------------------- */

struct channel_name {
    unsigned dim;
    int dir;
    char letter;
};

/* The next channel from x to y as expression 4.1 or 4.2 has it. */
static struct channel_name expression(const struct net *net, uint32_t x, uint32_t y)
{
    unsigned d = highest(net, x, y);
    int32_t delta = digit(net, y, d) - digit(net, x, d), k = net->t.width[d];

    if (is_utr(net)) {
        return (struct channel_name){d, 1, delta < 0 ? 'p' : 'h'};
    }
    if (2 * delta > k || 2 * -delta > k) {
        return (struct channel_name){d, delta > 0 ? -1 : 1, 'p'}; /* the shorter way */
    }
    return (struct channel_name){d, delta < 0 ? -1 : 1, delta < 0 ? 'l' : 'h'};
}

static bool as_expression(const struct instance *i)
{
    struct channel_name e = expression(i->net, hop_from(i), i->v);
    /* In a ring of two both ways lead to one node. */
    bool way = i->c->dir == e.dir || i->net->t.width[e.dim] == 2;

    return letter(i) == e.letter && i->c->dim == e.dim && way;
}

/* Lists of section 4.2: is there a channel of this letter and direction at coordinate x of k? */
static bool listed(bool utr, char name, int dir, int32_t x, int32_t k)
{
    if (utr) {
        return name == 'h' ? x <= k - 2 : x >= 1;
    }
    switch (name) {
    case 'l':
        return x >= 1;
    case 'h':
        return x <= k - 2;
    default:
        return dir > 0 ? x >= k / 2 + 1 /* ceil((k-1)/2) + 1 */ : x <= (k - 1) / 2 - 1;
    }
}

/* Whether some route takes this channel in dimension 0. */
static bool some_route_takes(const struct net *net, char name, int dir, int32_t x)
{
    for (uint32_t k = 0; k < all_hops(net); k++) {
        const struct noc_channel *c = &net->hop[k];

        if (c->dim == 0 && c->dir == dir && digit(net, c->node, 0) == x &&
            letter_of(net, c)[0] == name) {
            return true;
        }
    }
    return false;
}

/* What routes use is what is listed, and the other way round. */
static bool as_listed(const struct instance *i)
{
    static const struct channel_name names[] = {
        {0, 1, 'p'}, {0, -1, 'p'}, {0, 1, 'h'}, {0, -1, 'l'}};
    bool utr = is_utr(i->net);
    int32_t k = i->net->t.width[0];

    for (unsigned n = 0; n < 4; n++) {
        const struct channel_name *c = &names[n];

        for (int32_t x = 0; x < k && (c->dir > 0 || !utr); x++) {
            bool used = some_route_takes(i->net, c->letter, c->dir, x);

            if (used != listed(utr, c->letter, c->dir, x, k)) {
                return against(i, "%s: the %c channel %s from coordinate %d is %s", i->net->name,
                               c->letter, c->dir > 0 ? "up" : "down", x,
                               used ? "used, not listed" : "listed, never used");
            }
        }
    }
    return true;
}

/* u dimensions of width v, and "0 <= d <= k-1". */
static bool as_many_dimensions_as_printed(const struct instance *i)
{
    uint32_t n = i->u, k = i->v;

    return k == n ? true
         : k < n  ? against(i, "n = %u dimensions of width %u: dimension %u has no channels", n, k,
                            n - 1)
                  : against(i, "n = %u, width %u: channels of a dimension %u that there is not", n,
                            k, k - 1);
}

/* Item 4 names the channel after the node it enters: then two channels have one name. Width u,
 * coordinate v. */
static bool is_item_4(const struct instance *i)
{
    return (int32_t)i->v <= ((int32_t)i->u - 1) / 2 - 1;
}

static bool name_is_free(const struct instance *i)
{
    uint32_t k = i->u, x = i->v, w = (x + k - 1) % k;

    return w < k / 2 + 1 /* else item 3 has a channel of that name */ ||
           against(i,
                   "k=%u: c_p%u is the channel from %u to %u (item 3) and from %u to %u (item 4)",
                   k, w, w, (w + 1) % k, x, w);
}

/* How many channels join coordinates x and x + 1 of a ring of u, both directions, by the lists. */
static bool two_or_three_channels(const struct instance *i)
{
    int32_t k = (int32_t)i->u;
    uint32_t least = 4, most = 0;

    for (int32_t x = 0; x + 1 < k; x++) {
        uint32_t channels = listed(false, 'h', 1, x, k) + listed(false, 'p', 1, x, k) +
                            listed(false, 'l', -1, x + 1, k) + listed(false, 'p', -1, x + 1, k);

        least = channels < least ? channels : least;
        most = channels > most ? channels : most;
    }
    return (least == 2 && most <= 3) || against(i, "k=%d: from %u to %u channels", k, least, most);
}

/* Before it goes around, a message travels away from the centre of its dimension. */
static bool away_from_centre(const struct instance *i)
{
    int32_t k = i->net->t.width[i->c->dim], x = digit(i->net, hop_from(i), i->c->dim);

    return letter(i) != 'p' || (i->c->dir > 0 ? 2 * x >= k - 1 : 2 * x <= k - 1);
}

/* --- 4.3: figure 4.5, theorem 4.1 --------------------------------------------------------- */

/* (0,3) to (1,1) and (4,3) to (1,3); (a, b) is 5a + b. */
static bool figure_4_5(const struct instance *i)
{
    const struct noc_channel *c = shared_channel(i->net, 3, 6, 23, 8);

    return c && c->node == 3 && c->next == 8 && letter_of(i->net, c)[0] == 'h';
}

/*
 * Figure 4.5(b): (4,3) to (0,3) in step 1, (0,3) to (1,1) in step 2, (4,3) to (1,3) in step 3.
 * With tN = u and tR = v: when the second and the third message enter the network.
 */
static bool figure_4_5_b(const struct instance *i)
{
    uint32_t network = i->u, receive = i->v, send = network + receive;
    uint32_t has = send + network + receive;        /* (0,3) has all of the first message */
    uint32_t second = has + send, third = 3 * send; /* the source's CPU sends one after the other */

    return second == third ||
           against(i, "tS=%u tN=%u tR=%u: at %u and at %u", send, network, receive, second, third);
}

/* --- lemmas and theorems of 4.3 ----------------------------------------------------------- */

static bool lemma_4_1(const struct instance *i)
{
    const struct net *net = i->net;
    unsigned d = i->c->dim;

    for (uint32_t k = 0; k <= i->hop; k++) {
        for (unsigned g = 0; g < d; g++) {
            if (digit(net, path_node(net, i->u, i->v, k), g) != digit(net, i->u, g)) {
                return false;
            }
        }
    }
    for (uint32_t k = i->hop + 1; k < path_length(net, i->u, i->v); k++) {
        for (unsigned g = d + 1; g < net->t.dims; g++) {
            if (digit(net, path_node(net, i->u, i->v, k), g) != digit(net, i->v, g)) {
                return false;
            }
        }
    }
    return digit(net, i->u, d) != digit(net, i->v, d);
}

static bool order_is_of_numbers(const struct instance *i)
{
    unsigned d = highest(i->net, i->u, i->v);

    return (i->u == i->v || digit(i->net, i->u, d) < digit(i->net, i->v, d)) == (i->u <= i->v);
}

/* (1,3,7) < (2,1,5) < (2,1,8); the first coordinate is that of the highest dimension. */
static bool order_example(const struct instance *i)
{
    static const uint32_t node[3][3] = {{1, 3, 7}, {2, 1, 5}, {2, 1, 8}};

    for (unsigned k = 0; k + 1 < 3; k++) {
        unsigned d = 0;

        while (d < 2 && node[k][d] == node[k + 1][d]) {
            d++;
        }
        if (node[k][d] >= node[k + 1][d]) {
            return against(i, "nodes %u and %u of the example", k, k + 1);
        }
    }
    return true;
}

/* v <= x <= y, both routes through c. */
static bool lemma_4_2(const struct instance *i)
{
    const struct noc_channel *c = shared_channel(i->net, i->u, i->v, i->x, i->y);

    return !c || (digit(i->net, i->v, c->dim) <= digit(i->net, i->x, c->dim) &&
                  digit(i->net, i->x, c->dim) < digit(i->net, i->y, c->dim));
}

/* Where a route climbs in d, it uses only h channels between its ends there. */
static bool only_h_between(const struct instance *i)
{
    unsigned d = i->c->dim;
    int32_t at = digit(i->net, hop_from(i), d), x = digit(i->net, i->u, d);
    int32_t y = digit(i->net, i->v, d);

    return x >= y || (letter(i) == 'h' && at >= x && at < y);
}

/* What the three cases of 4.3's proof say of a route from x to y through a channel (r, s) in d. */
static bool theorem_4_3_cases(const struct instance *i)
{
    unsigned d = i->c->dim;
    int32_t x = digit(i->net, i->u, d), y = digit(i->net, i->v, d);
    int32_t r = digit(i->net, hop_from(i), d), s = digit(i->net, hop_to(i), d);
    int32_t k = i->net->t.width[d], far = x < y ? y - x : x - y;

    switch (letter(i)) {
    case 'p': /* case 1: up only if x > y, down only if x < y; and more than k/2 */
        return (i->c->dir > 0) == (x > y) && 2 * far > k;
    case 'l': /* case 2 */
        return y <= s && s < r && (x < y ? 2 * far > k : r <= x);
    default: /* case 3 */
        return r < s && s <= y && (x >= y || x <= r);
    }
}

/*
 * One dimension of k nodes, every tie free to go either way on its own, between the same two nodes
 * too: channels of v -> w as bits 3 * node + letter (p up and p down leave different nodes).
 */
static uint64_t ring_path(uint32_t v, uint32_t w, uint32_t k, bool around_at_tie)
{
    uint32_t delta = w > v ? w - v : v - w;
    bool around = 2 * delta > k || (2 * delta == k && around_at_tie);
    uint32_t step = (w > v) != around ? 1 : k - 1;
    uint64_t set = 0;
    bool before = around;

    for (uint32_t x = v; x != w; x = (x + step) % k) {
        set |= UINT64_C(1) << (3 * x + (before ? 0 : step == 1 ? 1 : 2));
        before = before && (step == 1 ? x != k - 1 : x != 0);
    }
    return set;
}

static uint64_t ring_paths(uint32_t v, uint32_t w, uint32_t k)
{
    return ring_path(v, w, k, false) | ring_path(v, w, k, true);
}

/* A ring of u nodes, with v <= x < y. */
static bool in_ring_order(const struct instance *i)
{
    return i->v <= i->x && i->x < i->y && i->y < i->u;
}

static bool disjoint_at_any_tie(const struct instance *i)
{
    uint64_t two = ring_paths(i->x, i->y, i->u);

    for (uint32_t from = 0; from < i->u; from++) {
        if (ring_paths(from, i->v, i->u) & two) {
            return against(i, "ring of %u: u=%u v=%u x=%u y=%u", i->u, from, i->v, i->x, i->y);
        }
    }
    return true;
}

/* --- rows --------------------------------------------------------------------------------- */

#define SMALL_UTORI "utorus:2 to 8, 3x3, 4x3, 3x5, 5x5"
#define SMALL_TORI  "torus:2 to 9, 3x3, 4x3, 3x5, 5x5, 6x4"
#define UTORI       SMALL_UTORI ", 2x2x2, 3x3x3, 8x8"
#define TORI        SMALL_TORI ", 2x2x2, 4x4x4, 8x8"
#define UNDER_UTR   .on = UTORI, .routing = "utr"
#define UNDER_BTR   .on = TORI, .routing = "btr"
#define HOPS        .over = {&each_network, &each_route, &each_hop}
#define ON_BOTH(quantifier, predicate)                                          \
    {                                                                           \
        {.over = {&each_network, &quantifier}, UNDER_UTR, .holds = predicate},  \
        {                                                                       \
            .over = {&each_network, &quantifier}, UNDER_BTR, .holds = predicate \
        }                                                                       \
    }
#define HOPS_OF_BOTH(predicate)                 \
    {                                           \
        {HOPS, UNDER_UTR, .holds = predicate},  \
        {                                       \
            HOPS, UNDER_BTR, .holds = predicate \
        }                                       \
    }
#define ROUTE(network, from, to) \
    .over = {&each_network, &each_number}, .on = network, .number = {{from, from}, {to, to}}
#define PROVEN .holds = routing_proven, .with = COMPLETE | MINIMAL | ACYCLIC

const struct row robinson_tori[] = {
    {"4.1", NOC_TEXT,
     "In a unidirectional torus of width 2 or more, if there is a channel from r to s there is "
     "none from s to r.",
     .check = {{.over = {&each_network, &each_route}, UNDER_UTR, .holds = no_channel_back}},
     .remark = "An edge case: widths of 2 are admitted (k >= 2), and there going up from 1 leads "
               "to 0. From width 3 on it holds."},
    {"4.1, figure 4.1", NOC_TEXT,
     "4x4: from (0,0) to (2,1) over three h channels by (1,0) and (2,0); from (0,2) to (3,1) 6 "
     "links one-way, 2 both ways.",
     .check = {{ROUTE("utorus:4x4", 0, 9), .holds = route_as_printed, .expected = "0-4-8-9",
                .checked = ""},
               {.over = {&each_network, &each_number, &each_hop},
                .on = "utorus:4x4",
                .number = {{0, 0}, {9, 9}},
                .holds = is_h,
                .checked = ""},
               {ROUTE("utorus:4x4", 2, 13), .holds = length_as_printed, .with = 6, .checked = ""},
               {ROUTE("torus:4x4", 2, 13), .holds = length_as_printed, .with = 2,
                .checked = "the example's paths, on 4x4"}}},
    {"4.2", NOC_TEXT,
     "Tori with single channels have cycles of channel dependencies (here: rings, from width 3 "
     "one-way and 5 both ways).",
     .check = {{.over = {&each_topology},
                .on = "utorus:3 to 16, torus:5 to 16",
                .on_deep = "utorus:17 to 64, torus:17 to 64",
                .routing = "dor",
                .holds = routing_cyclic,
                .checked = "{on}: shortest paths, ties not around"}}},
    {"4.2", NOC_OURS, "Not claimed: the smallest tori, of widths 2 to 4, have such cycles too.",
     .check = {{.over = {&each_topology},
                .on = "utorus:2 to 4, torus:2 to 4",
                .routing = "dor",
                .holds = routing_cyclic,
                .checked = "{on}: shortest paths, ties not around"}},
     .remark = "With shortest paths, and ties that do not go around, a bidirectional ring has a "
               "cycle from 5 nodes on, a unidirectional one from 3."},
    {"4.2.1, 4.2.2", NOC_TEXT,
     "Expressions 4.1 and 4.2: p channels where the wrap-around is ahead, else h upwards and l "
     "downwards.",
     .check = HOPS_OF_BOTH(as_expression)},
    {"4.2.1", NOC_TEXT,
     "UTR: an h channel at every coordinate but k-1, a p channel at every one but 0; no other is "
     "used.",
     .check = {{.over = {&each_network}, UNDER_UTR, .holds = as_listed}}},
    {"4.2.1, as printed", NOC_SLIP, "There are UTR channels in each dimension d, 0 <= d <= k-1.",
     .check = {{.over = {&each_number},
                .number = {{1, 4}, {2, 4}},
                .holds = as_many_dimensions_as_printed,
                .checked = "1 to 4 dimensions, widths 2 to 4"}},
     .remark = "Misprint for n-1; the same in 4.2.2."},
    {"4.2.1", NOC_RESULT, "UTR takes shortest paths only and cannot deadlock.",
     .check = {{.over = {&each_topology},
                .on = UTORI ", 16x16",
                .on_deep = "utorus:16x16x16",
                .routing = "utr",
                PROVEN}}},
    {"4.2.2", NOC_TEXT,
     "BTR: l channels at 1 to k-1, h at 0 to k-2, p upwards from ceil((k-1)/2)+1, p downwards up "
     "to floor((k-1)/2)-1; no other is used, and all are.",
     .check = {{.over = {&each_network}, UNDER_BTR, .holds = as_listed}}},
    {"4.2.2, item 4, as printed", NOC_SLIP, "The p channel from x down to w is c_dpw.",
     .check = {{.over = {&each_number},
                .number = {{2, 9}, {0, 8}},
                .given = is_item_4,
                .holds = name_is_free,
                .checked = "widths 2 to 9"}},
     .remark = "Everywhere else a channel is named after the node it leaves: c_dpx is meant."},
    {"4.2.2", NOC_RESULT, "BTR takes shortest paths only and cannot deadlock.",
     .check = {{.over = {&each_topology},
                .on = TORI ", 16x16",
                .on_deep = "torus:16x16x16",
                .routing = "btr",
                PROVEN}}},
    {"4.2.2, figure 4.3", NOC_TEXT,
     "Some neighbours are joined by two virtual channels only, none by more than three.",
     .check = {{.over = {&each_number},
                .number = {{3, 16}},
                .holds = two_or_three_channels,
                .checked = "widths 3 to 16, neighbours within the ring"}}},
    {"4.2.2", NOC_TEXT,
     "One set of p channels is enough: a message bound around the end moves away from the centre "
     "of its dimension.",
     .check = {{HOPS, UNDER_BTR, .holds = away_from_centre}}},
    {"4.3, figure 4.5", NOC_TEXT,
     "On the unidirectional 5x5 torus (0,3) to (1,1) and (4,3) to (1,3) both need the h channel "
     "from (0,3) to (1,3).",
     .check = {{.over = {&each_network},
                .on = "utorus:5x5",
                .holds = figure_4_5,
                .checked = "both routes on {on}"}}},
    {"4.3, figure 4.5", NOC_TEXT,
     "If tS = tN + tR, the second step's (0,3) to (1,1) and the third's (4,3) to (1,3) enter the "
     "network together, and both need one channel.",
     .check = {{.over = {&each_number},
                .number = {{1, 20}, {1, 20}},
                .holds = figure_4_5_b,
                .checked = "tN and tR from 1 to 20, tS their sum"},
               {.over = {&each_network},
                .on = "utorus:5x5",
                .holds = figure_4_5,
                .checked = "the routes on {on}"}}},
    {"theorem 4.1, condition 3", NOC_OURS,
     "What condition 3 rests on: two messages of one node share at most a common beginning of "
     "their paths.",
     .check = ON_BOTH(each_triple, common_beginning)},
    {"theorem 4.1, condition 4", NOC_OURS,
     "What condition 4 rests on: no detour over a relay is shorter than the route, so that a "
     "message sent earlier has passed every channel before one that came over the relay.",
     .check = ON_BOTH(each_triple, no_shortcut)},
    {"lemma 4.1", NOC_RESULT,
     "Before a hop in dimension d lower dimensions are as in the source, after it higher ones as "
     "in the destination; source and destination differ in d.",
     .check = HOPS_OF_BOTH(lemma_4_1)},
    {"definition 4.2", NOC_TEXT, "Dimension order is a total order: that of node numbers.",
     .check = ON_BOTH(each_pair, order_is_of_numbers)},
    {"definition 4.2", NOC_TEXT,
     "In dimension order (1,3,7) comes before (2,1,5), and that before (2,1,8).",
     .check = {{.holds = order_example}}},
    /* Under utr and btr no arcs are shared there (theorems 4.2, 4.3); under dor they are. */
    {"lemma 4.2", NOC_RESULT,
     "If v <= x <= y and u to v shares an arc in dimension d with x to y, then in d v <= x < y.",
     .check = {{.over = {&each_network, &each_ordered},
                .on = SMALL_UTORI,
                .routing = "dor",
                .holds = lemma_4_2},
               {.over = {&each_network, &each_ordered},
                .on = SMALL_TORI,
                .routing = "dor",
                .holds = lemma_4_2}}},
    {"theorem 4.2", NOC_RESULT,
     "If v <= x <= y in dimension order, u to v and x to y are arc-disjoint under UTR.",
     .check = {{.over = {&each_network},
                .on = UTORI ", 12x12",
                .on_deep = "utorus:16x16, 6x6x6",
                .routing = "utr",
                .holds = ordered_routes_disjoint}}},
    {"theorem 4.2, proof", NOC_PROOF,
     "A path that climbs from x to y in a dimension uses only the h channels between them there.",
     .check = {{HOPS, UNDER_UTR, .holds = only_h_between}}},
    {"theorem 4.3", NOC_RESULT,
     "If v <= x <= y in dimension order, u to v and x to y are arc-disjoint under BTR.",
     .check = {{.over = {&each_network},
                .on = TORI ", 12x12",
                .on_deep = "torus:16x16, 6x6x6",
                .routing = "btr",
                .holds = ordered_routes_disjoint}}},
    {"theorem 4.3, proof", NOC_PROOF,
     "What its three cases say of a path through a p, l or h channel.",
     .check = {{HOPS, UNDER_BTR, .holds = theorem_4_3_cases}}},
    {"theorem 4.3, ties", NOC_OURS,
     "Not claimed (4.1 lets ties go without wrap-around): theorem 4.3 holds whichever way ties go, "
     "under dateline.",
     .check = {{.over = {&each_network},
                .on = TORI,
                .routing = "dateline",
                .holds = ordered_routes_disjoint}},
     .remark = "The proof uses only that a message which goes around would have k/2 links or more "
               "to go otherwise."},
    {"theorem 4.3, ties", NOC_OURS,
     "Not claimed: theorem 4.3 holds whichever way ties go, each message its own way.",
     .check = {{.over = {&each_number},
                .number = {{2, 20}, {0, 19}, {0, 19}, {0, 19}},
                .given = in_ring_order,
                .holds = disjoint_at_any_tie,
                .checked = "rings of 2 to 20 nodes, each message's tie either way (one dimension: "
                           "by lemma 4.2 all that matters)"}}},
    {"theorem 4.3, mirrored", NOC_OURS,
     "Not claimed: if v >= x >= y, u to v and x to y are arc-disjoint under BTR.",
     .check =
         {{.over = {&each_network}, UNDER_BTR, .holds = ordered_routes_disjoint, .with = MIRRORED}},
     .remark = "BTR looks the same when all coordinates are read backwards. With theorem 4.3 this "
               "makes U-mesh contention-free on bidirectional tori, see 4.4."},
    {"theorem 4.2, mirrored", NOC_OURS,
     "Not claimed: if v >= x >= y, u to v and x to y are arc-disjoint under UTR.",
     .check =
         {{.over = {&each_network}, UNDER_UTR, .holds = ordered_routes_disjoint, .with = MIRRORED}},
     .remark = "This is why U-mesh, which sends towards lower nodes too, contends on "
               "unidirectional tori."},
    {0},
};
