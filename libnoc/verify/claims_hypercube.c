/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 3 to 3.2: paths in hypercubes, contention. */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"
#include "topology/topologies.h"

static const char *const cubes[] = {"cube:1", "cube:2", "cube:3", "cube:4", "cube:5", "cube:6"};
enum { CUBES = 6 };

static uint32_t bits(uint32_t v)
{
    uint32_t n = 0;

    for (; v; v &= v - 1) {
        n++;
    }
    return n;
}

/* delta(u, v): the highest bit in which they differ. */
static uint32_t delta(uint32_t u, uint32_t v)
{
    uint32_t d = 0;

    for (uint32_t x = (u ^ v) >> 1; x; x >>= 1) {
        d++;
    }
    return d;
}

/* --- 3 and 3.2.1 -------------------------------------------------------------- */

static void check_channels(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 1; n <= 10; n++) {
        struct noc_topology t;
        struct noc_fault fault;
        char name[16];
        uint32_t links = 0;

        snprintf(name, sizeof name, "cube:%u", n);
        if (!noc_topology_parse(&t, name, &fault)) {
            claim_unclear(f, "%s is refused", name);
            return;
        }
        for (uint32_t node = 0; node < t.nodes; node++) {
            for (unsigned port = 0; port < t.ports; port++) {
                struct noc_link link;

                if (noc_topology_link(&t, node, port, &link)) {
                    links++;
                    if (bits(node ^ link.node) != 1) {
                        claim_against(f, "%s: a channel from %u to %u", name, node, link.node);
                    }
                }
            }
        }
        if (links != n * t.nodes) {
            claim_against(f, "%s: %u channels instead of %u", name, links, n * t.nodes);
        }
    }
    claim_checked(f, "all channels of cube:1 to cube:10");
}

static void check_ecube(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 0; n < CUBES; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t u = 0; u < net.n; u++) {
            for (uint32_t v = 0; v < net.n; v++) {
                uint32_t at = u, hops = path_length(&net, u, v);

                for (uint32_t i = 0; i < hops && at != v; i++) {
                    at ^= UINT32_C(1) << delta(at, v); /* definition 3.1 */
                    if (path_node(&net, u, v, i + 1) != at) {
                        claim_against(f, "%s: the route from %u to %u", net.name, u, v);
                    }
                }
                if (at != v || hops != bits(u ^ v)) {
                    claim_against(f, "%s: %u hops from %u to %u", net.name, hops, u, v);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "all routes of cube:1 to cube:6 against definition 3.1");
}

static void check_ecube_deadlock(bool deep, struct noc_finding *f)
{
    for (uint32_t n = 0; n < (deep ? CUBES : 5); n++) {
        claim_routing(f, cubes[n], NULL, CLAIM_COMPLETE | CLAIM_MINIMAL | CLAIM_ACYCLIC);
    }
    claim_checked(f, "channel dependencies of cube:1 to cube:%u", deep ? CUBES : 5);
}

static void check_example_path(bool deep, struct noc_finding *f)
{
    struct net net;
    char text[64];

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    path_text(&net, 5, 14, text, sizeof text);
    if (strcmp(text, "5-13-15-14")) {
        claim_against(f, "the route is %s", text);
    }
    claim_checked(f, "the route on cube:4");
    net_close(&net);
}

/* Definition 3.3's examples: <01> of a 4-cube, <110> of a 6-cube; by their masks. */
static void check_s_cubes(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t v = 0; v < 64; v++) {
        bool small = v < 16 && v >> 2 == 1, large = v >> 3 == 6;

        if (small != (v >= 4 && v <= 7) || large != (v >= 48 && v <= 55)) {
            claim_against(f, "node %u", v);
        }
    }
    claim_checked(f, "all nodes of the 4-cube and the 6-cube");
}

/* Any order of the dimensions in which u and v differ gives a path of as many hops: walked. */
static void check_any_order(bool deep, struct noc_finding *f)
{
    struct noc_topology t;
    struct noc_fault fault;
    uint64_t walks = 0;

    (void)deep;
    if (!noc_topology_parse(&t, "cube:4", &fault)) {
        claim_unclear(f, "cube:4 is refused");
        return;
    }
    for (uint32_t p = 0; p < 256 * 256; p++) { /* four dimensions in the order that p says */
        uint32_t u = p >> 12, v = p >> 8 & 15, at = u, hops = 0, order = p & 255;

        for (unsigned i = 0; i < 4; i++, order >>= 2) {
            struct noc_link link;

            if ((at ^ v) >> (order & 3) & 1 && noc_topology_link(&t, at, order & 3, &link)) {
                at = link.node;
                hops++;
            }
        }
        walks += at == v;
        if (at == v && hops != bits(u ^ v)) {
            claim_against(f, "from %u to %u: %u hops", u, v, hops);
        }
    }
    claim_checked(f, "cube:4: %llu walks", (unsigned long long)walks);
}

