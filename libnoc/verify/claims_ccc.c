/* SPDX-License-Identifier: BSD-2-Clause */
/* Song, Hou, Shi 2000: cube-connected cycles, HC routing, U-CCC. Node (i, w) is w * n + i. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"

static const char *const cccs[] = {"ccc:2", "ccc:3", "ccc:4", "ccc:5", "ccc:6"};

typedef void net_check(const struct net *net, uint32_t n, struct noc_finding *f);

static void on_each(unsigned count, net_check *check, struct noc_finding *f)
{
    for (unsigned i = 0; i < count; i++) {
        struct net net;

        if (!net_open(&net, cccs[i], "ccc", f)) {
            return;
        }
        check(&net, i + 2, f);
        net_close(&net);
    }
    claim_checked(f, "ccc:2 to ccc:%u", count + 1);
}

/* d_xy: the highest bit in which two addresses differ. */
static uint32_t highest(uint32_t x, uint32_t y)
{
    uint32_t d = 0;

    for (uint32_t z = (x ^ y) >> 1; z; z >>= 1) {
        d++;
    }
    return d;
}

static bool bit(uint32_t x, uint32_t k)
{
    return x >> k & 1;
}

/* --- definitions 1 and 2 ------------------------------------------------------------- */

static bool linked(uint32_t n, uint32_t a, uint32_t b)
{
    uint32_t i = a % n, w = a / n, j = b % n, z = b / n;

    if (w == z) {
        return i != j && ((i + 1) % n == j || (j + 1) % n == i);
    }
    return i == j && (w ^ z) == 1u << i;
}

static uint32_t edges(uint32_t n)
{
    uint32_t count = 0, nodes = n << n;

    for (uint32_t a = 0; a < nodes; a++) {
        for (uint32_t b = a + 1; b < nodes; b++) {
            count += linked(n, a, b);
        }
    }
    return count;
}

static void check_edges(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 1; n <= 7; n++) {
        uint32_t count = edges(n), formula = (3 * n << n) / 2;

        if (count != formula) {
            claim_against(f, "n=%u: edges by the rules: %u, by the formula: %u", n, count, formula);
        }
    }
    claim_checked(f, "n from 1 to 7, counted from definition 1");
}

static void check_edges_large(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 3; n <= 7; n++) {
        if (edges(n) != (3 * n << n) / 2) {
            claim_against(f, "n=%u: %u edges", n, edges(n));
        }
    }
    claim_checked(f, "n from 3 to 7");
}

static void links_as_defined(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t a = 0; a < net->n; a++) {
        for (uint32_t b = 0; b < net->n; b++) {
            bool found = false;

            for (unsigned port = 0; port < net->t.ports; port++) {
                struct noc_link link;

                found |= noc_topology_link(&net->t, a, port, &link) && link.node == b;
            }
            if (found != linked(n, a, b)) {
                claim_against(f, "%s: nodes %u and %u", net->name, a, b);
            }
        }
    }
}

static void check_links(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, links_as_defined, f);
}

/* --- routing -------------------------------------------------------------------------------- */

enum hc { ACROSS, H0, H1, L0, L1 };

/* The routing function of section 3; printed: with the second case as printed. */
static enum hc r_ccc(uint32_t n, uint32_t at, uint32_t to, bool printed)
{
    uint32_t i = at % n, x = at / n, y = to / n, k = x != y ? highest(x, y) : to % n;

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

static void as_function(const struct net *net, uint32_t n, struct noc_finding *f)
{
    static const char *const names[] = {"", "h0", "h1", "l0", "l1"};

    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n, at = from;

        for (uint32_t i = 0; i < path_length(net, from, to); i++) {
            const struct noc_channel *c = &path_of(net, from, to)[i];
            enum hc hc = r_ccc(n, at, to, false);
            const char *name = net->r->vc_name(&net->t, c->port, c->vc);

            at = follow(n, at, hc);
            if (c->next != at || strcmp(name ? name : "", names[hc])) {
                claim_against(f, "%s: from %u to %u at %u", net->name, from, to, c->node);
            }
        }
    }
}

static void check_function(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, as_function, f);
}

static void arrives(struct noc_finding *f, bool printed)
{
    for (uint32_t n = 2; n <= 5; n++) {
        uint32_t nodes = n << n, lost = 0;

        for (uint32_t p = 0; p < nodes * nodes; p++) {
            uint32_t at = p / nodes, to = p % nodes, hops = 0;

            while (at != to && hops < 4 * n * n) {
                at = follow(n, at, r_ccc(n, at, to, printed));
                hops++;
            }
            if (at != to) {
                lost++;
                claim_against(f, "ccc:%u: from (%u,%u) to (%u,%u) the message never arrives", n,
                              p / nodes % n, p / nodes / n, to % n, to / n);
            }
        }
        claim_checked(f, "ccc:%u: %u of %u pairs lost", n, lost, nodes * nodes - nodes);
    }
}

