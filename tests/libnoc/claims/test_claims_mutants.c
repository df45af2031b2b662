/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Broken routings and algorithms turn the rows of their papers' claims. What
 * is defined here takes the place of the archive's objects of the same names.
 */
/* Alone: libnoc has broken algorithms and routings. */
#include <stdint.h>
#include <string.h>

#include "test.h"
#include "routing/routing.h"
#include "topology/cartesian.h"
#include "multicast/chain.h"
#include "topology/sort.h"
#include "claims/claims.h"

static bool always(const struct noc_topology *t, struct noc_fault *fault)
{
    (void)t;
    (void)fault;
    return true;
}

static bool always_fits(const struct noc_topology *t, const struct noc_routing *r,
                        struct noc_fault *fault)
{
    (void)r;
    return always(t, fault);
}

static bool every_channel(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    (void)node;
    return port < t->ports && vc < 2;
}

/* E-cube that takes the lowest bit first. */
static enum noc_routed lowest_first(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                    unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to;

    (void)in_port;
    (void)in_vc;
    if (noc_goes_on(t, node, *header, &to, out, &verdict)) {
        *out = (struct noc_hop){0, 0};
        while (!((node ^ to) >> out->port & 1)) {
            out->port++;
        }
    }
    return verdict;
}

static bool one_channel(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    (void)node;
    return vc == 0 && port < t->ports;
}

const struct noc_routing noc_routing_ecube = {
    .name = "ecube",
    .summary = "broken",
    .vcs = 1,
    .fits = always,
    .route = lowest_first,
    .uses = one_channel,
    .vc_name = noc_vc_nameless,
};

/* UTR without p channels. */
static enum noc_routed h_only(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to, here, there;

    (void)in_port;
    (void)in_vc;
    if (noc_goes_on(t, node, *header, &to, out, &verdict)) {
        *out = (struct noc_hop){(uint8_t)(2 * noc_differ(t, node, to, &here, &there)), 0};
    }
    return verdict;
}

static const char *p_or_h(const struct noc_topology *t, unsigned port, unsigned vc)
{
    (void)t;
    (void)port;
    return vc ? "p" : "h";
}

const struct noc_routing noc_routing_utr = {
    .name = "utr",
    .summary = "broken",
    .vcs = 2,
    .fits = always,
    .route = h_only,
    .uses = every_channel,
    .vc_name = p_or_h,
};

/* HC routing without h1 and l1. */
static enum noc_routed no_groups(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                 unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict;
    uint32_t to;

    (void)in_port;
    (void)in_vc;
    if (noc_goes_on(t, node, *header, &to, out, &verdict)) {
        uint32_t n = t->width[0], i = node % n, x = node / n, y = to / n, k = to % n;

        for (uint32_t d = 0; d < n; d++) {
            k = (x ^ y) >> d & 1 ? d : k;
        }
        *out = (struct noc_hop){(uint8_t)(k > i ? 0 : k < i ? 1 : 2), 0};
    }
    return verdict;
}

static const char *h0_l0(const struct noc_topology *t, unsigned port, unsigned vc)
{
    static const char *const name[3][2] = {{"h0", "h1"}, {"l0", "l1"}, {NULL, NULL}};

    (void)t;
    return name[port % 3][vc % 2];
}

const struct noc_routing noc_routing_ccc = {
    .name = "ccc",
    .summary = "broken",
    .vcs = 2,
    .fits = always,
    .route = no_groups,
    .uses = every_channel,
    .vc_name = h0_l0,
};

/* U-torus and postorder without their orders: the source first, the others by number. */
static void by_number(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                      struct noc_part *whole)
{
    (void)env;
    noc_sort(chain + 1, m);
    *whole = (struct noc_part){.right = (uint16_t)m};
}

static bool halve(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                  struct noc_part *theirs)
{
    uint32_t nodes = (uint32_t)mine->right - mine->left + 1;

    (void)env;
    (void)chain;
    return nodes > 1 && noc_forward_from(mine, theirs, mine->left + (nodes + 1) / 2);
}

/* The same that U-CCC uses. */
void noc_r_chain_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                       struct noc_part *whole)
{
    by_number(env, chain, m, whole);
}

bool noc_r_chain_next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                      struct noc_part *theirs)
{
    return halve(env, chain, mine, theirs);
}

