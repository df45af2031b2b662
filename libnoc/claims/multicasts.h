/* SPDX-License-Identifier: BSD-2-Clause */
/* Quantifiers over sets of destinations, plans and their messages; plans as trees. */
#ifndef LIBNOC_CLAIMS_MULTICASTS_H
#define LIBNOC_CLAIMS_MULTICASTS_H

#include "networks.h"

enum { SENDS_MAX = 64, INTO_MAX = 1024, NO_MESSAGE = 0xff };

/* One multicast, as libnoc plans it. */
struct multicast {
    struct noc_plan_env env;
    uint32_t m, steps;
    uint16_t chain[SENDS_MAX];
    struct noc_message message[SENDS_MAX]; /* sorted by step */
    struct noc_part scratch[SENDS_MAX];
    uint8_t into[INTO_MAX]; /* message that reaches a node; NO_MESSAGE: none */
};

/* --- quantifiers -------------------------------------------------------------------------- */

/*
 * Sets of destinations of i->net, into i->source, i->dests and i->m. Each set from check.sources,
 * of up to check.size nodes, small ones first; check.dests from check.source; all other nodes; {1}, {1, 2}, ... from 0; of
 * check.random ones the source, the size up to check.size, and the set.
 */
extern const struct quantifier each_set, given_set, each_broadcast, each_prefix, each_random_set;

/* Each of check.algorithm; its plan for the set, too; its messages; a and b of them, a != b. */
extern const struct quantifier each_algorithm, each_plan, each_message, each_message_pair;

/* --- plans -------------------------------------------------------------------------------- */

void multicast_make(struct multicast *p, const struct instance *i, const struct planner *planner,
                    uint32_t source, const uint16_t *dests, uint32_t m,
                    struct noc_partition *partition);

/* From messages given: their tree. */
void multicast_index(struct multicast *p);

/* The message that reaches a node; NULL: none does. */
static inline const struct noc_message *message_into(const struct multicast *p, uint32_t node)
{
    return p->into[node] == NO_MESSAGE ? NULL : &p->message[p->into[node]];
}

/* Whether v gets the message through u, or is u: v is in the reachable set of u. */
bool reaches(const struct multicast *p, uint32_t u, uint32_t v);

/* Whether a's sender sends later than a to somebody in whose reachable set x is: condition 4, with
 * the positive integer. */
bool sent_before_ancestor(const struct multicast *p, const struct noc_message *a, uint32_t x);

/* Whether a and b, a not later, have one sender or meet condition 3 or 4 of Robinson's theorem 3.3
 * (4.1, and theorem 1 of two other papers). */
bool in_sequence(const struct multicast *p, const struct noc_message *a,
                 const struct noc_message *b);

/* "0>4 0>2", and with steps and worms of several destinations "1:0>4>6 2:0>2". */
void say_plan(struct text *t, const struct multicast *p);
void say_worms(struct text *t, const struct multicast *p);

/* --- predicates of a plan ----------------------------------------------------------------- */

/* It takes ceil(log2(m + 1)) steps. */
predicate least_steps;

/* It takes check.with steps. The engine is told how many: "u-cube, one port: 4 steps". */
predicate takes_steps;

/* Its chain is check.table, and it takes check.with steps. */
predicate chain_as_printed;

/* --- sets --------------------------------------------------------------------------------- */

/* Members of a set, lowest first; returns how many. */
uint32_t members(uint64_t set, uint16_t *node);

/* m other nodes than the source, in any order. */
void random_dests(uint32_t *state, uint32_t nodes, uint32_t source, uint32_t m, uint16_t *dests);

/* Half the interval of a sum of n deviations, whose squares sum up to this. The factor is Student's
 * for 40 sets; for more it is slightly too large. */
uint64_t half_of_sum(uint64_t squares, uint32_t n);

/* "1, 2, 3" */
void say_dests(struct text *t, const uint16_t *dests, uint32_t m);

#endif
