/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, section 4.4: U-torus, and U-mesh where it is said to contend. */
#include <stdio.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "topology/topologies.h"

/* --- chains and figure 4.9 ------------------------------------------------------- */

static uint16_t number(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint16_t)(100 * a + 10 * b + c);
}

static void check_r_chain(bool deep, struct noc_finding *f)
{
    static const uint16_t given[11][3] = {{8, 4, 5}, {4, 9, 3}, {1, 9, 7}, {1, 0, 2},
                                          {8, 5, 4}, {4, 8, 9}, {9, 0, 5}, {3, 5, 5},
                                          {9, 0, 1}, {8, 0, 5}, {1, 6, 4}};
    static const uint16_t chain[11][3] = {{8, 4, 5}, {8, 5, 4}, {9, 0, 1}, {9, 0, 5},
                                          {1, 0, 2}, {1, 6, 4}, {1, 9, 7}, {3, 5, 5},
                                          {4, 8, 9}, {4, 9, 3}, {8, 0, 5}};
    const struct noc_algorithm *a = noc_algorithm_find("u-torus");
    struct noc_topology t;
    struct noc_fault fault;
    uint16_t d[11];
    struct noc_message message[10];
    struct noc_part scratch[11];

    (void)deep;
    if (!noc_topology_parse(&t, "utorus:10x10x10", &fault)) {
        claim_unclear(f, "utorus:10x10x10 is refused");
        return;
    }
    struct noc_plan_env env = {&t, noc_routing_find("utr"), 1, number(8, 4, 5), 0, NULL};

    for (unsigned i = 0; i < 11; i++) {
        d[i] = number(given[i][0], given[i][1], given[i][2]);
    }
    uint32_t steps = noc_plan_make(a, &env, d, 10, message, scratch);

    for (unsigned i = 0; i < 11; i++) {
        if (d[i] != number(chain[i][0], chain[i][1], chain[i][2])) {
            claim_against(f, "element %u is node %u", i, d[i]);
        }
    }
    if (steps != 4) {
        claim_against(f, "%u steps", steps);
    }
    claim_checked(f, "the chain and the plan on utorus:10x10x10: %u steps", steps);
}

static void check_figure_4_9(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t m = 1; m <= 1000; m++) { /* nodes, the source among them */
        uint32_t left = 0, right = m - 1, sends = 0;

        while (left < right) {
            right = left + (right - left + 2) / 2 - 1; /* center - 1 */
            sends++;
        }
        if (sends != doublings(m)) {
            claim_against(f, "%u nodes: %u messages", m, sends);
        }
    }
    claim_checked(f, "1 to 1000 nodes");
}

/* Figure 4.9 as printed against libnoc's plans. */
static void check_as_printed(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-torus");
    struct net net;

    (void)deep;
    if (!net_open(&net, "utorus:4x3", NULL, f)) {
        return;
    }
    for (uint32_t source = 0; source < net.n; source++) {
        for (uint64_t set = 1; set < UINT64_C(1) << net.n; set++) {
            struct multicast p;
            uint16_t d[64];
            uint32_t n, left[64] = {0}, right[64], parts = 1, rotate = 0;

            if (set >> source & 1) {
                continue;
            }
            multicast_set(&p, &net, a, 1, source, set);
            n = members(set | UINT64_C(1) << source, d);
            while (d[rotate] != source) {
                rotate++;
            }
            right[0] = n - 1;
            for (uint32_t i = 0; i < parts; i++) {
                for (uint32_t r = right[i]; left[i] < r;) {
                    uint32_t center = left[i] + (r - left[i] + 2) / 2;
                    uint16_t from = d[(left[i] + rotate) % n], to = d[(center + rotate) % n];

                    if (p.into[to] == 0xff || p.message[p.into[to]].from != from) {
                        claim_against(f, "%s from %u, set %llx: %u>%u", net.name, source,
                                      (unsigned long long)set, from, to);
                    }
                    left[parts] = center;
                    right[parts++] = r;
                    r = center - 1;
                }
            }
        }
    }
    net_close(&net);
    claim_checked(f, "every source and set of utorus:4x3 against the plan");
}

