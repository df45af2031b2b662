/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a multicast's message tells its receiver (wire.h): its part, and where the data is. Written
 * once for each way of telling it, and compiled into each of them: a core's time between a message
 * and its first worm is the latency of the tree.
 */
#ifndef FIRMWARE_TOLD_H
#define FIRMWARE_TOLD_H

#include "layer/layer.h"
#include "multicast/part_list.h"

/* The data, and chain[part], where it is in the message. */
struct share {
    const uint32_t *data;
    uint32_t bytes;
    uint32_t w0, w2; /* what all worms that hand it on have in theirs: no entry and no lists, and no
                        part of a receiver */
    const uint16_t *chain;
    struct noc_part part;
};

/* Flits of a unicast's list. */
static inline uint32_t told_list_flits(uint32_t w2)
{
    return (wire_bits(w2, 0, WIRE_PLACE_BITS) + wire_bits(w2, WIRE_ODD_SHIFT, 1) + 1) / 2;
}

static inline uint32_t told_list(const struct noc_part *part)
{
    uint32_t count = (uint32_t)part->right - part->left + 1;

    return count | (uint32_t)(part->self - part->left) << WIRE_PLACE_SHIFT |
           (part->left & 1u) << WIRE_ODD_SHIFT;
}

/* A unicast's list: this core stands in it. */
static inline bool told_by_list(struct share *s, const uint32_t *body, uint32_t w2)
{
    uint32_t count = wire_bits(w2, 0, WIRE_PLACE_BITS), left = wire_bits(w2, WIRE_ODD_SHIFT, 1);
    uint32_t place = wire_bits(w2, WIRE_PLACE_SHIFT, WIRE_PLACE_BITS);

    s->chain = (const uint16_t *)body;
    s->part =
        (struct noc_part){(uint16_t)left, (uint16_t)(left + count - 1), (uint16_t)(left + place)};
    return place < count && s->chain[left + place] == noc_layer.rank;
}

/* A worm's lists: among them this core's, of no more members than its memory is for. */
static inline bool told_by_lists(struct share *s, const noc_plan *plan, const uint32_t *body,
                                 uint32_t lists)
{
    s->chain = (const uint16_t *)noc_part_list_find(body, lists, noc_layer.rank, &s->part);
    return s->chain && (uint32_t)(s->part.right - s->part.left + 1) < plan->group->count;
}

/* Flits of lists in front of the data. More than there can be: W2 makes no sense. */
static inline __attribute__((always_inline)) uint32_t told_lists(uint32_t flits, uint32_t w2,
                                                                 const enum told told)
{
    if (told == TOLD_BY_PLAN) {
        return 0;
    }
    if (told == TOLD_BY_LIST) {
        return told_list_flits(w2);
    }
    return w2 << 2 >> (2 + WIRE_LENGTH_BITS) == (uint32_t)WIRE_WORM >> WIRE_LENGTH_BITS
             ? flits - wire_bits(w2, 0, WIRE_LENGTH_BITS)
             : UINT32_MAX;
}

/* What a message with these words brings. False: it makes no sense here. */
static inline __attribute__((always_inline)) bool told_share(struct share *s, const noc_plan *plan,
                                                             const uint32_t *body, uint32_t w0,
                                                             uint32_t w2, const enum told told)
{
    const unsigned above = 32 - NI_TX_W0_QUIET_SHIFT; /* QUIET and the sender's entry */
    uint32_t flits = NOC_GET(w0, NI_TX_W0, LENGTH), lists = told_lists(flits, w2, told);

    if (told != TOLD_BY_PLAN && lists > flits) {
        return false;
    }
    s->data = body + lists;
    s->bytes = 4 * (flits - lists) - (w2 >> WIRE_GROUP_PAD_SHIFT);
    s->w0 = (w0 << above >> above) - lists;
    if (told == TOLD_BY_PLAN) {
        s->w2 = w2 ^ plan->w2; /* the pad is left */
        return s->w2 << (32 - WIRE_GROUP_PAD_SHIFT) == 0;
    }
    if (told == TOLD_BY_LIST) {
        s->w2 = w2 >> WIRE_GROUP_PAD_SHIFT << WIRE_GROUP_PAD_SHIFT;
        return told_by_list(s, body, w2);
    }
    s->w2 = w2;
    if (told == TOLD_BY_HEADER && !lists) {
        s->part = (struct noc_part){0};
        return true;
    }
    return told_by_lists(s, plan, body, lists);
}

#endif
