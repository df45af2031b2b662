/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 4.1 to 4.3: tori, their routings, arc-disjoint paths. */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "routing/routings.h"
#include "topology/topologies.h"

static const char *const uni[] = {"utorus:2",     "utorus:3",   "utorus:4",   "utorus:5",
                                  "utorus:6",     "utorus:7",   "utorus:8",   "utorus:3x3",
                                  "utorus:4x3",   "utorus:3x5", "utorus:5x5", "utorus:2x2x2",
                                  "utorus:3x3x3", "utorus:8x8"};
static const char *const bi[] = {"torus:2",   "torus:3",     "torus:4",     "torus:5",
                                 "torus:6",   "torus:7",     "torus:8",     "torus:9",
                                 "torus:3x3", "torus:4x3",   "torus:3x5",   "torus:5x5",
                                 "torus:6x4", "torus:2x2x2", "torus:4x4x4", "torus:8x8"};
enum { UNI = sizeof uni / sizeof *uni, BI = sizeof bi / sizeof *bi };

typedef void net_check(const struct net *net, struct noc_finding *f);

static void on_each(const char *const *name, unsigned n, const char *routing, net_check *check,
                    struct noc_finding *f)
{
    for (unsigned i = 0; i < n; i++) {
        struct net net;

        if (!net_open(&net, name[i], routing, f)) {
            return;
        }
        check(&net, f);
        net_close(&net);
    }
    if (n == 1) {
        claim_checked(f, "%s: %s", routing, name[0]);
    } else {
        claim_checked(f, "%s: %u networks from %s to %s", routing, n, name[0], name[n - 1]);
    }
}

static void on_both(net_check *check, struct noc_finding *f)
{
    on_each(uni, UNI, "utr", check, f);
    on_each(bi, BI, "btr", check, f);
}

static int32_t digit(const struct net *net, uint32_t node, unsigned d)
{
    return (int32_t)noc_digit(&net->t, node, d);
}

/* The channel's letter: p, h or l. */
static char letter(const struct net *net, const struct noc_channel *c)
{
    const char *name = net->r->vc_name(&net->t, c->port, c->vc);

    return name ? name[0] : '-';
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

/* --- 4.1 --------------------------------------------------------------------- */

static void one_way(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t r = p / net->n, s = p % net->n;

        if (r != s && path_length(net, r, s) == 1 && path_length(net, s, r) == 1) {
            claim_against(f, "%s: channels from %u to %u and from %u to %u", net->name, r, s, s, r);
        }
    }
}

static void check_one_way(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(uni, UNI, "utr", one_way, f);
}

static void check_figure_4_1(bool deep, struct noc_finding *f)
{
    struct net one, both;
    char text[64];

    (void)deep;
    if (!net_open(&one, "utorus:4x4", NULL, f)) {
        return;
    }
    if (!net_open(&both, "torus:4x4", NULL, f)) {
        net_close(&one);
        return;
    }
    /* Node (a, b) is 4a + b. */
    path_text(&one, 0, 9, text, sizeof text);
    for (uint32_t i = 0; i < path_length(&one, 0, 9); i++) {
        if (letter(&one, &path_of(&one, 0, 9)[i]) != 'h') {
            claim_against(f, "hop %u of the first path is no h channel", i);
        }
    }
    if (strcmp(text, "0-4-8-9") || path_length(&one, 2, 13) != 6 ||
        path_length(&both, 2, 13) != 2) {
        claim_against(f, "%s; %u and %u links", text, path_length(&one, 2, 13),
                      path_length(&both, 2, 13));
    }
    claim_checked(f, "the example's paths, on 4x4");
    net_close(&one);
    net_close(&both);
}

/* --- 4.2 ------------------------------------------------------------------------- */

/* Rings with single channels, shortest paths, ties not around: does one of width k have a cycle? */
static bool ring_is_cyclic(const char *name, struct noc_finding *f)
{
    struct noc_routing_proof proof;
    struct noc_topology t;
    struct noc_fault fault;

    if (!noc_topology_parse(&t, name, &fault) ||
        !noc_verify_routing(&t, noc_routing_find("dor"), NULL, &proof)) {
        claim_unclear(f, "%s is refused", name);
        return false;
    }
    bool cyclic = proof.cycle != NULL;

    noc_routing_proof_free(&proof);
    return cyclic;
}

