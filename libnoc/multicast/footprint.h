/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The RAM that a group and its plans take in a core: firmware allocates it, and a host tool reckons
 * from it which experiments a core has room for.
 */
#ifndef LIBNOC_FOOTPRINT_H
#define LIBNOC_FOOTPRINT_H

#include "plan.h"

enum {
    NOC_GROUP_SLOTS = 2,          /* receive slots of a group ... */
    NOC_GROUP_FLITS_TWICE = 1024, /* ... of at most so many flits; of longer ones it has one */
    NOC_WORM_WORDS = 2,           /* of a worm in a plan, beside its header flits, which are ... */
    NOC_WORM_RECEIVER_WORDS = 1,  /* ... the address of each receiver ... */
    NOC_WORM_END_WORDS = 1,       /* ... and the end of the header */
    NOC_WORM_MEMBER_WORDS = 4,    /* of each member that a relay by list may answer for ... */
    NOC_WORM_LIST_WORDS = 1       /* ... and of these, for its list */
};

/* How many slots of so many flits a group has: two, so that the next message can come while the
 * last one is forwarded; one where a second would take the memory that the program needs. */
static inline unsigned noc_group_slots(uint32_t flits)
{
    return flits <= NOC_GROUP_FLITS_TWICE ? NOC_GROUP_SLOTS : 1;
}

/*
 * Flits that a slot of a group with so many receivers has beside the data, for lists, where relays
 * are told their parts by lists. The longest list is of all receivers, and may begin in the middle
 * of a word. each: routers copy and leave the lists in the data; in front of the data of a worm
 * then lie those of all its receivers, at most a flit for each of theirs.
 */
static inline uint32_t noc_group_list_flits(uint32_t receivers, bool each)
{
    const struct noc_part longest = {.left = 1, .right = (uint16_t)receivers, .self = 1};
    uint32_t list = noc_part_flits(&longest);

    return each && receivers > list ? receivers : list;
}

#endif
