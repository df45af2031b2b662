/* SPDX-License-Identifier: BSD-2-Clause */
/* Robinson 1994, sections 3.3 to 3.5: chains, Maxport, Combine, W-sort. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "claims.h"
#include "multicast/algorithms.h"
#include "routing/routings.h"
#include "topology/topologies.h"

enum { CHAIN_MAX = 64 };

static uint32_t delta(uint32_t u, uint32_t v)
{
    uint32_t d = 0;

    for (uint32_t x = (u ^ v) >> 1; x; x >>= 1) {
        d++;
    }
    return d;
}

/* --- figures 3.5 and 3.8, as printed ---------------------------------------------- */

enum variant { U_CUBE, MAXPORT, COMBINE };

/* One pass of figure 3.5's loop: `next`. */
static uint32_t figure_3_5(enum variant variant, const uint16_t *d, uint32_t left, uint32_t right)
{
    uint32_t k = delta(d[left], d[right]), highdim = left + 1;
    uint32_t center = left + (right - left + 1) / 2; /* left + ceil((right - left) / 2) */

    while (delta(d[left], d[highdim]) != k) {
        highdim++;
    }
    return variant == U_CUBE  ? center
         : variant == MAXPORT ? highdim
         : highdim > center   ? highdim
                              : center;
}

/* All messages from chain d[0..m], breadth first; steps with all ports. */
static void figure_3_5_plan(enum variant variant, const uint16_t *d, uint32_t m,
                            struct multicast *p)
{
    struct {
        uint32_t left, right, step;
    } queue[CHAIN_MAX];
    uint32_t n = 1;

    queue[0].left = 0;
    queue[0].right = m;
    queue[0].step = 0;
    p->m = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t left = queue[i].left, right = queue[i].right, busy[32] = {0};

        while (left < right) {
            uint32_t next = figure_3_5(variant, d, left, right);
            uint32_t step = queue[i].step + ++busy[delta(d[left], d[next])];

            p->message[p->m++] =
                (struct noc_message){d[left], d[next], (uint16_t)step, {.self = 0}, false};
            queue[n].left = next;
            queue[n].right = right;
            queue[n++].step = step;
            right = next - 1;
        }
    }
    multicast_index(p);
}

struct counts {
    uint64_t calls, comparisons, copies;
    bool trim; /* begin a call at the highest dimension in which its nodes differ */
};

/* CubeCenter: where the second half begins; last + 1 if there is only one. By bisection. */
static uint32_t cube_center(const uint64_t *d, uint32_t first, uint32_t last, uint32_t dim,
                            struct counts *count)
{
    uint32_t low = first + 1, high = last + 1;

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        count->comparisons++;
        if ((d[middle] ^ d[first]) >> (dim - 1) & 1) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Figure 3.8 with a stack of its own: children first, as the recursion has it. */
struct frame {
    uint32_t first, last, dim, center;
    unsigned stage;
};

static void swap_halves(uint64_t *d, const struct frame *f, struct counts *count)
{
    uint64_t *copy = malloc((f->last - f->first + 1) * sizeof *copy);
    uint32_t n = 0;

    for (uint32_t i = f->center; i <= f->last; i++) {
        copy[n++] = d[i];
    }
    for (uint32_t i = f->first; i < f->center; i++) {
        copy[n++] = d[i];
    }
    memcpy(d + f->first, copy, n * sizeof *copy);
    count->copies += n;
    free(copy);
}

static uint32_t delta64(uint64_t u, uint64_t v)
{
    uint32_t d = 0;

    for (uint64_t differ = (u ^ v) >> 1; differ; differ >>= 1) {
        d++;
    }
    return d;
}

static void weighted_sort(uint64_t *d, uint32_t first, uint32_t last, uint32_t dim,
                          struct counts *count)
{
    struct frame stack[80];
    uint32_t depth = 0;

    stack[depth++] = (struct frame){first, last, dim, 0, 0};
    while (depth) {
        struct frame *f = &stack[depth - 1];

        if (f->last < f->first + 2 && f->stage == 0) {
            depth--; /* fewer than three: nothing to do */
        } else if (f->stage == 0) {
            count->calls++;
            f->dim = count->trim ? 1 + delta64(d[f->first], d[f->last]) : f->dim;
            f->center = cube_center(d, f->first, f->last, f->dim, count);
            f->stage = 1;
            stack[depth++] = (struct frame){f->first, f->center - 1, f->dim - 1, 0, 0};
        } else if (f->stage == 1) {
            f->stage = 2;
            stack[depth++] = (struct frame){f->center, f->last, f->dim - 1, 0, 0};
        } else {
            if (f->first != 0 && f->center - f->first < f->last + 1 - f->center) {
                swap_halves(d, f, count);
            }
            depth--;
        }
    }
}

static void sorted_chain(uint64_t set, uint16_t *d, uint32_t *m)
{
    *m = members(set, d) - 1;
}

static void weighted_chain(const uint16_t *d, uint32_t m, uint32_t dim, uint16_t *out)
{
    uint64_t wide[CHAIN_MAX];
    struct counts count = {0, 0, 0, false};

    for (uint32_t i = 0; i <= m; i++) {
        wide[i] = d[i];
    }
    weighted_sort(wide, 0, m, dim, &count);
    for (uint32_t i = 0; i <= m; i++) {
        out[i] = (uint16_t)wide[i];
    }
}

/* Definition 3.5: between two nodes of an S-cube of the chain there are only nodes of it. */
static bool cube_ordered(const uint16_t *d, uint32_t n, uint32_t dims)
{
    for (uint32_t dim = 0; dim < dims; dim++) {
        for (uint32_t i = 0; i < n; i++) {
            bool left = false;

            for (uint32_t j = i + 1; j < n; j++) {
                bool inside = d[j] >> dim == d[i] >> dim;

                if (inside && left) {
                    return false;
                }
                left = left || !inside;
            }
        }
    }
    return true;
}

/*
 * Every cube-ordered chain of a set arises from the sorted one by interchanging halves of
 * S-cubes: bit b of `choice` says whether the halves of the b-th S-cube that has two are.
 * Returns false when choice has bits beyond.
 */
static bool chain_of_choice(uint64_t set, uint32_t dims, uint64_t choice, uint16_t *d, uint32_t *n)
{
    *n = members(set, d);
    for (uint32_t dim = dims; dim > 0; dim--) { /* large S-cubes first */
        for (uint32_t i = 0; i < *n;) {
            uint32_t end = i, half;
            uint16_t copy[CHAIN_MAX];

            while (end < *n && d[end] >> dim == d[i] >> dim) {
                end++;
            }
            for (half = i; half < end && !((d[half] ^ d[i]) >> (dim - 1) & 1); half++) {
            }
            if (half < end) {
                if (choice & 1) {
                    memcpy(copy, d + i, (half - i) * sizeof *d);
                    memmove(d + i, d + half, (end - half) * sizeof *d);
                    memcpy(d + i + (end - half), copy, (half - i) * sizeof *d);
                }
                choice >>= 1;
            }
            i = end;
        }
    }
    return choice == 0;
}

/* --- 3.3: order, U-cube ---------------------------------------------------------------- */

static bool below(uint32_t u, uint32_t v, uint32_t n) /* u <_d v by its definition */
{
    for (uint32_t j = n; j-- > 0;) {
        if ((u ^ v) >> j & 1) {
            return v >> j & 1;
        }
    }
    return true;
}

static void check_order(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t u = 0; u < 64; u++) {
        for (uint32_t v = 0; v < 64; v++) {
            if (below(u, v, 6) != (u <= v)) {
                claim_against(f, "%u and %u", u, v);
            }
        }
    }
    claim_checked(f, "all pairs of 6 bits");
}

