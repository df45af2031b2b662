/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The binomial tree of a group, for any root and number of members. An interval of ranks whose
 * length is a power of two, and which begins at a multiple of it, has one member that is responsible
 * for it: its first one, or the root if that is in it. So who is responsible for an interval is
 * responsible for one of its halves too, and is the parent of the other half's:
 *
 *     ranks 0 to 6, root 3           3
 *                               /    |    \
 *     [0..7]                   4     |     \
 *     [0..3] [4..7]           / \    0      2
 *     [0..1] [2..3] ...      6   5   |
 *                                    1
 *
 * So the ranks below a child are one interval, all less or all greater than those that its parent
 * has without it: nothing wraps whatever the root is, and a reduction can keep the order of ranks.
 */
#ifndef LIBNOC_COLLECTIVE_TREE_H
#define LIBNOC_COLLECTIVE_TREE_H

#include "steps.h"

/* The length of the largest interval that `rank` is responsible for; some of it may lie
 * beyond the last rank. */
static inline uint32_t noc_tree_width(const struct noc_call *call, uint32_t rank)
{
    uint32_t width = 1;

    if (rank == call->root) {
        while (width < call->count) {
            width *= 2;
        }
        return width;
    }
    while (!(rank & width) && (rank ^ call->root) >= 2 * width) {
        width *= 2;
    }
    return width;
}

/* The parent of a rank of this width that is not the root. */
static inline uint32_t noc_tree_parent(const struct noc_call *call, uint32_t rank, uint32_t width)
{
    return (rank ^ call->root) < 2 * width ? call->root : rank & ~(2 * width - 1);
}

/* The child of `rank` in the other half of its interval of twice this width; it is responsible
 * for that half. At or beyond call->count: nobody. */
static inline uint32_t noc_tree_child(uint32_t rank, uint32_t width)
{
    return (rank ^ width) & ~(width - 1);
}

/* So many ranks there are in the interval of this width that begins with `first`. */
static inline uint32_t noc_tree_size(const struct noc_call *call, uint32_t first, uint32_t width)
{
    return first + width <= call->count ? width : call->count - first;
}

/* The number'th child of `rank`, whose width is `width`, the one with the widest interval first.
 * *half becomes its width. False: there are no more. */
static inline bool noc_tree_widest(const struct noc_call *call, uint32_t rank, uint32_t width,
                                   uint32_t number, uint32_t *half, uint32_t *child)
{
    for (*half = width / 2; *half > 0; *half /= 2) {
        *child = noc_tree_child(rank, *half);
        if (*child < call->count && number-- == 0) {
            return true;
        }
    }
    return false;
}

/* The same with the narrowest first. */
static inline bool noc_tree_narrowest(const struct noc_call *call, uint32_t rank, uint32_t width,
                                      uint32_t number, uint32_t *half, uint32_t *child)
{
    for (*half = 1; *half < width; *half *= 2) {
        *child = noc_tree_child(rank, *half);
        if (*child < call->count && number-- == 0) {
            return true;
        }
    }
    return false;
}

/* Of gathering and scattering: the blocks of those that a member which is not the root is
 * responsible for. */
static inline struct noc_span noc_tree_blocks(const struct noc_call *call, uint32_t rank)
{
    return noc_span(NOC_SCRATCH, rank, noc_tree_size(call, rank, noc_tree_width(call, rank)));
}

/* scratch(): these blocks, but for a leaf, which has its own only. */
static inline struct noc_span noc_tree_scratch(const struct noc_call *call, uint32_t rank)
{
    struct noc_span all = noc_tree_blocks(call, rank);

    return rank == call->root || all.count == 1 ? noc_span_none() : all;
}

/* weigh(): the root's part, all blocks once. */
static inline void noc_tree_weigh(const struct noc_call *call, const uint16_t *crowd,
                                  struct noc_weight *weight)
{
    (void)crowd;
    weight->rounds = noc_doublings(call->count);
    weight->late = call->operation == NOC_GATHER;
    weight->halvings = 1;
    weight->halved = noc_doublings(call->count);
    weight->relayed = true;
    weight->fans = call->operation == NOC_SCATTER;
    weight->sent = call->count - 1u;
    weight->crowded = weight->sent;
    weight->copied = 1;
    weight->locals = 1;
}

#endif
