/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Matching: messages that came without a receive wait in `unexpected`, in
 * order of arrival; receives without a message wait in `posted`, in order of
 * posting. Whoever comes second takes the oldest of the other list that fits,
 * so at no time would an entry of one list match an entry of the other.
 */
#include "messages_priv.h"

bool envelope_matches(const struct slot *slot, int32_t from, int32_t tag)
{
    return wire_class(slot->w2) <= WIRE_OFFER && !slot->taken &&
           (from < 0 || wire_source(slot->w1) == (uint32_t)from) &&
           (tag < 0 || wire_tag(slot->w1) == (uint32_t)tag);
}

uint32_t envelope_flits(const struct slot *slot)
{
    return slot->offer ? offer_in(slot)->flits : NOC_GET(slot->w0, NI_TX_W0, LENGTH);
}

void envelope_status(const struct slot *slot, noc_status *status)
{
    status->source = wire_source(slot->w1);
    status->tag = wire_tag(slot->w1);
    status->flits = envelope_flits(slot);
    status->when = slot->when;
}

/* --- messages without a receive --------------------------------------------- */

struct slot **unexpected_find(int32_t from, int32_t tag)
{
    struct slot **link = &noc_layer.unexpected.head;

    while (*link && !envelope_matches(*link, from, tag)) {
        link = &(*link)->next;
    }
    return *link ? link : NULL;
}

struct slot *unexpected_unlink(struct slot **link)
{
    struct noc_layer *l = &noc_layer;
    struct slot *slot = *link;

    list_remove(&l->unexpected, link);
    l->held -= slot->home == SLOT_POOL;
    return slot;
}

/*
 * It stays in its slot while there are enough of them, so that most messages
 * are copied only once. The slot of a resent message moves at once: until
 * queue 1 has one again, nothing else can be asked for.
 */
static void hold(struct slot *slot)
{
    struct noc_layer *l = &noc_layer;
    struct slot **link = l->unexpected.end;

    list_append(&l->unexpected, slot);
    if (slot->home == SLOT_POOL) {
        l->held++;
        if (!l->pull_slot || (l->held > HELD_MAX && slot_may_move(slot, CLAIM_NONE))) {
            (void)list_to_arena(&l->unexpected, link); /* without memory it stays */
        }
    }
}

/* --- both ---------------------------------------------------------------------- */

void envelope_give(struct request *r, struct slot *slot)
{
    TRACE_ARRIVED(GIVEN, slot->w0, slot->w1, (uint32_t)slot->when);
    envelope_status(slot, &r->status);
    if (slot->offer) {
        offer_matched(slot, r);
        return;
    }
    copy_long(r->body, slot->body, r->status.flits);
    request_finish(r, NOC_ERR_OK);
    slot_release(slot);
}

/* To the oldest receive that has room for it; false: there is none. */
static bool give_to_posted(struct slot *slot)
{
    struct request **link = &noc_layer.posted;
    struct request *r;

    while ((r = *link)) {
        if (!envelope_matches(slot, r->peer, r->tag)) {
            link = &r->next;
            continue;
        }
        *link = r->next;
        if (envelope_flits(slot) <= r->flits) {
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

void envelope_restored(struct slot *slot)
{
    struct noc_layer *l = &noc_layer;
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

void receive_post(struct request *r)
{
    struct slot **found = unexpected_find(r->peer, r->tag);
    struct request **link = &noc_layer.posted;

    if (found && envelope_flits(*found) > r->flits) {
        envelope_status(*found, &r->status);
        request_finish(r, NOC_ERR_TRUNCATED);
    } else if (found) {
        envelope_give(r, unexpected_unlink(found));
    } else {
        while (*link && (int32_t)((*link)->order - r->order) < 0) {
            link = &(*link)->next;
        }
        r->next = *link;
        *link = r;
    }
}

void receive_unpost(struct request *r)
{
    struct request **link = &noc_layer.posted;

    while (*link != r) {
        link = &(*link)->next;
    }
    *link = r->next;
}