/* --- theorem 4.4 ---------------------------------------------------------------------- */

static void check_theorem_4_4_utr(bool deep, struct noc_finding *f)
{
    static const char *const small[] = {"utorus:2", "utorus:3",   "utorus:4",   "utorus:5",
                                        "utorus:8", "utorus:3x3", "utorus:4x3", "utorus:2x2x3"};

    for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
        claim_sets(f, small[i], "utr", "u-torus", 1, NOC_ALL_SOURCES, 0);
    }
    claim_sets(f, "utorus:4x4", "utr", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "utorus:8x8", "utr", "u-torus", 1, NOC_ALL_SOURCES, deep ? 100000 : 10000);
    claim_sets(f, "utorus:5x6x7", "utr", "u-torus", 1, NOC_ALL_SOURCES, deep ? 10000 : 1000);
}

static void check_theorem_4_4_btr(bool deep, struct noc_finding *f)
{
    static const char *const small[] = {"torus:2", "torus:3",   "torus:4",   "torus:5",
                                        "torus:8", "torus:3x3", "torus:4x3", "torus:2x2x3"};

    for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
        claim_sets(f, small[i], "btr", "u-torus", 1, NOC_ALL_SOURCES, 0);
    }
    claim_sets(f, "torus:4x4", "btr", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "torus:8x8", "btr", "u-torus", 1, NOC_ALL_SOURCES, deep ? 100000 : 10000);
    claim_sets(f, "torus:5x6x7", "btr", "u-torus", 1, NOC_ALL_SOURCES, deep ? 10000 : 1000);
}

static void check_on_mesh(bool deep, struct noc_finding *f)
{
    claim_sets(f, "mesh:8", "xy", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:3x3", "xy", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:4x3", "xy", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:4x4", "xy", "u-torus", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:8x8", "xy", "u-torus", 1, NOC_ALL_SOURCES, deep ? 100000 : 10000);
}

static void check_ports(struct noc_finding *f, uint32_t ports)
{
    claim_sets(f, "utorus:3x3", "utr", "u-torus", ports, NOC_ALL_SOURCES, 0);
    claim_sets(f, "torus:3x3", "btr", "u-torus", ports, NOC_ALL_SOURCES, 0);
    claim_sets(f, "torus:2x5", "btr", "u-torus", ports, NOC_ALL_SOURCES, 0);
    claim_sets(f, "torus:4x3", "btr", "u-torus", ports, NOC_ALL_SOURCES, 0);
}

static void check_two_ports(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_ports(f, 2);
}

static void check_all_ports(bool deep, struct noc_finding *f)
{
    (void)deep;
    check_ports(f, 0);
}

