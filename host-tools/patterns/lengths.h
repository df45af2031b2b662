/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lengths of random worms: one for all, "64", or a mixture, "8:0.9+64:0.1", of lengths and their
 * weights, which need not sum to 1.
 */
#ifndef NOCT_PATTERNS_LENGTHS_H
#define NOCT_PATTERNS_LENGTHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { LENGTHS_MAX = 16 };

struct lengths {
    unsigned n;
    uint32_t flits[LENGTHS_MAX];
    uint64_t below[LENGTHS_MAX]; /* a draw below it, and not below the one before: this length */
    double mean;
};

/* Whether it is a mixture rather than a number. */
bool lengths_mixed(const char *text);

enum status lengths_parse(struct lengths *l, const char *text, struct error *error);
void lengths_fixed(struct lengths *l, uint32_t flits);

/* The next one. Nothing is drawn if all are the same. */
uint32_t lengths_draw(const struct lengths *l, uint64_t *random);

#endif
