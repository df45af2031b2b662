/* SPDX-License-Identifier: BSD-2-Clause */
/* What backlogs show: a message is taken by whom it is for, or left with its sender. */
#include "eager/maps.h"
#include "eager/pull.h"
#include "posted.h"
#include "slots/copy.h"
#include "slots/slots.h"

enum { QUESTIONS = 4 /* of a sender that lie here, before they are others' messages */ };

/* Whether this call, or one that was over in time, wants it, and may have it. */
static bool is_for(const struct want *w, const struct slot *slot)
{
    return w->kind != WANT_NOTHING && envelope_matches(slot, &w->wanted) &&
           seen_in_order(w->seen, wire_source(slot->w1));
}

/* The same message in the arena. NULL: there is no memory, which this core would take it with. */
static struct slot *copy_of(const struct slot *slot)
{
    const uint32_t flits = NOC_GET(slot->w0, NI_TX_W0, LENGTH);
    struct slot *copy = slot_place(slot, flits);

    if (copy) {
        copy_long(copy->body, slot->body, flits);
        copy->ahead = seen_position(wire_source(slot->w1));
    } else {
        seen_short();
    }
    return copy;
}

/* It is left: who wants it has not seen all from now on. */
static void missed(const struct slot *slot, enum seen seen)
{
    struct layer_state *l = &noc_layer;
    struct request *r;
    struct want *w;

    for (r = l->posted; r; r = r->next) {
        if (envelope_matches(slot, &r->wanted) && may_have(r, slot, true)) {
            r->state = seen;
        }
    }
    for (w = l->want; w != l->want + WANTS; w++) {
        if (!w->found && is_for(w, slot)) {
            w->seen = w == l->probing ? (uint8_t)seen : SEEN_NONE;
        }
    }
    seen_due();
}

/* It is not in a backlog any more: a probe that has found it, or one like it, looks again. Who is over and
 * wanted it finds it here. */
static void is_here(const struct slot *slot, bool kept)
{
    struct want *w;

    for (w = noc_layer.want; w != noc_layer.want + WANTS; w++) {
        if (w->found && envelope_matches(slot, &w->wanted)) {
            w->found = false;
            w->seen = SEEN_NONE;
            seen_due();
        } else if (kept && is_for(w, slot)) {
            seen_no_more(w);
        }
    }
}

/* A probe says what it was shown: now, or in its next call. */
static void tell(struct want *w, const struct slot *slot)
{
    struct layer_state *l = &noc_layer;
    struct want *other = l->want;

    while (other != l->want + WANTS && !(other->found && other->kind == WANT_PROBE)) {
        other++;
    }
    if (other != l->want + WANTS) {
        if (w != l->probing) {
            return; /* there is room for one */
        }
        other->found = false;
        other->seen = SEEN_NONE;
    }
    w->found = true;
    envelope_status(slot, &l->found);
}

/* By whom it is wanted besides receives: by a call that takes it, or by one that was over in time. */
enum right { NOBODYS, OF_A_CALL_THAT_IS_OVER, OF_A_CALL };

static enum right right_to(const struct slot *slot)
{
    enum right right = NOBODYS;
    struct want *w;

    for (w = noc_layer.want; w != noc_layer.want + WANTS; w++) {
        if (w->found || !is_for(w, slot)) {
            continue;
        }
        if (w->kind == WANT_PROBE) {
            tell(w, slot);
        } else if (w == noc_layer.probing) {
            right = OF_A_CALL;
        } else if (right == NOBODYS) {
            right = OF_A_CALL_THAT_IS_OVER;
        }
    }
    return right;
}

/* What nobody wants now is kept where there is room for it, if all before it is, or if it was wanted. */
static bool may_hold(const struct slot *slot, bool was_wanted)
{
    const struct arena *a = &noc_layer.arena;
    const uint32_t node = wire_source(slot->w1);

    if (was_wanted) {
        return seen_position(node) != UINT32_MAX && slot_may_move(slot, CLAIM_NAMED);
    }
    return !has_bit(noc_layer.dirty, node) && a->used <= a->bytes / 4 * 3 &&
           slot_may_move(slot, pull_claim(node));
}

/* It is a window's, and takes its turn behind another one of its sender's. */
static bool has_to_wait(const struct slot *slot)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t node = wire_source(slot->w1);

    return l->windows_seen != SEEN_ALL && has_bit(l->dirty, node) &&
           !(l->look.node == node + 1 && l->look.tidy);
}

/* No memory for what a window wants: what comes of it behind this waits, too. */
static void leave_behind(void)
{
    noc_layer.windows_seen = SEEN_SHORT;
    noc_layer.look.tidy = false;
}

/* A question, of whose sender few lie here: an honest member has one for each step under way. */
static bool is_welcome_question(const struct slot *slot)
{
    const struct slot *other = noc_layer.unexpected.head;
    unsigned n = 0;

    if (!wire_is_question(slot->w1, slot->w2)) {
        return false;
    }
    for (; other; other = other->next) {
        n += wire_source(other->w1) == wire_source(slot->w1) &&
             wire_is_question(other->w1, other->w2);
    }
    return n < QUESTIONS;
}

/* A message of a program's, or of a group's: who probes for it hears of it, and it is kept if it may be. */
static bool keep_shown(struct slot *slot, bool wanted)
{
    const enum right right = right_to(slot);
    struct slot *copy;

    wanted |= right == OF_A_CALL || is_welcome_question(slot);
    if (!wanted && !may_hold(slot, right == OF_A_CALL_THAT_IS_OVER)) {
        missed(slot, SEEN_NONE);
        return false;
    }
    copy = copy_of(slot);
    if (!copy) {
        missed(slot, SEEN_SHORT);
        return false;
    }
    is_here(slot, true);
    list_append(&noc_layer.unexpected, copy);
    slot_release(slot);
    return true;
}

/* To the receive that *link leads to. An offer stays until its body has come. */
static bool give_shown(struct request **link, struct slot *slot)
{
    struct request *r = *link;
    struct slot *given = slot;

    if (slot->offer && seen_position(wire_source(slot->w1)) == UINT32_MAX) {
        missed(slot, SEEN_NONE); /* it may come back, and where to is known when it is looked for */
        return false;
    }
    if (slot->offer) {
        given = copy_of(slot);
    }
    if (!given) {
        missed(slot, SEEN_SHORT);
        return false;
    }
    *link = r->next;
    is_here(slot, false);
    envelope_give(r, given);
    if (given != slot) {
        slot_release(slot);
    }
    return true;
}

bool envelope_shown(struct slot *slot, bool wanted)
{
    struct layer_state *l = &noc_layer;
    const bool window = l->above && l->above->wants && l->above->wants(slot);
    const uint32_t node = wire_source(slot->w1);
    struct request **link;

    if (!envelope_is_alive(slot->w2)) {
        slot_release(slot);
        return true;
    }
    if (window && has_to_wait(slot)) {
        return false;
    }
    if (seen_position(node) != UINT32_MAX) {
        passed_give(node, seen_position(node));
    }
    link = posted_for(slot, !window);
    if (link && !may_have(*link, slot, !window)) {
        missed(slot, SEEN_NONE);
        return false;
    }
    if (link ? give_shown(link, slot)
             : (window && !slot->offer && l->above->takes(slot)) ||
                   keep_shown(slot, wanted || window)) {
        return true;
    }
    if (window) {
        leave_behind();
    }
    return false;
}
