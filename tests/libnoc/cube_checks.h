/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hypercube algorithms as the dissertation prints them (figures 3.5 and 3.8): recursive,
 * by linear search, on addresses relative to the source. They share no code with libnoc.
 */
#ifndef TESTS_CUBE_CHECKS_H
#define TESTS_CUBE_CHECKS_H

#include "plan_checks.h"

enum { CUBE_NODES = 16384 };
enum variation { U_CUBE, MAXPORT, COMBINE, W_SORT };

/* Who reaches a node, and as its how manieth message, from 1; 0: nobody. */
struct tree {
    uint16_t from[CUBE_NODES], rank[CUBE_NODES];
};

/* The highest bit in which u and v differ (definition 3.2). */
static inline unsigned delta(unsigned u, unsigned v)
{
    unsigned d = 31;

    assert_true(u != v);
    while ((u >> d & 1) == (v >> d & 1)) {
        d--;
    }
    return d;
}

/* Figure 3.5. */
static inline void generalized(enum variation variation, const unsigned *d, unsigned left,
                               unsigned right, struct tree *tree)
{
    uint16_t rank = 0;

    while (left != right) {
        unsigned k = delta(d[left], d[right]);
        unsigned highdim = left + 1;
        unsigned center = left + (right - left + 1) / 2;
        unsigned next = center;

        while (delta(d[left], d[highdim]) != k) {
            highdim++;
        }
        if (variation == MAXPORT || (variation == COMBINE && highdim > center)) {
            next = highdim;
        }
        tree->from[d[next]] = (uint16_t)d[left];
        tree->rank[d[next]] = ++rank;
        generalized(variation, d, next, right, tree);
        right = next - 1;
    }
}

/* Where the second half of the S-cube of dimension n begins; last + 1 if nowhere. */
static inline unsigned cube_center(const unsigned *d, unsigned first, unsigned last, unsigned n)
{
    unsigned center = first;

    while (center <= last && d[center] >> (n - 1) == d[first] >> (n - 1)) {
        center++;
    }
    return center;
}

/* Figure 3.8. */
static inline void weighted_sort(unsigned *d, int first, int last, unsigned n)
{
    if (last - first < 2) {
        return;
    }

    int center = (int)cube_center(d, (unsigned)first, (unsigned)last, n);

    weighted_sort(d, first, center - 1, n - 1);
    weighted_sort(d, center, last, n - 1);
    if (first != 0 && center - first < last - center + 1) {
        unsigned moved[CUBE_NODES];
        unsigned at = 0;

        for (int i = center; i <= last; i++) {
            moved[at++] = d[i];
        }
        for (int i = first; i < center; i++) {
            moved[at++] = d[i];
        }
        memcpy(d + first, moved, at * sizeof *d);
    }
}

static inline int up(const void *a, const void *b)
{
    return (int)*(const unsigned *)a - (int)*(const unsigned *)b;
}

/* The papers' tree, in addresses relative to the source. d: m + 1 entries, the chain
 * afterwards. */
static inline void expected_tree(enum variation variation, unsigned dims, unsigned source,
                                 const uint16_t *dests, unsigned m, unsigned *d, struct tree *tree)
{
    memset(tree, 0, sizeof *tree);
    d[0] = 0;
    for (unsigned i = 0; i < m; i++) {
        d[i + 1] = dests[i] ^ source;
    }
    qsort(d, m + 1, sizeof *d, up);
    if (variation == W_SORT) {
        weighted_sort(d, 0, (int)m, dims);
    }
    generalized(variation == W_SORT ? MAXPORT : variation, d, 0, m, tree);
}

/* What next() makes of a part, in addresses relative to `source`. Each node has its own piece of
 * the chain only, as if it had come with the message. */
static inline void walk(const struct noc_algorithm *a, const uint16_t *chain, struct noc_part part,
                        unsigned source, struct tree *tree)
{
    uint16_t own[CUBE_NODES];
    struct noc_part theirs;
    uint16_t rank = 0;
    unsigned from = chain[part.self] ^ source;

    memcpy(own, chain + part.left, (part.right - part.left + 1u) * sizeof *own);
    part = (struct noc_part){.right = (uint16_t)(part.right - part.left),
                             .self = (uint16_t)(part.self - part.left)};
    while (a->next(NULL, own, &part, &theirs)) {
        unsigned to = own[theirs.self] ^ source;

        assert_int_equal(tree->rank[to], 0);
        tree->from[to] = (uint16_t)from;
        tree->rank[to] = ++rank;
        walk(a, own, theirs, source, tree);
    }
    assert_int_equal(part.left, part.right);
}

/* chain: m + 1 entries, as order() leaves it afterwards. next() is given no environment: a
 * relay may have but its part. */
static inline void actual_tree(const struct noc_algorithm *a, const struct noc_topology *t,
                               unsigned source, const uint16_t *dests, unsigned m, uint16_t *chain,
                               struct tree *tree)
{
    struct noc_plan_env env = {t, NULL, 0, source, 0, 0, NULL};
    struct noc_part whole;

    memset(tree, 0, sizeof *tree);
    chain[0] = (uint16_t)source;
    memcpy(chain + 1, dests, m * sizeof *dests);
    a->order(&env, chain, m, &whole);
    assert_int_equal(whole.left, 0);
    assert_int_equal(whole.right, m);
    assert_int_equal(chain[whole.self], source);
    walk(a, chain, whole, source, tree);
}

/* The algorithm's tree for this set is the paper's. */
static inline void check_tree(const char *name, enum variation variation,
                              const struct noc_topology *t, unsigned source, const uint16_t *dests,
                              unsigned m)
{
    static struct tree expected, actual;
    static unsigned d[CUBE_NODES];
    static uint16_t chain[CUBE_NODES];

    expected_tree(variation, t->dims, source, dests, m, d, &expected);
    actual_tree(algorithm(name), t, source, dests, m, chain, &actual);
    assert_memory_equal(expected.from, actual.from, t->nodes * sizeof *expected.from);
    assert_memory_equal(expected.rank, actual.rank, t->nodes * sizeof *expected.rank);
}

/* All sets from node `source` of a small cube, and random ones of larger cubes. */
static inline void check_trees(const char *name, enum variation variation)
{
    static const struct {
        const char *text;
        unsigned sets;
    } tried[] = {{"cube:5", 2000}, {"cube:7", 1000}, {"cube:10", 50}, {"cube:12", 5}};
    struct noc_topology four = topology("cube:4");
    uint32_t random = 4711;

    for (unsigned source = 0; source < 16; source += 5) {
        for (unsigned set = 1; set < 1u << 16; set++) {
            uint16_t dests[16];
            unsigned m = 0;

            for (unsigned node = 16; node-- > 0;) {
                if (node != source && set >> node & 1) {
                    dests[m++] = (uint16_t)node;
                }
            }
            if (m > 0 && !(set >> source & 1)) {
                check_tree(name, variation, &four, source, dests, m);
            }
        }
    }
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        struct noc_topology t = topology(tried[i].text);

        for (unsigned n = 0; n < tried[i].sets; n++) {
            static uint16_t dests[CUBE_NODES];
            unsigned source = random_below(&random, t.nodes);
            unsigned m = 1 + random_below(&random, t.nodes - 1);

            random_set(&random, t.nodes, source, m, dests);
            check_tree(name, variation, &t, source, dests, m);
        }
    }
}

/* The set of section 3.1, and of all its figures: source 0. */
static const uint16_t eight[] = {1, 3, 5, 7, 11, 12, 14, 15};

#endif
