/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Slots, lists of them, and what of the arena a sender may have.
 */
#ifndef FIRMWARE_SLOTS_H
#define FIRMWARE_SLOTS_H

#include "layer/layer.h"

enum claim {
    CLAIM_NONE,  /* to the arena: of what comes unasked */
    CLAIM_ANY,   /* of what a receive from any source may want */
    CLAIM_NAMED, /* of a sender that a receive, or another call, names */
};
enum relief { RELIEVED, NOTHING_HELD, NO_MEMORY };

void list_clear(struct slot_list *list);
void list_append(struct slot_list *list, struct slot *slot);
void list_remove(struct slot_list *list, struct slot **link);
const void *slot_self_message(const struct slot *slot);
/* Where the message is that it holds. */
static inline const void *slot_message(const struct slot *slot)
{
    return __builtin_expect(slot->home == SLOT_SELF, 0) ? slot_self_message(slot) : slot->body;
}
void slot_release(struct slot *slot);
/* A place for so many flits, with from's words and none of its body. */
struct slot *slot_in_arena(const struct slot *from, uint32_t flits);
/* The same, of what a sender may have that is named, or in the heap. */
struct slot *slot_outside(const struct slot *from, uint32_t flits);
/* A copy of a message, likewise. NULL: no memory. */
struct slot *slot_beside(const struct slot *from);
/* For a message to oneself by this request, which stays where it is. NULL: no memory. */
struct slot *slot_of_self(const struct slot *from, uint32_t request);
/* Where this message can move to: the same, or the place that is always kept. */
struct slot *slot_place(const struct slot *old, uint32_t flits);
/* Memory of the arena, or of the heap; and back again, NULL too. */
void *memory_take(uint32_t bytes, uint32_t owner);
void memory_give(void *memory);
/* Half of the arena is in use: what comes unasked is left where it is. */
bool arena_pressed(void);
/* Whether a node may have so many bytes more. */
bool arena_allows(uint32_t node, uint32_t bytes, enum claim claim);
bool slot_may_move(const struct slot *slot, enum claim claim);
/* Whether there is a place for a message that is asked for. */
bool arena_room(void);
/* That place is for this node's message. */
void slot_charge(struct slot *room, uint32_t node);
/* Move the message at *link to the arena; its slot is free again. */
bool list_to_arena(struct slot_list *list, struct slot **link);
/* Free one of the slots of this home that messages in the list hold. heap: one of each sender may go there. */
enum relief slots_relieve(struct slot_list *list, uint32_t home, bool heap);

#endif
