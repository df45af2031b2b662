/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Slots: places for messages, in the NI's hands or in lists, and the arena that messages move to
 * so that the NI has its slots again.
 *
 * Of the arena half is anybody's, and what comes unasked takes no more. The rest is for senders
 * from whom a message is wanted, so that many messages of others do not keep it away: up to three
 * quarters for any of those, and above for those that have little there. So no sender fills it,
 * whatever is wanted of it.
 */
#include <stdlib.h>

#include "copy.h"
#include "requests/requests.h"
#include "slots.h"

/* --- lists ------------------------------------------------------------------ */

void list_clear(struct slot_list *list)
{
    list->head = NULL;
    list->end = &list->head;
}

void list_append(struct slot_list *list, struct slot *slot)
{
    slot->next = NULL;
    *list->end = slot;
    list->end = &slot->next;
}

void list_remove(struct slot_list *list, struct slot **link)
{
    struct slot *slot = *link;

    *link = slot->next;
    if (list->end == &slot->next) {
        list->end = link;
    }
}

/* --- memory: the arena's, or the heap's ------------------------------------------ */

void *memory_take(uint32_t bytes, uint32_t owner)
{
    void *memory = arena_take(&noc_layer.arena, bytes, owner);

    return memory ? memory : malloc(bytes);
}

void memory_give(void *memory)
{
    const struct arena *a = &noc_layer.arena;

    if (memory && (uintptr_t)memory - (uintptr_t)a->memory < a->bytes) {
        arena_give(&noc_layer.arena, memory);
    } else {
        free(memory);
    }
}

/* --- slots ------------------------------------------------------------------ */

const void *slot_self_message(const struct slot *slot)
{
    return request_at(slot->body[0])->body;
}

static __attribute__((noinline)) void self_release(struct slot *slot)
{
    request_finish(request_at(slot->body[0]), NOC_ERR_OK);
    memory_give(slot);
}

void slot_release(struct slot *slot)
{
    struct layer_state *l = &noc_layer;

    if (slot->home == SLOT_ARENA) {
        memory_give(slot);
        return;
    }
    mmio_fence_out(); /* done with the body before the NI may write it */
    if (slot->home != SLOT_POOL) {
        if (__builtin_expect(slot->home == SLOT_SELF, 0)) {
            self_release(slot);
            return;
        }
        l->group[slot->home - NOC_QUEUE_GROUP]->vacant++;
        ni_write(ni_queue(NI_RX_FREE, slot->home), ni_address(slot->body));
    } else if (!l->pull_slot) {
        l->pull_slot = true;
        ni_write(ni_queue(NI_RX_FREE, NOC_QUEUE_PULLED), ni_address(slot->body));
    } else {
        ni_write(NI_RX_FREE, ni_address(slot->body));
    }
}

static uint32_t bytes_of(uint32_t flits)
{
    return (uint32_t)sizeof(struct slot) + flits * 4;
}

struct slot *slot_in_arena(const struct slot *from, uint32_t flits)
{
    struct slot *slot = arena_take(&noc_layer.arena, bytes_of(flits), wire_source(from->w1));

    if (slot) {
        *slot = *from;
        slot->home = SLOT_ARENA;
    }
    return slot;
}

struct slot *slot_outside(const struct slot *from, uint32_t flits)
{
    struct slot *slot = slot_may_move(from, CLAIM_NAMED) ? slot_in_arena(from, flits) : NULL;

    if (!slot) {
        slot = malloc(bytes_of(flits));
        if (slot) {
            *slot = *from;
            slot->home = SLOT_ARENA;
        }
    }
    return slot;
}

struct slot *slot_beside(const struct slot *from)
{
    const uint32_t flits = NOC_GET(from->w0, NI_TX_W0, LENGTH);
    struct slot *slot = slot_outside(from, flits);

    if (slot) {
        copy_long(slot->body, from->body, flits);
    }
    return slot;
}

struct slot *slot_of_self(const struct slot *from, uint32_t index)
{
    struct slot *slot = memory_take(bytes_of(1), noc_layer.rank);

    if (slot) {
        *slot = *from;
        slot->home = SLOT_SELF;
        slot->body[0] = index;
    }
    return slot;
}

/* --- the arena's rules -------------------------------------------------------- */

