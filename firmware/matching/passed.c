/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages that were taken past others of their senders', which lie in backlogs: `ahead` says how many. One
 * that names its tag may have them at once, since none of its tag was left in front of them. Who takes any
 * tag may have them when all in front of them have gone, or were shown to him.
 */
#include "eager/pull.h"
#include "posted.h"
#include "slots/slots.h"

/* Whether who has seen so much may have it, too, when all with less than `position` in front of them have
 * been shown. */
static bool may_have_passed(uint8_t seen, const struct slot *slot, uint32_t position)
{
    return seen == SEEN_ALL || (seen == SEEN_SOME && slot->ahead <= position &&
                                wire_source(slot->w1) < noc_layer.look.turn);
}

/* The oldest receive that it matches, if that may have it now; NULL: none. Those without room end. */
static struct request **posted_for_passed(const struct slot *slot, uint32_t position)
{
    struct request **link = &noc_layer.posted, *r;

    while ((r = *link)) {
        if (!envelope_matches(slot, &r->wanted)) {
            link = &r->next;
        } else if (!(r->wanted.w1_mask & WIRE_TAG_MASK) &&
                   !may_have_passed(r->state, slot, position)) {
            return NULL;
        } else if (is_fit(r, slot)) {
            return link;
        } else {
            receive_too_short(link, slot);
        }
    }
    return NULL;
}

/* Whether a receive waits for it, which may not have it yet: it is older than the call under way. */
static bool is_a_receives(const struct slot *slot)
{
    const struct request *r = noc_layer.posted;

    while (r && !envelope_matches(slot, &r->wanted)) {
        r = r->next;
    }
    return r;
}

/* The call under way finds what it may have. */
void passed_give(uint32_t node, uint32_t position)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = &l->unexpected.head, *slot;
    struct request **to, *r;

    while ((slot = *link)) {
        const bool passed = slot->ahead && wire_source(slot->w1) == node;

        to = passed ? posted_for_passed(slot, position) : NULL;
        if (to) {
            r = *to;
            *to = r->next;
            envelope_give(r, unexpected_unlink(link));
            link = &l->unexpected.head;
            continue;
        }
        if (passed && l->probing && envelope_matches(slot, &l->probing->wanted) &&
            may_have_passed(l->probing->seen, slot, position) && !is_a_receives(slot)) {
            slot->ahead = 0;
        }
        link = &slot->next;
    }
}

/* One less is left in front of what was taken past it. That may be kept here, or come back. */
static bool comes_closer(struct slot *slot, uint32_t node, uint32_t position)
{
    if (wire_source(slot->w1) != node || position >= slot->ahead || slot->ahead == UINT32_MAX) {
        return false;
    }
    slot->ahead--;
    slot->when = ni_time();
    return true;
}

/* Among messages without a receive it is behind what went. False: none was taken past it. */
static bool come_closer(uint32_t node, uint32_t position)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = &l->unexpected.head, *slot, *moved = NULL, **end = &moved;
    bool any;

    while ((slot = *link)) {
        if (comes_closer(slot, node, position)) {
            list_remove(&l->unexpected, link);
            slot->next = NULL;
            *end = slot;
            end = &slot->next;
        } else {
            link = &slot->next;
        }
    }
    any = moved != NULL;
    while ((slot = moved)) {
        moved = slot->next;
        list_append(&l->unexpected, slot);
    }
    for (slot = l->offers.head; slot; slot = slot->next) {
        (void)comes_closer(slot, node, position);
    }
    return any;
}

/* Nothing is in front of it any more: receives may have it that did not know what is. */
static void give_again(uint32_t node)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;
    struct request **to, *r;

    while ((slot = *link)) {
        to = wire_source(slot->w1) == node && !slot->ahead ? posted_for(slot, false) : NULL;
        if (to) {
            r = *to;
            *to = r->next;
            envelope_give(r, unexpected_unlink(link));
            link = &noc_layer.unexpected.head;
        } else {
            link = &slot->next;
        }
    }
}

void envelope_went(uint32_t node)
{
    if (come_closer(node, seen_position(node))) {
        give_again(node);
    }
}

/* Nothing is left there. */
static void nothing_ahead(struct slot *slot, uint32_t node)
{
    for (; slot; slot = slot->next) {
        if (wire_source(slot->w1) == node) {
            slot->ahead = 0;
        }
    }
}

void envelopes_ended(uint32_t node, bool closed)
{
    if (closed) {
        nothing_ahead(noc_layer.unexpected.head, node);
        nothing_ahead(noc_layer.offers.head, node);
        give_again(node);
    } else {
        passed_give(node, UINT32_MAX);
    }
}

void envelope_restored(struct slot *slot)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = &l->unexpected.head;
    struct request **to = slot->ahead ? NULL : posted_for(slot, false), *r;

    if (to) {
        r = *to;
        *to = r->next;
        envelope_give(r, slot);
        return;
    }
    while (*link &&
           (wire_source((*link)->w1) != wire_source(slot->w1) || (*link)->when < slot->when)) {
        link = &(*link)->next;
    }
    slot->next = *link;
    if (!*link) {
        l->unexpected.end = &slot->next;
    }
    *link = slot;
    l->held += slot->home == SLOT_POOL;
    if (slot->ahead) {
        passed_give(wire_source(slot->w1), 0);
    }
}