/* Start-ups of any size: worms of U-torus followed in time. */
static void check_in_time(bool deep, struct noc_finding *f)
{
    static const char *const nets[] = {"utorus:3x3", "torus:3x3", "utorus:8", "torus:8"};
    static const struct pace paces[] = {{0, 0, 1}, {0, 0, 5}, {3, 1, 5}, {50, 20, 5}, {6, 0, 2}};
    const struct noc_algorithm *a = noc_algorithm_find("u-torus");
    uint64_t runs = 0;

    (void)deep;
    for (unsigned i = 0; i < 4; i++) {
        struct net net;

        if (!net_open(&net, nets[i], NULL, f)) {
            return;
        }
        for (uint32_t source = 0; source < net.n; source++) {
            for (uint64_t set = 1; set < UINT64_C(1) << net.n; set++) {
                uint16_t dests[64];
                uint32_t m = members(set, dests);

                for (unsigned k = 0; k < 5 && !(set >> source & 1); k++) {
                    struct clash clash;
                    char text[64];

                    runs++;
                    if (worms_clash(&net, a, 1, source, dests, m, &paces[k], &clash)) {
                        claim_against(f, "%s from %u to {%s}: %u>%u and %u>%u in cycle %u", nets[i],
                                      source, dests_text(dests, m, text, sizeof text), clash.a.from,
                                      clash.a.to, clash.b.from, clash.b.to, clash.cycle);
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(
        f, "every source and set of four networks of 8 and 9 nodes, 5 paces: %llu multicasts",
        (unsigned long long)runs);
}

/* --- its proof ---------------------------------------------------------------------------- */

static uint32_t place(const struct multicast *p, uint32_t node)
{
    uint32_t i = 0;

    while (p->chain[i] != node) {
        i++;
    }
    return i;
}

/* "Three possible relations" of two messages with t <= tau: x = u; condition 4; or the chain
 * has them in the order u, v, x, y (x may be v). */
static void check_three_cases(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-torus");
    struct net net;

    (void)deep;
    if (!net_open(&net, "utorus:8", NULL, f)) {
        return;
    }
    for (uint32_t m = 1; m < net.n; m++) { /* only the chain's length matters */
        struct multicast p;

        multicast_set(&p, &net, a, 1, 0, (UINT64_C(1) << (m + 1)) - 2);
        for (uint32_t i = 0; i < m; i++) {
            for (uint32_t j = 0; j < m; j++) {
                const struct noc_message *one = &p.message[i], *two = &p.message[j];

                if (one->step < two->step && one->from != two->from &&
                    !sent_before_ancestor(&p, one, two->from) &&
                    place(&p, one->to) > place(&p, two->from)) {
                    claim_against(
                        f,
                        "a chain of %u nodes d0 to d%u: d%u>d%u in step %u and d%u>d%u in "
                        "step %u stand in the order x, y, u, v",
                        m + 1, m, one->from, one->to, one->step, two->from, two->to, two->step);
                }
            }
        }
    }
    net_close(&net);
    claim_checked(f, "chains of 2 to 8 nodes, all pairs of messages");
}

/* Any two messages, in whichever order: x = u, condition 3 or 4, or chain order u, v, x, y or
 * x, y, u, v. This is what the proof needs. */
static void check_repaired_cases(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-torus");
    struct net net;

    if (!net_open(&net, deep ? "utorus:60" : "utorus:32", NULL, f)) {
        return;
    }
    for (uint32_t m = 1; m < net.n; m++) {
        struct multicast p;

        multicast_set(&p, &net, a, 1, 0, (UINT64_C(1) << (m + 1)) - 2);
        for (uint32_t i = 0; i < m; i++) {
            for (uint32_t j = 0; j < m; j++) {
                const struct noc_message *one = &p.message[i], *two = &p.message[j];

                if (i != j && one->step <= two->step && one->from != two->from &&
                    !reaches(&p, one->to, two->from) && !sent_before_ancestor(&p, one, two->from) &&
                    place(&p, one->to) > place(&p, two->from) &&
                    place(&p, two->to) > place(&p, one->from)) {
                    claim_against(f, "a chain of %u nodes: d%u>d%u and d%u>d%u", m + 1, one->from,
                                  one->to, two->from, two->to);
                }
            }
        }
    }
    claim_checked(f, "chains of 2 to %u nodes, all pairs of messages", net.n);
    net_close(&net);
}

/* The five subcases: places of the cut in the order u, v, x, y. After rotation theorem 4.2 needs
 * v <= x <= y, or with the messages exchanged y <= u <= v. */
static void check_subcases(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (int cut = 0; cut <= 4; cut++) { /* nodes from `cut` on are in the second sub-chain */
        int at[4];                       /* u, v, x, y: place in dimension order */

        for (int i = 0; i < 4; i++) {
            at[i] = i >= cut ? i - cut : i + 4 - cut;
        }
        bool as_is = at[1] < at[2] && at[2] < at[3], exchanged = at[3] < at[0] && at[0] < at[1];

        if (!as_is && !exchanged) {
            claim_against(f, "with %d of u, v, x, y before the cut", cut);
        }
    }
    claim_checked(f, "the five subcases; in (ii) and (iii) with the two messages exchanged");
}

/* U-torus without the rotation: the source, then all others in dimension order. */
static void unrotated_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                            struct noc_part *whole)
{
    (void)env;
    for (uint32_t i = 2; i <= m; i++) {
        uint16_t node = chain[i];
        uint32_t j = i;

        for (; j > 1 && chain[j - 1] > node; j--) {
            chain[j] = chain[j - 1];
        }
        chain[j] = node;
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

static void check_rotation(bool deep, struct noc_finding *f)
{
    static const char *const networks[] = {"utorus:8",  "utorus:3x3", "utorus:4x3", "torus:8",
                                           "torus:3x3", "torus:4x3",  "torus:5x3"};
    uint64_t sets = 0, violations = 0;

    for (unsigned i = 0; i < (deep ? 7 : 6); i++) {
        struct noc_topology t;
        struct noc_fault fault;
        struct noc_sets_proof proof;
        struct noc_sets_config config = {
            .topology = &t, .algorithm = &unrotated, .ports = 1, .source = NOC_ALL_SOURCES};

        if (!noc_topology_parse(&t, networks[i], &fault) ||
            !noc_routing_choose(&config.routing, NULL, &t, &fault) ||
            !noc_verify_sets(&config, NULL, &proof)) {
            claim_unclear(f, "%s could not be exhausted", networks[i]);
            return;
        }
        sets += proof.sets;
        violations += proof.violations + proof.undelivered + proof.above_bound;
        noc_sets_proof_free(&proof);
    }
    claim_checked(
        f, "utorus:8, 3x3 and 4x3, torus:8, 3x3 and 4x3, every source: %llu sets, %llu violations",
        (unsigned long long)sets, (unsigned long long)violations);
    if (violations) {
        claim_against(f, "a set contends or takes more steps");
    }
}

/* --- U-mesh ----------------------------------------------------------------------------------- */

static bool contends(struct noc_finding *f, const char *network, const char *routing,
                     uint32_t source, uint64_t random)
{
    struct noc_finding one = {.verdict = NOC_HOLDS};

    if (!claim_sets(&one, network, routing, "u-mesh", 1, source, random)) {
        claim_unclear(f, "%s", one.counterexample);
        return false;
    }
    claim_checked(f, "%s", one.checked);
    if (one.verdict == NOC_FAILS) {
        claim_example(f, "%s", one.counterexample);
    }
    return one.verdict == NOC_FAILS;
}

static void check_u_mesh_mesh(bool deep, struct noc_finding *f)
{
    claim_sets(f, "mesh:8", "xy", "u-mesh", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:3x3", "xy", "u-mesh", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:4x3", "xy", "u-mesh", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:4x4", "xy", "u-mesh", 1, NOC_ALL_SOURCES, 0);
    claim_sets(f, "mesh:8x8", "xy", "u-mesh", 1, NOC_ALL_SOURCES, deep ? 100000 : 10000);
}

static void check_u_mesh_uni(bool deep, struct noc_finding *f)
{
    (void)deep;
    if (!contends(f, "utorus:4", "utr", NOC_ALL_SOURCES, 0)) {
        claim_against(f, "utorus:4: no set contends");
    }
}

static void check_u_mesh_bi(bool deep, struct noc_finding *f)
{
    static const char *const small[] = {"torus:8", "torus:9", "torus:12", "torus:3x3", "torus:4x3"};
    bool any = false;

    for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
        any |= contends(f, small[i], "btr", NOC_ALL_SOURCES, 0);
    }
    any |= contends(f, "torus:4x4", "btr", NOC_ALL_SOURCES, 0);
    any |= contends(f, "torus:5x3", "btr", NOC_ALL_SOURCES, 0);
    any |= contends(f, "torus:8x8", "btr", NOC_ALL_SOURCES, deep ? 100000 : 20000);
    if (!any && f->verdict == NOC_HOLDS) {
        claim_against(f, "no set of these bidirectional tori contends");
    }
}

/* What the row above rests on: in U-mesh messages below the source go down, above it up, and
 * two of them that meet none of the other conditions lie in separate pieces of the chain. */
static void check_u_mesh_ways(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-mesh");
    uint32_t most = deep ? 60 : 32;

    for (uint32_t n = 2; n <= most; n++) {
        char name[16];
        struct net net;

        snprintf(name, sizeof name, "mesh:%u", n);
        if (!net_open(&net, name, NULL, f)) {
            return;
        }
        for (uint32_t source = 0; source < n; source++) {
            struct multicast p;

            multicast_set(&p, &net, a, 1, source,
                          ((UINT64_C(1) << n) - 1) & ~(UINT64_C(1) << source));
            for (uint32_t q = 0; q < p.m * p.m; q++) {
                const struct noc_message *one = &p.message[q / p.m], *two = &p.message[q % p.m];
                uint32_t low = one->from < one->to ? one->from : one->to;
                uint32_t high = one->from + one->to - low;
                uint32_t x = two->from < two->to ? two->from : two->to, y = two->from + two->to - x;

                if (one->from < one->to ? one->from < source : one->from > source) {
                    claim_against(f, "a chain of %u nodes from %u: %u>%u", n, source, one->from,
                                  one->to);
                }
                if (one != two && one->step <= two->step && one->from != two->from &&
                    !reaches(&p, one->to, two->from) && !sent_before_ancestor(&p, one, two->from) &&
                    x < high && low < y) {
                    claim_against(f, "a chain of %u nodes from %u: %u>%u and %u>%u", n, source,
                                  one->from, one->to, two->from, two->to);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "chains of 2 to %u nodes, the source at every place, all pairs of messages",
                  most);
}

/* Figure 4.5(c): from (4,3), on the unidirectional 5x5 torus. */
static void check_figure_4_5_c(bool deep, struct noc_finding *f)
{
    static const uint16_t dests[] = {0, 6, 11, 3, 8, 24}; /* (a, b) is 5a + b */
    uint32_t steps = 0;
    struct multicast p;
    struct net net;

    (void)deep;
    if (!net_open(&net, "utorus:5x5", "utr", f)) {
        return;
    }
    multicast_make(&p, &net, noc_algorithm_find("u-torus"), 1, 23, dests, 6);
    for (uint32_t i = 0; i < p.m; i++) {
        const struct noc_message *m = &p.message[i];

        for (uint32_t h = 0; h < path_length(&net, m->from, m->to); h++) {
            const struct noc_channel *c = &path_of(&net, m->from, m->to)[h];
            const char *name = net.r->vc_name(&net.t, c->port, c->vc);

            steps |= c->node == 23 && c->next == 3 && *name == 'p' ? 1u << m->step : 0;
        }
    }
    if (p.steps != 3 || steps != (1u << 1 | 1u << 2)) {
        claim_against(f, "%u steps; the channel is used in steps %x (as bits)", p.steps, steps);
    }
    claim_checked(f, "the plan of u-torus on utorus:5x5");
    net_close(&net);
}

const struct noc_claim noc_claims_u_torus[] = {
    {"Robinson 1994", "4.3, figure 4.5", NOC_TEXT,
     "U-torus takes 3 steps from (4,3) to the example's six nodes; the p channel from (4,3) to (0,3) is used in steps 1 and 2.",
     check_figure_4_5_c, NULL},
    {"Robinson 1994", "4.4", NOC_TEXT,
     "The example of eleven nodes in a 10x10x10 torus: its R-chain, and 4 steps, the least possible.",
     check_r_chain, NULL},
    {"Robinson 1994", "figure 4.9", NOC_TEXT,
     "Who holds a chain of m nodes sends ceil(log2 m) messages.", check_figure_4_9, NULL},
    {"Robinson 1994", "figure 4.9", NOC_OURS,
     "Not claimed, but what rows rest on: libnoc's `u-torus` makes the plans of the algorithm as printed.",
     check_as_printed, NULL},
    {"Robinson 1994", "4.4", NOC_RESULT,
     "U-mesh is free of contention on meshes, in the least number of steps (cited).",
     check_u_mesh_mesh, NULL},
    {"Robinson 1994", "4.4", NOC_RESULT,
     "U-mesh is not contention-free on a torus: unidirectional, UTR.", check_u_mesh_uni, NULL},
    {"Robinson 1994", "4.4", NOC_RESULT,
     "U-mesh is not contention-free on a torus: bidirectional, BTR.", check_u_mesh_bi,
     "The sentence names no routing; under UTR it is true, under BTR U-mesh is contention-free. In U-mesh every message below the source in the chain goes downwards, every one above it upwards. Of two "
     "messages that none of the other conditions covers, theorem 4.3 keeps apart those with an upward one, taken in the "
     "right order, and its mirror image two downward ones. The mirror image holds because BTR looks the same "
     "when all coordinates are read backwards. UTR does not."},
    {"Robinson 1994", "4.4", NOC_OURS,
     "Not claimed: U-mesh's messages go downwards below the source and upwards above it, and two that meet no other condition lie in separate pieces of the chain.",
     check_u_mesh_ways, NULL},
    {"Robinson 1994", "theorem 4.4", NOC_RESULT,
     "U-torus is contention-free (meets the four conditions) and takes ceil(log2 m) steps: UTR.",
     check_theorem_4_4_utr, NULL},
    {"Robinson 1994", "theorem 4.4", NOC_RESULT,
     "U-torus is contention-free (meets the four conditions) and takes ceil(log2 m) steps: BTR, also on tori of unequal widths.",
     check_theorem_4_4_btr, NULL},
    {"Robinson 1994", "theorem 4.4", NOC_RESULT,
     "U-torus is contention-free: worms followed in time, start-ups of different sizes.",
     check_in_time, NULL},
    {"Robinson 1994", "4.4", NOC_OURS,
     "Not claimed: the chain need not be rotated; the source first and the destinations behind it in dimension order are enough.",
     check_rotation,
     "Theorems 4.2 and 4.3 ask nothing of u: of two messages that no other condition covers, v, x and y are never the source, and v < x < y. "
     "What U-mesh's chain lacks on a unidirectional torus is a source in front, not the rotation."},
    {"Robinson 1994", "4.4", NOC_RESULT, "U-torus is contention-free on meshes too.", check_on_mesh,
     NULL},
    {"Robinson 1994", "theorem 4.4, two ports", NOC_OURS,
     "Not claimed: U-torus meets the conditions with two ports.", check_two_ports,
     "The chapter is about one port. With more, sends of one step leave the order that the proof relies on."},
    {"Robinson 1994", "theorem 4.4, all ports", NOC_OURS,
     "Not claimed: U-torus meets the conditions with all ports.", check_all_ports, NULL},
    {"Robinson 1994", "theorem 4.4, proof", NOC_PROOF,
     "Two messages with t <= tau have a common source, or meet condition 4, or stand in the chain in the order u, v, x, y.",
     check_three_cases,
     "Which of two messages is earlier and which is first in the chain are two questions: one of the upper half may be "
     "earlier than one of the lower. Theorem 4.2 then applies with the messages exchanged, so the theorem stands."},
    {"Robinson 1994", "theorem 4.4, proof, repaired", NOC_OURS,
     "Two messages with t <= tau have a common source, or meet condition 1 or 4 of theorem 4.1, or stand in the chain in the order u, v, x, y or x, y, u, v.",
     check_repaired_cases, NULL},
    {"Robinson 1994", "theorem 4.4, proof, subcases", NOC_PROOF,
     "Theorem 4.2 or 4.3 applies to each of the five subcases, with the two messages exchanged where needed.",
     check_subcases, NULL},
    {0},
};
