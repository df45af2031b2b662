/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matching: messages that came without a receive wait in `unexpected`, in
 * order of arrival; receives without a message wait in `posted`, in order of
 * posting. Whoever comes second takes the oldest of the other list that fits,
 * so at no time would an entry of one list match an entry of the other.
 */
#include "eager/maps.h"
#include "eager/pull.h"
#include "eager/seen.h"
#include "matching.h"
#include "requests/requests.h"
#include "slots/copy.h"
#include "slots/slots.h"

/* Of what was sent, or waited for, in a group that has ended. */
enum { NO_CONTEXT = (1 << WIRE_CONTEXT_BITS) - 1 };

void wanted_make(struct wanted *w, const struct noc_group *g, int32_t from, int32_t tag,
                 bool second)
{
    w->group = g;
    w->w1 = 0;
    w->w1_mask = WIRE_TAG_MASK | WIRE_SOURCE_MASK;
    w->w2 = wire_user(g->context, second, 0);
    w->w2_mask = WIRE_USER_MASK;
    if (from >= 0) {
        w->w1 = group_node(g, (uint32_t)from);
        w->w2 |= (uint32_t)from << WIRE_SENDER_SHIFT;
    } else {
        w->w1_mask &= ~WIRE_SOURCE_MASK;
        w->w2_mask &= ~WIRE_SENDER_MASK;
    }
    if (tag >= 0) {
        w->w1 |= (uint32_t)tag << WIRE_TAG_SHIFT;
    } else {
        w->w1_mask &= ~WIRE_TAG_MASK;
    }
}

void wanted_like(struct wanted *w, const struct slot *slot)
{
    *w = (struct wanted){.w1 = slot->w1,
                         .w1_mask = WIRE_TAG_MASK | WIRE_SOURCE_MASK,
                         .w2 = slot->w2 & WIRE_USER_MASK,
                         .w2_mask = WIRE_USER_MASK};
}

bool envelope_matches(const struct slot *slot, const struct wanted *w)
{
    return words_match(w, slot->w1, slot->w2, w->w2_mask) && !slot->taken;
}

uint32_t envelope_bytes(const struct slot *slot)
{
    return slot->offer
             ? offer_in(slot)->bytes
             : NOC_GET(slot->w0, NI_TX_W0, LENGTH) * 4 - wire_bits(slot->w2, 0, WIRE_PAD_BITS);
}

bool envelope_makes_sense(const struct slot *slot)
{
    return NOC_GET(slot->w0, NI_TX_W0, LENGTH) || !wire_bits(slot->w2, 0, WIRE_PAD_BITS);
}

void envelope_status(const struct slot *slot, noc_status *status)
{
    status->source = wire_sender(slot->w2);
    status->tag = wire_tag(slot->w1);
    status->bytes = envelope_bytes(slot);
    status->when = slot->when;
}

/* --- messages without a receive --------------------------------------------- */

/* What was taken past others of its sender's is not for who might want one of them; of its own tag there
 * was none. */
static inline bool may_pass(const struct wanted *w, const struct slot *slot)
{
    return !slot->ahead || w->w1_mask & WIRE_TAG_MASK;
}

struct slot **unexpected_find(const struct wanted *wanted)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && !(envelope_matches(*link, wanted) && may_pass(wanted, *link))) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

struct slot *unexpected_unlink(struct slot **link)
{
    struct layer_state *l = &noc_layer;
    struct slot *slot = *link;

    list_remove(&l->unexpected, link);
    l->held -= slot->home == SLOT_POOL;
    return slot;
}

/* In the world, or a group that this core is in. */
static bool is_alive(uint32_t w2)
{
    const uint32_t context = wire_context(w2) / 2;

    return !context || wire_class(w2) != WIRE_USER || group_in(context);
}

/*
 * It stays in its slot while there are enough of them, so that most messages
 * are copied only once. The slot of a resent message moves at once: until
 * queue 1 has one again, nothing else can be asked for.
 */
static void hold(struct slot *slot)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = l->unexpected.end;

    if (!is_alive(slot->w2)) {
        slot_release(slot); /* nobody could receive it */
        return;
    }
    if (l->above && l->above->takes && l->above->takes(slot)) {
        return;
    }
    list_append(&l->unexpected, slot);
    if (slot->home == SLOT_POOL) {
        l->held++;
        if (!l->pull_slot || (l->held > HELD_MAX && slot_may_move(slot, CLAIM_NONE))) {
            (void)list_to_arena(&l->unexpected, link); /* without memory it stays */
        }
    }
}