static void single_channels(struct noc_finding *f, uint32_t least_one_way, uint32_t least_both_ways,
                            uint32_t most)
{
    for (unsigned both = 0; both < 2; both++) {
        for (uint32_t k = both ? least_both_ways : least_one_way; k <= most; k++) {
            char name[16];

            snprintf(name, sizeof name, "%storus:%u", both ? "" : "u", k);
            if (!ring_is_cyclic(name, f)) {
                claim_against(f, "%s under dor has no cycle of dependencies", name);
            }
        }
    }
    claim_checked(
        f,
        "one-way rings of %u to %u nodes, two-way ones of %u to %u, shortest paths, ties not around",
        least_one_way, most, least_both_ways, most);
}

static void check_single_channels(bool deep, struct noc_finding *f)
{
    single_channels(f, 3, 5, deep ? 64 : 16);
}

static void check_single_channels_small(bool deep, struct noc_finding *f)
{
    (void)deep;
    single_channels(f, 2, 2, 4);
}

/* The next channel as expression 4.1 or 4.2 has it: letter, and up or down. */
static char expression(const struct net *net, uint32_t x, uint32_t y, unsigned *dim, int *dir)
{
    unsigned d = highest(net, x, y);
    int32_t delta = digit(net, y, d) - digit(net, x, d), k = net->t.width[d];

    *dim = d;
    *dir = 1;
    if (!strcmp(net->r->name, "utr")) {
        return delta < 0 ? 'p' : 'h';
    }
    if (2 * delta > k || 2 * -delta > k) {
        *dir = delta > 0 ? -1 : 1; /* the shorter way */
        return 'p';
    }
    *dir = delta < 0 ? -1 : 1;
    return delta < 0 ? 'l' : 'h';
}

static void as_expression(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t u = p / net->n, v = p % net->n;

        for (uint32_t i = 0; i < path_length(net, u, v); i++) {
            const struct noc_channel *c = &path_of(net, u, v)[i];
            unsigned dim;
            int dir;
            char name = expression(net, c->node, v, &dim, &dir);
            /* In a ring of two both ways lead to one node. */
            bool way = c->dir == dir || net->t.width[dim] == 2;

            if (letter(net, c) != name || c->dim != dim || !way) {
                claim_against(f, "%s: from %u to %u at %u", net->name, u, v, c->node);
            }
        }
    }
}

static void check_expressions(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_both(as_expression, f);
}

/* Lists of section 4.2: is there a channel of this letter and direction at coordinate x? */
static bool listed(const struct net *net, char name, int dir, int32_t x, int32_t k)
{
    if (!strcmp(net->r->name, "utr")) {
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

/* What routes use is what is listed, and the other way round. */
static void as_listed(const struct net *net, struct noc_finding *f)
{
    bool used[64][3][2] = {{{0}}}; /* coordinate, letter, direction; in dimension 0 */
    int32_t k = net->t.width[0];
    bool one_way_links = !strcmp(net->r->name, "utr");

    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        const struct noc_channel *c = &net->hop[i];
        char name = letter(net, c);

        if (c->dim == 0) {
            used[digit(net, c->node, 0)][name == 'p' ? 0 : name == 'h' ? 1 : 2][c->dir > 0] = true;
        }
    }
    for (int32_t x = 0; x < k; x++) {
        for (unsigned i = 0; i < 6; i++) {
            char name = "phl"[i / 2];
            int dir = i % 2 ? 1 : -1;
            bool sensible = name == 'p' ? dir > 0 || !one_way_links
                          : name == 'h' ? dir > 0
                                        : dir < 0 && !one_way_links;

            if (sensible && used[x][i / 2][i % 2] != listed(net, name, dir, x, k)) {
                claim_against(f, "%s: the %c channel %s from coordinate %d is %s", net->name, name,
                              dir > 0 ? "up" : "down", x,
                              used[x][i / 2][i % 2] ? "used, not listed" : "listed, never used");
            }
        }
    }
}

static void check_utr_list(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(uni, UNI, "utr", as_listed, f);
}

static void check_btr_list(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(bi, BI, "btr", as_listed, f);
}

static void check_dimension_slip(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 1; n <= 4; n++) {
        for (uint32_t k = 2; k <= 4; k++) {
            if (k < n) {
                claim_against(f, "n = %u dimensions of width %u: dimension %u has no channels", n,
                              k, n - 1);
            } else if (k > n) {
                claim_against(f, "n = %u, width %u: channels of a dimension %u that there is not",
                              n, k, k - 1);
            }
        }
    }
    claim_checked(f, "1 to 4 dimensions, widths 2 to 4");
}

