/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"
#include "routing/routings.h"
#include "topology/sort.h"
/*
 * Recursive doubling in meshes (Barnett, Payne, van de Geijn, Watts 1996; as described in Al-Dubai
 * et al. 2002, section 5): who has the message is responsible for a part of a
 * column, then of a row. It halves its part and sends to the node of the other half at
 * the same place in it, which is responsible for that half.
 *
 *     part    [ row ... self's row ... | ... the same place ... ]    columns first,
 *     part    [ self ... | the same place ... ]                      then within the row
 *
 * Our reading: the column first; halves as nearly equal as can be, the larger one lower;
 * where the other half has no such place, or no destination there, the nearest one in
 * it. Any number of dimensions, the highest first.
 *
 * Cost: ceil(log2 W) steps for each width W with one port, log2 N in all if they are
 * powers of two, so more than the fewest if not. A search for the middle for each message.
 * No contention under xy, also to a subset of nodes: messages stay in their parts, which are disjoint.
 */

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_xy || r == &noc_routing_coded_path ||
           r == &noc_routing_coded_path_vc ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "rd is for meshes under xy, coded-path or coded-path-vc");
}

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    uint16_t source = chain[0];
    uint32_t self = 0;

    (void)env;
    noc_sort(chain, m + 1);
    while (chain[self] != source) {
        self++;
    }
    *whole = (struct noc_part){.right = (uint16_t)m, .self = (uint16_t)self};
}

/* Nodes are halved by number in steps of `unit`: rows, say. The highest dimension in which the
 * ends of the part differ; 1 where there are none, or cells beside them (grids). */
static uint32_t unit_of(const struct noc_topology *t, uint32_t first, uint32_t last)
{
    unsigned d = t->dims;

    while (d-- > 1) {
        if (t->stride[d] > 1 && first / t->stride[d] != last / t->stride[d]) {
            return t->stride[d];
        }
    }
    return 1;
}

/* The first place in chain[left+1..right] whose node is not below `node`, if they ascend. */
static uint32_t place_of(const uint16_t *chain, uint32_t left, uint32_t right, uint32_t node)
{
    uint32_t low = left + 1, high = right;

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (chain[middle] < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Of chain[left..right] the one nearest in number to `node`, if they ascend. */
static uint32_t nearest(const uint16_t *chain, uint32_t left, uint32_t right, uint32_t node)
{
    uint32_t at;

    if (left == right || chain[left] >= node) {
        return left;
    }
    at = place_of(chain, left, right, node);
    return chain[at] >= node && node - chain[at - 1] <= chain[at] - node ? at - 1 : at;
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t first, last, unit, lower, cut, self, place;

    if (mine->left == mine->right) {
        return false;
    }
    self = chain[mine->self];
    first = chain[mine->left];
    last = chain[mine->right];
    unit = unit_of(env->topology, first, last);
    first = first / unit * unit;
    lower = last > first ? (last / unit - first / unit + 2) / 2 * unit : unit;
    cut = place_of(chain, mine->left, mine->right, first + lower);
    if (mine->self < cut) {
        *theirs = (struct noc_part){.left = (uint16_t)cut, .right = mine->right};
        place = self + lower - ((self + lower) / unit > last / unit ? unit : 0);
        theirs->self = (uint16_t)nearest(chain, cut, mine->right, place);
        mine->right = (uint16_t)(cut - 1);
    } else {
        *theirs = (struct noc_part){.left = mine->left, .right = (uint16_t)(cut - 1)};
        theirs->self =
            (uint16_t)nearest(chain, mine->left, cut - 1u, self > lower ? self - lower : 0);
        mine->left = (uint16_t)cut;
    }
    return true;
}

const struct noc_algorithm noc_algorithm_rd = {
    .name = "rd",
    .summary = "recursive doubling in columns, then in rows (Barnett et al. 1996)",
    .fits = fits,
    .order = order,
    .next = next,
};