/* --- both ---------------------------------------------------------------------- */

/* Whether there is room for it, or it is to be cut. */
static bool is_fit(const struct request *r, const struct slot *slot)
{
    return r->cut || envelope_bytes(slot) <= r->bytes;
}

/* From where this core has it. */
static __attribute__((noinline)) void give_self(struct request *r, struct slot *slot)
{
    copy_bytes(r->body, slot_message(slot),
               r->status.bytes < r->bytes ? r->status.bytes : r->bytes);
    request_filled(r);
    slot_release(slot);
}

void envelope_give(struct request *r, struct slot *slot)
{
    TRACE_ARRIVED(GIVEN, slot->w0, slot->w1, (uint32_t)slot->when);
    envelope_status(slot, &r->status);
    if (slot->offer) {
        noc_layer.hooks->offer_matched(slot, r);
        return;
    }
    if (__builtin_expect(slot->home == SLOT_SELF, 0)) {
        give_self(r, slot);
        return;
    }
    copy_bytes(r->body, slot->body, r->status.bytes < r->bytes ? r->status.bytes : r->bytes);
    request_filled(r);
    slot_release(slot);
}

static __attribute__((noinline)) void end_too_short(struct request **link, const struct slot *slot)
{
    struct request *r = *link;

    *link = r->next;
    envelope_status(slot, &r->status);
    request_finish(r, NOC_ERR_TRUNCATED);
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
        if (!envelope_matches(slot, &r->wanted) || !may_pass(&r->wanted, slot)) {
            link = &r->next;
        } else if (is_fit(r, slot) || !may_have(r, slot, shown)) {
            return link;
        } else {
            end_too_short(link, slot);
        }
    }
    return NULL;
}

static bool give_to_posted(struct slot *slot)
{
    struct request **link = posted_for(slot, false), *r;

    if (link) {
        r = *link;
        *link = r->next;
        envelope_give(r, slot);
    }
    return link;
}

void envelope_arrived(struct slot *slot)
{
    if (!give_to_posted(slot)) {
        hold(slot);
    }
}

/* Whether this call, or one that was over in time, wants it, and may have it. */
static bool is_for(const struct want *w, const struct slot *slot)
{
    return w->kind != WANT_NOTHING && envelope_matches(slot, &w->wanted) &&
           seen_in_order(w->seen, wire_source(slot->w1));
}

/* Whether who has seen so much may have it, too, when all with less than `position` in front of them have
 * been shown. */
static bool may_have_passed(uint8_t seen, const struct slot *slot, uint32_t position)
{
    return seen == SEEN_ALL || (seen == SEEN_SOME && slot->ahead <= position &&
                                wire_source(slot->w1) < noc_layer.look.turn);
}

/* The receive that it goes to; NULL: none. Those without room end. */
static struct request **posted_for_passed(const struct slot *slot, uint32_t position)
{
    struct request **link = &noc_layer.posted, *r;

    while ((r = *link)) {
        if (!envelope_matches(slot, &r->wanted) || !may_have_passed(r->state, slot, position)) {
            link = &r->next;
        } else if (is_fit(r, slot)) {
            return link;
        } else {
            end_too_short(link, slot);
        }
    }
    return NULL;
}

/* Of this node's. The call under way finds what it may have. */
static void see_to_passed(uint32_t node, uint32_t position)
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
            may_have_passed(l->probing->seen, slot, position)) {
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
        see_to_passed(node, UINT32_MAX);
    }
}

/* --- what backlogs show ---------------------------------------------------------------------------- */

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
        return slot_may_move(slot, CLAIM_NAMED);
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