static void check_arrives(bool deep, struct noc_finding *f)
{
    (void)deep;
    arrives(f, false);
}

static void check_arrives_printed(bool deep, struct noc_finding *f)
{
    (void)deep;
    arrives(f, true);
}

/* Rules 1 to 3 of HC routing, for every hop. */
static void by_rules(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n;

        for (uint32_t h = 0; h < path_length(net, from, to); h++) {
            uint32_t at = path_node(net, from, to, h), next = path_node(net, from, to, h + 1);
            uint32_t i = at % n, x = at / n, y = to / n, j = next % n, z = next / n;
            bool cross = x != y && i == highest(x, y);

            if (cross ? next != follow(n, at, ACROSS)
                      : z != x || ((i + 1) % n != j && (j + 1) % n != i)) {
                claim_against(f, "%s: from %u to %u at %u", net->name, from, to, at);
            }
        }
    }
}

static void check_rules(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, by_rules, f);
}

static void goes_around(const struct net *net, uint32_t n, struct noc_finding *f)
{
    bool around = false;

    if (n < 3) {
        return; /* no edge is a wrap-around */
    }
    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        uint32_t a = net->hop[i].node, b = net->hop[i].next;

        around |= a / n == b / n && (a % n) + (b % n) == n - 1 && (a % n == 0 || b % n == 0);
    }
    if (!around) {
        claim_against(f, "%s: no route uses an edge between (0,w) and (%u,w)", net->name, n - 1);
    }
}

static void check_around(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, goes_around, f);
}

static void check_deadlock(bool deep, struct noc_finding *f)
{
    for (unsigned i = 0; i < (deep ? 5 : 4); i++) {
        claim_routing(f, cccs[i], "ccc", CLAIM_COMPLETE | CLAIM_ACYCLIC);
    }
    claim_checked(f, "ccc:2 to ccc:%u", deep ? 6 : 5);
}

/* Listed channels that no route takes. */
static void all_used(const struct net *net, uint32_t n, struct noc_finding *f)
{
    bool *used = calloc(net->channels, sizeof *used);
    uint32_t unused = 0;

    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        used[channel_number(net, &net->hop[i])] = true;
    }
    for (uint32_t node = 0; node < net->n; node++) {
        for (unsigned port = 0; port < 2; port++) {
            for (unsigned vc = 0; vc < 2; vc++) {
                bool there = port == 0 ? node % n + 2 <= n : node % n >= 1;

                if (there && !used[noc_channel_index(&net->t, net->r, node, port, vc)]) {
                    unused++;
                    claim_against(f, "%s: %c%u from (%u,%u)", net->name, "hl"[port], vc, node % n,
                                  node / n);
                }
            }
        }
    }
    claim_checked(f, "%s: %u of %u listed channels of cycle edges are never used", net->name,
                  unused, 4 * (n - 1) << n);
    free(used);
}

static void check_all_used(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(3, all_used, f);
}

/* Channels that routes take and no list has. */
static void only_listed(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        const struct noc_channel *c = &net->hop[i];

        if ((c->port == 0 && c->node % n + 2 > n) || (c->port == 1 && c->node % n == 0)) {
            claim_against(f, "%s: a channel from (%u,%u)", net->name, c->node % n, c->node / n);
        }
    }
}

static void check_only_listed(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, only_listed, f);
}

/* Routes over an edge in one direction, on average: of n * 2^n hypercube edges and of the
 * 2 (n - 1) 2^n that are used in cycles. */
static void cycle_edges(const struct net *net, uint32_t n, struct noc_finding *f)
{
    uint64_t cycle = 0, across = 0;

    for (uint32_t i = 0; i < net->at[net->n * net->n]; i++) {
        cycle += net->hop[i].port < 2;
        across += net->hop[i].port == 2;
    }
    uint64_t per_cycle = 10 * cycle / (2 * (n - 1) << n), per_across = 10 * across / (n << n);

    if (per_cycle <= per_across) {
        claim_against(f, "%s: %llu against %llu tenths", net->name, (unsigned long long)per_cycle,
                      (unsigned long long)per_across);
    }
    claim_checked(f, "%s: %llu.%llu routes over a cycle edge, %llu.%llu over a hypercube edge",
                  net->name, (unsigned long long)per_cycle / 10, (unsigned long long)per_cycle % 10,
                  (unsigned long long)per_across / 10, (unsigned long long)per_across % 10);
}

static void check_cycle_edges(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, cycle_edges, f);
}

/* --- theorem 1 --------------------------------------------------------------------------------- */

static void common_beginning(const struct net *net, uint32_t n, struct noc_finding *f)
{
    (void)n;
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
    on_each(3, common_beginning, f);
}

