/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Postorder recursive doubling (Libeskind-Hadas 1998, 3.2): multicast in any
 * network with up-first routing along a breadth-first tree. The nodes are
 * sorted by their postorder numbers in the tree and rotated so that the source
 * comes first; who has the message halves its piece of the list again and
 * again, each time sending to the first node of the upper half.
 *
 * Cost: ceil(log2(m+1)) steps with one port, m messages, no contention whatever
 * the start-up times (theorem 2). Precondition: strict or relaxed up-first
 * paths. Where nodes have no postorder numbers, their own take their place.
 */
#include "chain.h"
#include "routing/routings.h"
#include "topology/shape.h"

static bool fits(const struct noc_topology *t, const struct noc_routing *r, struct noc_fault *fault)
{
    (void)t;
    return r == &noc_routing_updown || r == &noc_routing_updown_strict ||
           noc_refuse(fault, NOC_FAULT_ALGORITHM_FIT, 0, 0,
                      "postorder is proven for graphs under updown and updown-strict only");
}

/* Places in the list, counted from the source's: lower ones wrap to above all others. */
struct places {
    const uint16_t *order; /* NULL: a node's number is its place */
    uint16_t source;
};

static uint16_t place(const struct places *p, uint16_t node)
{
    return (uint16_t)((p->order ? p->order[node] : node) - p->source);
}

/* Let item[at] sink until neither child in item[0..n-1] has a later place. */
static void sink(const struct places *p, uint16_t *item, uint32_t at, uint32_t n)
{
    uint16_t node = item[at], latest = place(p, node);

    for (uint32_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        uint16_t one = place(p, item[child]);

        if (child + 1 < n && place(p, item[child + 1]) > one) {
            one = place(p, item[++child]);
        }
        if (one <= latest) {
            break;
        }
        item[at] = item[child];
        at = child;
    }
    item[at] = node;
}

/* Heapsort by place. */
static void sort(const struct places *p, uint16_t *item, uint32_t n)
{
    for (uint32_t i = n / 2; i-- > 0;) {
        sink(p, item, i, n);
    }
    for (uint32_t end = n; end-- > 1;) {
        uint16_t last = item[0];

        item[0] = item[end];
        item[end] = last;
        sink(p, item, 0, end);
    }
}

/* Every core of a group does this, so the usual cases are short: all nodes, whose
 * order is known, and a chain that is in order already. */
static void order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                  struct noc_part *whole)
{
    const struct noc_shape *shape = env->topology->shape;
    uint32_t nodes = env->topology->nodes, i = 0;
    struct places p = {0};

    if (shape) {
        p.order = (const uint16_t *)noc_shape_part(shape, shape->order);
    }
    p.source = place(&p, chain[0]);
    *whole = (struct noc_part){.right = (uint16_t)m};
    if (m + 1 == nodes) {
        for (uint32_t node = 0; node < nodes; node++) {
            uint16_t at = place(&p, (uint16_t)node);

            chain[at < nodes ? at : (uint16_t)(at + nodes)] = (uint16_t)node;
        }
        return;
    }
    while (i < m && place(&p, chain[i]) < place(&p, chain[i + 1])) {
        i++;
    }
    if (i < m) {
        sort(&p, chain + 1, m);
    }
}

static bool next(const struct noc_plan_env *env, const uint16_t *chain, struct noc_part *mine,
                 struct noc_part *theirs)
{
    uint32_t nodes = (uint32_t)mine->right - mine->left + 1;

    (void)env;
    (void)chain;
    return nodes > 1 && noc_forward_from(mine, theirs, mine->left + (nodes + 1) / 2);
}

const struct noc_algorithm noc_algorithm_postorder = {
    .name = "postorder",
    .summary = "recursive halving in postorder, in any network (Libeskind-Hadas et al. 1998)",
    .fits = fits,
    .order = order,
    .next = next,
};
