/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matching: messages that came without a receive wait in `unexpected`, in
 * order of arrival; receives without a message wait in `posted`, in order of
 * posting. Whoever comes second takes the oldest of the other list that fits,
 * so at no time would an entry of one list match an entry of the other.
 */
#include <string.h>

#include "eager/pull.h"
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

struct slot **unexpected_find(const struct wanted *wanted)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && !envelope_matches(*link, wanted)) {
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

/* To the oldest receive that has room for it; false: there is none. */
static bool give_to_posted(struct slot *slot)
{
    struct request **link = &noc_layer.posted;
    struct request *r;

    while ((r = *link)) {
        if (!envelope_matches(slot, &r->wanted)) {
            link = &r->next;
            continue;
        }
        *link = r->next;
        if (is_fit(r, slot)) {
            envelope_give(r, slot);
            return true;
        }
        envelope_status(slot, &r->status);
        request_finish(r, NOC_ERR_TRUNCATED); /* the message goes on looking */
    }
    return false;
}

void envelope_arrived(struct slot *slot)
{
    if (!give_to_posted(slot)) {
        hold(slot);
    }
}

/* The probe that a message was looked for by. */
static bool is_probed(const struct slot *slot)
{
    struct probe *p = &noc_layer.probe;

    return p->live && !p->found && envelope_matches(slot, &p->wanted) &&
           pull_is_seen_by_probe(wire_source(slot->w1));
}

/* The same message in the arena. NULL: there is no memory, which this core would take it with. */
static struct slot *copy_of(const struct slot *slot)
{
    const uint32_t flits = NOC_GET(slot->w0, NI_TX_W0, LENGTH);
    struct slot *copy = slot_in_arena(slot, flits);

    if (copy) {
        copy_long(copy->body, slot->body, flits);
    } else {
        noc_layer.denied = true;
    }
    return copy;
}

/* A receive matches it that has not seen what lies before it. */
static bool is_too_early(const struct slot *slot)
{
    const struct request *r = noc_layer.posted;

    while (r && !envelope_matches(slot, &r->wanted)) {
        r = r->next;
    }
    return r && !pull_is_seen_by(r, wire_source(slot->w1));
}

/* What nobody wants now is kept where there is room for it, if all before it is. */
static bool may_hold(const struct slot *slot)
{
    const struct arena *a = &noc_layer.arena;
    const uint32_t node = wire_source(slot->w1);

    return noc_layer.clean == node + 1 && a->used <= a->bytes / 4 * 3 &&
           slot_may_move(slot, pull_claim(node));
}

/* It is a window's, and takes its turn behind another one of its sender's. */
static bool has_to_wait(const struct slot *slot)
{
    struct layer_state *l = &noc_layer;

    if (!l->behind || l->tidy == wire_source(slot->w1) + 1) {
        return false;
    }
    l->denied = true;
    return true;
}

/* No memory for what a window wants: what comes of it behind this waits, too. */
static void leave_behind(const struct slot *slot)
{
    struct layer_state *l = &noc_layer;

    l->behind = true;
    l->tidy = l->tidy == wire_source(slot->w1) + 1 ? 0 : l->tidy;
}

/* A message of a program's, or of a group's: who probes for it hears of it, and it is kept if it may be. */
static bool keep_shown(struct slot *slot, struct slot *copy, bool wanted)
{
    struct layer_state *l = &noc_layer;
    const bool probed = is_probed(slot);

    if (l->gone.live && envelope_matches(slot, &l->gone.wanted)) {
        l->gone.live = false; /* what it wants is left behind */
    }
    if (probed) {
        envelope_status(slot, &l->probe.status);
        l->probe.found = !l->probe.takes; /* what is taken is found once it is here */
        wanted |= l->probe.takes;
    }
    if (!wanted && !wire_is_question(slot->w1, slot->w2) && !may_hold(slot)) {
        if (copy) {
            arena_give(&l->arena, copy);
        }
        return false;
    }
    copy = copy ? copy : copy_of(slot);
    if (!copy) {
        return false;
    }
    list_append(&l->unexpected, copy);
    slot_release(slot);
    l->probe.found |= probed;
    return true;
}

bool envelope_shown(struct slot *slot, bool wanted)
{
    struct layer_state *l = &noc_layer;
    const bool window = l->above && l->above->wants && l->above->wants(slot);
    struct slot *copy = NULL;

    if (!is_alive(slot->w2)) {
        slot_release(slot);
        return true;
    }
    if (window ? has_to_wait(slot) : is_too_early(slot)) {
        return false;
    }
    if (slot->offer) { /* it stays until its body has come */
        copy = copy_of(slot);
    }
    if (slot->offer ? copy && give_to_posted(copy) : give_to_posted(slot)) {
        if (copy) {
            slot_release(slot);
        }
        return true;
    }
    if (window && !slot->offer && l->above->takes(slot)) {
        return true;
    }
    if ((copy || !slot->offer) && keep_shown(slot, copy, wanted || window)) {
        return true;
    }
    if (window) {
        leave_behind(slot);
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
}

/* Nothing is newer than the last, however old a receive is that nothing has come for. */
static uint32_t receives_since(const struct request *r)
{
    return noc_layer.order - r->order;
}

/* It has not looked through any, unless it is the one again whose deadline has passed. */
static void see_backlogs(struct request *r)
{
    struct gone *g = &noc_layer.gone;
    const bool same = g->live && memcmp(&g->wanted, &r->wanted, sizeof(r->wanted)) == 0;

    r->turn = same ? g->turn : 0;
    r->state = same ? g->seen : noc_layer.looks;
    g->live = g->live && !same;
}

void receive_post(struct request *r)
{
    struct layer_state *l = &noc_layer;
    struct request **link = &l->posted;
    struct slot **found = l->unexpected.head ? unexpected_find(&r->wanted) : NULL;

    if (l->lefts) {
        see_backlogs(r);
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
        noc_layer.looked_node = UINT32_MAX; /* what was shown meanwhile it has not seen */
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
        noc_layer.gone = (struct gone){r->wanted, r->turn, r->state, true};
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