static uint32_t reversed(uint32_t v)
{
    uint32_t r = 0;

    for (uint32_t i = 0; i < 5; i++) {
        r |= (v >> i & 1) << (4 - i);
    }
    return r;
}

static void check_order_example(bool deep, struct noc_finding *f)
{
    (void)deep;
    if (!below(2, 18, 5) || !below(18, 20, 5)) {
        claim_against(f, "highest bit first: not 00010, 10010, 10100");
    }
    if (!below(reversed(20), reversed(2), 5) || !below(reversed(2), reversed(18), 5)) {
        claim_against(f, "lowest bit first: not 10100, 00010, 10010");
    }
    claim_checked(f, "both chains");
}

static void check_figure_3_4(bool deep, struct noc_finding *f)
{
    static const uint16_t dests[] = {1, 3, 5, 7, 8, 10, 11, 15};
    static const uint16_t relative[] = {0, 1, 3, 5, 7, 11, 12, 14, 15};
    struct multicast p;
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    multicast_make(&p, &net, noc_algorithm_find("u-cube"), 1, 4, dests, 8);
    for (uint32_t i = 0; i <= 8; i++) {
        if ((p.chain[i] ^ 4) != relative[i]) {
            claim_against(f, "element %u of the chain is %u", i, p.chain[i] ^ 4);
        }
    }
    if (p.steps != 4) {
        claim_against(f, "%u steps", p.steps);
    }
    claim_checked(f, "the chain relative to 4 and its plan");
    net_close(&net);
}

static void check_u_cube_steps(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("u-cube");
    struct multicast p;
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 2; set < 65536; set += 2) {
        multicast_set(&p, &net, a, 1, 0, set);
        if (p.steps != doublings(p.m + 1)) {
            claim_against(f, "cube:4 from 0, %u destinations: %u steps", p.m, p.steps);
        }
    }
    net_close(&net);
    claim_checked(f, "every set of cube:4 from 0: 32767 plans");
}

/* Plans of libnoc against figure 3.5 as printed. */
static void same_as_figure(struct noc_finding *f, const char *name, enum variant variant)
{
    const struct noc_algorithm *a = noc_algorithm_find(name);
    struct multicast p, q;
    struct net net;

    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t d[CHAIN_MAX];
        uint32_t m;

        sorted_chain(set, d, &m);
        multicast_set(&p, &net, a, 0, 0, set & ~UINT64_C(1));
        figure_3_5_plan(variant, d, m, &q);
        for (uint32_t i = 1; i <= m; i++) {
            const struct noc_message *one = &p.message[p.into[d[i]]];
            const struct noc_message *two = &q.message[q.into[d[i]]];

            if (q.into[d[i]] == 0xff || p.into[d[i]] == 0xff || one->from != two->from ||
                one->step != two->step) {
                claim_against(f, "set %llx: node %u", (unsigned long long)set, d[i]);
            }
        }
    }
    net_close(&net);
    claim_checked(f, "%s: every set of cube:4 from 0, senders and steps", name);
}

static void check_figure_3_5(bool deep, struct noc_finding *f)
{
    (void)deep;
    same_as_figure(f, "u-cube", U_CUBE);
    same_as_figure(f, "maxport", MAXPORT);
    same_as_figure(f, "combine", COMBINE);
}

/* --- Maxport and Combine -------------------------------------------------------------------- */

/* For each message of each cube-ordered chain of cube:3, and of cube:4's weighted ones. */
struct piece {
    const uint16_t *d;
    uint32_t left, right, next; /* d[left] hands over d[next..right] */
};
typedef bool piece_holds(const struct piece *piece);

static bool walk_maxport(const uint16_t *d, uint32_t m, piece_holds *holds)
{
    uint32_t left[CHAIN_MAX] = {0}, right[CHAIN_MAX] = {m}, n = 1;
    bool good = true;

    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t r = right[i]; r > left[i];) {
            struct piece piece = {d, left[i], r, figure_3_5(MAXPORT, d, left[i], r)};

            good = good && holds(&piece);
            left[n] = piece.next;
            right[n++] = r;
            r = piece.next - 1;
        }
    }
    return good;
}

static void every_chain(struct noc_finding *f, piece_holds *holds)
{
    uint64_t chains = 0;

    for (uint64_t set = 1; set < 65536; set++) {
        uint16_t d[CHAIN_MAX], weighted[CHAIN_MAX];
        uint32_t n;

        if (set < 256) {
            for (uint64_t choice = 0; choice < 128; choice++) {
                if (chain_of_choice(set, 3, choice, d, &n)) {
                    chains++;
                    if (!walk_maxport(d, n - 1, holds)) {
                        claim_against(f, "cube:3, set %llx, chain from %u", (unsigned long long)set,
                                      d[0]);
                    }
                }
            }
        }
        n = members(set, d);
        weighted_chain(d, n - 1, 4, weighted);
        chains++;
        if (!walk_maxport(weighted, n - 1, holds)) {
            claim_against(f, "cube:4, set %llx, weighted", (unsigned long long)set);
        }
    }
    claim_checked(f, "all cube-ordered chains of cube:3, all weighted ones of cube:4: %llu",
                  (unsigned long long)chains);
}

/* Different channels: each first hop's dimension is below the one before. */
static bool other_channel(const struct piece *p)
{
    uint32_t k = delta(p->d[p->left], p->d[p->next]);

    return p->next - 1 == p->left || delta(p->d[p->left], p->d[p->next - 1]) < k;
}

/* What is handed over over channel k lies in the receiver's S-cube of dimension k, wholly, and
 * nothing that is kept does. */