/* --- lemmas 3.1 and 3.2 --------------------------------------------------------- */

/* Item 2 with the dimensions from `low_offset` above d: 1 as printed, 0 as the words say. */
static void check_travel(struct noc_finding *f, int item, uint32_t low_offset)
{
    for (uint32_t n = 0; n < CUBES; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t p = 0; p < net.n * net.n; p++) {
            uint32_t u = p / net.n, v = p % net.n, hops = path_length(&net, u, v);

            for (uint32_t i = 0; i < hops; i++) {
                uint32_t d = delta(path_node(&net, u, v, i), path_node(&net, u, v, i + 1));
                uint32_t low = (UINT32_C(2) << d) - 1,
                         high = ~((UINT32_C(1) << (d + low_offset)) - 1);
                bool good = item != 3 || (u ^ v) >> d & 1;

                for (uint32_t j = 1; item == 1 && j <= i; j++) {
                    good = good && !((path_node(&net, u, v, j) ^ u) & low);
                }
                for (uint32_t j = i + 1; item == 2 && j < hops; j++) {
                    good = good && !((path_node(&net, u, v, j) ^ v) & high);
                }
                if (!good) {
                    claim_against(f, "%s: the route from %u to %u, hop %u", net.name, u, v, i);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "every arc of every route of cube:1 to cube:6, indices as printed");
}

static void check_lemma_3_1_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_travel(f, 1, 0);
}

static void check_lemma_3_1_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_travel(f, 2, 1);
}

static void check_lemma_3_1_2_words(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_travel(f, 2, 0);
}

static void check_lemma_3_1_3(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_travel(f, 3, 0);
}

static void check_lemma_3_2(bool deep, struct noc_finding *f)
{
    uint32_t n = deep ? 8 : 7;

    for (uint32_t dim = 0; dim <= n; dim++) { /* of the S-cube: u and x agree from bit dim on */
        for (uint32_t u = 0; u < 1u << n; u++) {
            for (uint32_t x = u; x < 1u << n; x++) {
                for (uint32_t v = u; u >> dim == x >> dim && v <= x; v++) {
                    if (v >> dim != u >> dim) {
                        claim_against(f, "u=%u v=%u x=%u, S-cubes of dimension %u", u, v, x, dim);
                    }
                }
            }
        }
    }
    claim_checked(f, "all u <= v <= x and all S-cubes in %u bits", n);
}

/* --- theorems 3.1 and 3.2 -------------------------------------------------------------- */

static bool meet_elsewhere(const struct net *net, uint32_t u, uint32_t v, uint32_t y)
{
    for (uint32_t i = 1; i <= path_length(net, u, v); i++) {
        for (uint32_t j = 1; j <= path_length(net, u, y); j++) {
            if (path_node(net, u, v, i) == path_node(net, u, y, j)) {
                return true;
            }
        }
    }
    return false;
}

