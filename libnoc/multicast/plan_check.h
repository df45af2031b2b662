/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether what an algorithm returns can be part of a plan. Hosts ask algorithms through these
 * functions only, so that a wrong one is named, and none leads them beyond their arrays; firmware,
 * whose time counts, asks them directly.
 *
 *     had     [left ........... right]     what chain[self] was responsible for
 *     mine    [left .. right]              what it keeps, itself in it,
 *     theirs                [l .. r]       and what it gives: together what it had
 */
#ifndef LIBNOC_MULTICAST_PLAN_CHECK_H
#define LIBNOC_MULTICAST_PLAN_CHECK_H

#include "plan.h"

enum noc_misstep_kind {
    NOC_MISSTEP_NONE,
    NOC_MISSTEP_CHAIN, /* order(): chain[theirs.left] is another node, or one for the second time */
    NOC_MISSTEP_WHOLE, /* order(): mine is what it calls the whole chain, with the source at self */
    NOC_MISSTEP_OUTSIDE,  /* theirs is not in the part that the node had */
    NOC_MISSTEP_RECEIVER, /* theirs.self is not in theirs */
    NOC_MISSTEP_KEPT,     /* mine is not in the part that the node had, or has not its self */
    NOC_MISSTEP_OVERLAP,  /* mine and theirs, or pieces of one worm, share places */
    NOC_MISSTEP_STILL,    /* mine has not shrunk */
    NOC_MISSTEP_LOST,     /* places that are in no part any more */
    NOC_MISSTEP_TWICE     /* chain[theirs.self] has received before */
};

/* The first wrong step of an algorithm: {0} before it is asked. */
struct noc_misstep {
    enum noc_misstep_kind kind;
    const struct noc_algorithm *algorithm;
    uint16_t node; /* that was asked for its next receiver; of order() the source */
    bool done;     /* it has said that there is none; theirs says nothing */
    struct noc_part had, mine, theirs; /* before; afterwards; given */
};

/* How far one sender is: {0} before its first receiver. */
struct noc_handover {
    struct noc_worm_progress legs;
    uint32_t given; /* places that receivers got since mine has shrunk */
};

/* As a->order(). False: what it leaves is wrong, or something was before. chain[0..m]: nodes of
 * the topology, none twice. */
bool noc_plan_order_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                            uint16_t *chain, uint32_t m, struct noc_part *whole,
                            struct noc_misstep *wrong);

/* As noc_plan_next(). False also: what it gives is wrong, or something was before. */
bool noc_plan_next_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                           const uint16_t *chain, struct noc_part *mine, struct noc_part *theirs,
                           struct noc_handover *h, struct noc_misstep *wrong);

/* As noc_plan_make(). After a misstep the messages are those made before it, and others of the
 * source to itself, m in all. */
uint32_t noc_plan_make_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                               uint16_t *chain, uint32_t m, struct noc_message *message,
                               struct noc_part *scratch, struct noc_misstep *wrong);

/* The same of a chain that noc_plan_order_checked() has put in order, which said what is whole. After
 * a misstep in it there are none. */
uint32_t noc_plan_messages_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                                   const uint16_t *chain, uint32_t m, struct noc_part whole,
                                   struct noc_message *message, struct noc_part *scratch,
                                   struct noc_misstep *wrong);

#endif
