/* SPDX-License-Identifier: BSD-2-Clause */
/* Receives that are posted, and messages for them: within this room. */
#ifndef FIRMWARE_POSTED_H
#define FIRMWARE_POSTED_H

#include "eager/seen.h"
#include "matching.h"

/* In the world, or a group that this core is in. */
bool envelope_is_alive(uint32_t w2);
/* A receive without room for what it matches ends. */
void receive_too_short(struct request **link, const struct slot *slot);
/* All of this node's with less than `position` in front of them were shown: give what was taken past
 * others to receives that have seen them. */
void passed_give(uint32_t node, uint32_t position);

/* Whether there is room for it, or it is to be cut. */
static inline bool is_fit(const struct request *r, const struct slot *slot)
{
    return r->cut || envelope_bytes(slot) <= r->bytes;
}

/* Whether a receive may have it now. */
static inline bool may_have(const struct request *r, const struct slot *slot, bool shown)
{
    return !shown || seen_in_order(r->state, wire_source(slot->w1));
}

/* Where the list of receives leads to the oldest that matches it, and has room or may not have it yet;
 * NULL: there is none. Those without room end, and the message goes on looking. */
static inline __attribute__((always_inline)) struct request **posted_for(const struct slot *slot,
                                                                         const bool shown)
{
    struct request **link = &noc_layer.posted, *r;

    while ((r = *link)) {
        if (!envelope_matches(slot, &r->wanted)) {
            link = &r->next;
        } else if (is_fit(r, slot) || !may_have(r, slot, shown)) {
            return link;
        } else {
            receive_too_short(link, slot);
        }
    }
    return NULL;
}

#endif
