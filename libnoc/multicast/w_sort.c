/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * W-sort (Robinson 1994, section 3.4, figure 3.8): multicast in all-port hypercubes under
 * E-cube routing. As Maxport, but of all nodes across a dimension the message goes to the
 * most crowded: that of the half with more destinations, in that half again, and so on; with
 * as many in both, the half that comes first in the source-relative order.
 *
 * Twice, with the same tree. `w-sort` permutes the chain once (WeightedSort): the halves of
 * each S-cube change places if the second has more, but none that the source is in. Maxport
 * then finds the receiver at the front of what it hands over. `w-sort-local` leaves the
 * chain sorted, and looks for the receiver in each piece that is handed over:
 *
 *     part     [left ..... self ... | ... centre ... right]   self anywhere in it
 *     next()   keeps the half with self, hands over the other to its most crowded node
 *
 * Cost: m messages. Ordering: w-sort O(m log m) comparisons and O(m n) copies in 2^n nodes,
 * since a node changes places once in each dimension at most (the dissertation says O(m^2));
 * w-sort-local O(m log m) at all, then O(n log m) for each message. No contention whatever
 * the start-up times, with any number of ports (theorem 3.6). Precondition: E-cube resolves
 * the highest dimension first.
 */
#include "chain.h"
#include "cube_chain.h"
#include "topology/sort.h"

static bool fits_sorted(const struct noc_topology *t, const struct noc_routing *r,
                        struct noc_fault *fault)
{
    (void)t;
    return noc_cube_fits(r, fault, "w-sort is proven for hypercubes under ecube only");
}

static bool fits_local(const struct noc_topology *t, const struct noc_routing *r,
                       struct noc_fault *fault)
{
    (void)t;
    return noc_cube_fits(r, fault, "w-sort-local is proven for hypercubes under ecube only");
}

/* Whether chain[centre..last] is more crowded than chain[first..centre-1]. */
static bool second_is_heavier(uint32_t first, uint32_t centre, uint32_t last)
{
    return last - centre + 1 > centre - first;
}

/*
 * WeightedSort of chain[0..m], cube-ordered. Outer cubes first: whether two halves change
 * places does not depend on the order within them. Each level of the stack is a dimension
 * less, and a piece of three nodes has two: 13 levels at most.
 */
static void weighted_sort(uint16_t *chain, uint32_t m)
{
    uint32_t end[NOC_DIMS_MAX]; /* of the pieces that wait, the nearest on top */
    uint32_t first = 0, last = m, depth = 0;

    for (;;) {
        while (last > first + 1) {
            uint32_t centre = noc_cube_split(chain, first, last);

            if (first > 0 && second_is_heavier(first, centre, last)) {
                noc_rotate(chain + first, last - first + 1, centre - first);
                centre = first + (last - centre + 1);
            }
            end[depth++] = last;
            last = centre - 1;
        }
        if (depth == 0) {
            return;
        }
        first = last + 1;
        last = end[--depth];
    }
}

static void order_sorted(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                         struct noc_part *whole)
{
    noc_cube_order(env, chain, m, whole);
    weighted_sort(chain, m);
}

/* Where the most crowded node of the sorted chain[first..last] is: what WeightedSort
 * would put first. */
static uint32_t most_crowded(const uint16_t *chain, uint32_t first, uint32_t last)
{
    while (last > first + 1) {
        uint32_t centre = noc_cube_split(chain, first, last);

        if (second_is_heavier(first, centre, last)) {
            first = centre;
        } else {
            last = centre - 1;
        }
    }
    return first;
}

static bool next_local(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                       struct noc_part *theirs)
{
    (void)env;
    if (mine->left == mine->right) {
        return false;
    }

    uint32_t centre = noc_cube_split(chain, mine->left, mine->right);

    if (mine->self < centre) {
        noc_forward_from(mine, theirs, centre);
    } else {
        *theirs = (struct noc_part){.left = mine->left, .right = (uint16_t)(centre - 1)};
        mine->left = (uint16_t)centre;
    }
    theirs->self = (uint16_t)most_crowded(chain, theirs->left, theirs->right);
    return true;
}

const struct noc_algorithm noc_algorithm_w_sort = {
    .name = "w-sort",
    .summary = "as maxport, with the more crowded half first in the chain (Robinson 1994, 3.4)",
    .fits = fits_sorted,
    .order = order_sorted,
    .next = noc_maxport_next,
};

const struct noc_algorithm noc_algorithm_w_sort_local = {
    .name = "w-sort-local",
    .summary = "the tree of w-sort, found without permuting the chain (Robinson 1994, 3.4)",
    .fits = fits_local,
    .order = noc_cube_order,
    .next = next_local,
};