static bool one_s_cube(const struct piece *p)
{
    uint32_t k = delta(p->d[p->left], p->d[p->next]);

    for (uint32_t i = p->left; i <= p->right; i++) {
        if ((p->d[i] >> k == p->d[p->next] >> k) != (i >= p->next)) {
            return false;
        }
    }
    return true;
}

/* The proof's S_local and S_remote, smallest S-cubes around both parts: disjoint, and both
 * within the smallest around the whole. */
static uint32_t hull(const uint16_t *d, uint32_t left, uint32_t right)
{
    uint32_t dim = 0;

    for (uint32_t i = left; i <= right; i++) {
        while (d[i] >> dim != d[left] >> dim) {
            dim++;
        }
    }
    return dim;
}

static bool disjoint_hulls(const struct piece *p)
{
    uint32_t local = hull(p->d, p->left, p->next - 1), remote = hull(p->d, p->next, p->right);
    uint32_t whole = hull(p->d, p->left, p->right), larger = local > remote ? local : remote;

    return p->d[p->left] >> larger != p->d[p->next] >> larger && local < whole && remote < whole;
}

/* S_remote of this iteration and of all later ones of the same sender. */
static bool disjoint_parts(const struct piece *p)
{
    uint32_t mine = hull(p->d, p->next, p->right);

    for (uint32_t right = p->next - 1, next; right > p->left; right = next - 1) {
        uint32_t k = delta(p->d[p->left], p->d[right]);

        for (next = p->left + 1; delta(p->d[p->left], p->d[next]) != k; next++) {
        }
        uint32_t other = hull(p->d, next, right), larger = mine > other ? mine : other;

        if (p->d[next] >> larger == p->d[p->next] >> larger) {
            return false;
        }
    }
    return true;
}

static void check_theorem_3_6_parts(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_chain(f, disjoint_parts);
}

static void check_maxport_channels(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_chain(f, other_channel);
}

static void check_maxport_cubes(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_chain(f, one_s_cube);
}

static void check_theorem_3_6_hulls(bool deep, struct noc_finding *f)
{
    (void)deep;
    every_chain(f, disjoint_hulls);
}

/* As many messages as there are different channels towards the destinations. */
static void check_maxport_most(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t d[CHAIN_MAX];
        uint32_t m, channels = 0, sends = 0;

        sorted_chain(set, d, &m);
        for (uint32_t i = 1; i <= m; i++) {
            channels |= 1u << delta(d[0], d[i]);
        }
        for (uint32_t right = m; right > 0; right = figure_3_5(MAXPORT, d, 0, right) - 1) {
            sends++;
            channels &= ~(1u << delta(d[0], d[right]));
        }
        if (channels || sends > 4) {
            claim_against(f, "set %llx", (unsigned long long)set);
        }
    }
    claim_checked(f, "the source's messages for every set of cube:4");
}

static void check_figure_3_6(bool deep, struct noc_finding *f)
{
    static const uint16_t dests[] = {9, 10, 11};
    struct multicast p, q;
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    multicast_make(&p, &net, noc_algorithm_find("maxport"), 0, 0, dests, 3);
    multicast_make(&q, &net, noc_algorithm_find("u-cube"), 0, 0, dests, 3);
    claim_checked(f, "from 0 to {9, 10, 11}: maxport %u steps, u-cube %u", p.steps, q.steps);
    if (p.steps != 3 || q.steps != 2) {
        claim_against(f, "maxport %u steps, u-cube %u", p.steps, q.steps);
    }
    net_close(&net);
}

static void check_combine_half(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t d[CHAIN_MAX];
        uint32_t m, left = 0;

        sorted_chain(set, d, &m);
        for (uint32_t right = m; right > left;) {
            uint32_t next = figure_3_5(COMBINE, d, left, right);

            if (2 * (right - next) > right - left) {
                claim_against(f, "cube:4, set %llx: %u of %u destinations besides the receiver",
                              (unsigned long long)set, right - next, right - left);
            }
            right = next - 1;
        }
    }
    claim_checked(
        f,
        "the source's messages for every set of cube:4: at most half of them, besides the receiver");
}

/* --- 3.4: cube-ordered chains ------------------------------------------------------------------ */

static void check_figure_3_7(bool deep, struct noc_finding *f)
{
    static const uint16_t chain[3][9] = {{0, 1, 3, 5, 7, 11, 12, 14, 15},
                                         {0, 1, 3, 5, 7, 12, 14, 15, 11},
                                         {0, 1, 3, 5, 7, 14, 15, 12, 11}};

    (void)deep;
    for (unsigned i = 0; i < 3; i++) {
        if (!cube_ordered(chain[i], 9, 4)) {
            claim_against(f, "chain %u", i);
        }
    }
    uint16_t weighted[CHAIN_MAX];

    weighted_chain(chain[0], 8, 4, weighted);
    if (memcmp(weighted, chain[2], sizeof chain[2])) {
        claim_against(f, "the weighted chain is another one");
    }
    claim_checked(f, "the three chains; WeightedSort turns the first into the third");
}

static void check_theorem_3_4(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 1; set < 65536; set++) {
        uint16_t d[CHAIN_MAX];

        if (!cube_ordered(d, members(set, d), 4)) {
            claim_against(f, "cube:4, set %llx", (unsigned long long)set);
        }
    }
    claim_checked(f, "every set of cube:4, sorted");
}

/* Used for theorem 3.5 (1): an interchange of the halves of an S-cube keeps a chain cube-ordered. */
static void check_interchange(bool deep, struct noc_finding *f)
{
    uint64_t chains = 0;

    (void)deep;
    for (uint64_t set = 1; set < 256; set++) {
        for (uint64_t choice = 0; choice < 128; choice++) {
            uint16_t d[CHAIN_MAX];
            uint32_t n;

            if (chain_of_choice(set, 3, choice, d, &n)) {
                chains++;
                if (!cube_ordered(d, n, 3)) {
                    claim_against(f, "cube:3, set %llx, choice %llx", (unsigned long long)set,
                                  (unsigned long long)choice);
                }
            }
        }
    }
    claim_checked(f, "every set of cube:3, every choice of halves to interchange: %llu chains",
                  (unsigned long long)chains);
}

/* The proof's center: in a chain with nodes in both halves of its S-cube there is one place where
 * the half changes, and CubeCenter finds it; with one half it gives last + 1. */