/* A message of a program's, or of a group's: who probes for it hears of it, and it is kept if it may be. */
static bool keep_shown(struct slot *slot, bool wanted)
{
    const enum right right = right_to(slot);
    struct slot *copy;

    wanted |= right == OF_A_CALL || wire_is_question(slot->w1, slot->w2);
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
    struct slot *given = slot->offer ? copy_of(slot) : slot;

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

    if (!is_alive(slot->w2)) {
        slot_release(slot);
        return true;
    }
    if (window && has_to_wait(slot)) {
        return false;
    }
    if (seen_position(node) != UINT32_MAX) {
        see_to_passed(node, seen_position(node));
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

void envelope_restored(struct slot *slot)
{
    struct layer_state *l = &noc_layer;
    struct slot **link = &l->unexpected.head;

    if (give_to_posted(slot)) {
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
        see_to_passed(wire_source(slot->w1), 0);
    }
}

/* Nothing is newer than the last, however old a receive is that nothing has come for. */
static uint32_t receives_since(const struct request *r)
{
    return noc_layer.order - r->order;
}

/* What a probe has found, and will say in its next call, is this receive's, if it matches. */
static void take_from_probes(const struct request *r)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t from = l->found.source;
    struct want *w;

    for (w = noc_layer.want; w != l->want + WANTS; w++) {
        if (w->found && w->kind == WANT_PROBE &&
            words_match(&r->wanted,
                        l->found.tag << WIRE_TAG_SHIFT | group_node(w->wanted.group, from),
                        (w->wanted.w2 & ~WIRE_SENDER_MASK) | from << WIRE_SENDER_SHIFT,
                        r->wanted.w2_mask)) {
            w->found = false;
            w->seen = SEEN_NONE;
        }
    }
}

void receive_post(struct request *r)
{
    struct layer_state *l = &noc_layer;
    struct request **link = &l->posted;
    struct slot **found = l->unexpected.head ? unexpected_find(&r->wanted) : NULL;

    if (l->lefts) {
        seen_posted(r);
        take_from_probes(r);
    }
    if (found && !is_fit(r, *found)) {
        envelope_status(*found, &r->status);
        request_finish(r, NOC_ERR_TRUNCATED);
    } else if (found) {
        envelope_give(r, unexpected_unlink(found));
    } else {
        while (*link && receives_since(*link) > receives_since(r)) {
            link = &(*link)->next;
        }
        r->next = *link;
        *link = r;
    }
}

void receive_again(struct request *r)
{
    if (wire_context(r->wanted.w2) == NO_CONTEXT) {
        request_finish(r, NOC_ERR_GROUP);
    } else {
        receive_post(r);
    }
}

void receive_unpost(struct request *r)
{
    struct request **link = &noc_layer.posted;

    while (*link != r) {
        link = &(*link)->next;
    }
    *link = r->next;
    if (noc_layer.lefts) {
        seen_unposted(r);
    }
}

/* --- the end of a group ---------------------------------------------------------- */

static uint32_t without_context(uint32_t w2)
{
    return w2 | (uint32_t)NO_CONTEXT << WIRE_CONTEXT_SHIFT;
}

static void forget(struct slot *slot)
{
    struct request *own = slot->home == SLOT_SELF ? request_at(slot->body[0]) : NULL;

    slot_release(slot);
    if (own) {
        request_finish(own, NOC_ERR_GROUP);
    }
}

/* What nobody has received, and nobody can. An offer stays until its sender withdraws it, but nobody
 * finds it. */
static void forget_messages(const struct noc_group *g)
{
    struct slot **link = &noc_layer.unexpected.head, *slot;

    while ((slot = *link)) {
        if (!wire_is_in(slot->w2, g->context)) {
            link = &slot->next;
        } else if (slot->offer) {
            slot->w2 = without_context(slot->w2);
            link = &slot->next;
        } else {
            forget(unexpected_unlink(link));
        }
    }
}

void matching_close(const struct noc_group *g)
{
    struct request **link = &noc_layer.posted, *r;
    struct slot *o;

    forget_messages(g);
    seen_close(g->context);
    while ((r = *link)) {
        if (wire_is_in(r->wanted.w2, g->context)) {
            *link = r->next;
            request_finish(r, NOC_ERR_GROUP);
        } else {
            link = &r->next;
        }
    }
    for (o = noc_layer.offers.head; o; o = o->next) { /* their bodies may be landing */
        r = offer_of(o)->receive;
        if (wire_is_in(o->w2, g->context)) {
            o->w2 = without_context(o->w2);
            if (r) {
                r->wanted.w2 = without_context(r->wanted.w2);
            }
        }
    }
}
