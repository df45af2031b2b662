/* SPDX-License-Identifier: BSD-2-Clause */
/* What a receiver does, by the table of offers. */
#include "board.h"

unsigned offer_source(const struct offer *o)
{
    return o->ghost ? setup->send[o->ghost - 1].from : setup->wild;
}

/* --- the list ------------------------------------------------------------------------------- */

static void remove_offer(struct board *b, unsigned o)
{
    unsigned i;

    for (i = o; i + 1 < OFFERS; i++) {
        b->offer[i] = b->offer[i + 1];
    }
    b->offer[OFFERS - 1] = (struct offer){0};
    for (i = 0; i < NODES; i++) {
        if (b->window[i].owner > o + 1) {
            b->window[i].owner--;
        }
    }
}

/* Behind those of the same node, and before those of higher ones. OFFERS: there is no room. */
static unsigned add_offer(struct board *b, unsigned node)
{
    unsigned at = OFFERS, i;

    if (b->offer[OFFERS - 1].used) {
        return OFFERS;
    }
    while (at > 0 && (!b->offer[at - 1].used || b->offer[at - 1].node > node)) {
        at--;
    }
    for (i = OFFERS - 1; i > at; i--) {
        b->offer[i] = b->offer[i - 1];
    }
    for (i = 0; i < NODES; i++) {
        if (b->window[i].owner > at) {
            b->window[i].owner++;
        }
    }
    return at;
}

/* --- the end of a message -------------------------------------------------------------------- */

static void got(struct board *b, const struct offer *o)
{
    struct send *s;

    if (!o->ghost) {
        return;
    }
    s = &b->send[o->ghost - 1];
    if (s->got) {
        breaks("P2: a message is there twice");
    }
    if (!s->landed) {
        breaks("P2: a receive gets a message that has not landed");
    }
    s->got = 1;
}

static void deliver(struct board *b, unsigned o)
{
    if (!b->offer[o].complete) {
        got(b, &b->offer[o]);
    }
    b->receive[b->offer[o].receive - 1].call = ENDED_OK;
    b->offer[o].receive = 0;
    b->offer[o].complete = 0;
}

static void clean(struct board *b)
{
    unsigned o;

    for (o = OFFERS; o-- > 0;) {
        if (b->offer[o].used && b->offer[o].state == OFFER_NONE && !b->offer[o].complete) {
            remove_offer(b, o);
        }
    }
}

/* --- an event of an offer --------------------------------------------------------------------- */

/* Its window, when the state has none any more. */
static bool follow(struct board *b, unsigned o, enum offer_event event)
{
    struct offer *offer = &b->offer[o];
    unsigned state = offer->state;
    const bool had_window = row_flags(TABLE_OFFER, state) & LIFE_WINDOW;

    if (!row_follows(TABLE_OFFER, &state, event)) {
        return false;
    }
    offer->state = state & 15u;
    if (had_window && !(row_flags(TABLE_OFFER, state) & LIFE_WINDOW) &&
        b->window[offer->node].owner == o + 1) {
        window_close(b, offer->node, event == ON_OFFER_LANDED);
    }
    return true;
}

static void must_follow(struct board *b, unsigned o, enum offer_event event)
{
    if (!follow(b, o, event)) {
        breaks("P7: an offer has no row for what its own node does");
    }
}

/* --- matching ---------------------------------------------------------------------------------- */

unsigned offer_for(const struct board *b, unsigned r)
{
    unsigned i;

    for (i = 0; i < OFFERS; i++) {
        const unsigned o = setup->last_first ? OFFERS - 1 - i : i;
        const struct offer *offer = &b->offer[o];

        if (offer->used && offer->node == setup->receive[r].node && !offer->receive &&
            offer->state != OFFER_ENDING &&
            (setup->receive[r].source == ANY || setup->receive[r].source == offer_source(offer))) {
            return o;
        }
    }
    return OFFERS;
}

static void match(struct board *b, unsigned r, unsigned o)
{
    check_match(b, o);
    b->offer[o].receive = (r + 1) & 7u;
    if (b->offer[o].complete) {
        deliver(b, o);
        clean(b);
        return;
    }
    b->receive[r].call = MATCHED;
    must_follow(b, o, ON_OFFER_MATCH);
}