static void common_source(struct noc_finding *f, bool nodes)
{
    uint64_t cases = 0;

    for (uint32_t n = 0; n < 5; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t u = 0; u < net.n; u++) {
            for (uint32_t v = 0; v < net.n; v++) {
                for (uint32_t y = 0; y < net.n; y++) {
                    if (u == v || u == y || delta(u, v) == delta(u, y)) {
                        continue;
                    }
                    cases++;
                    if (nodes ? meet_elsewhere(&net, u, v, y)
                              : !!shared_channel(&net, u, v, u, y)) {
                        claim_against(f, "%s: from %u to %u and to %u", net.name, u, v, y);
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "cube:1 to cube:5, %llu triples", (unsigned long long)cases);
}

static void check_theorem_3_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    common_source(f, false);
}

static void check_theorem_3_1_nodes(bool deep, struct noc_finding *f)
{
    (void)deep;
    common_source(f, true);
}

/* Every S-cube of dimension `dim` that holds u and v but neither x nor y. */
static void check_theorem_3_2(bool deep, struct noc_finding *f)
{
    uint64_t cases = 0;

    for (uint32_t n = 0; n < (deep ? 5 : 4); n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t q = 0; q < net.n * net.n * net.n * net.n; q++) {
            uint32_t u = q % net.n, v = q / net.n % net.n;
            uint32_t x = q / (net.n * net.n) % net.n, y = q / (net.n * net.n * net.n);

            for (uint32_t dim = 0; dim <= n + 1; dim++) {
                if (u >> dim == v >> dim && x >> dim != u >> dim && y >> dim != u >> dim) {
                    cases++;
                    if (shared_channel(&net, u, v, x, y)) {
                        claim_against(f, "%s: u=%u v=%u x=%u y=%u", net.name, u, v, x, y);
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "cube:1 to cube:%u, %llu cases", deep ? 5 : 4, (unsigned long long)cases);
}

/* Case 2: an arc (w, z) of any path P(x, y) in dimension d <= n_S: z in S iff y in S. */
static void check_theorem_3_2_case_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 0; n < CUBES; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t p = 0; p < net.n * net.n; p++) {
            uint32_t x = p / net.n, y = p % net.n;

            for (uint32_t i = 0; i < path_length(&net, x, y); i++) {
                uint32_t w = path_node(&net, x, y, i), z = path_node(&net, x, y, i + 1);

                for (uint32_t dim = delta(w, z); dim <= n + 1; dim++) {
                    if (z >> dim != y >> dim) { /* some S-cube holds one and not the other */
                        claim_against(f, "%s: arc %u-%u to %u, S-cubes of dimension %u", net.name,
                                      w, z, y, dim);
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "every arc of every route of cube:1 to cube:6, d <= n_S as printed");
}

/* Case 1: an arc in dimension d >= n_S is on no path between nodes of S. */
static void check_theorem_3_2_case_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 0; n < CUBES; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t p = 0; p < net.n * net.n; p++) {
            uint32_t u = p / net.n, v = p % net.n;

            for (uint32_t i = 0; i < path_length(&net, u, v); i++) {
                uint32_t w = path_node(&net, u, v, i), z = path_node(&net, u, v, i + 1);
                uint32_t d = delta(w, z);

                if (((w ^ u) >> d & 1) || ((z ^ v) >> d & 1)) {
                    claim_against(f, "%s: arc %u-%u from %u to %u", net.name, w, z, u, v);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "every arc of every route of cube:1 to cube:6");
}

/* --- theorem 3.3 ------------------------------------------------------------------------ */

static const struct pace paces[] = {{0, 0, 1}, {0, 0, 4}, {1, 0, 4}, {3, 2, 4},
                                    {4, 0, 4}, {9, 5, 4}, {0, 6, 2}, {40, 40, 4}};
enum { PACES = sizeof paces / sizeof *paces };

/* Sets without violations: whether their worms ever clash. */
static void sets_in_time(struct noc_finding *f, const char *name, uint32_t ports, bool deep)
{
    const struct noc_algorithm *a = noc_algorithm_find(name);
    uint64_t sets = 0;

    for (uint32_t n = 1; n < 4; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        uint64_t all = UINT64_C(1) << (net.n - 1);

        for (uint64_t set = 1; set < all; set += deep || n < 3 ? 1 : 5) {
            uint16_t dests[64];
            uint32_t m = members(set << 1, dests);
            struct clash clash;
            char text[96];

            sets++;
            for (uint32_t i = 0; i < PACES; i++) {
                if (worms_clash(&net, a, ports, 0, dests, m, &paces[i], &clash)) {
                    claim_against(f,
                                  "%s: from 0 to {%s}, start-ups %u and %u, %u flits: %u>%u and "
                                  "%u>%u meet on %u-%u in cycle %u",
                                  net.name, dests_text(dests, m, text, sizeof text), paces[i].tau_s,
                                  paces[i].tau_r, paces[i].length, clash.a.from, clash.a.to,
                                  clash.b.from, clash.b.to, clash.channel.node, clash.channel.next,
                                  clash.cycle);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "%s, %llu sets on cube:2 to cube:4, %u paces: worms in time", name,
                  (unsigned long long)sets, PACES);
}

static void check_theorem_3_3_one_port(bool deep, struct noc_finding *f)
{
    sets_in_time(f, "u-cube", 1, deep);
}

static void check_theorem_3_3_all_ports(bool deep, struct noc_finding *f)
{
    sets_in_time(f, "maxport", 0, deep);
    sets_in_time(f, "combine", 0, deep);
    sets_in_time(f, "w-sort", 0, deep);
}

/* Condition 2: what two paths from one node share is a common beginning, so that the second worm
 * follows the first through it. */
static void check_theorem_3_3_same_source(bool deep, struct noc_finding *f)
{
    uint64_t cases = 0;

    (void)deep;
    for (uint32_t n = 0; n < 5; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t q = 0; q < net.n * net.n * net.n; q++) {
            uint32_t u = q % net.n, v = q / net.n % net.n, y = q / net.n / net.n;
            uint32_t i = 0;

            while (i < path_length(&net, u, v) && i < path_length(&net, u, y) &&
                   path_node(&net, u, v, i + 1) == path_node(&net, u, y, i + 1)) {
                i++;
            }
            for (uint32_t j = i; j < path_length(&net, u, v); j++) {
                uint32_t c = channel_number(&net, &path_of(&net, u, v)[j]);

                if (path_set(&net, u, y)[c / 64] >> c % 64 & 1) {
                    claim_against(f, "%s: from %u to %u and %u", net.name, u, v, y);
                }
            }
            cases++;
        }
        net_close(&net);
    }
    claim_checked(f, "cube:1 to cube:5, %llu triples", (unsigned long long)cases);
}

/* Its proof with all ports: messages of a node over one first channel are sent in different steps. */
static void check_condition_2_proof(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"u-cube", "maxport", "combine", "w-sort"};
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 2; set < 65536; set += 2) {
        for (unsigned i = 0; i < 4; i++) {
            struct multicast p;

            multicast_set(&p, &net, noc_algorithm_find(names[i]), 0, 0, set);
            for (uint32_t q = 0; q < p.m * p.m; q++) {
                const struct noc_message *a = &p.message[q / p.m], *b = &p.message[q % p.m];

                if (a < b && a->from == b->from && a->step == b->step &&
                    delta(a->from, a->to) == delta(b->from, b->to)) {
                    claim_against(f, "cube:4, %s, set %llx: %u>%u and %u>%u", names[i],
                                  (unsigned long long)set, a->from, a->to, b->from, b->to);
                }
            }
        }
    }
    net_close(&net);
    claim_checked(f, "every set of cube:4 from 0, four algorithms, all ports");
}

/*
 * Condition 4 when every node has all ports. u sends to z and v over one channel in steps 1 and
 * 2, to w over another in step 3; w sends to y in step 4. By the theorem nothing contends. But
 * the second channel is free: w's worm does not wait for v's, which waits for z's.
 */
static bool overtakes(const struct net *net, uint32_t z, uint32_t v, uint32_t w, uint32_t y)
{
    const struct noc_channel *shared = shared_channel(net, 0, v, w, y);

    return z != v && z != y && v != y && w != y && y != 0 && delta(0, z) == delta(0, v) &&
           delta(0, w) != delta(0, v) && shared != NULL;
}

static void tell_overtaking(const struct net *net, uint32_t z, uint32_t v, uint32_t w, uint32_t y,
                            struct noc_finding *f)
{
    const struct noc_channel *shared = shared_channel(net, 0, v, w, y);
    uint32_t length = 8, i = 0, j = 0;

    while (path_node(net, 0, v, i) != shared->node) {
        i++;
    }
    while (path_node(net, w, y, j) != shared->node) {
        j++;
    }
    /* v's worm enters behind z's, w's at once; y's when w has all of its own. */
    uint32_t held = length + i, wanted = path_length(net, 0, w) + length - 1 + j;

    if (wanted < held + length && held < wanted + length) {
        claim_against(
            f,
            "%s, %u flits, no start-up: 0 sends to %u and %u over one channel (steps 1, "
            "2), to %u over another (step 3), %u to %u (step 4). 0>%u holds %u-%u in cycles "
            "%u to %u, %u>%u wants it in cycle %u",
            net->name, length, z, v, w, w, y, v, shared->node, shared->next, held,
            held + length - 1, w, y, wanted);
    }
}

static void check_theorem_3_3_condition_4(bool deep, struct noc_finding *f)
{
    uint64_t cases = 0;

    (void)deep;
    for (uint32_t n = 1; n < 4; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t q = 0; q < net.n * net.n * net.n * net.n; q++) {
            uint32_t y = q % net.n, w = q / net.n % net.n, v = q / net.n / net.n % net.n;
            uint32_t z = q / net.n / net.n / net.n;

            if (z && v && w && overtakes(&net, z, v, w, y)) {
                cases++;
                tell_overtaking(&net, z, v, w, y, f);
            }
        }
        net_close(&net);
    }
    claim_checked(f,
                  "multicasts of four messages on cube:2 to cube:4, %llu that share a channel so",
                  (unsigned long long)cases);
}

/*
 * Its proof: v has the message before x has. Two messages of the source in a U-cube, one port,
 * no start-up: when each one's last flit arrives.
 */
static void check_condition_4_proof(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-cube");
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint32_t length = 1; length <= 4; length++) {
        uint32_t late = 0;

        for (uint64_t set = 2; set < 65536; set += 2) {
            struct multicast p;
            uint32_t start = 0, before = 0, to = 0;
            bool overtaken = false;
            uint16_t d[64];
            char text[80];

            multicast_set(&p, &net, a, 1, 0, set);
            for (uint32_t i = 0; i < p.m; i++) {
                uint32_t w = p.message[i].to, at = start + path_length(&net, 0, w) + length - 1;

                if (p.message[i].from != 0) {
                    continue;
                }
                if (before > at) {
                    overtaken = true;
                    claim_against(
                        f,
                        "cube:4 from 0 to {%s}, one port, worms of %u flit%s without start-up: %u "
                        "has the message in cycle %u; %u, to which 0 sends next, has it in cycle %u",
                        dests_text(d, members(set, d), text, sizeof text), length,
                        length > 1 ? "s" : "", to, before, w, at);
                }
                start += length;
                before = at;
                to = w;
            }
            late += overtaken;
        }
        claim_checked(f, "worms of %u flit%s: not so in %u of 32767 sets of cube:4 from 0", length,
                      length > 1 ? "s" : "", late);
    }
    net_close(&net);
}

/* E-cube takes shortest paths, so that no detour over a relay is shorter than the direct way. */
static void check_no_shortcut(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 0; n < 5; n++) {
        struct net net;

        if (!net_open(&net, cubes[n], NULL, f)) {
            return;
        }
        for (uint32_t q = 0; q < net.n * net.n * net.n; q++) {
            uint32_t u = q % net.n, w = q / net.n % net.n, y = q / net.n / net.n;

            if (path_length(&net, u, w) + path_length(&net, w, y) < path_length(&net, u, y)) {
                claim_against(f, "%s: from %u over %u to %u", net.name, u, w, y);
            }
        }
        net_close(&net);
    }
    claim_checked(f, "cube:1 to cube:5, all triples");
}

/* --- 3.2.4 --------------------------------------------------------------------------------- */

static void check_contention_free(struct noc_finding *f, const char *algorithm, uint32_t ports,
                                  bool deep)
{
    for (uint32_t n = 0; n < 4; n++) {
        claim_sets(f, cubes[n], NULL, algorithm, ports, n < 3 || deep ? NOC_ALL_SOURCES : 0, 0);
    }
    claim_sets(f, "cube:6", NULL, algorithm, ports, 0, deep ? 100000 : 20000);
}

static void check_u_cube_one_port(bool deep, struct noc_finding *f)
{
    check_contention_free(f, "u-cube", 1, deep);
}

static void check_u_cube_all_ports(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t n = 0; n < 4; n++) {
        claim_sets(f, cubes[n], NULL, "u-cube", 0, NOC_ALL_SOURCES, 0);
    }
}

/*
 * Whether worms really meet. In a 4-cube none do when all start-ups are alike. It takes a message
 * that waits for its first channel, so: one near destination, and ten in the other half of a 5-cube.
 */
static void u_cube_set(struct noc_finding *f, const struct net *net, uint64_t set, uint32_t taus)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-cube");
    uint16_t dests[64];
    uint32_t m = members(set, dests);
    char text[96];

    for (uint32_t tau = 0; tau < taus; tau++) {
        struct pace pace = {tau, 0, 8};
        struct clash clash;

        if (worms_clash(net, a, 0, 0, dests, m, &pace, &clash)) {
            claim_against(
                f,
                "%s from 0 to {%s}, 8 flits, start-up %u: %u>%u finds %u-%u taken by %u>%u "
                "in cycle %u",
                net->name, dests_text(dests, m, text, sizeof text), tau, clash.b.from, clash.b.to,
                clash.channel.node, clash.channel.next, clash.a.from, clash.a.to, clash.cycle);
        }
    }
}

static void check_u_cube_real(bool deep, struct noc_finding *f)
{
    uint64_t sets = 0;
    struct net net;

    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 2; set < 65536; set += 2) {
        u_cube_set(f, &net, set, deep ? 12 : 4);
    }
    net_close(&net);
    if (!net_open(&net, "cube:5", NULL, f)) {
        return;
    }
    for (uint64_t high = 0; high < 65536; high++) {
        if (bits((uint32_t)high) == 10) {
            for (uint32_t near = 1; near < 16; near++) {
                u_cube_set(f, &net, high << 16 | UINT64_C(1) << near, 1);
                sets++;
            }
        }
    }
    net_close(&net);
    claim_checked(
        f,
        "all sets of cube:4 from 0, start-ups of 0 to %u cycles; %llu sets of 11 nodes of "
        "cube:5 without start-up; worms of 8 flits in time",
        deep ? 11 : 3, (unsigned long long)sets);
}