/*
 * Three messages that meet condition 4: u to v, then u to w, then w to y. With one port, worms of
 * L flits and no start-up the third wants a channel, its j-th, in cycle 2 L + d(u, w) - 1 + j; the
 * first holds it, as its i-th, until cycle i + L - 1. So they meet if L <= i - j - d(u, w).
 */
enum { FAR = 3 }; /* v must be neither w nor y */

struct far_use {
    uint32_t place[FAR];
    uint16_t to[FAR];
};

/* Where on its way from u a message takes each channel: the latest places, with their destinations. */
static void latest_uses(const struct net *net, uint32_t u, struct far_use *use)
{
    memset(use, 0, net->channels * sizeof *use);
    for (uint32_t v = 0; v < net->n; v++) {
        for (uint32_t i = 0; i < path_length(net, u, v); i++) {
            struct far_use *c = &use[channel_number(net, &path_of(net, u, v)[i])];
            uint32_t k = FAR;

            while (k > 0 && c->place[k - 1] < i + 1) { /* places count from 1: 0 is none */
                if (k < FAR) {
                    c->place[k] = c->place[k - 1];
                    c->to[k] = c->to[k - 1];
                }
                k--;
            }
            if (k < FAR) {
                c->place[k] = i + 1;
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

static void three_messages(const struct net *net, uint32_t n, struct noc_finding *f)
{
    struct far_use *use = calloc(net->channels, sizeof *use);
    struct shortcut best = {0, 0, 0, 0, 0, 0};
    char one[96], two[96];

    for (uint32_t u = 0; u < net->n; u++) {
        latest_uses(net, u, use);
        best_shortcut(net, u, use, &best);
    }
    free(use);
    if (best.saved) {
        const struct noc_channel *c = &path_of(net, best.w, best.y)[best.place];

        claim_against(
            f,
            "ccc:%u, worms of %u flits without start-up: %u to %u by %s, then %u to %u, then %u to %u "
            "by %s; the first and the last want %u-%u in cycle %u",
            n, best.saved, best.u, best.v, path_text(net, best.u, best.v, one, sizeof one), best.u,
            best.w, best.w, best.y, path_text(net, best.w, best.y, two, sizeof two), c->node,
            c->next, 2 * best.saved + path_length(net, best.u, best.w) - 1 + best.place);
        claim_checked(f, "ccc:%u: worms of up to %u flits meet", n, best.saved);
    } else {
        claim_checked(f, "ccc:%u: none meet", n);
    }
}

static void check_three_messages(bool deep, struct noc_finding *f)
{
    on_each(deep ? 5 : 4, three_messages, f);
}

/* Worms of U-CCC followed in time, the shortest ones above all: HC routing is not minimal, so a
 * relay may be a shortcut. */
static void in_time(struct noc_finding *f, const struct net *net, uint32_t source,
                    const uint16_t *dests, uint32_t m)
{
    static const struct pace paces[] = {{0, 0, 1}, {0, 0, 2}, {0, 0, 4}, {20, 10, 4}};
    struct clash clash;
    char text[96], one[64], two[48];

    for (unsigned k = 0; k < sizeof paces / sizeof *paces; k++) {
        if (worms_clash(net, noc_algorithm_find("u-ccc"), 1, source, dests, m, &paces[k], &clash)) {
            claim_against(
                f,
                "%s from %u to {%s}, worms of %u flits without start-up: %s, and %s over a "
                "relay, want %u-%u in cycle %u",
                net->name, source, dests_text(dests, m, text, sizeof text), paces[k].length,
                path_text(net, clash.a.from, clash.a.to, one, sizeof one),
                path_text(net, clash.b.from, clash.b.to, two, sizeof two), clash.channel.node,
                clash.channel.next, clash.cycle);
        }
    }
}

static void check_in_time(bool deep, struct noc_finding *f)
{
    static const uint16_t found[] = {6, 7, 15, 21, 59, 63};
    uint32_t state = 2000;
    uint64_t sets = 0;

    for (unsigned c = 0; c < 4; c++) {
        struct net net;

        if (!net_open(&net, cccs[c], "ccc", f)) {
            return;
        }
        for (uint32_t i = 0; i < (deep ? 100000u : 8000u); i++) {
            uint16_t dests[64];
            uint32_t source = random_below(&state, net.n), most = net.n < 24 ? net.n - 1 : 23;
            uint32_t m = 1 + random_below(&state, most);

            random_dests(&state, net.n, source, m, dests);
            if (c == 2 && i == 0) { /* what a longer search found to be small */
                source = 56;
                m = sizeof found / sizeof *found;
                memcpy(dests, found, sizeof found);
            }
            sets++;
            in_time(f, &net, source, dests, m);
        }
        net_close(&net);
    }
    claim_checked(f, "%llu random sets on ccc:2 to ccc:5, worms of 1 to 4 flits in time",
                  (unsigned long long)sets);
}

/* --- lemmas ------------------------------------------------------------------------------------- */

static void check_lemma_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t p = 0; p < 1u << 16; p++) {
        uint32_t x = p >> 8, y = p & 255;

        for (uint32_t k = 0; k < 8; k++) {
            if (bit(x, k) != bit(y, k) && highest(x, y) < k) {
                claim_against(f, "x=%u y=%u k=%u", x, y, k);
            }
        }
    }
    claim_checked(f, "all addresses of 8 bits");
}

static void check_lemma_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t p = 0; p < 1u << 16; p++) {
        uint32_t x = p >> 8, y = p & 255;

        for (uint32_t k = 0; k < 8; k++) {
            if (x <= y && bit(x, k) > bit(y, k) && highest(x, y) <= k) {
                claim_against(f, "x=%u y=%u k=%u", x, y, k);
            }
        }
    }
    claim_checked(f, "all addresses of 8 bits");
}

