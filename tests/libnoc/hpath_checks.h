/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The Hamiltonian path to and fro, built by laying copies of the path of fewer dimensions end to
 * end, every other one backwards; and routes along it, said again from the definition. No code of
 * libnoc's.
 */
#ifndef TESTS_HPATH_CHECKS_H
#define TESTS_HPATH_CHECKS_H

#include "reference.h"

enum { HPATH_NODES = 256, HPATH_PORTS = 14 };

struct hpath {
    struct noc_topology t;
    unsigned at[HPATH_NODES], label[HPATH_NODES];                /* at[label]: node */
    unsigned near[HPATH_NODES][HPATH_PORTS], nears[HPATH_NODES]; /* neighbours */
    unsigned apart[HPATH_NODES][HPATH_NODES];                    /* links between two nodes */
};

static inline void hpath_make(struct hpath *p, const char *text)
{
    unsigned n = 1;

    memset(p, 0, sizeof *p);
    p->t = topology(text);
    assert_true(p->t.nodes <= HPATH_NODES);
    for (unsigned d = 0, unit = 1; d < p->t.dims; unit *= p->t.width[d++]) {
        for (unsigned x = 1; x < p->t.width[d]; x++) {
            for (unsigned i = 0; i < unit; i++) {
                unsigned twin = x % 2 ? unit - 1 - i : i;

                p->at[n++] = p->at[twin] + x * unit;
            }
        }
    }
    assert_int_equal(n, p->t.nodes);
    for (unsigned i = 0; i < n; i++) {
        p->label[p->at[i]] = i;
        distances(&p->t, i, p->apart[i]);
        for (unsigned b = 0; b < n; b++) {
            if (b != i && neighbours(&p->t, i, b)) {
                assert_true(p->nears[i] < HPATH_PORTS);
                p->near[i][p->nears[i]++] = b;
            }
        }
    }
}

/* Whether label x lies between those of u (not included) and v. */
static inline bool hpath_between(const struct hpath *p, unsigned u, unsigned x, unsigned v)
{
    unsigned a = p->label[u], b = p->label[x], c = p->label[v];

    return a < c ? a < b && b <= c : c <= b && b < a;
}

/* Where a worm at u goes next towards another node v: the nearest, or, `by_label`, the one whose
 * label alone is closest. */
static inline unsigned hpath_next(const struct hpath *p, unsigned u, unsigned v, bool by_label)
{
    unsigned best = u;

    for (unsigned i = 0; i < p->nears[u]; i++) {
        unsigned x = p->near[u][i];

        if (!hpath_between(p, u, x, v)) {
            continue;
        }
        if (best == u || (!by_label && p->apart[x][v] < p->apart[best][v]) ||
            ((by_label || p->apart[x][v] == p->apart[best][v]) && hpath_between(p, best, x, v))) {
            best = x;
        }
    }
    assert_int_not_equal(best, u);
    return best;
}

#endif
