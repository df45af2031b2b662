/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counting through everything that a program with choices can do: run it again and again, each
 * time with the next sequence of choices, as an odometer whose digits are made on the way.
 *
 *     struct choices c = {0};
 *     do {
 *         ... choose(&c, 3) ... choose(&c, 2) ...
 *     } while (choices_next(&c));
 */
#ifndef TESTS_CHOICES_H
#define TESTS_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "multicast/plan.h"

enum { CHOICES_MAX = 64 };

struct choices {
    unsigned digit[CHOICES_MAX], below[CHOICES_MAX], at, known;
};

/* 0 to n-1. */
static inline unsigned choose(struct choices *c, unsigned n)
{
    if (c->at == c->known) {
        c->digit[c->known] = 0;
        c->below[c->known++] = n;
    }
    return c->digit[c->at++];
}

static inline bool choices_next(struct choices *c)
{
    c->at = 0;
    while (c->known > 0 && c->digit[c->known - 1] + 1 == c->below[c->known - 1]) {
        c->known--;
    }
    if (c->known > 0) {
        c->digit[c->known - 1]++;
    }
    return c->known > 0;
}

/* Any linear partitions of chain[left..right] and, all the way down, of its pieces, into cuts. Every
 * way to cut comes once: where the first piece ends, then the second, and so on, at least two. */
static inline void cut_anyhow(struct choices *c, uint16_t *cuts, unsigned left, unsigned right)
{
    unsigned end, first;

    if (left >= right) {
        return;
    }
    end = left + choose(c, right - left); /* what the sender keeps */
    cut_anyhow(c, cuts, left, end);
    first = end + 1;
    for (unsigned begin = first; begin <= right; begin = end + 1) {
        end = begin + choose(c, right - begin + 1);
        cut_anyhow(c, cuts, begin, end);
        cuts[begin] = (uint16_t)((end - begin + 1) | (begin > first ? NOC_CUT_JOINS : 0));
    }
}

#endif