static void lemma_3(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n;

        for (uint32_t h = 0; h < path_length(net, from, to); h++) {
            uint32_t a = path_node(net, from, to, h), b = path_node(net, from, to, h + 1);

            if (a / n != b / n && bit(from / n, a % n) == bit(to / n, a % n)) {
                claim_against(f, "%s: from %u to %u, hop %u", net->name, from, to, h);
            }
        }
    }
}

static void check_lemma_3(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, lemma_3, f);
}

/* First and last node of a path in the cycle of hop h. */
static void stay(const struct net *net, uint32_t n, uint32_t from, uint32_t to, uint32_t h,
                 uint32_t *k, uint32_t *t)
{
    uint32_t w = path_node(net, from, to, h) / n, first = h, last = h;

    while (first > 0 && path_node(net, from, to, first - 1) / n == w) {
        first--;
    }
    while (last < path_length(net, from, to) && path_node(net, from, to, last + 1) / n == w) {
        last++;
    }
    *k = path_node(net, from, to, first) % n;
    *t = path_node(net, from, to, last) % n;
}

static void lemma_4(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n, x = from / n, y = to / n;

        for (uint32_t h = 0; h < path_length(net, from, to); h++) {
            uint32_t a = path_node(net, from, to, h), b = path_node(net, from, to, h + 1);
            uint32_t w = a / n, r = a % n, s = b % n, k, t;

            if (b / n != w) {
                continue;
            }
            stay(net, n, from, to, h, &k, &t);
            if ((w != x && bit(x, k) == bit(y, k)) || (w != y && bit(x, t) == bit(y, t)) ||
                (w != x && w != y && !(k >= r && r > s && s >= t)) ||
                (r < s && w != x && w != y) ||    /* used for lemma 6 */
                (r > s && !(k >= r && s >= t))) { /* used for lemma 8 */
                claim_against(f, "%s: from %u to %u, hop %u", net->name, from, to, h);
            }
        }
    }
}

static void check_lemma_4(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, lemma_4, f);
}

/* A hop of u -> v that x -> y makes too, whatever the virtual channels; from hop h on. */
static uint32_t common_edge(const struct net *net, uint32_t u, uint32_t v, uint32_t x, uint32_t y,
                            uint32_t h, bool reversed)
{
    for (; h < path_length(net, u, v); h++) {
        uint32_t a = path_node(net, u, v, h), b = path_node(net, u, v, h + 1);

        for (uint32_t g = 0; g < path_length(net, x, y); g++) {
            uint32_t c = path_node(net, x, y, g), d = path_node(net, x, y, g + 1);

            if ((a == c && b == d) || (reversed && a == d && b == c)) {
                return h;
            }
        }
    }
    return UINT32_MAX;
}

/* What holds of a common edge a-b of u -> v and x -> y, v <= x <= y. */
typedef bool edge_holds(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y);

