/* SPDX-License-Identifier: BSD-2-Clause */
/* The first half of broadcasts that scatter the data by the binomial tree: afterwards each member
 * has its own block, and those of the ranks below it. */
#ifndef LIBNOC_COLLECTIVE_BROADCAST_SCATTER_H
#define LIBNOC_COLLECTIVE_BROADCAST_SCATTER_H

#include "steps.h"
#include "tree.h"

/* The number'th step of it. False: it has no more than *number steps, which are taken off. */
static inline bool noc_broadcast_scatter(const struct noc_call *call, uint32_t rank,
                                         uint32_t *number, struct noc_step *step)
{
    uint32_t width = noc_tree_width(call, rank);
    uint32_t sent = 0;

    if (rank != call->root && (*number)-- == 0) {
        return noc_step_receive(step, noc_tree_parent(call, rank, width),
                                noc_span(NOC_OUTPUT, rank, noc_tree_size(call, rank, width)),
                                NOC_STORE);
    }
    for (uint32_t half = width / 2; half > 0; half /= 2) {
        uint32_t child = noc_tree_child(rank, half);

        if (child < call->count && sent++ == *number) {
            return noc_step_send(step, child,
                                 noc_span(NOC_OUTPUT, child, noc_tree_size(call, child, half))) &&
                   noc_step_joins(step, *number);
        }
    }
    *number -= sent;
    return false;
}

#endif