static void match_all(struct board *b, unsigned node)
{
    unsigned r;

    for (r = 0; r < setup->receive_count; r++) {
        if (setup->receive[r].node == node && b->receive[r].call == RUNS) {
            const unsigned o = offer_for(b, r);

            if (o < OFFERS) {
                match(b, r, o);
            }
        }
    }
}

/* An offer was left without its receive, or a receive without its offer. */
static void match_again(struct board *b, unsigned node)
{
    if (!setup->no_rematch) {
        match_all(b, node);
    }
}

/* --- progress ---------------------------------------------------------------------------------- */

static bool tell(struct board *b, unsigned o, enum message_kind kind)
{
    const struct offer *offer = &b->offer[o];
    const struct message m = {(uint8_t)kind & 7u, offer->name, offer->ghost};

    row_pushed(TABLE_OFFER, offer->state);
    return message_start(b, offer->node, offer_source(offer), m);
}

/* Does what its state says, if it can be done now. */
bool offer_push(struct board *b, unsigned o)
{
    struct offer *offer = &b->offer[o];

    if (!offer->used || !alive(b, offer->node) ||
        !(row_flags(TABLE_OFFER, offer->state) & LIFE_PUSH)) {
        return false;
    }
    if (offer->state == OFFER_MATCHED && b->window[offer->node].state == CLOSED) {
        row_pushed(TABLE_OFFER, offer->state);
        window_open(b, o);
        must_follow(b, o, ON_OFFER_WINDOW);
    } else if (offer->state == OFFER_OPENED && tell(b, o, GRANT)) {
        must_follow(b, o, ON_OFFER_GRANT_GONE);
    } else if (offer->state == OFFER_ENDING && tell(b, o, ENDED)) {
        must_follow(b, o, ON_OFFER_ENDED_GONE);
    } else {
        return false;
    }
    clean(b);
    return true;
}

static bool other_needs_window(const struct board *b, unsigned o)
{
    unsigned i;

    for (i = 0; i < OFFERS; i++) {
        if (i != o && b->offer[i].used && b->offer[i].node == b->offer[o].node &&
            b->offer[i].state == OFFER_MATCHED) {
            return true;
        }
    }
    return false;
}

/* A window in which nothing lands, or has landed, goes to an offer that needs one. */
bool offer_revoke(struct board *b, unsigned o)
{
    const struct offer *offer = &b->offer[o];
    const struct window *w = &b->window[offer->node];

    if (!offer->used || !alive(b, offer->node) || w->owner != o + 1 || !other_needs_window(b, o) ||
        (w->state != OPEN && !(setup->stale_look && w->state == FULL))) {
        return false;
    }
    must_follow(b, o, ON_OFFER_REVOKE);
    if (w->state != CLOSED) {
        breaks("P6: an offer keeps the window that was taken away from it");
    }
    clean(b);
    match_again(b, offer->node);
    return true;
}

/* WINDOW_DONE is seen. */
static void take_landed(struct board *b, unsigned node)
{
    const unsigned o = b->window[node].owner - 1u;
    struct offer *offer = &b->offer[o];
    const unsigned was = offer->state;

    if ((was == OFFER_PARKED || was == OFFER_JOINED) != (b->window[node].memory == IN_ARENA)) {
        breaks("P1: the message lies elsewhere than its state says");
    }
    must_follow(b, o, ON_OFFER_LANDED);
    if (offer->state != OFFER_NONE) {
        breaks("P2: an offer stays although its message is there");
    }
    if (offer->receive) {
        deliver(b, o);
    } else {
        got(b, offer);
        offer->complete = 1;
    }
    clean(b);
    match_again(b, node);
}

bool offer_done(struct board *b, unsigned node)
{
    if (!alive(b, node) || b->window[node].state != FULL) {
        return false;
    }
    take_landed(b, node);
    return true;
}

/* --- what comes ---------------------------------------------------------------------------------- */

static unsigned find(const struct board *b, unsigned node, unsigned source, unsigned name)
{
    unsigned o;

    for (o = 0; o < OFFERS; o++) {
        const struct offer *offer = &b->offer[o];

        if (offer->used && offer->node == node && offer_source(offer) == source &&
            offer->state != OFFER_NONE && offer->name == name) {
            break;
        }
    }
    return o;
}