/* Item 4 names the channel after the node it enters: then two channels have one name. */
static void check_name_slip(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (int32_t k = 2; k <= 9; k++) {
        for (int32_t x = 0; x <= (k - 1) / 2 - 1; x++) {
            int32_t w = (x + k - 1) % k;

            if (w >= k / 2 + 1) { /* item 3 has a channel of that name */
                claim_against(
                    f,
                    "k=%d: c_p%d is the channel from %d to %d (item 3) and from %d to %d (item 4)",
                    k, w, w, (w + 1) % k, x, w);
            }
        }
    }
    claim_checked(f, "widths 2 to 9");
}

static void check_utr(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < UNI; i++) {
        claim_routing(f, uni[i], "utr", CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC);
    }
    claim_routing(f, deep ? "utorus:16x16x16" : "utorus:16x16", "utr",
                  CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC);
    claim_checked(f, "%u networks up to %s", UNI + 1, deep ? "utorus:16x16x16" : "utorus:16x16");
}

static void check_btr(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < BI; i++) {
        claim_routing(f, bi[i], "btr", CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC);
    }
    claim_routing(f, deep ? "torus:16x16x16" : "torus:16x16", "btr",
                  CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC);
    claim_checked(f, "%u networks up to %s", BI + 1, deep ? "torus:16x16x16" : "torus:16x16");
}

/* How many channels join coordinates x and x + 1 of a ring, both directions, by the lists. */
static void check_two_or_three(bool deep, struct noc_finding *f)
{
    struct net net;

    (void)deep;
    if (!net_open(&net, "torus:8", "btr", f)) {
        return;
    }
    for (int32_t k = 3; k <= 16; k++) {
        uint32_t least = 4, most = 0;

        for (int32_t x = 0; x + 1 < k; x++) {
            uint32_t channels = listed(&net, 'h', 1, x, k) + listed(&net, 'p', 1, x, k) +
                                listed(&net, 'l', -1, x + 1, k) + listed(&net, 'p', -1, x + 1, k);

            least = channels < least ? channels : least;
            most = channels > most ? channels : most;
        }
        if (least != 2 || most > 3) {
            claim_against(f, "k=%d: from %u to %u channels", k, least, most);
        }
    }
    net_close(&net);
    claim_checked(f, "widths 3 to 16, neighbours within the ring");
}

/* Before it goes around, a message travels away from the centre of its dimension. */
static void away_from_centre(const struct net *net, struct noc_finding *f)
{
    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        const struct noc_channel *c = &net->hop[i];
        int32_t k = net->t.width[c->dim], x = digit(net, c->node, c->dim);

        if (letter(net, c) == 'p' && (c->dir > 0 ? 2 * x < k - 1 : 2 * x > k - 1)) {
            claim_against(f, "%s: the p channel from %u to %u", net->name, c->node, c->next);
        }
    }
}

static void check_away(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(bi, BI, "btr", away_from_centre, f);
}

/* --- 4.3 ------------------------------------------------------------------------------ */

static void check_figure_4_5(bool deep, struct noc_finding *f)
{
    struct net net;

    (void)deep;
    if (!net_open(&net, "utorus:5x5", NULL, f)) {
        return;
    }
    const struct noc_channel *c = shared_channel(&net, 3, 6, 23, 8); /* (a, b) is 5a + b */

    if (!c || c->node != 3 || c->next != 8 || letter(&net, c) != 'h') {
        claim_against(f, "no such common channel");
    }
    claim_checked(f, "both routes on utorus:5x5");
    net_close(&net);
}