static void common_edges(struct noc_finding *f, edge_holds *holds, bool reversed, bool deep)
{
    for (uint32_t n = 2; n <= (deep ? 4 : 3); n++) {
        struct net net;

        if (!net_open(&net, cccs[n - 2], "ccc", f)) {
            return;
        }
        for (uint32_t v = 0; v < net.n; v++) {
            for (uint32_t x = v; x < net.n; x++) {
                for (uint32_t y = x; y < net.n; y++) {
                    for (uint32_t u = 0; u < net.n; u++) {
                        uint32_t h = 0;

                        while ((h = common_edge(&net, u, v, x, y, h, reversed)) != UINT32_MAX) {
                            uint32_t a = path_node(&net, u, v, h), b = path_node(&net, u, v, ++h);

                            if (!holds(a, b, n, v / n, y / n)) {
                                claim_against(f, "%s: u=%u v=%u x=%u y=%u, edge %u-%u", net.name, u,
                                              v, x, y, a, b);
                            }
                        }
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "all u and all v <= x <= y of ccc:2 to ccc:%u", deep ? 4 : 3);
}

static bool no_hypercube_edge(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    (void)v;
    (void)y;
    return a / n == b / n;
}

static bool up_edge(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    uint32_t w = a / n;

    return b / n != w || a > b || (w <= y && w > v);
}

static bool down_edge_7(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    (void)y;
    return b / n != a / n || a < b || a / n >= v;
}

static bool down_edge_8(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    (void)v;
    return b / n != a / n || a < b || a / n < y;
}

static void check_lemma_5(bool deep, struct noc_finding *f)
{
    common_edges(f, no_hypercube_edge, false, deep);
}

static void check_lemma_5_undirected(bool deep, struct noc_finding *f)
{
    common_edges(f, no_hypercube_edge, true, deep);
}

static void check_lemma_6(bool deep, struct noc_finding *f)
{
    common_edges(f, up_edge, false, deep);
}

static void check_lemma_7(bool deep, struct noc_finding *f)
{
    common_edges(f, down_edge_7, false, deep);
}

static void check_lemma_8(bool deep, struct noc_finding *f)
{
    common_edges(f, down_edge_8, false, deep);
}

/* --- theorems 2 and 3 ------------------------------------------------------------------------------- */

static void disjoint(const struct net *net, uint32_t n, struct noc_finding *f)
{
    (void)n;
    ordered_paths_disjoint(net, false, f);
}

static void check_theorem_2(bool deep, struct noc_finding *f)
{
    on_each(deep ? 5 : 4, disjoint, f);
}

/* The same if all channels in one direction of a cycle edge were one. */
static bool no_up_edge(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    (void)v;
    (void)y;
    return b / n != a / n || a > b;
}

static bool no_down_edge(uint32_t a, uint32_t b, uint32_t n, uint32_t v, uint32_t y)
{
    (void)v;
    (void)y;
    return b / n != a / n || a < b;
}

static void check_one_h(bool deep, struct noc_finding *f)
{
    common_edges(f, no_up_edge, false, deep);
}

static void check_one_l(bool deep, struct noc_finding *f)
{
    common_edges(f, no_down_edge, false, deep);
}

/* Cycle edges that two messages of one plan may want at once, whatever the virtual channel:
 * upwards, or downwards. */
static void merged_set(const struct net *net, uint32_t n, uint32_t source, const uint16_t *d,
                       uint32_t m, bool up, struct noc_finding *f)
{
    struct multicast p;
    char text[80];

    multicast_make(&p, net, noc_algorithm_find("u-ccc"), 1, source, d, m);
    for (uint32_t q = 0; q < m * m; q++) {
        const struct noc_message *one = &p.message[q / m], *two = &p.message[q % m];

        if (one == two || one->step > two->step || one->from == two->from ||
            reaches(&p, one->to, two->from) || sent_before_ancestor(&p, one, two->from)) {
            continue;
        }
        for (uint32_t h = 0;
             (h = common_edge(net, one->from, one->to, two->from, two->to, h, false)) != UINT32_MAX;
             h++) {
            uint32_t x = path_node(net, one->from, one->to, h);
            uint32_t y = path_node(net, one->from, one->to, h + 1);

            if (x / n == y / n && (y > x) == up) {
                claim_against(f, "%s from %u to {%s}: %u>%u (step %u) and %u>%u (step %u) on %u-%u",
                              net->name, source, dests_text(d, m, text, sizeof text), one->from,
                              one->to, one->step, two->from, two->to, two->step, x, y);
            }
        }
    }
}

static void merged_in_plans(struct noc_finding *f, bool up, bool deep)
{
    uint32_t state = 3;
    uint64_t sets = 0;
    uint16_t d[64];

    for (unsigned c = 0; c < 4; c++) {
        struct net net;

        if (!net_open(&net, cccs[c], "ccc", f)) {
            return;
        }
        for (uint32_t m = 1; c == 0 && m < net.n; m++) { /* ccc:2: all sets, small ones first */
            for (uint32_t q = 0; q < net.n << net.n; q++) {
                if (!(q >> (q >> net.n) & 1) && members(q & 255, d) == m) {
                    merged_set(&net, c + 2, q >> net.n, d, m, up, f);
                    sets++;
                }
            }
        }
        for (uint32_t i = 0; c > 0 && i < (deep ? 100000u : 6000u); i++, sets++) {
            uint32_t source = random_below(&state, net.n), m = 1 + random_below(&state, 23);

            random_dests(&state, net.n, source, m, d);
            merged_set(&net, c + 2, source, d, m, up, f);
        }
        net_close(&net);
    }
    claim_checked(f, "all sets of ccc:2, random ones of ccc:3 to ccc:5: %llu",
                  (unsigned long long)sets);
}

static void check_merged_h(bool deep, struct noc_finding *f)
{
    merged_in_plans(f, true, deep);
}

static void check_merged_l(bool deep, struct noc_finding *f)
{
    merged_in_plans(f, false, deep);
}

/* The letters of each case: an h0 channel leads towards v in a cycle w <= v, ... */
static void cases(const struct net *net, uint32_t n, struct noc_finding *f)
{
    for (uint32_t p = 0; p < net->n * net->n; p++) {
        uint32_t from = p / net->n, to = p % net->n;

        for (uint32_t h = 0; h < path_length(net, from, to); h++) {
            const struct noc_channel *c = &path_of(net, from, to)[h];
            const char *name = net->r->vc_name(&net->t, c->port, c->vc);
            uint32_t w = c->node / n, y = to / n;
            bool up = c->next > c->node;

            if (c->next / n == w && name &&
                !(!strcmp(name, "h0")   ? up && w <= y
                  : !strcmp(name, "h1") ? up && w > y
                  : !strcmp(name, "l0") ? !up && w < y
                                        : !up && w >= y)) {
                claim_against(f, "%s: from %u to %u, %s from %u", net->name, from, to, name,
                              c->node);
            }
        }
    }
}

static void check_cases(bool deep, struct noc_finding *f)
{
    (void)deep;
    on_each(4, cases, f);
}

/* All sets of few destinations, by the four conditions. */
static void small_sets(struct noc_finding *f, const char *network, uint32_t most)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-ccc");
    uint16_t d[4];
    uint64_t sets = 0;
    struct net net;

    if (!net_open(&net, network, "ccc", f)) {
        return;
    }
    struct noc_plan_env env = {&net.t, net.r, 1, 0, 0, NULL};

    for (env.source = 0; env.source < net.n; env.source++) {
        for (uint32_t q = 0; q < net.n * net.n * net.n; q++) {
            uint16_t chain[4] = {(uint16_t)env.source, (uint16_t)(q % net.n),
                                 (uint16_t)(q / net.n % net.n), (uint16_t)(q / net.n / net.n)};
            struct noc_message message[4];
            struct noc_part scratch[4];
            bool good = chain[1] < chain[2] && chain[2] < chain[3];

            memcpy(d, chain, sizeof d);
            for (unsigned i = 1; i < 4; i++) {
                good = good && chain[i] != env.source;
            }
            if (good) {
                sets++;
                noc_plan_make(a, &env, chain, 3, message, scratch);
                if (noc_plan_violations(&env, message, 3, NULL)) {
                    claim_against(f, "%s from %u to {%u, %u, %u}", network, d[0], d[1], d[2], d[3]);
                }
            }
        }
    }
    net_close(&net);
    claim_checked(f, "%s: all %llu sets of %u", network, (unsigned long long)sets, most);
}

static void check_theorem_3(bool deep, struct noc_finding *f)
{
    claim_sets(f, "ccc:2", "ccc", "u-ccc", 1, NOC_ALL_SOURCES, 0);
    small_sets(f, "ccc:3", 3);
    claim_sets(f, "ccc:3", "ccc", "u-ccc", 1, NOC_ALL_SOURCES, deep ? 2000000 : 200000);
    claim_sets(f, "ccc:4", "ccc", "u-ccc", 1, NOC_ALL_SOURCES, deep ? 100000 : 20000);
    claim_sets(f, "ccc:5", "ccc", "u-ccc", 1, NOC_ALL_SOURCES, deep ? 10000 : 2000);
    claim_sets(f, "ccc:7", "ccc", "u-ccc", 1, NOC_ALL_SOURCES, deep ? 300 : 20);
}

static void check_order(bool deep, struct noc_finding *f)
{
    /* (0,00001) (4,00001) (1,01100) (3,10000) in 5-CCC */
    static const uint32_t node[] = {1 * 5 + 0, 1 * 5 + 4, 12 * 5 + 1, 16 * 5 + 3};

    (void)deep;
    for (uint32_t p = 0; p < 24 * 24; p++) {
        uint32_t a = p / 24, b = p % 24, i = a % 3, x = a / 3, j = b % 3, y = b / 3;

        if ((x < y || (x == y && i <= j)) != (a <= b)) {
            claim_against(f, "ccc:3: nodes %u and %u", a, b);
        }
    }
    for (unsigned i = 0; i < 3; i++) {
        if (node[i] >= node[i + 1]) {
            claim_against(f, "the example, element %u", i);
        }
    }
    claim_checked(f, "all pairs of ccc:3; the example");
}

static void check_r_chain(bool deep, struct noc_finding *f)
{
    static const uint16_t given[][2] = {{1, 5}, {0, 16}, {4, 11}, {2, 21},
                                        {3, 0}, {1, 11}, {0, 24}};
    static const uint16_t expected[][2] = {{3, 10}, {1, 11}, {4, 11}, {0, 16},
                                           {2, 21}, {0, 24}, {3, 0},  {1, 5}};
    struct multicast p;
    uint16_t dests[7];
    struct net net;

    (void)deep;
    if (!net_open(&net, "ccc:5", "ccc", f)) {
        return;
    }
    for (unsigned i = 0; i < 7; i++) {
        dests[i] = (uint16_t)(given[i][1] * 5 + given[i][0]);
    }
    multicast_make(&p, &net, noc_algorithm_find("u-ccc"), 1, 10 * 5 + 3, dests, 7);
    for (unsigned i = 0; i < 8; i++) {
        if (p.chain[i] != expected[i][1] * 5 + expected[i][0]) {
            claim_against(f, "element %u of the chain is node %u", i, p.chain[i]);
        }
    }
    if (p.steps != 3) {
        claim_against(f, "%u steps", p.steps);
    }
    claim_checked(f, "the chain and the plan on ccc:5: %u steps", p.steps);
    net_close(&net);
}

static void check_three_cases(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-ccc");
    struct net net;

    (void)deep;
    if (!net_open(&net, "ccc:2", "ccc", f)) {
        return;
    }
    for (uint32_t m = 1; m < net.n; m++) { /* source 0: a node's number is its place in the chain */
        struct multicast p;

        multicast_set(&p, &net, a, 1, 0, (UINT64_C(1) << (m + 1)) - 2);
        for (uint32_t q = 0; q < m * m; q++) {
            const struct noc_message *one = &p.message[q / m], *two = &p.message[q % m];

            if (one->step < two->step && one->from != two->from &&
                !sent_before_ancestor(&p, one, two->from) && one->to > two->from) {
                claim_against(f, "a chain of %u nodes: d%u>d%u in step %u and d%u>d%u in step %u",
                              m + 1, one->from, one->to, one->step, two->from, two->to, two->step);
            }
        }
    }
    net_close(&net);
    claim_checked(f, "chains of 2 to 8 nodes, all pairs of messages");
}

#define SONG "Song et al. 2000"

const struct noc_claim noc_claims_ccc[] = {
    {SONG, "definition 1", NOC_TEXT, "An n-CCC has n 2^n nodes and 3 n 2^(n-1) edges.", check_edges,
     "An edge case: the definition sets no least n. By its own rules a cycle of two nodes has one edge, not two, and a cycle of one none. From n = 3 on the formula holds."},
    {SONG, "definition 1", NOC_TEXT, "From n = 3 on an n-CCC has 3 n 2^(n-1) edges.",
     check_edges_large, NULL},
    {SONG, "definition 1", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's topology `ccc` links what the definition links.",
     check_links, NULL},
    {SONG, "2", NOC_TEXT,
     "HC routing combines E-cube with dimension-ordered routing in a ring (a 1-D torus).",
     check_around,
     "In a line: the routing function, and the list of channels, never go around a cycle. It is not minimal, therefore."},
    {SONG, "2, rules 1 to 3", NOC_TEXT,
     "Every hop of the routing function is one that HC routing's rules allow.", check_rules,
     "The rules alone determine no route: rule 1 allows both directions of a cycle, and does not stop at the destination."},
    {SONG, "3", NOC_RESULT,
     "The routing function leads every message to its destination (second case: h1).",
     check_arrives, NULL},
    {SONG, "3, as printed", NOC_SLIP,
     "The routing function leads every message to its destination also with its second case as printed (l0).",
     check_arrives_printed,
     "A message that has to go up (its difference is positive) is given a channel that leads down, and at place 0 there is none. "
     "The proof of theorem 2, case 2, has it right: h1."},
    {SONG, "3", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's routing `ccc` takes the channels of the routing function.",
     check_function, NULL},
    {SONG, "3", NOC_RESULT, "HC routing with these channels cannot deadlock.", check_deadlock,
     "The paper says that its virtual channels are against contention and does not prove this."},
    {SONG, "3", NOC_OURS, "Not claimed: each of the four channels listed for a cycle edge is used.",
     check_all_used,
     "Two channels each way are listed everywhere. No message goes up in cycle 0 on its way to a lower cycle, for one."},
    {SONG, "3", NOC_TEXT,
     "No channel is used but those listed: none leads around the end of a cycle.",
     check_only_listed, NULL},
    {SONG, "3", NOC_TEXT,
     "There is more contention for cycle edges than for hypercube edges (here: more routes, on average, of all to all).",
     check_cycle_edges, NULL},
    {SONG, "definition 3", NOC_TEXT,
     "Dimension order is a total order: that of node numbers; the example in 5-CCC.", check_order,
     NULL},
    {SONG, "theorem 1, condition 3", NOC_OURS,
     "What condition 3 rests on: two messages of one node share at most a common beginning of their paths.",
     check_common_beginning, NULL},
    {SONG, "theorem 1", NOC_RESULT,
     "Messages that meet its four conditions never want a channel at the same time: three messages, u to v, then u to w, then w to y (condition 4).",
     check_three_messages,
     "Theorem 1 is cited; on hypercubes and tori with shortest paths it stands. HC routing is not minimal: a message that goes over "
     "a relay can be ahead of one that was sent earlier and takes the long way, if a worm's length and the relay's start-up "
     "together are no more than the hops that the relay saves. These are 2 in ccc:4, 4 in ccc:5, 6 in ccc:6: longer worms, and "
     "software as it is, keep the messages apart; the paths alone do not."},
    {SONG, "theorem 1, in U-CCC", NOC_RESULT,
     "Messages that meet its four conditions never want a channel at the same time: those of U-CCC, worms followed in time.",
     check_in_time,
     "The same in plans of the algorithm itself. With worms of 4 flits, or start-ups, no clash was found on these networks."},
    {SONG, "lemma 1", NOC_RESULT, "If x and y differ in bit k, d_xy >= k.", check_lemma_1, NULL},
    {SONG, "lemma 2", NOC_RESULT, "If x <= y and bit k is set in x only, d_xy > k.", check_lemma_2,
     NULL},
    {SONG, "lemma 3", NOC_RESULT,
     "A path crosses in dimension t only if source and destination differ in bit t.", check_lemma_3,
     NULL},
    {SONG, "lemma 4", NOC_RESULT,
     "Where a path enters and leaves a cycle, bits differ; between the first and last cycles it goes down. So an upward edge is in the first or the last, and k >= r > s >= t for a downward one.",
     check_lemma_4, NULL},
    {SONG, "lemma 5", NOC_RESULT,
     "If v <= x <= y, u to v and x to y have no hypercube edge in common (same direction).",
     check_lemma_5, NULL},
    {SONG, "lemma 5, undirected", NOC_OURS,
     "Not claimed (the proof's edges have a direction): if v <= x <= y, u to v and x to y have no hypercube edge in common, in whichever direction they cross it.",
     check_lemma_5_undirected,
     "The paper needs no virtual channels on hypercube edges. That takes two links, one each way: over a single one "
     "that both directions share, messages do meet."},
    {SONG, "lemma 6", NOC_RESULT,
     "A common cycle edge upwards is in a cycle above v and not above y.", check_lemma_6, NULL},
    {SONG, "lemma 7", NOC_RESULT, "A common cycle edge downwards is in a cycle not below v.",
     check_lemma_7, NULL},
    {SONG, "lemma 8", NOC_RESULT, "A common cycle edge downwards is in a cycle below y.",
     check_lemma_8, NULL},
    {SONG, "theorem 2", NOC_RESULT, "If v <= x <= y, u to v and x to y are arc-disjoint.",
     check_theorem_2, NULL},
    {SONG, "theorem 2, proof", NOC_PROOF,
     "What its four cases say of a message on an h0, h1, l0 or l1 channel.", check_cases, NULL},
    {SONG, "theorem 2, without h0 and h1", NOC_OURS,
     "Not claimed: theorem 2 holds also if the two upward channels are one.", check_one_h,
     "The algorithm can do without, see below."},
    {SONG, "theorem 2, without l0 and l1", NOC_OURS,
     "Not claimed: theorem 2 holds also if the two downward channels are one.", check_one_l, NULL},
    {SONG, "theorem 3, without h0 and h1", NOC_OURS,
     "Not claimed: U-CCC is contention-free also if the two upward channels are one.",
     check_merged_h,
     "Theorem 2 needs both, the algorithm does not. By lemma 6 a common upward edge is in u's own cycle, above v's and not above "
     "y's. In one chain that leaves v < x < y < u, with y in that cycle and not above u: x to y climbs to y's place at most, "
     "u to v begins at u's. They have no edge in common there."},
    {SONG, "theorem 3, without l0 and l1", NOC_OURS,
     "Not claimed: U-CCC is contention-free also if the two downward channels are one.",
     check_merged_l, NULL},
    {SONG, "5", NOC_TEXT, "The example of eight nodes in 5-CCC: its R-chain, and 3 steps.",
     check_r_chain, NULL},
    {SONG, "theorem 3", NOC_RESULT,
     "U-CCC is contention-free (meets the four conditions) and takes ceil(log2 m) steps.",
     check_theorem_3,
     "That these conditions keep worms apart in time has an exception under HC routing, for short worms: see theorem 1."},
    {SONG, "theorem 3, proof", NOC_PROOF,
     "Two messages with t <= tau have a common source, or meet condition 4, or stand in the chain in the order of their nodes.",
     check_three_cases,
     "As in Robinson's theorem 4.4: the order may be the other one; theorem 2 then applies with the messages exchanged."},
    {0},
};
