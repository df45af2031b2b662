/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The engine. A claim reads "for all networks, for all their routes, for all hops: this holds". So
 * a check names quantifiers, the outermost first, a predicate, and what they are about:
 *
 *     {.over = {&each_network, &each_route, &each_hop}, .on = "utorus:3 to utorus:8, utorus:3x3",
 *      .routing = "utr", .holds = lemma_4_1}
 *
 * A quantifier chooses, one after the other, the things that its name says, notes each in the
 * instance, and hands the instance on by then(). Behind the last one stands the predicate, which
 * looks at the instance and nothing else. The engine counts the instances, keeps the first one
 * that is against the claim, and words how far the check went.
 */
#ifndef LIBNOC_CLAIMS_CHECK_H
#define LIBNOC_CLAIMS_CHECK_H

#include "finding.h"
#include "multicast/plan.h"

enum { CHECKS_MAX = 6, OVER_MAX = 5, NUMBERS_MAX = 4 };

struct check;
struct multicast; /* multicasts.h */
struct net;       /* networks.h */
struct pace;      /* in_time.h */
struct progress;  /* check.c */

/* An algorithm with its parameter. */
struct planner {
    char name[24]; /* "mu-torus:2" */
    const struct noc_algorithm *algorithm;
    uint32_t parameter;
};
enum { PLANNERS_MAX = 6 };

/* What the quantifiers of a check have chosen so far. */
struct instance {
    const struct check *check;
    bool deep;
    uint32_t chosen;               /* so many quantifiers have */
    struct progress *progress;     /* of the check */
    const struct planner *planner; /* of check.algorithm one; the first, unless each_plan chose */
    uint32_t planners;

    struct net *net;
    uint32_t u, v, x, y;         /* nodes, as the papers call them; of each_number, numbers */
    const struct noc_channel *c; /* a channel of the route from u to v, */
    uint32_t hop;                /* which is its hop of this number, from 0 on */
    uint32_t d;                  /* a dimension */
    uint32_t source, m;          /* a multicast's */
    const uint16_t *dests;       /* [m], ascending unless given */
    const struct multicast *plan;
    const struct noc_message *a, *b; /* messages of the plan */
    const struct pace *pace;
    const void *own; /* what a chapter's own quantifier has chosen */
};

/* Whether a claim's sentence is true of an instance. Says why not, or where: against(), shows(). */
typedef bool predicate(const struct instance *i);

/* A growing text; what is too long is cut off. */
struct text {
    size_t used;
    char at[NOC_CLAIM_TEXT];
};

struct quantifier {
    const char *things; /* as the innermost one: "all {count} hops"; tokens as of check.checked */
    const char *of;     /* as an outer one: " of all routes"; NULL: not told */
    void (*each)(struct instance *i);
    void (*tell)(const struct instance *i, struct text *t); /* what it has chosen; NULL: nothing */
};

/* A bound of a check: so many, and if the check is deep. deep 0: no more than else. */
struct limit {
    uint32_t normal, deep;
};

struct range {
    uint32_t from, to, to_deep; /* both ends belong to it; to_deep 0: as to */
};

/* From which nodes each_set and each_broadcast send. */
enum sources { FROM_ALL, FROM_0, FROM_0_UNLESS_DEEP };

struct check {
    const struct quantifier *over[OVER_MAX]; /* the outermost first; none: one instance */
    predicate *given; /* only instances of which this is true count; NULL: all */
    predicate *holds; /* of each instance */
    const char *none; /* the claim is that this occurs, in one instance at least; against it is said
                         that there is none, in these words */
    const char *most_at; /* the largest value that is measured must be told of this network */
    /*
     * How far the check went, where the engine's words do not say it. Tokens: {scope} is the
     * engine's words; {count} of instances, {failed} of those against it; {most} the largest value
     * that was measured, {most/10} the same in tenths, {where} what was said of it; {example} what
     * occurred; {on}, {from}, {sets}, {by}, {routing}, {limit}, {paces} and {random} what the
     * fields below say. NULL: what occurred, or {scope}, unless predicates said it by seen().
     */
    const char *checked;

    const char *on, *on_deep; /* networks (networks.h), and those that a deep check adds; on_deep
                                   alone: nothing is checked unless deep */
    const char *routing;      /* NULL: each topology's own */
    const char *algorithm;    /* or several, of each_plan: "maxport, combine" */
    const struct noc_algorithm *own_algorithm; /* instead of one from libnoc's table */
    uint32_t ports;                            /* 0: all */
    enum sources sources;
    uint32_t source;                  /* of given_set, */
    const char *dests;                /* which are "1, 3, 5" */
    struct limit random;              /* so many random sets, graphs, ...; 0: all */
    struct limit stride;              /* every so many-th set */
    struct limit size;                /* of a set, at most; 0: all other nodes */
    struct limit limit;               /* a size, of what the quantifier goes through */
    struct range number[NUMBERS_MAX]; /* of each_number: u, v, x, y */
    const struct pace *pace;          /* of each_pace so many */
    struct limit paces;
    uint32_t with; /* the predicate's own, as the two below */
    const uint32_t *table;
    const char *expected;
};

/* One row; claims without a check that could decide them say so: unclear. */
struct row {
    const char *place;
    enum noc_claim_kind kind;
    const char *claim;
    struct check check[CHECKS_MAX];
    const char *remark;
    const char *unclear;
};

/* Rows of a paper; the last one's place is NULL. */
struct chapter {
    const char *paper;
    const struct row *row;
};

void row_check(const struct row *row, bool deep, struct noc_finding *finding);

/* --- for quantifiers ---------------------------------------------------------------------- */

/* Go on with what is chosen: the next quantifier, or the predicate. */
void then(struct instance *i);

/* Whether going on is of no use: what should occur has occurred. */
bool settled(const struct instance *i);

static inline uint32_t bound(const struct instance *i, struct limit limit)
{
    return i->deep && limit.deep ? limit.deep : limit.normal;
}

/* All numbers of check.number, the last range fastest, into u, v, x and y. */
extern const struct quantifier each_number;

/* --- for predicates ----------------------------------------------------------------------- */

/* Why the instance is against the claim; else the engine tells what was chosen. Returns false. */
bool against(const struct instance *i, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* What occurs in the instance. Returns true. */
bool shows(const struct instance *i, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* A part of how far the check went. Returns true. */
bool seen(const struct instance *i, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* A value of the instance; the largest one can be told: {most}, with these words {where}, which begin
 * with the network's name if check.most_at is given. */
void measure(const struct instance *i, uint64_t value, const char *format, ...)
    __attribute__((format(__printf__, 3, 4)));

/* Nothing can be said of the claim. Returns false. */
bool unclear(const struct instance *i, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

/* --- small things ------------------------------------------------------------------------- */

void say(struct text *t, const char *format, ...) __attribute__((format(__printf__, 2, 3)));

/* The next of "a, b, c", into item[size]: false: no more. *list goes on. */
bool next_item(const char **list, char *item, size_t size);

/* xorshift32: the same numbers on every host. */
uint32_t random_below(uint32_t *state, uint32_t n);

/* ceil(log2(n)). */
uint32_t doublings(uint32_t n);

/* The highest bit in which two numbers differ; 0 if they do not. */
uint32_t highest_bit(uint64_t u, uint64_t v);

#endif