static void check_center(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 1; set < 256; set++) {
        for (uint64_t choice = 0; choice < 128; choice++) {
            uint16_t d[CHAIN_MAX];
            uint64_t wide[CHAIN_MAX];
            uint32_t n, changes = 0, place = 0;
            struct counts count = {0, 0, 0, false};

            if (!chain_of_choice(set, 3, choice, d, &n)) {
                continue;
            }
            for (uint32_t i = 0; i < n; i++) {
                wide[i] = d[i];
                if (i > 0 && (d[i] ^ d[i - 1]) >> 2) {
                    changes++;
                    place = i;
                }
            }
            if (changes > 1 || cube_center(wide, 0, n - 1, 3, &count) != (changes ? place : n)) {
                claim_against(f, "cube:3, set %llx, choice %llx", (unsigned long long)set,
                              (unsigned long long)choice);
            }
        }
    }
    claim_checked(f, "all cube-ordered chains of cube:3");
}

/* Theorem 3.5 for every cube-ordered chain; which: item. */
static void theorem_3_5(struct noc_finding *f, int item)
{
    uint64_t chains = 0;

    for (uint64_t set = 1; set < 256; set++) {
        for (uint64_t choice = 0; choice < 128; choice++) {
            uint16_t d[CHAIN_MAX], out[CHAIN_MAX];
            uint64_t seen = 0;
            uint32_t n;

            if (!chain_of_choice(set, 3, choice, d, &n)) {
                continue;
            }
            weighted_chain(d, n - 1, 3, out);
            chains++;
            for (uint32_t i = 0; i < n; i++) {
                seen |= UINT64_C(1) << out[i];
            }
            if ((item == 1 && !cube_ordered(out, n, 3)) || (item == 2 && seen != set) ||
                (item == 3 && out[0] != d[0])) {
                claim_against(f, "cube:3, set %llx, choice %llx", (unsigned long long)set,
                              (unsigned long long)choice);
            }
        }
    }
    claim_checked(f, "all %llu cube-ordered chains of cube:3", (unsigned long long)chains);
}

static void check_theorem_3_5_1(bool deep, struct noc_finding *f)
{
    (void)deep;
    theorem_3_5(f, 1);
}

static void check_theorem_3_5_2(bool deep, struct noc_finding *f)
{
    (void)deep;
    theorem_3_5(f, 2);
}

static void check_theorem_3_5_3(bool deep, struct noc_finding *f)
{
    (void)deep;
    theorem_3_5(f, 3);
}

/* As printed the chain may begin at any index `first`; the guard looks for index 0. */
static void check_theorem_3_5_first(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 1; set < 16; set++) {
        uint16_t d[CHAIN_MAX];
        uint32_t n = members(set, d);
        uint64_t wide[CHAIN_MAX] = {0};
        struct counts count = {0, 0, 0, false};

        for (uint32_t i = 0; i < n; i++) {
            wide[i + 1] = d[i];
        }
        weighted_sort(wide, 1, n, 2, &count);
        if (wide[1] != d[0]) {
            char text[32];

            claim_against(f, "cube:2, first = 1, chain {%s}: node %llu comes first",
                          dests_text(d, n, text, sizeof text), (unsigned long long)wide[1]);
        }
    }
    claim_checked(f, "every set of cube:2 as a chain that begins at index 1");
}

/* In every S-cube without the source the fuller half comes first, and at equal numbers none moves. */
static void check_weighted(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t d[CHAIN_MAX], out[CHAIN_MAX];
        uint32_t n = members(set, d);

        weighted_chain(d, n - 1, 4, out);
        for (uint32_t dim = 1; dim <= 4; dim++) {
            for (uint32_t i = 1, end; i < n; i = end) {
                uint32_t first = 0;

                for (end = i; end < n && out[end] >> dim == out[i] >> dim; end++) {
                    first += out[end] >> (dim - 1) == out[i] >> (dim - 1);
                }
                if (out[i] >> dim != 0 && end - i > 2 && 2 * first < end - i) {
                    claim_against(f, "cube:4, set %llx", (unsigned long long)set);
                }
            }
        }
    }
    claim_checked(f, "every set of cube:4 with source 0, every S-cube");
}

static void check_figure_3_9(bool deep, struct noc_finding *f)
{
    static const uint16_t dests[] = {1, 3, 5, 7, 11, 12, 14, 15};
    static const char *const name[] = {"u-cube", "maxport", "w-sort"};
    static const uint32_t steps[] = {4, 4, 2};
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        struct multicast p;

        multicast_make(&p, &net, noc_algorithm_find(name[i]), 0, 0, dests, 8);
        claim_checked(f, "%s %u steps", name[i], p.steps);
        if (p.steps != steps[i]) {
            claim_against(f, "%s takes %u steps", name[i], p.steps);
        }
    }
    net_close(&net);
}

/* --- theorem 3.6 --------------------------------------------------------------------------------- */

/* Maxport on every cube-ordered chain: the four conditions, all ports. */
static bool pairs_apart(const struct net *net, const struct multicast *p, char *text, size_t size)
{
    for (uint32_t i = 0; i < p->m; i++) {
        for (uint32_t j = 0; j < p->m; j++) {
            const struct noc_message *a = &p->message[i], *b = &p->message[j];

            if (i != j && a->step <= b->step && a->from != b->from && !reaches(p, a->to, b->from) &&
                !sent_before_ancestor(p, a, b->from) &&
                shared_channel(net, a->from, a->to, b->from, b->to)) {
                snprintf(text, size, "%u>%u and %u>%u", a->from, a->to, b->from, b->to);
                return false;
            }
        }
    }
    return true;
}

static void check_maxport_any_chain(bool deep, struct noc_finding *f)
{
    uint32_t state = 1994;
    uint64_t chains = 0;
    struct net net;
    char text[64];

    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 1; set < 256; set++) {
        for (uint64_t choice = 0; choice < 128; choice++) {
            struct multicast p;
            uint16_t d[CHAIN_MAX];
            uint32_t n;

            if (chain_of_choice(set, 3, choice, d, &n)) {
                chains++;
                figure_3_5_plan(MAXPORT, d, n - 1, &p);
                if (!pairs_apart(&net, &p, text, sizeof text)) {
                    claim_against(f, "cube:3, set %llx: %s", (unsigned long long)set, text);
                }
            }
        }
    }
    for (uint32_t i = 0; i < (deep ? 1000000u : 100000u); i++) {
        struct multicast p;
        uint16_t d[CHAIN_MAX];
        uint32_t n;
        uint64_t set = random_below(&state, 65535) + 1;

        chain_of_choice(set, 4, random_below(&state, 32768), d, &n);
        chains++;
        figure_3_5_plan(MAXPORT, d, n - 1, &p);
        if (!pairs_apart(&net, &p, text, sizeof text)) {
            claim_against(f, "cube:4, set %llx: %s", (unsigned long long)set, text);
        }
    }
    net_close(&net);
    claim_checked(f, "all chains of cube:3, random ones of cube:4: %llu",
                  (unsigned long long)chains);
}