/* Figure 4.5(b): (4,3) to (0,3) in step 1, (0,3) to (1,1) in step 2, (4,3) to (1,3) in step 3. */
static void check_figure_4_5_b(bool deep, struct noc_finding *f)
{
    static const struct noc_message message[] = {{23, 3, 1, {.self = 0}, false},
                                                 {3, 6, 2, {.self = 0}, false},
                                                 {23, 8, 3, {.self = 0}, false}};
    struct net net;

    (void)deep;
    if (!net_open(&net, "utorus:5x5", NULL, f)) {
        return;
    }
    if (!shared_channel(&net, message[1].from, message[1].to, message[2].from, message[2].to)) {
        claim_against(f, "no common channel");
    }
    net_close(&net);
    for (uint32_t q = 0; q < 20 * 20; q++) {
        uint32_t network = 1 + q % 20, receive = 1 + q / 20, send = network + receive;
        uint32_t has = send + network + receive; /* (0,3) has all of the first message */
        uint32_t second = has + send,
                 third = 3 * send; /* the source's CPU sends one after the other */

        if (second != third) {
            claim_against(f, "tS=%u tN=%u tR=%u: at %u and at %u", send, network, receive, second,
                          third);
        }
    }
    claim_checked(f, "tN and tR from 1 to 20, tS their sum; the routes on utorus:5x5");
}

static void common_beginning(const struct net *net, struct noc_finding *f)
{
    for (uint32_t q = 0; q < net->n * net->n * net->n; q++) {
        uint32_t u = q % net->n, v = q / net->n % net->n, y = q / net->n / net->n, i = 0;
        const struct noc_channel *a = path_of(net, u, v), *b = path_of(net, u, y);

        while (i < path_length(net, u, v) && i < path_length(net, u, y) &&
               channel_number(net, &a[i]) == channel_number(net, &b[i])) {
            i++;
        }
        for (; i < path_length(net, u, v); i++) {
            uint32_t c = channel_number(net, &a[i]);

            if (path_set(net, u, y)[c / 64] >> c % 64 & 1) {
                claim_against(f, "%s: from %u to %u and to %u", net->name, u, v, y);
            }
        }
    }
}

static void check_common_beginning(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_both(common_beginning, f);
}

/* A message that goes u to w and on from w to y passes no channel earlier than one that goes
 * there from u directly: routes are shortest from each node of theirs to the next. */
static void no_shortcut(const struct net *net, struct noc_finding *f)
{
    for (uint32_t q = 0; q < net->n * net->n * net->n; q++) {
        uint32_t u = q % net->n, w = q / net->n % net->n, y = q / net->n / net->n;

        if (path_length(net, u, w) + path_length(net, w, y) < path_length(net, u, y)) {
            claim_against(f, "%s: from %u over %u to %u", net->name, u, w, y);
        }
    }
}

static void check_no_shortcut(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_both(no_shortcut, f);
}

static void lemma_4_1(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t u = p / net->n, v = p % net->n, hops = path_length(net, u, v);

        for (uint32_t i = 0; i < hops; i++) {
            unsigned d = path_of(net, u, v)[i].dim;
            bool good = digit(net, u, d) != digit(net, v, d);

            for (uint32_t j = 0; j <= i; j++) {
                for (unsigned g = 0; g < d; g++) {
                    good = good && digit(net, path_node(net, u, v, j), g) == digit(net, u, g);
                }
            }
            for (uint32_t j = i + 1; j < hops; j++) {
                for (unsigned g = d + 1; g < net->t.dims; g++) {
                    good = good && digit(net, path_node(net, u, v, j), g) == digit(net, v, g);
                }
            }
            if (!good) {
                claim_against(f, "%s: from %u to %u, hop %u", net->name, u, v, i);
            }
        }
    }
}

static void check_lemma_4_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_both(lemma_4_1, f);
}

static void order_is_number(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t x = p / net->n, y = p % net->n;
        unsigned d = highest(net, x, y);

        if ((x == y || digit(net, x, d) < digit(net, y, d)) != (x <= y)) {
            claim_against(f, "%s: %u and %u", net->name, x, y);
        }
    }
}

static void check_order(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_both(order_is_number, f);
}

/* (1,3,7) < (2,1,5) < (2,1,8). */
static void check_order_example(bool deep, struct noc_finding *f)
{
    static const uint32_t node[3][3] = {{1, 3, 7}, {2, 1, 5}, {2, 1, 8}};

    (void)deep;
    for (unsigned i = 0; i + 1 < 3; i++) {
        unsigned d = 0; /* the first coordinate is that of the highest dimension */

        while (d < 2 && node[i][d] == node[i + 1][d]) {
            d++;
        }
        if (node[i][d] >= node[i + 1][d]) {
            claim_against(f, "nodes %u and %u of the example", i, i + 1);
        }
    }
    claim_checked(f, "the example");
}

