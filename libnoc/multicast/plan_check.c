/* SPDX-License-Identifier: BSD-2-Clause */
/* What order(), next() and worm() of an algorithm return, checked step by step. */
#include "plan_check.h"

#include <string.h>

enum { NODES_MAX = 1 << NOC_DIMS_MAX };

static uint32_t places(const struct noc_part *part)
{
    return (uint32_t)part->right - part->left + 1;
}

/* Whether `part` is one, and its places are all in `of`. */
static bool within(const struct noc_part *part, const struct noc_part *of)
{
    return of->left <= part->left && part->left <= part->right && part->right <= of->right;
}

static bool has(const struct noc_part *part, uint16_t place)
{
    return part->left <= place && place <= part->right;
}

/* Mark each node of the chain, or take each mark away. False at the first, *at, where that is done. */
static bool mark_all(uint8_t *marks, const uint16_t *chain, uint32_t m, uint32_t nodes, bool mark,
                     uint32_t *at)
{
    for (*at = 0; *at <= m; ++*at) {
        uint32_t node = chain[*at];
        uint8_t bit = (uint8_t)(1 << node % 8);

        if (node >= nodes || !!(marks[node / 8] & bit) == mark) {
            return false;
        }
        marks[node / 8] ^= bit;
    }
    return true;
}

bool noc_plan_order_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                            uint16_t *chain, uint32_t m, struct noc_part *whole,
                            struct noc_misstep *wrong)
{
    uint8_t marks[NODES_MAX / 8];
    const uint32_t nodes = env->topology->nodes;
    const uint16_t source = chain[0];
    uint32_t at;

    if (wrong->kind != NOC_MISSTEP_NONE) {
        return false;
    }
    *wrong = (struct noc_misstep){
        .algorithm = a, .node = source, .had = {.right = (uint16_t)m, .self = UINT16_MAX}};
    *whole = (struct noc_part){UINT16_MAX, UINT16_MAX, UINT16_MAX};
    memset(marks, 0, (nodes + 7) / 8);
    mark_all(marks, chain, m, nodes, true, &at);
    a->order(env, chain, m, whole);
    wrong->mine = *whole;
    if (!mark_all(marks, chain, m, nodes, false, &at)) {
        wrong->kind = NOC_MISSTEP_CHAIN;
        wrong->theirs.left = (uint16_t)at;
    } else if (whole->left != 0 || whole->right != m || whole->self > m ||
               chain[whole->self] != source) {
        wrong->kind = NOC_MISSTEP_WHOLE;
    }
    return wrong->kind == NOC_MISSTEP_NONE;
}

/* What is wrong with a step from `had` to *mine and *theirs. */
static enum noc_misstep_kind judge(const struct noc_algorithm *a, const struct noc_part *had,
                                   const struct noc_part *mine, const struct noc_part *theirs,
                                   struct noc_handover *h)
{
    if (!within(theirs, had)) {
        return NOC_MISSTEP_OUTSIDE;
    }
    if (!has(theirs, theirs->self)) {
        return NOC_MISSTEP_RECEIVER;
    }
    if (!within(mine, had) || mine->self != had->self || !has(mine, mine->self)) {
        return NOC_MISSTEP_KEPT;
    }
    if (has(theirs, had->self)) {
        return NOC_MISSTEP_OVERLAP;
    }
    h->given += places(theirs);
    if (places(mine) == places(had)) { /* a worm that goes on */
        return a->worm && h->given < places(had) ? NOC_MISSTEP_NONE : NOC_MISSTEP_STILL;
    }
    uint32_t all = h->given + places(mine);

    h->given = 0;
    return all < places(had) ? NOC_MISSTEP_LOST
         : all > places(had) || (theirs->left <= mine->right && mine->left <= theirs->right)
             ? NOC_MISSTEP_OVERLAP
             : NOC_MISSTEP_NONE;
}

bool noc_plan_next_checked(const struct noc_algorithm *a, const struct noc_plan_env *env,
                           const uint16_t *chain, struct noc_part *mine, struct noc_part *theirs,
                           struct noc_handover *h, struct noc_misstep *wrong)
{
    const struct noc_part had = *mine;
    enum noc_misstep_kind kind;

    if (wrong->kind != NOC_MISSTEP_NONE) {
        return false;
    }
    *theirs = (struct noc_part){UINT16_MAX, UINT16_MAX, UINT16_MAX};
    bool more = noc_plan_next(a, env, chain, mine, theirs, &h->legs);

    kind = more                                   ? judge(a, &had, mine, theirs, h)
         : had.left == had.right && h->given == 0 ? NOC_MISSTEP_NONE
                                                  : NOC_MISSTEP_LOST;
    if (kind != NOC_MISSTEP_NONE) {
        *wrong = (struct noc_misstep){kind, a, chain[had.self], !more, had, *mine, *theirs};
    }
    return more && kind == NOC_MISSTEP_NONE;
}