static void check_theorem_3_6(bool deep, struct noc_finding *f)
{
    claim_sets(f, "cube:2", NULL, "w-sort", 0, NOC_ALL_SOURCES, 0);
    claim_sets(f, "cube:3", NULL, "w-sort", 0, NOC_ALL_SOURCES, 0);
    claim_sets(f, "cube:4", NULL, "w-sort", 0, NOC_ALL_SOURCES, 0);
    claim_sets(f, "cube:8", NULL, "w-sort", 0, 0, deep ? 10000 : 2000);
}

/* The proof's first case: a message from the source and one from another node; by it the second
 * one's sender has the message through the first one's receiver. */
static void check_theorem_3_6_case_1(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("w-sort");

    (void)deep;
    for (uint32_t dims = 2; dims <= 3; dims++) {
        struct net net;

        if (!net_open(&net, dims == 2 ? "cube:2" : "cube:3", NULL, f)) {
            return;
        }
        for (uint64_t set = 2; set < UINT64_C(1) << net.n; set += 2) {
            struct multicast p;
            uint16_t dests[64];
            char text[64];

            multicast_set(&p, &net, a, 0, 0, set);
            for (uint32_t i = 0; i < p.m; i++) {
                for (uint32_t j = 0; j < p.m; j++) {
                    const struct noc_message *u1 = &p.message[i], *u2 = &p.message[j];

                    if (u1->from == 0 && u2->from != 0 && !reaches(&p, u1->to, u2->from)) {
                        claim_against(
                            f, "%s from 0 to {%s}: 0>%u and %u>%u: %u is not reached through %u",
                            net.name, dests_text(dests, members(set, dests), text, sizeof text),
                            u1->to, u2->from, u2->to, u2->from, u1->to);
                    }
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "every set of cube:2 and cube:3 from 0");
}

/*
 * "Heuristic": sets for which two steps are enough and W-sort takes three. Step one goes to
 * `first`, a set of destinations over different channels; the others get it in step two from
 * anyone who has it; by the four conditions nothing contends.
 */
static bool second_step(const struct net *net, struct multicast *p, uint64_t informed,
                        uint64_t left)
{
    uint16_t to[64], from[64];
    uint32_t n = members(left, to), senders = members(informed, from), choice[8] = {0}, m = p->m;
    char text[64];

    for (;;) {
        bool good = true;
        uint32_t used[8] = {0};

        p->m = m;
        for (uint32_t i = 0; i < n; i++) {
            uint16_t u = from[choice[i]];

            good = good && !(used[u] >> delta(u, to[i]) & 1);
            used[u] |= 1u << delta(u, to[i]);
            p->message[p->m++] = (struct noc_message){u, to[i], 2, {.self = 0}, false};
        }
        multicast_index(p);
        if (good && pairs_apart(net, p, text, sizeof text)) {
            return true;
        }
        uint32_t i = 0;

        while (i < n && ++choice[i] == senders) {
            choice[i++] = 0;
        }
        if (i == n) {
            return false;
        }
    }
}

static bool two_steps_do(const struct net *net, uint64_t set)
{
    for (uint64_t first = set; first; first = (first - 1) & set) {
        struct multicast p = {.m = 0};
        uint16_t to[64];
        uint32_t n = members(first, to), channels = 0;
        bool good = true;

        for (uint32_t i = 0; i < n; i++) {
            good = good && !(channels >> delta(0, to[i]) & 1);
            channels |= 1u << delta(0, to[i]);
            p.message[p.m++] = (struct noc_message){0, to[i], 1, {.self = 0}, false};
        }
        if (good && second_step(net, &p, first | 1, set & ~first)) {
            return true;
        }
    }
    return false;
}

static void check_heuristic(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"u-cube", "maxport", "combine", "w-sort"};
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:3", NULL, f)) {
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        bool found = false;

        for (uint32_t m = 1; m < 6 && !found; m++) {
            for (uint64_t set = 2; set < 256 && !found; set += 2) {
                struct multicast p;
                uint16_t dests[64];
                char text[64];

                multicast_set(&p, &net, noc_algorithm_find(names[i]), 0, 0, set);
                found = p.m == m && p.steps > 2 && two_steps_do(&net, set);
                if (found) {
                    claim_checked(f, "%s: %u steps from 0 to {%s}, where 2 do", names[i], p.steps,
                                  dests_text(dests, members(set, dests), text, sizeof text));
                }
            }
        }
        if (!found) {
            claim_against(f, "%s: no set of cube:3 for which 2 steps do and it takes more",
                          names[i]);
        }
    }
    net_close(&net);
}

/* --- cost --------------------------------------------------------------------------------------------- */

static void check_comparisons(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t dims = 4; dims <= 32; dims *= 2) {
        uint64_t d[3] = {0, 1, 2};
        struct counts count = {0, 0, 0, false};

        weighted_sort(d, 0, 2, dims, &count);
        claim_checked(f, "m=2, n=%u: %llu comparisons", dims,
                      (unsigned long long)count.comparisons);
        if (count.comparisons > 8) { /* 2 * m * ceil(log2(m + 1)) */
            claim_against(f,
                          "{0, 1, 2} as a chain in a cube of %u dimensions: %llu comparisons in "
                          "%llu calls; the number grows with the dimension, m does not",
                          dims, (unsigned long long)count.comparisons,
                          (unsigned long long)count.calls);
        }
    }
}

/* A sorted chain with gaps of all sizes: many S-cubes with an empty half. */
static void random_gaps(uint32_t *state, uint64_t *d, uint32_t n)
{
    d[0] = 0;
    for (uint32_t k = 1; k < n; k++) {
        d[k] =
            d[k - 1] + 1 + (UINT64_C(1) << random_below(state, 50)) / (1 + random_below(state, 9));
    }
}

/* Comparisons with trimmed cubes, against m * ceil(log2(m + 1)). */
static void trimmed(struct noc_finding *f, uint64_t *d, uint32_t m, uint32_t dims)
{
    struct counts count = {0, 0, 0, true};

    weighted_sort(d, 0, m, dims, &count);
    if (count.comparisons > m * doublings(m + 1)) {
        claim_against(f, "m=%u in %u dimensions: %llu comparisons", m, dims,
                      (unsigned long long)count.comparisons);
    }
}