static void offer_came(struct board *b, unsigned node, struct message m)
{
    unsigned o;

    if (m.ghost && find(b, node, setup->send[m.ghost - 1].from, m.name) < OFFERS) {
        breaks("P4: two offers of one node bear the same name");
    }
    o = add_offer(b, node);
    if (o == OFFERS) {
        if (m.ghost) {
            breaks("the abstract board has too few offers");
        }
        return;
    }
    b->offer[o] = (struct offer){.name = m.name, .node = node & 3u, .ghost = m.ghost, .used = 1};
    must_follow(b, o, ON_OFFER_CAME);
    match_all(b, node);
}

/* Its receive waits again, in its old place. */
static void withdrawn(struct board *b, unsigned o)
{
    struct offer *offer = &b->offer[o];

    if (offer->receive && !(row_flags(TABLE_OFFER, offer->state) & LIFE_CALLER)) {
        b->receive[offer->receive - 1].call = RUNS;
        offer->receive = 0;
    }
}

static void take(struct board *b, unsigned o, struct message m)
{
    if (m.ghost && m.ghost != b->offer[o].ghost) {
        breaks("P4: an AGAIN or WITHDRAW reaches another offer");
    }
    if (!follow(b, o, m.kind == AGAIN ? ON_OFFER_AGAIN : ON_OFFER_WITHDRAW) && m.ghost) {
        breaks("P7: an offer has no row for an AGAIN or WITHDRAW that an honest node sends");
    }
    if (m.kind == WITHDRAW) {
        withdrawn(b, o);
    }
}

/* OFFER, AGAIN or WITHDRAW came from `source`. */
void offer_message(struct board *b, unsigned node, unsigned source, struct message m)
{
    unsigned o;

    if (b->window[node].state == FULL && !setup->late_done) {
        take_landed(b, node);
    }
    if (m.kind == OFFER) {
        offer_came(b, node, m);
        return;
    }
    o = find(b, node, source, m.name);
    if (o < OFFERS) {
        take(b, o, m);
    } else if (m.ghost) {
        breaks("P7: an AGAIN or WITHDRAW of an honest node finds no offer");
    }
    clean(b);
    match_again(b, node);
}

/* --- the caller ------------------------------------------------------------------------------------ */

bool receive_call(struct board *b, unsigned r)
{
    unsigned before;

    for (before = 0; before < r; before++) {
        if (setup->receive[before].node == setup->receive[r].node &&
            b->receive[before].call == NOT_CALLED) {
            return false;
        }
    }
    if (b->receive[r].call != NOT_CALLED || !alive(b, setup->receive[r].node)) {
        return false;
    }
    b->receive[r].call = RUNS;
    match_all(b, setup->receive[r].node);
    return true;
}

static unsigned offer_of(const struct board *b, unsigned r)
{
    unsigned o = 0;

    while (o < OFFERS && b->offer[o].receive != r + 1) {
        o++;
    }
    return o;
}

/* memory: there is enough for the message in the arena, to which the window can point. */
static bool leave(struct board *b, unsigned r, bool memory)
{
    const unsigned o = offer_of(b, r);
    struct offer *offer = &b->offer[o];
    struct window *w = &b->window[offer->node];
    const bool owns = w->owner == o + 1;
    const bool park = memory && owns && w->state == OPEN && offer->state == OFFER_LANDING;
    const bool in_arena = park || (owns && w->memory == IN_ARENA);

    if ((memory && !park) || (owns && w->state == FULL && !setup->stale_look)) {
        return false;
    }
    offer->receive = 0;
    if (park) {
        w->memory = IN_ARENA;
    }
    must_follow(b, o, park ? ON_OFFER_PARK : ON_OFFER_GIVEN_UP);
    if (in_arena && w->state == CLOSED) {
        breaks("P1: a message that lands in the arena does not stay there");
    }
    return true;
}

bool receive_deadline(struct board *b, unsigned r, bool memory)
{
    const uint8_t call = b->receive[r].call;

    if ((call != RUNS && call != MATCHED) || !alive(b, setup->receive[r].node) ||
        (call == RUNS && memory) || (call == MATCHED && !leave(b, r, memory))) {
        return false;
    }
    b->receive[r].call = ENDED_BADLY;
    clean(b);
    match_again(b, setup->receive[r].node);
    return true;
}
