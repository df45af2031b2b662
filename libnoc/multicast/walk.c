/* SPDX-License-Identifier: BSD-2-Clause */
#include "walk.h"

#include "routing/hpath.h"
#include "topology/shape.h"
#include "topology/topologies.h"

/* What the order is by. */
struct walk {
    const struct noc_topology *t;
    bool turned;
    uint16_t source, first; /* and its label */
};

/* To and fro along the highest dimension: noc_hpath_label() with the dimensions in reverse. */
static uint32_t turned_label(const struct noc_topology *t, uint32_t node)
{
    uint32_t label = 0;

    for (unsigned d = 0; d < t->dims; d++) {
        uint32_t x = noc_digit(t, node, d);

        label = label * t->width[d] + (label & 1 ? t->width[d] - 1u - x : x);
    }
    return label;
}

/* The cycles in the order of Gray's code, the source's first. Each is entered where the link from
 * the last one leads. */
static uint32_t cycles_label(const struct walk *w, uint32_t node)
{
    const struct noc_topology *t = w->t;
    uint32_t n = t->width[0], corner = noc_over_stride(t, node, 1), i = node - corner * n;
    uint32_t place = 0, entry = 0;

    for (corner ^= noc_over_stride(t, w->source, 1); corner > 0; corner >>= 1) {
        place ^= corner;
    }
    while (place > 0 && !(place >> entry & 1)) {
        entry++;
    }
    return place * n + (i >= entry ? i - entry : i + n - entry);
}

static uint32_t label(const struct walk *w, uint32_t node)
{
    const struct noc_topology *t = w->t;

    return w->turned                    ? turned_label(t, node)
         : noc_hpath_exists(t)          ? noc_hpath_label(t, node)
         : t->kind == &noc_topology_ccc ? cycles_label(w, node)
         : t->shape                     ? noc_shape_order(t->shape, node)
                                        : node;
}

/* A node's place on the walk from the source on; lower labels wrap to above all others. */
static uint16_t place(const struct walk *w, uint32_t node)
{
    return (uint16_t)(label(w, node) - w->first);
}

/* Let item[at] sink until neither child in item[0..n-1] has a later place. */
static void sink(const struct walk *w, uint16_t *item, uint32_t at, uint32_t n)
{
    uint16_t node = item[at], latest = place(w, node);

    for (uint32_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        uint16_t one = place(w, item[child]);

        if (child + 1 < n && place(w, item[child + 1]) > one) {
            one = place(w, item[++child]);
        }
        if (one <= latest) {
            break;
        }
        item[at] = item[child];
        at = child;
    }
    item[at] = node;
}

void noc_walk_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m, bool turned,
                    struct noc_part *whole)
{
    struct walk w = {env->topology, turned, chain[0], 0};
    uint16_t *item = chain + 1;

    w.first = (uint16_t)label(&w, chain[0]);
    for (uint32_t i = m / 2; i-- > 0;) {
        sink(&w, item, i, m);
    }
    for (uint32_t end = m; end-- > 1;) {
        uint16_t last = item[0];

        item[0] = item[end];
        item[end] = last;
        sink(&w, item, 0, end);
    }
    *whole = (struct noc_part){.right = (uint16_t)m};
}

bool noc_walk_turns(const struct noc_topology *t, uint32_t m)
{
    bool grid = t->kind == &noc_topology_mesh || t->kind == &noc_topology_torus;

    return grid && t->dims > 1 && m + 1 == t->nodes && t->nodes % 2 == 0;
}
