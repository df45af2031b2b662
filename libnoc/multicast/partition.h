/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where to cut an H-cycle: by a model of costs. For hosts, since it takes memory for every
 * pair of nodes; relays need the cuts only (struct noc_partition).
 */
#ifndef LIBNOC_MULTICAST_PARTITION_H
#define LIBNOC_MULTICAST_PARTITION_H

#include "plan_check.h"

/*
 * Cycles, of a worm with `flits` flits behind its c + 1 header flits:
 *
 *   sender    |-- send --|-- c + 1 + flits --|     its next worm begins gap later, or 1 + flits
 *   receiver                          |-- hop for each link --|-- receive --|    then it may send
 *
 * The NI starts a worm while those before it leave (docs/board.md, 4.1), so start-up and sending
 * are no sum: of gap, at most send, and 1 + flits the longer one counts.
 * It passes a destination without waiting. A header flit is charged to its own destination and
 * those behind it, not to those before and to the sender, which are less than c cycles late.
 */
struct noc_cost {
    uint32_t send, receive, flits, hop, gap;
};

enum { NOC_PARTITION_NODES_MAX = 1024 }; /* of a chain */

/* The caller sets all but `predicted`. Each number of cycles must stay below 2^31. */
struct noc_cost_partition {
    struct noc_partition partition; /* .cut: one of the two below; .cuts */
    struct noc_cost cost;
    const uint16_t *sizes; /* by_cost: of the first step's pieces, the source's own first, */
    uint32_t pieces;       /* together m + 1; 0 pieces: by cost as well */
    /* as: md-torus, with cuts[0] = NOC_CUT_OWN_FIRST; or mu-torus, with its parameter */
    const struct noc_algorithm *like;
    uint32_t parameter;
    void *room;                /* noc_partition_room() bytes; as: 4 (m + 1); 4-byte aligned */
    uint32_t predicted;        /* cycles until the last destination has the message */
    struct noc_misstep *wrong; /* what `like` does wrong, each node being a piece then; or NULL */
};

/* For m destinations; 0: too many. */
size_t noc_partition_room(uint32_t m);

/* noc_partition.cut: the cuts with the least predicted cycles among all linear partitions, or
 * among those that begin with these sizes. */
void noc_partition_by_cost(struct noc_partition *p, const struct noc_plan_env *env,
                           const uint16_t *chain, uint32_t m);

/* noc_partition.cut: the pieces of another algorithm, which then has the same plan. */
void noc_partition_as(struct noc_partition *p, const struct noc_plan_env *env,
                      const uint16_t *chain, uint32_t m);

#endif
