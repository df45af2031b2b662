/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matching: messages that came without a receive wait in `unexpected`, in
 * order of arrival; receives without a message wait in `posted`, in order of
 * posting. Whoever comes second takes the oldest of the other list that fits,
 * so at no time would an entry of one list match an entry of the other.
 */
#include "eager/seen.h"
#include "matching.h"
#include "posted.h"
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
 * was none. Nor is it if a receive that is older waits to see them. */
static __attribute__((noinline)) bool may_pass(const struct wanted *w, const struct slot *slot)
{
    const struct request *r = noc_layer.posted;

    while (r && !envelope_matches(slot, &r->wanted)) {
        r = r->next;
    }
    return !r && w->w1_mask & WIRE_TAG_MASK;
}

struct slot **unexpected_find(const struct wanted *wanted)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link &&
           !(envelope_matches(*link, wanted) && (!(*link)->ahead || may_pass(wanted, *link)))) {
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

bool envelope_is_alive(uint32_t w2)
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

    if (!envelope_is_alive(slot->w2)) {
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

__attribute__((noinline)) void receive_too_short(struct request **link, const struct slot *slot)
{
    struct request *r = *link;

    *link = r->next;
    envelope_status(slot, &r->status);
    request_finish(r, NOC_ERR_TRUNCATED);
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
