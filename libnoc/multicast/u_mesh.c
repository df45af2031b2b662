/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * U-mesh (McKinley, Xu, Esfahanian, Ni 1994; cited in the dissertation,
 * section 4.4): multicast in one-port meshes under XY routing. The nodes are
 * sorted in dimension order, which is the order of their numbers; the source
 * keeps its own place in the chain. Who has the message hands the half
 * in which it is not to that half's node nearest to its own.
 *
 *     [left ... self ... | centre ... right]   self left of the middle
 *     [left ... centre | ... self ... right]   right of it
 *     [left ...     self | centre ... right]   at it: centre = self + 1
 *
 * Where the routing goes along x first (x-then-y, and wxyz and balanced, which are the
 * same without auxiliary cells), the order is that of the columns.
 *
 * Cost: ceil(log2(m+1)) steps with one port, m messages, no contention
 * whatever the start-up times. In unidirectional tori it contends: on utorus:4
 * from 3 to all others, 3 to 2 and 1 to 0 go around by one channel in one step.
 */
#include "chain.h"
#include "routing/routings.h"
#include "topology/grid.h"
#include "topology/sort.h"

/* Whether it goes along x, the lowest dimension, first. */
static bool along_x_first(const struct noc_routing *r)
{
    return r == &noc_routing_x_then_y || r == &noc_routing_wxyz || r == &noc_routing_balanced;
}

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    return r == &noc_routing_xy || (along_x_first(r) && noc_grid_regular(t) == t->nodes) ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "u-mesh is for meshes under xy, or under x-then-y, wxyz or balanced without "
                      "auxiliary cells; in utorus:4 it contends already");
}

/* The numbers that count regular cells column by column instead of row by row of so
 * many; with the number of columns in a row, back again. */
static void turn(const struct noc_topology *t, uint16_t *chain, uint32_t n, uint32_t row)
{
    uint32_t regular = noc_grid_regular(t), column = regular / row;

    for (uint32_t i = 0; i < n; i++) {
        if (chain[i] < regular) { /* others if it is forced */
            chain[i] = (uint16_t)(chain[i] % row * column + chain[i] / row);
        }
    }
}

static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    const struct noc_topology *t = env->topology;
    uint16_t source = chain[0];
    uint32_t self = 0;

    if (along_x_first(env->routing)) {
        turn(t, chain, m + 1, t->width[0]);
        noc_sort(chain, m + 1);
        turn(t, chain, m + 1, t->width[1]);
    } else {
        noc_sort(chain, m + 1);
    }
    while (chain[self] != source) {
        self++;
    }
    *whole = (struct noc_part){.right = (uint16_t)m, .self = (uint16_t)self};
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t others = (uint32_t)mine->right - mine->left;
    uint32_t twice_self = 2u * mine->self;
    uint32_t twice_middle = (uint32_t)mine->left + mine->right;

    (void)env;
    (void)chain;
    if (others == 0) {
        return false;
    }
    if (twice_self < twice_middle) {
        return noc_forward_from(mine, theirs, mine->left + (others + 1) / 2);
    }
    if (twice_self == twice_middle) {
        return noc_forward_from(mine, theirs, mine->self + 1u);
    }

    uint16_t centre = (uint16_t)(mine->left + others / 2);

    *theirs = (struct noc_part){.left = mine->left, .right = centre, .self = centre};
    mine->left = (uint16_t)(centre + 1);
    return true;
}

const struct noc_algorithm noc_algorithm_u_mesh = {
    .name = "u-mesh",
    .summary = "recursive halving of the sorted chain, in meshes (McKinley et al. 1994)",
    .fits = fits,
    .order = order,
    .next = next,
};
