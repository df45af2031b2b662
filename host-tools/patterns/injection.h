/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When a node makes a worm.
 *
 * Bernoulli: in each cycle with the same probability p, whatever was before.
 *
 * Bursty: a Markov process with two states for each node (Dally and Towles 2004, 24.2.2; on_off of
 * BookSim 2). In each cycle it goes from off to on with probability 1 / off, from on to off with
 * 1 / on, where `on` and `off` are the mean lengths of a burst and of a pause in cycles; then, if it
 * is on, a worm is made with probability p * (on + off) / on. So there are p worms in a cycle in the
 * mean. The first state is drawn as it is in the long run.
 */
#ifndef NOCT_PATTERNS_INJECTION_H
#define NOCT_PATTERNS_INJECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct injection {
    bool bursty;
    uint64_t on, off;      /* mean cycles */
    uint64_t makes;        /* a draw below it makes a worm; bursty: while on */
    uint64_t begins, ends; /* a draw below it begins, or ends, a burst */
    bool *is_on;           /* by rank; malloc'd; NULL: Bernoulli */
};

#define INJECTION_DEFAULT "bernoulli"

/* "bernoulli", "bursty:ON:OFF"; NULL: the default. Nothing is to be freed yet. */
enum status injection_parse(struct injection *i, const char *text, struct error *error);

/* The share of the cycles in which a node may make worms: on / (on + off), or 1. */
double injection_share(const struct injection *i);

/* So many worms in a cycle from each of so many nodes; the first states are drawn. p must not be above
 * injection_share(). */
void injection_begin(struct injection *i, double p, uint32_t nodes, uint64_t *random);
void injection_end(struct injection *i);

/* The next cycle of the nodes of these ranks, from `rank` to before `nodes`: the first that makes a worm,
 * after which the others are still to be asked; `nodes`: none does. */
uint32_t injection_next(struct injection *i, uint32_t rank, uint32_t nodes, uint64_t *random);

#endif