static void check_comparisons_trimmed(bool deep, struct noc_finding *f)
{
    uint32_t state = 34;

    for (uint64_t set = 7; set < 65536; set += 2) {
        uint16_t narrow[CHAIN_MAX];
        uint64_t d[CHAIN_MAX];
        uint32_t n = members(set, narrow);

        for (uint32_t i = 0; i < n; i++) {
            d[i] = narrow[i];
        }
        trimmed(f, d, n - 1, 4);
    }
    for (uint32_t i = 0; i < (deep ? 100000u : 2000u); i++) {
        uint64_t d[64];
        uint32_t n = 3 + random_below(&state, 60);

        random_gaps(&state, d, n);
        trimmed(f, d, n - 1, 60);
    }
    claim_checked(
        f,
        "every set of cube:4 from 0, %s random chains of up to 62 nodes in 60 dimensions: at most "
        "m ceil(log2(m+1)) comparisons",
        deep ? "100000" : "2000");
}

/*
 * The source that picks out its receivers in a sorted chain, d[0] being itself: it cuts off the
 * farther half, follows the fuller half down to a node, and goes on with the nearer half.
 * Receivers in the order of messages; returns how many.
 */
static uint32_t pick_receivers(const uint64_t *d, uint32_t m, uint64_t *receiver,
                               struct counts *count)
{
    uint32_t receivers = 0;

    for (uint32_t right = m; right > 0;) {
        uint32_t centre = cube_center(d, 0, right, 1 + delta64(d[0], d[right]), count);
        uint32_t first = centre, last = right;

        while (last > first + 1) { /* of two, WeightedSort leaves the first in front */
            uint32_t half = cube_center(d, first, last, 1 + delta64(d[first], d[last]), count);

            if (half - first < last + 1 - half) {
                first = half;
            } else {
                last = half - 1;
            }
        }
        receiver[receivers++] = d[first];
        right = centre - 1;
    }
    return receivers;
}

/* At most twice m * ceil(log2(m + 1)) comparisons, and for a set of cube:4 W-sort's own receivers. */
static void picked(struct noc_finding *f, const uint64_t *d, uint32_t m, const struct multicast *p)
{
    struct counts count = {0, 0, 0, true};
    uint64_t receiver[64];
    uint32_t receivers = pick_receivers(d, m, receiver, &count), sent = 0;

    if (count.comparisons > 2 * m * doublings(m + 1)) {
        claim_against(f, "m=%u: %llu comparisons", m, (unsigned long long)count.comparisons);
    }
    for (uint32_t i = 0; p && i < p->m; i++) {
        bool found = p->message[i].from != 0;

        sent += !found;
        for (uint32_t k = 0; k < receivers && !found; k++) {
            found = receiver[k] == p->message[i].to;
        }
        if (!found) {
            claim_against(f, "W-sort sends to %u, which is not picked out", p->message[i].to);
        }
    }
    if (p && sent != receivers) {
        claim_against(f, "%u receivers instead of %u", receivers, sent);
    }
}

static void check_local_cost(bool deep, struct noc_finding *f)
{
    uint32_t state = 43;
    struct net net;

    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 3; set < 65536; set += 2) {
        struct multicast p;
        uint16_t narrow[CHAIN_MAX];
        uint64_t d[CHAIN_MAX];
        uint32_t n = members(set, narrow);

        for (uint32_t i = 0; i < n; i++) {
            d[i] = narrow[i];
        }
        multicast_set(&p, &net, noc_algorithm_find("w-sort"), 0, 0, set & ~UINT64_C(1));
        picked(f, d, n - 1, &p);
    }
    net_close(&net);
    for (uint32_t i = 0; i < (deep ? 100000u : 2000u); i++) {
        uint64_t d[64];
        uint32_t n = 3 + random_below(&state, 60);

        random_gaps(&state, d, n);
        picked(f, d, n - 1, NULL);
    }
    claim_checked(
        f,
        "every set of cube:4 from 0, %s random chains of up to 62 nodes in 60 dimensions: at most "
        "2 m ceil(log2(m+1)) comparisons beside the sort, and W-sort's receivers",
        deep ? "100000" : "2000");
}

/* The worst case that the text names: each chain is split after its first element. */
static void check_copies(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint32_t m = 4; m <= 40; m += 12) {
        uint64_t d[64];
        struct counts count = {0, 0, 0, false};
        uint32_t n = 0;

        d[n++] = 0;
        for (uint32_t i = m;
             i-- > 0;) { /* 1000.., 1100.., 1110..: each half has one, then the rest */
            d[n++] =
                (UINT64_C(1) << m) | (((UINT64_C(1) << m) - 1) & ~((UINT64_C(1) << (i + 1)) - 1));
        }
        weighted_sort(d, 0, m, m + 1, &count);
        claim_checked(f, "m=%u in %u dimensions: %llu copies", m, m + 1,
                      (unsigned long long)count.copies);
        if (count.copies > (uint64_t)m * m || 4 * count.copies < (uint64_t)m * m) {
            claim_against(f, "m=%u: %llu copies", m, (unsigned long long)count.copies);
        }
    }
}

/* Below n = m dimensions the copies are at most m for each dimension. */
static void check_copies_bound(bool deep, struct noc_finding *f)
{
    uint64_t most = 0;

    (void)deep;
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t narrow[CHAIN_MAX];
        uint32_t n = members(set, narrow);
        uint64_t d[CHAIN_MAX];
        struct counts count = {0, 0, 0, false};

        for (uint32_t i = 0; i < n; i++) {
            d[i] = narrow[i];
        }
        weighted_sort(d, 0, n - 1, 4, &count);
        most = count.copies > most ? count.copies : most;
        if (count.copies > (uint64_t)(n - 1) * (n - 1)) {
            claim_against(f, "cube:4, set %llx: %llu copies", (unsigned long long)set,
                          (unsigned long long)count.copies);
        }
    }
    claim_checked(
        f,
        "every set of cube:4 from 0: at most m*m copies; the most are %llu, for up to 15 destinations",
        (unsigned long long)most);
}

/* Looking for highdim from the right, each element is looked at once, and once more at the end. */
static void check_maxport_cost(bool deep, struct noc_finding *f)
{
    (void)deep;
    for (uint64_t set = 3; set < 65536; set += 2) {
        uint16_t d[CHAIN_MAX];
        uint32_t m, looks = 0;

        sorted_chain(set, d, &m);
        for (uint32_t right = m; right > 0;) {
            uint32_t next = figure_3_5(MAXPORT, d, 0, right);

            looks += right - next + 2;
            right = next - 1;
        }
        if (looks > 2 * m) {
            claim_against(f, "cube:4, set %llx: %u looks", (unsigned long long)set, looks);
        }
    }
    claim_checked(f, "every set of cube:4 from 0: at most 2m elements looked at, from the right");
}

