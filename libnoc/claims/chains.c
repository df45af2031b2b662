/* SPDX-License-Identifier: BSD-2-Clause */
/* Chains of hypercube nodes, and the algorithms that send along them as printed. */
#include "chains.h"

#include <string.h>

/* --- figure 3.5 --------------------------------------------------------------------------- */

uint32_t figure_3_5(enum variant variant, const uint64_t *d, uint32_t left, uint32_t right)
{
    uint32_t k = highest_bit(d[left], d[right]), highdim = left + 1;
    uint32_t center = left + (right - left + 1) / 2; /* left + ceil((right - left) / 2) */

    while (highest_bit(d[left], d[highdim]) != k) {
        highdim++;
    }
    return variant == U_CUBE  ? center
         : variant == MAXPORT ? highdim
         : highdim > center   ? highdim
                              : center;
}

void figure_3_5_plan(enum variant variant, const struct chain *c, struct multicast *p)
{
    struct {
        uint32_t left, right, step;
    } queue[SENDS_MAX] = {{0, c->n - 1, 0}};

    p->m = 0;
    for (uint32_t k = 0; k <= p->m; k++) { /* message j informs who is in the queue at j + 1 */
        uint32_t left = queue[k].left, right = queue[k].right, busy[64] = {0};

        while (left < right) {
            uint32_t next = figure_3_5(variant, c->d, left, right);
            uint32_t step = queue[k].step + ++busy[highest_bit(c->d[left], c->d[next])];

            p->message[p->m++] = (struct noc_message){
                .from = (uint16_t)c->d[left], .to = (uint16_t)c->d[next], .step = (uint16_t)step};
            queue[p->m].left = next;
            queue[p->m].right = right;
            queue[p->m].step = step;
            right = next - 1;
        }
    }
    multicast_index(p);
}

/* --- figure 3.8 --------------------------------------------------------------------------- */

