/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every row about path-based routing can turn: labels, boundaries, lists and routers are broken in
 * one way after the other. libnoc's own are compiled in here under other names, and what is
 * defined below takes their places in the archive.
 */
/* Alone: libnoc's H-cycles and their routing are broken ones. */
#include <stdint.h>
#include <string.h>

#define noc_hcycle_fits     whole_fits
#define noc_hcycle_label    whole_label
#define noc_hcycle_node     whole_node
#define noc_hcycle_boundary whole_boundary
#define noc_hcycle_order    whole_order
#define noc_routing_utpr    whole_utpr
#include "test.h"
#include "routing/hcycle.c"
#include "routing/utpr.c"
#undef noc_hcycle_fits
#undef noc_hcycle_label
#undef noc_hcycle_node
#undef noc_hcycle_boundary
#undef noc_hcycle_order
#undef noc_routing_utpr

#undef LIBNOC_ROUTING_HCYCLE_H
#include "routing/hcycle.h"
#include "routing/routings.h"
#include "claims/claims.h"

static enum mutant {
    NOTHING,
    NUMBERS,     /* nodes' numbers for labels */
    BACKWARDS,   /* labels from the other end */
    TWISTED,     /* two labels exchanged */
    PAIRED,      /* every two of them */
    NO_BOUNDARY, /* boundaries are not seen */
    UNSORTED,    /* lists as they come */
    ONE_CHANNEL, /* routers forget the boundary */
    ALWAYS_HIGH, /* p channels are not used */
    HIGHEST,     /* the highest useful dimension */
    DETOUR,      /* around the ring once more */
    NO_LISTS,    /* worms of several destinations are refused */
    MUTANTS
} mutant;

/* --- labels ---------------------------------------------------------------------------------- */

uint32_t noc_hcycle_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t label = mutant == NUMBERS ? node : whole_label(t, node);

    if (mutant == TWISTED && label + 2 >= t->nodes) {
        label = 2 * t->nodes - 3 - label;
    }
    if (mutant == PAIRED && (label | 1) < t->nodes) {
        label ^= 1;
    }
    return mutant == BACKWARDS ? t->nodes - 1 - label : label;
}

uint32_t noc_hcycle_node(const struct noc_topology *t, uint32_t label)
{
    return mutant == NUMBERS ? label : whole_node(t, label);
}

bool noc_hcycle_fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return whole_fits(t, fault);
}

bool noc_hcycle_boundary(const struct noc_topology *t, uint32_t node, unsigned d)
{
    return mutant != NO_BOUNDARY && whole_boundary(t, node, d);
}

void noc_hcycle_order(const struct noc_topology *t, uint16_t *chain, uint32_t m)
{
    if (mutant != UNSORTED) {
        whole_order(t, chain, m);
    }
}

/* --- routers ------------------------------------------------------------------------- */

static enum noc_routed broken_route(const struct noc_topology *t, uint32_t node, unsigned in_port,
                                    unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    enum noc_routed verdict =
        whole_utpr.route(t, node, in_port, mutant == ONE_CHANNEL ? 0 : in_vc, header, out);
    uint32_t to = noc_header_node(verdict == NOC_ROUTED_COPY ? header[1] : header[0]);

    if (verdict == NOC_ROUTE_BROKEN || out->port == NOC_PORT_LOCAL) {
        return verdict;
    }
    if (mutant == NO_LISTS && verdict == NOC_ROUTED_COPY) {
        return NOC_ROUTE_BROKEN;
    }
    out->vc = mutant == ONE_CHANNEL ? 0 : mutant == ALWAYS_HIGH ? 1 : out->vc;
    for (unsigned d = 0; d < t->dims && mutant == HIGHEST; d++) {
        out->port = noc_digit(t, node, d) != noc_digit(t, to, d) ? (uint8_t)(2 * d) : out->port;
    }
    if (mutant == DETOUR && in_port == NOC_PORT_LOCAL && t->dims > 1) { /* where it need not go */
        for (unsigned d = 0; d < t->dims; d++) {
            out->port = noc_digit(t, node, d) == noc_digit(t, to, d) ? (uint8_t)(2 * d) : out->port;
        }
    }
    return verdict;
}