static void check_maxport(bool deep, struct noc_finding *f)
{
    check_contention_free(f, "maxport", 0, deep);
}

static void check_combine(bool deep, struct noc_finding *f)
{
    check_contention_free(f, "combine", 0, deep);
}

static void check_w_sort(bool deep, struct noc_finding *f)
{
    check_contention_free(f, "w-sort", 0, deep);
}

/* --- 3.1 -------------------------------------------------------------------------------------- */

static const uint16_t example[] = {1, 3, 5, 7, 11, 12, 14, 15};
enum { EXAMPLE = sizeof example / sizeof *example };

static void example_steps(struct noc_finding *f, const char *name, uint32_t ports, uint32_t steps)
{
    const struct noc_algorithm *a = noc_algorithm_find(name);
    struct multicast p;
    struct net net;

    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    multicast_make(&p, &net, a, ports, 0, example, EXAMPLE);
    claim_checked(f, "%s, %s: %u steps", name, ports ? "one port" : "all ports", p.steps);
    if (p.steps != steps) {
        claim_against(f, "%s takes %u steps", name, p.steps);
    }
    net_close(&net);
}

static void check_figure_3_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    example_steps(f, "u-cube", 1, 4);
    example_steps(f, "u-cube", 0, 4);
    example_steps(f, "w-sort", 0, 2);
}