/* Lemma 4.2 over all channels: v <= x <= y, both paths through c in dimension d. */
static void lemma_4_2(const struct net *net, struct noc_finding *f)
{
    if (net->n > 30) {
        return; /* n^4 */
    }
    for (uint32_t v = 0; v < net->n; v++) {
        for (uint32_t x = v; x < net->n; x++) {
            for (uint32_t y = x; y < net->n; y++) {
                for (uint32_t u = 0; u < net->n; u++) {
                    const struct noc_channel *c = shared_channel(net, u, v, x, y);

                    if (c && !(digit(net, v, c->dim) <= digit(net, x, c->dim) &&
                               digit(net, x, c->dim) < digit(net, y, c->dim))) {
                        claim_against(f, "%s: u=%u v=%u x=%u y=%u", net->name, u, v, x, y);
                    }
                }
            }
        }
    }
}

/* Under utr and btr no arcs are shared there (theorems 4.2, 4.3); under dor they are. */
static void check_lemma_4_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(uni, 11, "dor", lemma_4_2, f);
    on_each(bi, 13, "dor", lemma_4_2, f);
}

static void disjoint(const struct net *net, struct noc_finding *f)
{
    ordered_paths_disjoint(net, false, f);
}

static void check_theorem_4_2(bool deep, struct noc_finding *f)
{
    static const char *const large[] = {"utorus:12x12", "utorus:16x16", "utorus:6x6x6"};

    on_each(uni, UNI, "utr", disjoint, f);
    on_each(large, deep ? 3 : 1, "utr", disjoint, f);
}

static void check_theorem_4_3(bool deep, struct noc_finding *f)
{
    static const char *const large[] = {"torus:12x12", "torus:16x16", "torus:6x6x6"};

    on_each(bi, BI, "btr", disjoint, f);
    on_each(large, deep ? 3 : 1, "btr", disjoint, f);
}

static void disjoint_downwards(const struct net *net, struct noc_finding *f)
{
    ordered_paths_disjoint(net, true, f);
}

static void check_mirrored_uni(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(uni, UNI, "utr", disjoint_downwards, f);
}

static void check_mirrored_bi(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(bi, BI, "btr", disjoint_downwards, f);
}

static void check_dateline(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(bi, BI, "dateline", disjoint, f);
}

/* One dimension, every tie free to go either way on its own, between the same two nodes too:
 * channels of u -> v as bits 3 * node + letter (p up and p down leave different nodes). */
static uint64_t ring_path(int32_t u, int32_t v, int32_t k, bool around_at_tie)
{
    int32_t delta = v > u ? v - u : u - v;
    bool around = 2 * delta > k || (2 * delta == k && around_at_tie);
    int32_t step = (v > u) != around ? 1 : k - 1;
    uint64_t set = 0;
    bool before = around;

    for (int32_t x = u; x != v; x = (x + step) % k) {
        unsigned kind = before ? 0 : step == 1 ? 1 : 2;

        set |= UINT64_C(1) << (3 * x + (int32_t)kind);
        if ((step == 1 && x == k - 1) || (step != 1 && x == 0)) {
            before = false;
        }
    }
    return set;
}

static void check_any_tie(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (int32_t k = 2; k <= 20; k++) {
        for (int32_t v = 0; v < k; v++) {
            for (int32_t x = v; x < k; x++) {
                for (int32_t y = x + 1; y < k; y++) {
                    uint64_t two = ring_path(x, y, k, false) | ring_path(x, y, k, true);

                    for (int32_t u = 0; u < k; u++) {
                        uint64_t one = ring_path(u, v, k, false) | ring_path(u, v, k, true);

                        if (one & two) {
                            claim_against(f, "ring of %d: u=%d v=%d x=%d y=%d", k, u, v, x, y);
                        }
                    }
                }
            }
        }
    }
    claim_checked(f,
                  "rings of 2 to 20 nodes, each message's tie either way (one dimension: by lemma "
                  "4.2 all that matters)");
}