static enum noc_tx_status whole_check(const struct noc_topology *t, uint32_t from,
                                      const uint32_t *header, uint32_t n)
{
    return whole_utpr.check(t, from, header, n);
}

static bool any_label(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc,
                      struct noc_label *label)
{
    return whole_utpr.label(t, node, port, vc, label);
}

static bool any_use(const struct noc_topology *t, uint32_t node, unsigned port, unsigned vc)
{
    return whole_utpr.uses(t, node, port, vc);
}

static const char *any_name(const struct noc_topology *t, unsigned port, unsigned vc)
{
    return whole_utpr.vc_name(t, port, vc);
}

const struct noc_routing noc_routing_utpr = {
    .name = "utpr",
    .summary = "broken in many ways",
    .vcs = 2,
    .copies = true,
    .fits = whole_fits,
    .route = broken_route,
    .check = whole_check,
    .label = any_label,
    .uses = any_use,
    .vc_name = any_name,
};

/* In place of the Hamiltonian path's: ways in any order of labels. */
static enum noc_routed wander(const struct noc_topology *t, uint32_t node, unsigned in_port,
                              unsigned in_vc, uint32_t *header, struct noc_hop *out)
{
    return noc_routing_coded_path.route(t, node, in_port, in_vc, header, out);
}

static enum noc_tx_status wander_check(const struct noc_topology *t, uint32_t from,
                                       const uint32_t *header, uint32_t n)
{
    return noc_routing_coded_path.check(t, from, header, n);
}

static bool wander_fits(const struct noc_topology *t, struct noc_fault *fault)
{
    return noc_routing_coded_path.fits(t, fault);
}

const struct noc_routing noc_routing_hamiltonian = {
    .name = "hamiltonian",
    .summary = "broken",
    .vcs = 1,
    .copies = true,
    .fits = wander_fits,
    .route = wander,
    .check = wander_check,
    .uses = noc_uses_links,
    .vc_name = noc_vc_nameless,
};

/* --- rows ---------------------------------------------------------------------------- */

static bool is_of_chapter_5(const struct noc_claim *c)
{
    static const char *const begin[] = {"5.",           "figure 5",  "equation 5",
                                        "definition 5", "theorem 5", "lemma 5"};

    for (unsigned i = 0; i < sizeof begin / sizeof *begin; i++) {
        if (strcmp(c->paper, "Robinson 1994") == 0 &&
            strncmp(c->place, begin[i], strlen(begin[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Rows that look at no code of libnoc's that is broken here. */
static bool is_apart(const struct noc_claim *c)
{
    return strcmp(c->place, "5.1, figure 5.1") == 0 || strcmp(c->place, "5.3.2, as printed") == 0;
}

/* Rows about the Hamiltonian path, broken all the time. */
static bool is_of_meshes(const struct noc_claim *c)
{
    return strcmp(c->place, "5.2, figure 5.3") == 0 || strstr(c->claim, "one virtual channel");
}

TEST(every_row_can_turn)
{
    TEST_NEEDS_BUDGET(5);
    struct noc_claim c;
    unsigned rows = 0, wrong = 0;

    for (uint32_t i = 0; noc_claim_at(i, &c); i++) {
        struct noc_finding whole, f;
        unsigned turned = 0;

        if (!is_of_chapter_5(&c)) {
            continue;
        }
        mutant = NOTHING;
        noc_claim_check(i, false, &whole);
        if (is_of_meshes(&c)) {
            assert_int_equal(whole.verdict, NOC_FAILS);
            rows++;
            continue;
        }
        for (mutant = NUMBERS; mutant < MUTANTS; mutant++) {
            noc_claim_check(i, false, &f);
            turned |=
                (f.verdict != whole.verdict || strcmp(f.counterexample, whole.counterexample) != 0)
                << mutant;
        }
        rows++;
        print_message("%-32s turned by %#x\n", c.place, turned);
        if ((turned == 0) != is_apart(&c)) {
            print_error("%s: %s is turned by %#x\n", c.place, c.claim, turned);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(rows >= 35);
}