static void check_figure_3_2_shared(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-cube");
    struct multicast p;
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    multicast_make(&p, &net, a, 1, 0, example, EXAMPLE);
    const struct noc_message *one = &p.message[p.into[11]], *two = &p.message[p.into[12]];

    if (p.into[11] == 0xff || p.into[12] == 0xff || one->from != 7 || two->from != 7 ||
        one->step == two->step || !shared_channel(&net, 7, 11, 7, 12)) {
        claim_against(f, "7 does not send to 11 and to 12 over a common channel");
    }
    multicast_make(&p, &net, a, 0, 0, example, EXAMPLE);
    if (p.message[p.into[11]].step != 3) {
        claim_against(f, "node 11 is reached in step %u with all ports",
                      p.message[p.into[11]].step);
    }
    multicast_make(&p, &net, noc_algorithm_find("w-sort"), 0, 0, example, EXAMPLE);
    for (uint32_t v = 0; v < 16; v++) {
        bool below = v == 14 || v == 11 || v == 12 || v == 15;

        if (p.into[v] != 0xff && reaches(&p, 14, v) != below) {
            claim_against(f, "node %u in the reachable set of 14", v);
        }
    }
    claim_checked(f, "the example's trees on cube:4");
    net_close(&net);
}

static void check_figure_3_2_mistake(bool deep, struct noc_finding *f)
{
    struct multicast p;
    uint32_t below = 0;
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    multicast_make(&p, &net, noc_algorithm_find("u-cube"), 0, 0, example, EXAMPLE);
    for (uint32_t v = 1; v < 16; v++) {
        if (v != 7 && p.into[v] != 0xff && reaches(&p, 7, v)) {
            below++;
            if (delta(7, v) != 3) {
                claim_against(f, "node %u", v);
            }
        }
    }
    if (below != 4 || p.message[p.into[7]].step != 1) {
        claim_against(f, "%u nodes below 7", below);
    }
    claim_checked(f, "the example's tree on cube:4");
    net_close(&net);
}