/* Proof of 4.2: a path from x to y uses, where it climbs in d, only h channels between them. */
static void only_h(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t x = p / net->n, y = p % net->n;

        for (uint32_t i = 0; i < path_length(net, x, y); i++) {
            const struct noc_channel *c = &path_of(net, x, y)[i];
            int32_t at = digit(net, c->node, c->dim);

            if (digit(net, x, c->dim) < digit(net, y, c->dim) &&
                (letter(net, c) != 'h' || at < digit(net, x, c->dim) ||
                 at >= digit(net, y, c->dim))) {
                claim_against(f, "%s: from %u to %u", net->name, x, y);
            }
        }
    }
}

static void check_4_2_proof(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(uni, UNI, "utr", only_h, f);
}

/* What the three cases of 4.3's proof say of one path, through a channel (r, s) in d. */
static void one_path(const struct net *net, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n;

        for (uint32_t i = 0; i < path_length(net, from, to); i++) {
            const struct noc_channel *c = &path_of(net, from, to)[i];
            int32_t x = digit(net, from, c->dim), y = digit(net, to, c->dim);
            int32_t r = digit(net, c->node, c->dim), s = digit(net, c->next, c->dim);
            int32_t k = net->t.width[c->dim], far = x < y ? y - x : x - y;
            char name = letter(net, c);
            bool good = true;

            if (name == 'p') { /* case 1: up only if x > y, down only if x < y; and more than k/2 */
                good = (c->dir > 0) == (x > y) && 2 * far > k;
            } else if (name == 'l' && x < y) { /* case 2 */
                good = y <= s && s < r && 2 * far > k;
            } else if (name == 'l') {
                good = y <= s && s < r && r <= x;
            } else if (x < y) { /* case 3 */
                good = x <= r && r < s && s <= y;
            } else {
                good = r < s && s <= y;
            }
            if (!good) {
                claim_against(f, "%s: from %u to %u, %c channel %u-%u", net->name, from, to, name,
                              c->node, c->next);
            }
        }
    }
}

static void check_4_3_proof(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(bi, BI, "btr", one_path, f);
}