bool arena_pressed(void)
{
    const struct arena *a = &noc_layer.arena;

    return a->used > a->bytes / 2;
}

bool arena_allows(uint32_t node, uint32_t bytes, enum claim claim)
{
    const struct arena *a = &noc_layer.arena;
    uint32_t cost = bytes ? arena_cost(bytes) : 0, used = a->used + cost, share;

    if (used <= a->bytes / 2) {
        return true;
    }
    if (claim == CLAIM_NONE || used > (claim == CLAIM_NAMED ? a->bytes : a->bytes / 4 * 3)) {
        return false;
    }
    share = arena_share(a, node);
    return !share || share + cost <= a->bytes / 8 ||
           (claim == CLAIM_NAMED && used <= a->bytes / 4 * 3);
}

bool slot_may_move(const struct slot *slot, enum claim claim)
{
    return arena_allows(wire_source(slot->w1), bytes_of(NOC_GET(slot->w0, NI_TX_W0, LENGTH)),
                        claim);
}

bool arena_room(void)
{
    struct layer_state *l = &noc_layer;

    if (!l->room) {
        l->room = arena_take(&l->arena, bytes_of(EAGER_FLITS), l->rank);
    }
    return l->room;
}

void slot_charge(struct slot *room, uint32_t node)
{
    arena_trim(&noc_layer.arena, room, bytes_of(EAGER_FLITS), node);
}

struct slot *slot_place(const struct slot *old, uint32_t flits)
{
    struct layer_state *l = &noc_layer;
    struct slot *slot = slot_in_arena(old, flits);

    if (!slot && old->home == SLOT_POOL && l->room) {
        slot = l->room;
        l->room = NULL;
        arena_trim(&l->arena, slot, bytes_of(flits), wire_source(old->w1));
        *slot = *old;
        slot->home = SLOT_ARENA;
    }
    return slot;
}

/* The message lies in another slot now: so must those say who point to an offer. */
static void moved_to(struct slot *o)
{
    uint32_t flags = offer_flags((enum offer_state)o->offer);

    if (flags & LIFE_WINDOW) {
        noc_layer.window[o->window] = o;
    }
    if (flags & LIFE_CALLER) {
        offer_of(o)->receive->offer = o;
    }
}

/* In the list. */
static bool move_to(struct slot_list *list, struct slot **link, struct slot *moved)
{
    struct slot *old = *link;

    if (!moved) {
        return false;
    }
    copy_long(moved->body, old->body, NOC_GET(old->w0, NI_TX_W0, LENGTH));
    *link = moved;
    if (list->end == &old->next) {
        list->end = &moved->next;
    }
    moved_to(moved);
    noc_layer.held -= old->home == SLOT_POOL;
    slot_release(old);
    return true;
}

bool list_to_arena(struct slot_list *list, struct slot **link)
{
    return move_to(list, link, slot_place(*link, NOC_GET((*link)->w0, NI_TX_W0, LENGTH)));
}

/* One of its sender's is outside of the NI's slots already. */
static bool has_another(const struct slot_list *list, const struct slot *slot)
{
    const struct slot *s = list->head;

    while (s && (s->home != SLOT_ARENA || (s->w1 ^ slot->w1) & WIRE_SOURCE_MASK)) {
        s = s->next;
    }
    return s;
}

/* Of each sender, one: it has no more under way, unless it is broken or far ahead. */
static bool list_to_heap(struct slot_list *list, struct slot **link)
{
    const uint32_t flits = NOC_GET((*link)->w0, NI_TX_W0, LENGTH);
    struct slot *slot = has_another(list, *link) ? NULL : malloc(bytes_of(flits));

    if (slot) {
        *slot = **link;
        slot->home = SLOT_ARENA;
    }
    return move_to(list, link, slot);
}

enum relief slots_relieve(struct slot_list *list, uint32_t home, bool heap)
{
    enum relief relief = NOTHING_HELD;
    struct slot **link;

    for (link = &list->head; *link && relief != RELIEVED; link = &(*link)->next) {
        if ((*link)->home != home) {
            continue;
        }
        relief = NO_MEMORY;
        if (((home == SLOT_POOL || slot_may_move(*link, CLAIM_NAMED)) &&
             list_to_arena(list, link)) ||
            (heap && list_to_heap(list, link))) {
            relief = RELIEVED;
        }
    }
    return relief;
}