uint32_t cube_center(const uint64_t *d, uint32_t first, uint32_t last, uint32_t dim,
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

/* d[first..center - 1] and d[center..last] change places. */
static void swap_halves(uint64_t *d, uint32_t first, uint32_t center, uint32_t last)
{
    uint64_t copy[SENDS_MAX];
    uint32_t low = center - first, high = last + 1 - center;

    memcpy(copy, d + first, low * sizeof *d);
    memmove(d + first, d + center, high * sizeof *d);
    memcpy(d + first + high, copy, low * sizeof *d);
}

/* A call of WeightedSort, with how far it is: children first, as the recursion has it. */
struct frame {
    uint32_t first, last, dim, center;
    unsigned stage;
};

void weighted_sort(uint64_t *d, uint32_t first, uint32_t last, uint32_t dim, struct counts *count)
{
    struct frame stack[80] = {{first, last, dim, 0, 0}};
    uint32_t depth = 1;

    while (depth) {
        struct frame *f = &stack[depth - 1];

        if (f->last < f->first + 2 && f->stage == 0) {
            depth--; /* fewer than three: nothing to do */
        } else if (f->stage == 0) {
            count->calls++;
            f->dim = count->trim ? 1 + highest_bit(d[f->first], d[f->last]) : f->dim;
            f->center = cube_center(d, f->first, f->last, f->dim, count);
            f->stage = 1;
            stack[depth++] = (struct frame){f->first, f->center - 1, f->dim - 1, 0, 0};
        } else if (f->stage == 1) {
            f->stage = 2;
            stack[depth++] = (struct frame){f->center, f->last, f->dim - 1, 0, 0};
        } else {
            if (f->first != 0 && f->center - f->first < f->last + 1 - f->center) {
                swap_halves(d, f->first, f->center, f->last);
                count->copies += f->last + 1 - f->first;
            }
            depth--;
        }
    }
}

/* --- chains ------------------------------------------------------------------------------- */

bool cube_ordered(const struct chain *c)
{
    for (uint32_t dim = 0; dim < c->dims; dim++) {
        for (uint32_t k = 0; k < c->n; k++) {
            bool left = false;

            for (uint32_t l = k + 1; l < c->n; l++) {
                bool inside = c->d[l] >> dim == c->d[k] >> dim;

                if (inside && left) {
                    return false;
                }
                left = left || !inside;
            }
        }
    }
    return true;
}

static void sorted_chain(struct chain *c, uint64_t set, uint32_t dims)
{
    c->dims = dims;
    c->n = 0;
    for (; set; set &= set - 1) {
        c->d[c->n++] = (uint64_t)__builtin_ctzll(set);
    }
}

/*
 * Every cube-ordered chain of a set arises from the sorted one by interchanging halves of S-cubes:
 * bit b of `choice` says whether the halves of the b-th S-cube that has two are. False: choice has
 * bits beyond.
 */
static bool chain_of_choice(struct chain *c, uint64_t set, uint32_t dims, uint64_t choice)
{
    sorted_chain(c, set, dims);
    for (uint32_t dim = dims; dim > 0; dim--) { /* large S-cubes first */
        for (uint32_t first = 0, end; first < c->n; first = end) {
            uint32_t half = first;

            for (end = first; end < c->n && c->d[end] >> dim == c->d[first] >> dim; end++) {
            }
            while (half < end && !((c->d[half] ^ c->d[first]) >> (dim - 1) & 1)) {
                half++;
            }
            if (half < end) {
                if (choice & 1) {
                    swap_halves(c->d, first, half, end - 1);
                }
                choice >>= 1;
            }
        }
    }
    return choice == 0;
}

static void then_chain(struct instance *i, const struct chain *c)
{
    i->own = c;
    then(i);
    i->own = NULL;
}

/* All sets of nodes of the cube, sorted or weighted. */
static void each_of_sets(struct instance *i, bool weighted)
{
    uint32_t dims = bound(i, i->check->limit);
    bool only_with_0 = i->check->sources == FROM_0;
    struct counts counts = {0};
    struct chain c;

    for (uint64_t set = 1; set < UINT64_C(1) << (1u << dims); set += only_with_0 ? 2 : 1) {
        sorted_chain(&c, set, dims);
        if (weighted) {
            weighted_sort(c.d, 0, c.n - 1, dims, &counts);
        }
        then_chain(i, &c);
    }
}

static void each_of_sorted(struct instance *i)
{
    each_of_sets(i, false);
}

static void each_of_weighted(struct instance *i)
{
    each_of_sets(i, true);
}

static void each_of_ordered(struct instance *i)
{
    uint32_t dims = bound(i, i->check->limit), state = 1994, random = bound(i, i->check->random);
    uint64_t sets = UINT64_C(1) << (1u << dims), choices = UINT64_C(1) << ((1u << dims) - 1);
    struct chain c;

    for (uint32_t k = 0; k < random; k++) {
        uint64_t set = 1 + random_below(&state, (uint32_t)sets - 1);

        chain_of_choice(&c, set, dims, random_below(&state, (uint32_t)choices));
        then_chain(i, &c);
    }
    for (uint64_t set = 1; random == 0 && set < sets; set++) {
        for (uint64_t choice = 0; choice < choices; choice++) {
            if (chain_of_choice(&c, set, dims, choice)) {
                then_chain(i, &c);
            }
        }
    }
}

/* With gaps of all sizes: many S-cubes have an empty half. */
static void each_of_sparse(struct instance *i)
{
    uint32_t state = 34;

    for (uint32_t k = 0; k < bound(i, i->check->random); k++) {
        struct chain c = {.n = 3 + random_below(&state, 60), .dims = 60};

        for (uint32_t l = 1; l < c.n; l++) {
            uint64_t gap = UINT64_C(1) << random_below(&state, 50);

            c.d[l] = c.d[l - 1] + 1 + gap / (1 + random_below(&state, 9));
        }
        then_chain(i, &c);
    }
}

static void tell_chain(const struct instance *i, struct text *t)
{
    const struct chain *c = i->own;

    say(t, "chain");
    for (uint32_t k = 0; k < c->n; k++) {
        say(t, " %llu", (unsigned long long)c->d[k]);
    }
}

const struct quantifier each_sorted_chain = {"all {count} sorted chains of cube:{limit}{from}",
                                             " of all sorted chains of cube:{limit}{from}",
                                             each_of_sorted, tell_chain};
const struct quantifier each_ordered_chain = {"all {count} cube-ordered chains of cube:{limit}",
                                              " of all cube-ordered chains of cube:{limit}",
                                              each_of_ordered, tell_chain};
const struct quantifier each_weighted_chain = {"all {count} weighted chains of cube:{limit}",
                                               " of all weighted chains of cube:{limit}",
                                               each_of_weighted, tell_chain};
const struct quantifier each_sparse_chain = {
    "{count} random chains of up to 62 nodes in 60 dimensions", NULL, each_of_sparse, tell_chain};

static void each_of_pieces(struct instance *i)
{
    const struct chain *whole = i->own;
    struct chain c = *whole;
    uint32_t left[SENDS_MAX] = {0}, right[SENDS_MAX] = {c.n - 1}, n = 1;

    i->own = &c;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t r = right[k]; r > left[k]; r = c.next - 1) {
            c.left = left[k];
            c.right = r;
            c.next = figure_3_5(MAXPORT, c.d, c.left, r);
            left[n] = c.next;
            right[n++] = r;
            then(i);
        }
    }
    i->own = whole;
}

static void tell_piece(const struct instance *i, struct text *t)
{
    const struct chain *c = i->own;

    say(t, "%llu hands over to %llu", (unsigned long long)c->d[c->left],
        (unsigned long long)c->d[c->next]);
}

const struct quantifier each_piece = {"all {count} messages of Maxport", NULL, each_of_pieces,
                                      tell_piece};
