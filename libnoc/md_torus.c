/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Md-torus (Robinson 1994, section 6.3, definition 6.2): multicast in
 * unidirectional tori whose routers copy worms, one dimension at a time. Who
 * has the message sends a worm to one node of each other sub-torus that has
 * destinations, of the highest dimension first: in three dimensions to one of
 * each other plane, then each of these to one of each other ring of its plane,
 * then each of those to all of its ring. Where all destinations left lie in one
 * sub-torus, that dimension is passed over.
 *
 * A sub-torus is a stretch of the circuit. The source's own one is cut by the
 * H-cycle, which begins in its middle and may end in it: both ends are the
 * source's part, since definition 6.2 wants nodes of one sub-torus in one
 * piece. So the chain is in the order of labels, and the source stands somewhere
 * in it; its worm visits what is right of its own sub-torus, then what is left:
 *
 *     labels    2  5 | 8  10  11 | 13  17 | 18       rows of 6 nodes: 0-5, 6-11, 12-17, 18-23
 *                         ^ source                   its worm: 13 > 18 > 2; it keeps 8 and 11
 *
 * Cost: at most n steps with one port, at most one worm from each node in each,
 * no contention (theorem 6.1). Precondition: utpr.
 *
 * mine->given: 1 + the place in the chain where the next piece begins.
 */
#include "cartesian.h"
#include "chain.h"
#include "hcycle.h"
#include "tables.h"
#include "worms.h"

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    const struct noc_topology *t = env->topology;
    uint16_t source = chain[0];
    uint32_t self = 0, low = 0;

    noc_m_torus_order(env, chain, m, whole);
    if (noc_hcycle_fits(t, NULL)) { /* turn the cycle back until its lowest label is first */
        for (uint32_t i = 1; i <= m; i++) {
            if (noc_hcycle_label(t, chain[i]) < noc_hcycle_label(t, chain[low])) {
                low = i;
            }
        }
        noc_rotate(chain, m + 1, low);
    }
    while (chain[self] != source) {
        self++;
    }
    whole->self = (uint16_t)self;
}

/*
 * Which sub-torus of the part's dimension a node lies in. The part is in the
 * order of labels, so its ends differ in the highest dimension that any of its nodes
 * differ in. Elsewhere than on a circuit each node is one of its own.
 */
struct cut {
    const struct noc_topology *t;
    const uint16_t *chain;
    unsigned dimension;
    bool circuit;
};

static bool together(const struct cut *c, uint32_t i, uint32_t j)
{
    if (!c->circuit || c->chain[i] >= c->t->nodes || c->chain[j] >= c->t->nodes) {
        return i == j;
    }
    return noc_over_stride(c->t, c->chain[i], c->dimension) ==
           noc_over_stride(c->t, c->chain[j], c->dimension);
}

static struct cut cut_of(const struct noc_plan_env *env, const uint16_t *chain,
                         const struct noc_part *mine)
{
    struct cut c = {.t = env->topology, .chain = chain};
    uint32_t first = chain[mine->left], last = chain[mine->right], here, there;

    c.circuit = noc_hcycle_fits(c.t, NULL);
    if (c.circuit && first < c.t->nodes && last < c.t->nodes) {
        c.dimension = noc_differ(c.t, first, last, &here, &there);
    }
    return c;
}

/* The last place from `first` on, not beyond `last`, in the sub-torus of `first`. */
static uint32_t piece_end(const struct cut *c, uint32_t first, uint32_t last)
{
    while (first < last && together(c, first, first + 1)) {
        first++;
    }
    return first;
}

/* Mine becomes its own sub-torus, around self. */
static void keep_own(const struct cut *c, struct noc_part *mine)
{
    uint32_t left = mine->self;

    while (left > mine->left && together(c, left, left - 1)) {
        left--;
    }
    mine->right = (uint16_t)piece_end(c, mine->self, mine->right);
    mine->left = (uint16_t)left;
    mine->given = 0;
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    if (mine->left >= mine->right || mine->self < mine->left || mine->self > mine->right) {
        return false;
    }

    struct cut c = cut_of(env, chain, mine);
    uint32_t first = mine->given - 1u, last;
    bool joins = mine->given > 0;

    if (!joins) {
        first = piece_end(&c, mine->self, mine->right) + 1;
        first = first > mine->right ? mine->left : first;
        if (together(&c, first, mine->self)) { /* all nodes are one: no chain */
            return false;
        }
    }
    last = piece_end(&c, first, first < mine->self ? mine->self - 1u : mine->right);
    *theirs = (struct noc_part){.left = (uint16_t)first,
                                .right = (uint16_t)last,
                                .self = (uint16_t)first,
                                .joins = joins && noc_worms(env)};
    first = last == mine->right ? mine->left : last + 1;
    mine->given = (uint16_t)(first + 1);
    if (together(&c, first, mine->self)) {
        keep_own(&c, mine);
    }
    return true;
}

const struct noc_algorithm noc_algorithm_md_torus = {
    .name = "md-torus",
    .summary = "worms to one node of each sub-torus, by dimensions (Robinson 1994, 6.3)",
    .routing = "utpr",
    .worms = true,
    .fits = noc_m_torus_fits,
    .order = order,
    .next = next,
};
