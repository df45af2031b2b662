/* SPDX-License-Identifier: BSD-2-Clause */
/* Which messages of a plan may contend: the memory that looking at many plans reuses. */
#ifndef LIBNOC_VERIFY_CONTENTION_H
#define LIBNOC_VERIFY_CONTENTION_H

#include "verify.h"

/*
 * Messages, sorted into the channels that they travel and there by senders:
 *
 *   head[channel] -> group (sender 3) -> group (sender 7) -> ...
 *                      |                   |
 *                    message 0           message 2
 *                    message 5
 */
struct noc_contention {
    const struct noc_topology *t;
    const struct noc_routing *r;
    uint32_t *head; /* [channel]: group + 1; 0: none */
    struct noc_sender_group *group;
    struct noc_traveller *traveller;
    uint32_t *used; /* channels with a head */
    bool worms;     /* some message joins another */
    uint32_t groups, travellers, useds, group_room, traveller_room;
    uint32_t *into;              /* [node]: the message that reached it, + 1 */
    uint32_t *seen;              /* [message]: compared with this one already, + 1 */
    uint32_t *leader;            /* [message]: the first of its worm */
    uint32_t *at;                /* [node]: after how many channels its worm reaches it */
    struct noc_visit *visit;     /* [nodes], of one worm */
    uint32_t *header;            /* [nodes + 1], of one worm */
    struct noc_channel *path;    /* [channels] */
    uint32_t *cached;            /* [from * nodes + to], into channel[]; NULL: too many nodes */
    struct noc_channel *channel; /* all paths, one after the other */
};

/* False: out of memory. */
bool noc_contention_make(struct noc_contention *c, const struct noc_topology *t,
                         const struct noc_routing *r, bool for_many);
void noc_contention_free(struct noc_contention *c);

/* What was found in one plan. */
struct noc_contended {
    uint64_t violations;
    uint64_t link_visits;
    bool unrouted; /* some message has no route */
    struct noc_violation first;
    uint32_t earlier, later; /* the two messages of `first` */
};

/* False: out of memory. message: sorted by step. */
bool noc_contention_count(struct noc_contention *c, const struct noc_message *message, uint32_t m,
                          uint32_t source, struct noc_contended *found);

#endif
