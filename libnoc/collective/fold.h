/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Algorithms that pair members by a bit of their numbers want a power of two of them. Where there
 * are more, the first ones are folded: ranks 0 and 1, 2 and 3, ... become one place each, so that
 * the places are a power of two, and in the order of ranks. One of both takes part for the pair;
 * the other one hands it what it has before, and is handed the result afterwards.
 *
 *     ranks    0 1   2 3   4  5
 *     places   0     1     2  3
 */
#ifndef LIBNOC_COLLECTIVE_FOLD_H
#define LIBNOC_COLLECTIVE_FOLD_H

#include "schedule.h"

struct noc_fold {
    uint32_t places; /* the largest power of two that is at most the members */
    uint32_t pairs;  /* so many places have two members */
};

static inline struct noc_fold noc_fold(const struct noc_call *call)
{
    uint32_t places = call->count;

    while (places & (places - 1)) {
        places &= places - 1;
    }
    return (struct noc_fold){places, call->count - places};
}

/* The place of a rank, whether or not that takes part. */
static inline uint32_t noc_fold_place(const struct noc_fold *fold, uint32_t rank)
{
    return rank < 2 * fold->pairs ? rank / 2 : rank - fold->pairs;
}

/* The first rank, and block, of a place. */
static inline uint32_t noc_fold_first(const struct noc_fold *fold, uint32_t place)
{
    return place < fold->pairs ? 2 * place : place + fold->pairs;
}

/* So many ranks, and blocks, these places have from `place` on. */
static inline uint32_t noc_fold_size(const struct noc_fold *fold, uint32_t place, uint32_t places)
{
    return noc_fold_first(fold, place + places) - noc_fold_first(fold, place);
}

/* Who takes part for a place: the root, where it is one of two, else the first one. */
static inline uint32_t noc_fold_rank(const struct noc_call *call, const struct noc_fold *fold,
                                     uint32_t place)
{
    uint32_t first = noc_fold_first(fold, place);

    return place < fold->pairs && call->root == first + 1 ? first + 1 : first;
}

#endif