static void check_local_sort(bool deep, struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find("w-sort");
    const struct noc_algorithm *b = noc_algorithm_find("w-sort-local");
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:4", NULL, f)) {
        return;
    }
    for (uint64_t set = 2; set < 65536; set += 2) {
        struct multicast p, q;

        multicast_set(&p, &net, a, 0, 0, set);
        multicast_set(&q, &net, b, 0, 0, set);
        for (uint32_t v = 1; v < 16; v++) {
            if (set >> v & 1 &&
                (q.into[v] == 0xff || p.message[p.into[v]].from != q.message[q.into[v]].from ||
                 p.message[p.into[v]].step != q.message[q.into[v]].step)) {
                claim_against(f, "cube:4, set %llx: node %u", (unsigned long long)set, v);
            }
        }
    }
    net_close(&net);
    claim_checked(f,
                  "every set of cube:4 from 0: the same senders and steps without a permutation");
}

/* --- 3.5 -------------------------------------------------------------------------------------------------- */

static void check_symmetry(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"u-cube", "maxport", "combine", "w-sort"};
    struct net net;

    (void)deep;
    if (!net_open(&net, "cube:3", NULL, f)) {
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        const struct noc_algorithm *a = noc_algorithm_find(names[i]);

        for (uint64_t set = 2; set < 256; set += 2) {
            struct multicast p, q;
            uint16_t dests[64], moved[64];
            uint32_t m = members(set, dests);

            multicast_make(&p, &net, a, 0, 0, dests, m);
            for (uint16_t source = 1; source < 8; source++) {
                for (uint32_t j = 0; j < m; j++) {
                    moved[j] = dests[j] ^ source;
                }
                multicast_make(&q, &net, a, 0, source, moved, m);
                for (uint32_t j = 0; j < m; j++) {
                    const struct noc_message *one = &p.message[p.into[dests[j]]];
                    const struct noc_message *two = &q.message[q.into[moved[j]]];

                    if ((one->from ^ source) != two->from || one->step != two->step) {
                        claim_against(f, "cube:3, %s, set %llx, source %u", names[i],
                                      (unsigned long long)set, source);
                    }
                }
            }
        }
    }
    net_close(&net);
    claim_checked(f, "every set of cube:3 and every source, four algorithms");
}

static void check_broadcast(bool deep, struct noc_finding *f)
{
    static const char *const cubes[] = {"cube:1", "cube:2", "cube:3", "cube:4", "cube:5"};
    static const char *const names[] = {"maxport", "combine", "w-sort"};

    (void)deep;
    for (unsigned c = 0; c < 5; c++) {
        struct net net;

        if (!net_open(&net, cubes[c], NULL, f)) {
            return;
        }
        uint64_t all = (net.n == 64 ? 0 : UINT64_C(1) << net.n) - 2;

        for (unsigned i = 0; i < 3; i++) {
            struct multicast p, q;

            multicast_set(&p, &net, noc_algorithm_find("u-cube"), 0, 0, all);
            multicast_set(&q, &net, noc_algorithm_find(names[i]), 0, 0, all);
            for (uint32_t v = 1; v < net.n; v++) {
                if (p.message[p.into[v]].from != q.message[q.into[v]].from ||
                    p.message[p.into[v]].step != q.message[q.into[v]].step) {
                    claim_against(f, "%s, %s: node %u", net.name, names[i], v);
                }
            }
        }
        net_close(&net);
    }
    claim_checked(f, "broadcasts on cube:1 to cube:5: the same senders and steps");
}

/* Steps summed over random sets, all ports; the same sets for each algorithm. */
static uint64_t sum_steps(const char *cube, const char *name, uint32_t m, uint32_t sets,
                          struct noc_finding *f)
{
    const struct noc_algorithm *a = noc_algorithm_find(name);
    struct noc_topology t;
    struct noc_fault fault;
    const struct noc_routing *r;
    uint32_t state = 6;
    uint64_t sum = 0;
    uint16_t chain[1025];
    struct noc_message message[1024];
    struct noc_part scratch[1025];

    if (!noc_topology_parse(&t, cube, &fault) || !noc_routing_choose(&r, NULL, &t, &fault)) {
        claim_unclear(f, "%s is refused", cube);
        return 0;
    }
    struct noc_plan_env env = {&t, r, 0, 0, 0, NULL};

    for (uint32_t i = 0; i < sets; i++) {
        chain[0] = 0;
        random_dests(&state, t.nodes, 0, m, chain + 1);
        sum += noc_plan_make(a, &env, chain, m, message, scratch);
    }
    return sum;
}

static void check_w_sort_better(bool deep, struct noc_finding *f)
{
    static const char *const names[] = {"u-cube", "maxport", "combine"};
    static const struct {
        const char *cube;
        uint32_t m;
    } points[] = {{"cube:6", 10},   {"cube:6", 30},   {"cube:6", 50},
                  {"cube:10", 100}, {"cube:10", 400}, {"cube:10", 800}};

    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        uint32_t sets = deep ? 1000 : 100;
        uint64_t w = sum_steps(points[i].cube, "w-sort", points[i].m, sets, f);

        for (unsigned j = 0; j < 3; j++) {
            uint64_t other = sum_steps(points[i].cube, names[j], points[i].m, sets, f);

            if (w > other) {
                claim_against(f, "%s, %u destinations, %u random sets: w-sort %llu steps, %s %llu",
                              points[i].cube, points[i].m, sets, (unsigned long long)w, names[j],
                              (unsigned long long)other);
            }
        }
    }
    claim_checked(f, "cube:6 and cube:10, six numbers of destinations, %u random sets each",
                  deep ? 1000 : 100);
}