const struct noc_claim noc_claims_torus[] = {
    {"Robinson 1994", "4.1", NOC_TEXT,
     "In a unidirectional torus of width 2 or more, if there is a channel from r to s there is none from s to r.",
     check_one_way,
     "An edge case: widths of 2 are admitted (k >= 2), and there going up from 1 leads to 0. From width 3 on it holds."},
    {"Robinson 1994", "4.1, figure 4.1", NOC_TEXT,
     "4x4: from (0,0) to (2,1) over three h channels by (1,0) and (2,0); from (0,2) to (3,1) 6 links one-way, 2 both ways.",
     check_figure_4_1, NULL},
    {"Robinson 1994", "4.2", NOC_TEXT,
     "Tori with single channels have cycles of channel dependencies (here: rings, from width 3 one-way and 5 both ways).",
     check_single_channels, NULL},
    {"Robinson 1994", "4.2", NOC_OURS,
     "Not claimed: the smallest tori, of widths 2 to 4, have such cycles too.",
     check_single_channels_small,
     "With shortest paths, and ties that do not go around, a bidirectional ring has a cycle from 5 nodes on, a unidirectional one from 3."},
    {"Robinson 1994", "4.2.1, 4.2.2", NOC_TEXT,
     "Expressions 4.1 and 4.2: p channels where the wrap-around is ahead, else h upwards and l downwards.",
     check_expressions, NULL},
    {"Robinson 1994", "4.2.1", NOC_TEXT,
     "UTR: an h channel at every coordinate but k-1, a p channel at every one but 0; no other is used.",
     check_utr_list, NULL},
    {"Robinson 1994", "4.2.1, as printed", NOC_SLIP,
     "There are UTR channels in each dimension d, 0 <= d <= k-1.", check_dimension_slip,
     "Misprint for n-1; the same in 4.2.2."},
    {"Robinson 1994", "4.2.1", NOC_RESULT, "UTR takes shortest paths only and cannot deadlock.",
     check_utr, NULL},
    {"Robinson 1994", "4.2.2", NOC_TEXT,
     "BTR: l channels at 1 to k-1, h at 0 to k-2, p upwards from ceil((k-1)/2)+1, p downwards up to floor((k-1)/2)-1; no other is used, and all are.",
     check_btr_list, NULL},
    {"Robinson 1994", "4.2.2, item 4, as printed", NOC_SLIP,
     "The p channel from x down to w is c_dpw.", check_name_slip,
     "Everywhere else a channel is named after the node it leaves: c_dpx is meant."},
    {"Robinson 1994", "4.2.2", NOC_RESULT, "BTR takes shortest paths only and cannot deadlock.",
     check_btr, NULL},
    {"Robinson 1994", "4.2.2, figure 4.3", NOC_TEXT,
     "Some neighbours are joined by two virtual channels only, none by more than three.",
     check_two_or_three, NULL},
    {"Robinson 1994", "4.2.2", NOC_TEXT,
     "One set of p channels is enough: a message bound around the end moves away from the centre of its dimension.",
     check_away, NULL},
    {"Robinson 1994", "4.3, figure 4.5", NOC_TEXT,
     "On the unidirectional 5x5 torus (0,3) to (1,1) and (4,3) to (1,3) both need the h channel from (0,3) to (1,3).",
     check_figure_4_5, NULL},
    {"Robinson 1994", "4.3, figure 4.5", NOC_TEXT,
     "If tS = tN + tR, the second step's (0,3) to (1,1) and the third's (4,3) to (1,3) enter the network together, and both need one channel.",
     check_figure_4_5_b, NULL},
    {"Robinson 1994", "theorem 4.1, condition 3", NOC_OURS,
     "What condition 3 rests on: two messages of one node share at most a common beginning of their paths.",
     check_common_beginning, NULL},
    {"Robinson 1994", "theorem 4.1, condition 4", NOC_OURS,
     "What condition 4 rests on: no detour over a relay is shorter than the route, so that a message sent earlier has passed every channel before one that came over the relay.",
     check_no_shortcut, NULL},
    {"Robinson 1994", "lemma 4.1", NOC_RESULT,
     "Before a hop in dimension d lower dimensions are as in the source, after it higher ones as in the destination; source and destination differ in d.",
     check_lemma_4_1, NULL},
    {"Robinson 1994", "definition 4.2", NOC_TEXT,
     "Dimension order is a total order: that of node numbers.", check_order, NULL},
    {"Robinson 1994", "definition 4.2", NOC_TEXT,
     "In dimension order (1,3,7) comes before (2,1,5), and that before (2,1,8).",
     check_order_example, NULL},
    {"Robinson 1994", "lemma 4.2", NOC_RESULT,
     "If v <= x <= y and u to v shares an arc in dimension d with x to y, then in d v <= x < y.",
     check_lemma_4_2, NULL},
    {"Robinson 1994", "theorem 4.2", NOC_RESULT,
     "If v <= x <= y in dimension order, u to v and x to y are arc-disjoint under UTR.",
     check_theorem_4_2, NULL},
    {"Robinson 1994", "theorem 4.2, proof", NOC_PROOF,
     "A path that climbs from x to y in a dimension uses only the h channels between them there.",
     check_4_2_proof, NULL},
    {"Robinson 1994", "theorem 4.3", NOC_RESULT,
     "If v <= x <= y in dimension order, u to v and x to y are arc-disjoint under BTR.",
     check_theorem_4_3, NULL},
    {"Robinson 1994", "theorem 4.3, proof", NOC_PROOF,
     "What its three cases say of a path through a p, l or h channel.", check_4_3_proof, NULL},
    {"Robinson 1994", "theorem 4.3, ties", NOC_OURS,
     "Not claimed (4.1 lets ties go without wrap-around): theorem 4.3 holds whichever way ties go, under dateline.",
     check_dateline,
     "The proof uses only that a message which goes around would have k/2 links or more to go otherwise."},
    {"Robinson 1994", "theorem 4.3, ties", NOC_OURS,
     "Not claimed: theorem 4.3 holds whichever way ties go, each message its own way.",
     check_any_tie, NULL},
    {"Robinson 1994", "theorem 4.3, mirrored", NOC_OURS,
     "Not claimed: if v >= x >= y, u to v and x to y are arc-disjoint under BTR.",
     check_mirrored_bi,
     "BTR looks the same when all coordinates are read backwards. With theorem 4.3 this makes U-mesh contention-free "
     "on bidirectional tori, see 4.4."},
    {"Robinson 1994", "theorem 4.2, mirrored", NOC_OURS,
     "Not claimed: if v >= x >= y, u to v and x to y are arc-disjoint under UTR.",
     check_mirrored_uni,
     "This is why U-mesh, which sends towards lower nodes too, contends on unidirectional tori."},
    {0},
};