static void check_figure_3_2_optimal(bool deep, struct noc_finding *f)
{
    (void)deep;
    /* One step reaches at most 4 of 8 destinations, since a node has 4 channels. */
    example_steps(f, "w-sort", 0, 2);
    claim_checked(f, "one step reaches 4 destinations at most");
}

static void check_np_hard(bool deep, struct noc_finding *f)
{
    (void)deep;
    claim_unclear(f, "a conjecture about all sizes; exhaustion says nothing about it");
    claim_checked(f, "not checked");
}

const struct noc_claim noc_claims_hypercube[] = {
    {"Robinson 1994", "3", NOC_TEXT,
     "A hypercube has a channel from u to v exactly when their addresses differ in one bit.",
     check_channels, NULL},
    {"Robinson 1994", "3.1", NOC_TEXT,
     "In the 4-cube, from 0 to {1, 3, 5, 7, 11, 12, 14, 15}: U-cube takes 4 steps with one port and 4 with all, the chapter's own tree 2.",
     check_figure_3_2, NULL},
    {"Robinson 1994", "3.1", NOC_TEXT,
     "In the U-cube tree of figure 3.2, 7 sends to 11 and to 12 over a common channel, one after the other; with all ports 11 is reached in step 3; in the 2-step tree the reachable set of 14 is {14, 11, 12, 15}.",
     check_figure_3_2_shared, NULL},
    {"Robinson 1994", "3.3, figure 3.2", NOC_TEXT,
     "In that U-cube tree 7 is left with four nodes, all of which differ from it in the highest dimension.",
     check_figure_3_2_mistake, NULL},
    {"Robinson 1994", "3.1", NOC_TEXT, "For that set two steps are the least with all ports.",
     check_figure_3_2_optimal, NULL},
    {"Robinson 1994", "3.1", NOC_TEXT,
     "Optimal multicast in an all-port wormhole-routed hypercube is NP-hard (conjectured).",
     check_np_hard, NULL},
    {"Robinson 1994", "definition 3.1", NOC_TEXT,
     "E-cube goes to the highest bit that differs first; a path has as many hops as bits differ (so it is minimal).",
     check_ecube, NULL},
    {"Robinson 1994", "3.2.1", NOC_RESULT,
     "Dimension-ordered routing in hypercubes reaches every node by a shortest path (and cannot deadlock).",
     check_ecube_deadlock, NULL},
    {"Robinson 1994", "3.2.1", NOC_TEXT,
     "The E-cube path from 0101 to 1110 is 0101, 1101, 1111, 1110.", check_example_path, NULL},
    {"Robinson 1994", "3.2.1", NOC_TEXT,
     "Travelling over the dimensions in which two nodes differ in any order is a shortest path.",
     check_any_order, NULL},
    {"Robinson 1994", "definition 3.3", NOC_TEXT,
     "The S-cube <01> of a 4-cube is 4 to 7, <110> of a 6-cube 48 to 55.", check_s_cubes, NULL},
    {"Robinson 1994", "lemma 3.1 (1)", NOC_RESULT,
     "Before its hop in dimension d a message has left no dimension from 0 to d as it was not.",
     check_lemma_3_1_1, NULL},
    {"Robinson 1994", "lemma 3.1 (2)", NOC_RESULT,
     "After its hop in dimension d all dimensions above d are as in the destination.",
     check_lemma_3_1_2, NULL},
    {"Robinson 1994", "lemma 3.1 (2), in words", NOC_RESULT,
     "After its hop in dimension d all dimensions from d up are as in the destination, as the words below the formula have it.",
     check_lemma_3_1_2_words,
     "The formula leaves out dimension d; the words include it. Both hold."},
    {"Robinson 1994", "lemma 3.1 (3)", NOC_RESULT,
     "A message travels in dimension d only if source and destination differ in it.",
     check_lemma_3_1_3, NULL},
    {"Robinson 1994", "lemma 3.2", NOC_RESULT,
     "The addresses in an S-cube are contiguous: what lies between two of its nodes is in it.",
     check_lemma_3_2, NULL},
    {"Robinson 1994", "theorem 3.1", NOC_RESULT,
     "Two paths that leave a node on different channels are arc-disjoint.", check_theorem_3_1,
     NULL},
    {"Robinson 1994", "theorem 3.1, proof", NOC_PROOF,
     "Two paths that leave a node on different channels have no node in common but that one.",
     check_theorem_3_1_nodes, NULL},
    {"Robinson 1994", "theorem 3.2", NOC_RESULT,
     "If u and v are in an S-cube and neither x nor y is, the paths u to v and x to y are arc-disjoint.",
     check_theorem_3_2, NULL},
    {"Robinson 1994", "theorem 3.2, proof, case 1", NOC_PROOF,
     "An arc (w, z) of P(u, v) in dimension d: bit d of w is that of u, bit d of z that of v.",
     check_theorem_3_2_case_1, NULL},
    {"Robinson 1994", "theorem 3.2, proof, case 2", NOC_PROOF,
     "An arc (w, z) of P(x, y) in a dimension d <= n_S: z is in the S-cube if and only if y is.",
     check_theorem_3_2_case_2,
     "Printed as d <= n_S where d < n_S would do; cases 1 and 2 overlap in d = n_S, harmlessly."},
    {"Robinson 1994", "theorem 3.3", NOC_RESULT,
     "With one port, messages that meet the four conditions never want a channel at the same time, whatever the start-ups and length.",
     check_theorem_3_3_one_port, NULL},
    {"Robinson 1994", "theorem 3.3, all ports", NOC_RESULT,
     "With all ports, messages of Maxport, Combine and W-sort, which meet the four conditions, never want a channel at the same time.",
     check_theorem_3_3_all_ports, NULL},
    {"Robinson 1994", "theorem 3.3, condition 2", NOC_PROOF,
     "Two messages of one node share at most a common beginning of their paths (E-cube), so that sending one after the other keeps them apart.",
     check_theorem_3_3_same_source, NULL},
    {"Robinson 1994", "theorem 3.3, condition 2, proof", NOC_PROOF,
     "With all ports, two messages of a node over one first channel are sent in different steps.",
     check_condition_2_proof, NULL},
    {"Robinson 1994", "theorem 3.3, condition 4", NOC_RESULT,
     "If u sends to v in an earlier step than to w, and x has the message from w, then u to v and x to y cannot contend, with all ports too.",
     check_theorem_3_3_condition_4,
     "The example is a schedule of ours. Every pair of its messages meets one of the four conditions; yet two want 0-4 at a time. "
     "The proof says that v clearly has the message before x. With all ports it need not: a message queued behind "
     "another on its own channel may start later than one of a later step on a free channel. The condition is sound "
     "if u sends to v and w over the same channel. Had the steps been counted for each channel, as in the chapter's figures, "
     "0 would send to 8 in step 1, and the condition would not apply here. No algorithm of the chapter depends on it: over different channels "
     "theorem 3.2 keeps the two messages apart."},
    {"Robinson 1994", "theorem 3.3, condition 4, proof", NOC_PROOF,
     "If u sends to v and then to w, v has the message before w has.", check_condition_4_proof,
     "Not if worms are short and v is far. What saves the condition, with one port, is that E-cube is minimal: no way over "
     "w reaches a channel of the path to v sooner than that path itself. Under routings that are not minimal even that is missing; "
     "see Song et al., theorem 1."},
    {"Robinson 1994", "theorem 3.3, condition 4, repaired", NOC_OURS,
     "What condition 4 rests on with one port: no detour over a relay is shorter than the route.",
     check_no_shortcut, NULL},
    {"Robinson 1994", "3.3", NOC_RESULT, "U-cube is depth contention-free with one port.",
     check_u_cube_one_port, NULL},
    {"Robinson 1994", "3.2.4", NOC_OURS,
     "Not claimed (3.3 speaks of one port): U-cube meets the four conditions with all ports.",
     check_u_cube_all_ports,
     "U-cube is for one port, and the chapter guarantees it for that; its figures compare it with all ports too. There a node sends two messages at once over different channels, "
     "and what the nearer receiver sends on may cross the path to the farther one."},
    {"Robinson 1994", "3.2.4", NOC_OURS,
     "Not claimed: U-cube's worms do not block each other with all ports, followed in time.",
     check_u_cube_real,
     "The violation is not only one of the sufficient conditions: worms do block each other. It takes a message that "
     "waits for its first channel, here the second one to the farther half. On cube:4 the worms that the row above names "
     "meet only if one of them is held up."},
    {"Robinson 1994", "3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: Maxport with all ports.",
     check_maxport, NULL},
    {"Robinson 1994", "3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: Combine with all ports.",
     check_combine, "Combine's contention-freedom is asserted and nowhere proven in the chapter."},
    {"Robinson 1994", "3.2.4", NOC_RESULT,
     "All algorithms of the chapter are depth contention-free: W-sort with all ports (theorem 3.6).",
     check_w_sort, NULL},
    {0},
};