const struct noc_claim noc_claims_all_port[] = {
    {"Robinson 1994", "3.1", NOC_TEXT,
     "The chapter's methods are heuristic: not optimal in every case.", check_heuristic, NULL},
    {"Robinson 1994", "3.3", NOC_TEXT,
     "Where addresses are resolved from the highest bit down, dimension order is the increasing order of addresses.",
     check_order, NULL},
    {"Robinson 1994", "3.3", NOC_TEXT,
     "The chains of 10100, 00010 and 10010: 00010, 10010, 10100; resolved from the lowest bit up: 10100, 00010, 10010.",
     check_order_example, NULL},
    {"Robinson 1994", "3.3, figure 3.4", NOC_TEXT,
     "From 0100 to {0001, 0011, 0101, 0111, 1000, 1010, 1011, 1111}: the relative chain is that of figure 3.2; 4 steps with one port.",
     check_figure_3_4, NULL},
    {"Robinson 1994", "3.3", NOC_RESULT,
     "U-cube takes ceil(log2(m+1)) steps for m destinations with one port: the least possible.",
     check_u_cube_steps, NULL},
    {"Robinson 1994", "figure 3.5", NOC_TEXT,
     "One loop gives U-cube, Maxport and Combine; with step 4(a) it is U-cube.", check_figure_3_5,
     NULL},
    {"Robinson 1994", "3.3", NOC_RESULT,
     "A Maxport sender uses every channel that leads towards one of its destinations.",
     check_maxport_most, NULL},
    {"Robinson 1994", "3.3, figure 3.6", NOC_TEXT,
     "Maxport can take more steps than U-cube: from 0000 to {1001, 1010, 1011} three against two.",
     check_figure_3_6, NULL},
    {"Robinson 1994", "3.3", NOC_RESULT,
     "Combine leaves no single node responsible for more than half of the destinations, besides itself.",
     check_combine_half, NULL},
    {"Robinson 1994", "figure 3.7", NOC_TEXT,
     "Its three chains are cube-ordered; the third is the weighted one.", check_figure_3_7, NULL},
    {"Robinson 1994", "theorem 3.4", NOC_RESULT, "Every dimension-ordered chain is cube-ordered.",
     check_theorem_3_4, NULL},
    {"Robinson 1994", "3.4", NOC_RESULT,
     "In Maxport all messages of a node leave it by different channels.", check_maxport_channels,
     NULL},
    {"Robinson 1994", "3.4", NOC_RESULT,
     "What comes with a message over channel d is exactly what the sender had in one S-cube of dimension d.",
     check_maxport_cubes, NULL},
    {"Robinson 1994", "3.4", NOC_RESULT,
     "Maxport avoids contention on any cube-ordered chain, not only on sorted ones.",
     check_maxport_any_chain, NULL},
    {"Robinson 1994", "3.4, figure 3.8", NOC_TEXT,
     "After WeightedSort the fuller half of every S-cube without the source comes first.",
     check_weighted, NULL},
    {"Robinson 1994", "3.4, figure 3.9", NOC_TEXT,
     "All ports, from 0 to {1, 3, 5, 7, 11, 12, 14, 15}: U-cube 4 steps, Maxport 4, W-sort 2.",
     check_figure_3_9, NULL},
    {"Robinson 1994", "theorem 3.5 (1)", NOC_RESULT,
     "WeightedSort of a cube-ordered chain gives a cube-ordered chain.", check_theorem_3_5_1, NULL},
    {"Robinson 1994", "theorem 3.5 (2)", NOC_RESULT,
     "WeightedSort permutes the chain: nothing is lost or doubled.", check_theorem_3_5_2, NULL},
    {"Robinson 1994", "theorem 3.5 (3)", NOC_RESULT,
     "WeightedSort leaves the source first, in a chain that begins at index 0.",
     check_theorem_3_5_3, NULL},
    {"Robinson 1994", "theorem 3.5 (3), as printed", NOC_SLIP,
     "WeightedSort leaves the source first also in a chain that begins at another index than 0.",
     check_theorem_3_5_first,
     "The theorem speaks of a chain from `first` on; the procedure guards the source by asking whether first is 0. It "
     "holds for chains numbered from 0, which W-sort uses."},
    {"Robinson 1994", "theorem 3.5, proof", NOC_PROOF,
     "A cube-ordered chain changes from one half of its S-cube to the other at one place, which bisection finds.",
     check_center, NULL},
    {"Robinson 1994", "theorem 3.5, proof", NOC_PROOF,
     "Interchanging the two halves of an S-cube keeps a chain cube-ordered.", check_interchange,
     NULL},
    {"Robinson 1994", "theorem 3.6", NOC_RESULT, "W-sort is contention-free.", check_theorem_3_6,
     NULL},
    {"Robinson 1994", "theorem 3.6, proof", NOC_PROOF,
     "The smallest S-cubes around what a Maxport sender keeps and what it hands over are disjoint.",
     check_theorem_3_6_hulls, NULL},
    {"Robinson 1994", "theorem 3.6, proof", NOC_PROOF,
     "The smallest S-cubes around any two parts that one sender hands over are disjoint.",
     check_theorem_3_6_parts, NULL},
    {"Robinson 1994", "theorem 3.6, proof, case 1", NOC_PROOF,
     "If one message comes from the source and the other does not, the other's sender has the message through the first one's receiver (condition 3).",
     check_theorem_3_6_case_1,
     "The theorem stands, its proof has a gap: of two messages one may come from the source and the other from a part "
     "handed over in another iteration. Then theorem 3.2 applies: the S-cube of that part holds the one message and "
     "not the ends of the other. (The text also says ancestor where descendant is meant.)"},
    {"Robinson 1994", "3.4, cost", NOC_TEXT,
     "WeightedSort takes O(m log m) comparisons in the worst case, CubeCenter by bisection.",
     check_comparisons,
     "Each level of recursion halves the S-cube, not the chain: when all nodes lie in one half, a call is spent "
     "without dividing anything. For m nodes close together in an n-cube there are n - log m such levels: the number "
     "grows with n, too. It is O(m log m) if each call begins at the highest bit in which two of its nodes differ (an observation below)."},
    {"Robinson 1994", "3.4, cost", NOC_OURS,
     "Not claimed: WeightedSort takes O(m log m) comparisons if each call begins at the highest dimension in which its nodes differ.",
     check_comparisons_trimmed,
     "At most m - 1 calls divide anything, and each bisects m + 1 nodes at most."},
    {"Robinson 1994", "3.4, cost", NOC_TEXT,
     "WeightedSort's permutations copy O(m^2) addresses in the worst case, when each chain is split after its first element.",
     check_copies,
     "Such a chain needs as many dimensions as destinations. In an n-cube each dimension moves an address at most once, so "
     "there are at most m n copies."},
    {"Robinson 1994", "3.4, cost", NOC_TEXT,
     "WeightedSort makes at most m^2 address copies for any set.", check_copies_bound, NULL},
    {"Robinson 1994", "3.4, cost", NOC_TEXT, "Maxport is O(m) at the local node.",
     check_maxport_cost, NULL},
    {"Robinson 1994", "3.4", NOC_RESULT,
     "The source need not permute the chain: who only picks out the right receivers sends the same tree.",
     check_local_sort, NULL},
    {"Robinson 1994", "3.4, cost", NOC_TEXT,
     "A source that only picks out its receivers needs O(m log m) comparisons.", check_local_cost,
     "If it begins each S-cube at the highest dimension in which its nodes differ, as with WeightedSort."},
    {"Robinson 1994", "3.5", NOC_RESULT,
     "Multicasts from one source correspond to those from any other.", check_symmetry, NULL},
    {"Robinson 1994", "3.5.1", NOC_RESULT, "In a broadcast all the algorithms are the same.",
     check_broadcast, NULL},
    {"Robinson 1994", "3.5.1", NOC_TEXT, "W-sort takes the fewest steps on average.",
     check_w_sort_better, NULL},
    {0},
};
