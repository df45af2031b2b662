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
 * legs->given: 1 + the place in the chain where the next piece begins; dimension, and size: nodes
 * of one of its sub-tori, which are numbered one after the other from a multiple of size on; own:
 * the first of the sender's. So two nodes lie together if the one is less than `size` above the
 * first of the other's.
 */
#include "topology/cartesian.h"
#include "routing/hcycle.h"
#include "hcycle_worms.h"
#include "topology/sort.h"

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

enum { NOWHERE = 1 << 30 }; /* above all nodes: nobody lies together with it */

/* The first node of its sub-torus. */
static inline uint32_t base_of(const struct noc_topology *t, const struct noc_worm_progress *legs,
                               uint32_t node)
{
    return node < t->nodes ? noc_over_stride(t, node, legs->dimension) * legs->size : NOWHERE;
}

static inline bool is_own(const uint16_t *chain, const struct noc_part *mine,
                          const struct noc_worm_progress *legs, uint32_t i)
{
    return i == mine->self || chain[i] - legs->own < legs->size;
}

/* The last place from `first` on, not beyond `last`, in the sub-torus that begins at `base`. */
static inline uint32_t piece_end(const uint16_t *chain, uint32_t base, uint32_t size,
                                 uint32_t first, uint32_t last)
{
    while (first < last && chain[first + 1] - base < size) {
        first++;
    }
    return first;
}

/*
 * Before a worm's first receiver. The part is in the order of labels, so its ends differ in
 * the highest dimension that any of its nodes differ in. Elsewhere than on a circuit each node is
 * one of its own. False: all nodes are together (then they are no chain).
 */
static bool begin(const struct noc_plan_env *env, const uint16_t *chain,
                  const struct noc_part *mine, struct noc_worm_progress *legs)
{
    const struct noc_topology *t = env->topology;
    uint32_t left = chain[mine->left], right = chain[mine->right], here, there, first;
    bool circuit = noc_hcycle_fits(t, NULL), differ = left < t->nodes && right < t->nodes;

    legs->dimension = (uint8_t)(circuit && differ ? noc_differ(t, left, right, &here, &there) : 0);
    legs->size = circuit ? t->stride[legs->dimension] : 0;
    legs->own = base_of(t, legs, chain[mine->self]);
    first = piece_end(chain, legs->own, legs->size, mine->self, mine->right) + 1;
    first = first > mine->right ? mine->left : first;
    legs->given = is_own(chain, mine, legs, first) ? 0 : first + 1;
    return legs->given > 0;
}

/*
 * How many of chain[from..stop] are each a piece of one node, from the first on and up to the
 * sender's own. Of a node that is named twice in a row, which is nonsense, worm() makes one piece.
 */
static uint32_t run_from(const uint16_t *chain, const struct noc_worm_progress *legs, uint32_t from,
                         uint32_t stop)
{
    const uint16_t *begin = chain + from, *at = begin, *end = chain + stop + 1;

    for (uint32_t before = NOWHERE; at < end && *at != legs->own; before = *at++) {
        if (*at == before) {
            return (uint32_t)(at - begin) - 1;
        }
    }
    return (uint32_t)(at - begin);
}

/* Mine becomes its own sub-torus, around self. */
static void keep_own(const uint16_t *chain, struct noc_part *mine, struct noc_worm_progress *legs)
{
    uint32_t left = mine->self;

    while (left > mine->left && chain[left - 1] - legs->own < legs->size) {
        left--;
    }
    mine->right = (uint16_t)piece_end(chain, legs->own, legs->size, mine->self, mine->right);
    mine->left = (uint16_t)left;
    legs->given = 0;
}

static bool worm(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs, struct noc_worm_progress *legs)
{
    if (mine->left >= mine->right || mine->self < mine->left || mine->self > mine->right) {
        return false;
    }

    const bool worms = noc_worms(env);

    legs->joins = legs->given > 0 && worms;
    if (legs->given == 0 && !begin(env, chain, mine, legs)) {
        return false;
    }

    uint32_t first = legs->given - 1, next, last;
    uint32_t stop = first < mine->self ? mine->self - 1u : mine->right;

    last = piece_end(chain, base_of(env->topology, legs, chain[first]), legs->size, first, stop);
    theirs->left = theirs->self = (uint16_t)first;
    theirs->right = (uint16_t)last;
    legs->run = 0;
    if (legs->runs && legs->size == 1 && first == last && worms) {
        legs->run = run_from(chain, legs, last + 1, stop);
        last += legs->run;
    }
    next = last == mine->right ? mine->left : last + 1;
    legs->given = next + 1;
    if (is_own(chain, mine, legs, next)) {
        keep_own(chain, mine, legs);
    }
    return true;
}

const struct noc_algorithm noc_algorithm_md_torus = {
    .name = "md-torus",
    .summary = "worms to one node of each sub-torus, by dimension (Robinson 1994, 6.3)",
    .routing = "utpr",
    .looks_at_all = true,
    .fits = noc_m_torus_fits,
    .order = order,
    .worm = worm,
};