const struct noc_algorithm noc_algorithm_u_torus = {
    .name = "u-torus",
    .summary = "broken",
    .fits = always_fits,
    .order = by_number,
    .next = halve,
};

const struct noc_algorithm noc_algorithm_postorder = {
    .name = "postorder",
    .summary = "broken",
    .fits = always_fits,
    .order = by_number,
    .next = halve,
};

/* W-sort that hands over one node at a time: to the last one first. */
static bool one_by_one(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                       struct noc_part *theirs)
{
    (void)env;
    (void)chain;
    return mine->right > mine->left && noc_forward_from(mine, theirs, mine->right);
}

const struct noc_algorithm noc_algorithm_w_sort = {
    .name = "w-sort",
    .summary = "broken",
    .fits = always_fits,
    .order = by_number,
    .next = one_by_one,
};

const struct noc_algorithm noc_algorithm_w_sort_local = {
    .name = "w-sort-local",
    .summary = "broken in another way",
    .fits = always_fits,
    .order = by_number,
    .next = halve,
};

static enum noc_verdict verdict(const char *paper, const char *place, const char *claim)
{
    struct noc_claim c;
    struct noc_finding f;

    for (uint32_t i = 0; noc_claim_at(i, &c); i++) {
        if (strcmp(c.paper, paper) == 0 && strcmp(c.place, place) == 0 && strstr(c.claim, claim)) {
            noc_claim_check(i, false, &f);
            return f.verdict;
        }
    }
    fail_msg("%s, %s: no claim with '%s'", paper, place, claim);
    return NOC_UNCLEAR;
}

/* Rows that the mutants above turn from holds to fails. */
TEST(rows_turn)
{
    TEST_NEEDS_BUDGET(5);
    static const char *const row[][3] = {
        {"Robinson 1994", "definition 3.1", "E-cube goes"},
        {"Robinson 1994", "3.2.1", "The E-cube path"},
        {"Robinson 1994", "lemma 3.1 (1)", "Before"},
        {"Robinson 1994", "lemma 3.1 (2)", "After"},
        {"Robinson 1994", "theorem 3.1", "arc-disjoint"},
        {"Robinson 1994", "theorem 3.2, proof, case 2", "An arc"},
        {"Robinson 1994", "3.4, figure 3.9", "W-sort 2"},
        {"Robinson 1994", "3.4", "need not permute"},
        {"Robinson 1994", "3.4, cost", "only picks out"},
        {"Robinson 1994", "3.5.1", "fewest steps"},
        {"Robinson 1994", "4.2.1, 4.2.2", "Expressions"},
        {"Robinson 1994", "4.2.1", "UTR: an h channel"},
        {"Robinson 1994", "4.2.1", "cannot deadlock"},
        {"Robinson 1994", "theorem 4.2", "arc-disjoint"},
        {"Robinson 1994", "theorem 4.3", "arc-disjoint under BTR"}, /* holds: BTR is whole */
        {"Robinson 1994", "figure 4.9", "algorithm as printed"},
        {"Robinson 1994", "4.3, figure 4.5", "U-torus takes 3 steps"},
        {"Robinson 1994", "4.4", "eleven nodes"},
        {"Robinson 1994", "theorem 4.4", "steps: UTR"},
        {"Song et al. 2000", "3", "takes the channels"},
        {"Song et al. 2000", "theorem 2", "arc-disjoint"},
        {"Song et al. 2000", "theorem 2, proof", "four cases"},
        {"Song et al. 2000", "theorem 3", "contention-free"},
        {"Libeskind-Hadas et al. 1998", "4", "With the selection policy"},
        {"Libeskind-Hadas et al. 1998", "theorem 3",
         "strict paths"}, /* holds: from definitions alone */
    };

    unsigned wrong = 0;

    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        bool whole = strstr(row[i][2], "BTR") && strstr(row[i][1], "4.3");
        enum noc_verdict expected = whole || strstr(row[i][2], "strict") ? NOC_HOLDS : NOC_FAILS;

        if (verdict(row[i][0], row[i][1], row[i][2]) != expected) {
            print_error("%s, %s: %s %s\n", row[i][0], row[i][1], row[i][2],
                        expected == NOC_FAILS ? "still holds" : "fails");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}
