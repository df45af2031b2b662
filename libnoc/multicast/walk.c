/* SPDX-License-Identifier: BSD-2-Clause */
#include "walk.h"

#include "routing/hpath.h"
#include "topology/shape.h"
#include "topology/sort.h"
#include "topology/topologies.h"

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

static uint32_t turned_node(const struct noc_topology *t, uint32_t label)
{
    uint32_t node = 0;

    for (unsigned d = t->dims; d-- > 0;) {
        uint32_t higher = label / t->width[d], x = label - higher * t->width[d];

        node += (higher & 1 ? t->width[d] - 1u - x : x) * t->stride[d];
        label = higher;
    }
    return node;
}

/* Where the cycle at this place is entered. */
static uint32_t cycle_entry(uint32_t place)
{
    uint32_t entry = 0;

    while (place > 0 && !(place >> entry & 1)) {
        entry++;
    }
    return entry;
}

/* The cycles in the order of Gray's code, the source's first. Each is entered where the link from
 * the last one leads. */
static uint32_t cycles_label(const struct noc_walk *w, uint32_t node)
{
    const struct noc_topology *t = w->t;
    uint32_t n = t->width[0], corner = noc_over_stride(t, node, 1), i = node - corner * n;
    uint32_t place = 0, entry;

    for (corner ^= noc_over_stride(t, w->source, 1); corner > 0; corner >>= 1) {
        place ^= corner;
    }
    entry = cycle_entry(place);
    return place * n + (i >= entry ? i - entry : i + n - entry);
}

static uint32_t cycles_node(const struct noc_walk *w, uint32_t label)
{
    const struct noc_topology *t = w->t;
    uint32_t n = t->width[0], place = noc_over_stride(t, label, 1);
    uint32_t i = label - place * n + cycle_entry(place);

    place ^= place >> 1 ^ noc_over_stride(t, w->source, 1);
    return place * n + (i < n ? i : i - n);
}

static uint32_t label(const struct noc_walk *w, uint32_t node)
{
    const struct noc_topology *t = w->t;

    return w->turned                    ? turned_label(t, node)
         : noc_hpath_exists(t)          ? noc_hpath_label(t, node)
         : t->kind == &noc_topology_ccc ? cycles_label(w, node)
         : t->shape                     ? noc_shape_order(t->shape, node)
                                        : node;
}

/* The node with this label; not of a shape. */
static uint32_t node_of(const struct noc_walk *w, uint32_t label)
{
    const struct noc_topology *t = w->t;

    return w->turned                    ? turned_node(t, label)
         : noc_hpath_exists(t)          ? noc_hpath_node(t, label)
         : t->kind == &noc_topology_ccc ? cycles_node(w, label)
                                        : label;
}

/* A node's place on the walk from the source on; lower labels wrap to above all others. */
static uint16_t place(const struct noc_walk *w, uint32_t node)
{
    return (uint16_t)(label(w, node) - w->first);
}

/* Let item[at] sink until neither child in item[0..n-1] has a later place. */
static void sink(const struct noc_walk *w, uint16_t *item, uint32_t at, uint32_t n)
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

/* Where labels do not lead back to nodes. */
static void sort_nodes(const struct noc_walk *w, uint16_t *item, uint32_t m)
{
    for (uint32_t i = m / 2; i-- > 0;) {
        sink(w, item, i, m);
    }
    for (uint32_t end = m; end-- > 1;) {
        uint16_t last = item[0];

        item[0] = item[end];
        item[end] = last;
        sink(w, item, 0, end);
    }
}

/* Sorted by labels, each of which is found once. */
static void sort_labels(const struct noc_walk *w, uint16_t *item, uint32_t m)
{
    for (uint32_t i = 0; i < m; i++) {
        item[i] = place(w, item[i]);
    }
    noc_sort(item, m);
    for (uint32_t i = 0; i < m; i++) {
        item[i] = (uint16_t)node_of(w, (uint16_t)(item[i] + w->first));
    }
}

bool noc_walk_begin(struct noc_walk *w, const struct noc_plan_env *env, uint32_t m)
{
    const struct noc_topology *t = env->topology;

    w->t = t;
    w->turned = env->tree > 0 && noc_walk_turns(t, m);
    w->source = (uint16_t)env->source;
    w->first = (uint16_t)label(w, env->source);
    return !t->shape && m + 1 == t->nodes;
}

uint32_t noc_walk_node(const struct noc_walk *w, uint32_t place)
{
    uint32_t at = w->first + place;

    return node_of(w, at < w->t->nodes ? at : at - w->t->nodes);
}

uint32_t noc_walk_place(const struct noc_walk *w, uint32_t node)
{
    uint32_t at = label(w, node);

    return at >= w->first ? at - w->first : at + w->t->nodes - w->first;
}

void noc_walk_order(const struct noc_plan_env *env, uint16_t *chain, uint32_t m,
                    struct noc_part *whole)
{
    struct noc_walk w;

    *whole = (struct noc_part){.right = (uint16_t)m};
    if (noc_walk_begin(&w, env, m)) {
        for (uint32_t i = 1; i <= m; i++) {
            chain[i] = (uint16_t)noc_walk_node(&w, i);
        }
    } else if (env->topology->shape) {
        sort_nodes(&w, chain + 1, m);
    } else {
        sort_labels(&w, chain + 1, m);
    }
}

bool noc_walk_turns(const struct noc_topology *t, uint32_t m)
{
    bool grid = t->kind == &noc_topology_mesh || t->kind == &noc_topology_torus;

    return grid && t->dims > 1 && m + 1 == t->nodes && t->nodes % 2 == 0;
}
