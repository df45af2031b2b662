/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold. README.md lists the properties; those of a single event (P4, P7, parts of P1 and
 * P2) are asserted where the event is.
 */
#include "board.h"

/* --- in each state ------------------------------------------------------------------------------ */

static bool is_full_with(const struct board *b, unsigned i)
{
    const struct window *w = &b->window[setup->send[i].to];

    return setup->send[i].to == setup->wild || (w->state == FULL && w->ghost == i + 1);
}

static void check_send(const struct board *b, unsigned i)
{
    const struct send *s = &b->send[i];
    const bool runs = s->call == RUNS;

    if (s->landed && !runs && s->call != ENDED_OK) {
        breaks("P2: a message was delivered, but its send has failed");
    }
    if (s->call == ENDED_OK && !s->landed) {
        breaks("P2: a send is done, but its message was not delivered");
    }
    if (s->landed && !s->got && !is_full_with(b, i)) {
        breaks("P2: a message has landed and is nowhere");
    }
    if (runs != !!(row_flags(TABLE_SEND, s->state) & LIFE_CALLER)) {
        breaks("P3: LIFE_CALLER of a send is not what its call is");
    }
}

static void check_body(const struct board *b, const struct body *body)
{
    if (body->ghost && body->state >= FLYING && body->state <= LOST_WINDOW &&
        b->send[body->ghost - 1].call != RUNS) {
        breaks("P3: a body is read after its call has returned");
    }
}

static void check_offer(const struct board *b, unsigned o)
{
    const struct offer *offer = &b->offer[o];
    const uint32_t flags = row_flags(TABLE_OFFER, offer->state);
    const bool owns = b->window[offer->node].owner == o + 1;

    if (!!(flags & LIFE_CALLER) != (offer->receive != 0)) {
        breaks("P3: LIFE_CALLER of an offer is not what its receive is");
    }
    if (!!(flags & LIFE_WINDOW) != owns) {
        breaks("P1: LIFE_WINDOW of an offer is not what its window is");
    }
    if (owns && (offer->state == OFFER_PARKED || offer->state == OFFER_JOINED) !=
                    (b->window[offer->node].memory == IN_ARENA)) {
        breaks("P1: a window points to the arena without memory there, or the other way round");
    }
}

static void check_window(const struct board *b, const struct window *w)
{
    if (w->state != CLOSED && !w->owner) {
        breaks("P1: a window is open for no offer");
    } else if (w->state != CLOSED && w->memory != IN_ARENA &&
               (b->receive[w->memory - 1].call != MATCHED ||
                b->offer[w->owner - 1].receive != w->memory)) {
        breaks("P3: a window is open on a buffer that is its caller's again");
    }
}

void check_always(const struct board *b)
{
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        check_send(b, i);
    }
    for (i = 0; i < channel_count(); i++) {
        check_body(b, &b->channel[i].body);
    }
    for (i = 0; i < OFFERS && b->offer[i].used; i++) {
        check_offer(b, i);
    }
    for (i = 0; i < setup->nodes; i++) {
        check_window(b, &b->window[i]);
    }
}

/* --- P5 -------------------------------------------------------------------------------------------- */

static bool is_passed_over(const struct board *b, unsigned i)
{
    unsigned o;

    for (o = 0; o < OFFERS && b->offer[o].used; o++) {
        if (b->offer[o].ghost == i + 1) {
            return !b->offer[o].receive && b->offer[o].state != OFFER_ENDING;
        }
    }
    return !b->send[i].got && (b->send[i].call == RUNS || b->send[i].call == TIMED_OUT);
}

/* A receive is about to take the offer. */
void check_match(const struct board *b, unsigned o)
{
    const unsigned ghost = b->offer[o].ghost;
    unsigned i;

    for (i = 0; i + 1 < ghost; i++) {
        if (setup->send[i].from == setup->send[ghost - 1].from &&
            setup->send[i].to == setup->send[ghost - 1].to && is_passed_over(b, i)) {
            breaks("P5: a message is matched before one that was sent earlier");
        }
    }
}

/* --- P6 -------------------------------------------------------------------------------------------- */

static bool is_calm(const struct board *b)
{
    unsigned i;

    for (i = 0; i < channel_count(); i++) {
        const struct channel *c = &b->channel[i];
        const bool between_living = alive(b, channel_from(i)) && alive(b, channel_to(i));

        if (c->body.state == FLYING || c->body.state == INTO_WINDOW ||
            c->body.state == LOST_WINDOW) {
            return false;
        }
        if (between_living && (c->wire.kind || c->slot.kind || c->ack || c->body.state ||
                               c->asked || c->control.kind)) {
            return false;
        }
    }
    return true;
}

/* Of a call that has ended nothing is left; of a message to a dead node, its name. */
static bool is_forgotten(const struct board *b, unsigned i)
{
    const unsigned state = b->send[i].state;

    return state == SEND_NONE ||
           (!alive(b, setup->send[i].to) && (state == SEND_WITHDRAWING || state == SEND_WITHDRAWN));
}

static bool send_is_over(const struct board *b, unsigned i)
{
    const struct send *s = &b->send[i];

    return !alive(b, setup->send[i].from) ||
           (s->call != RUNS && s->call != TIMED_OUT && is_forgotten(b, i));
}

/* Of a dead node's offer a record may stay, and a window that another offer can have. */
static bool offer_is_over(const struct board *b, const struct offer *o)
{
    return !alive(b, o->node) || o->complete ||
           (!alive(b, offer_source(o)) && !o->receive &&
            (!(row_flags(TABLE_OFFER, o->state) & LIFE_WINDOW) ||
             row_exists(TABLE_OFFER, o->state, ON_OFFER_REVOKE)));
}

bool long_over(const void *state)
{
    const struct board *b = state;
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        if (!send_is_over(b, i)) {
            return false;
        }
    }
    for (i = 0; i < OFFERS && b->offer[i].used; i++) {
        if (!offer_is_over(b, &b->offer[i])) {
            return false;
        }
    }
    for (i = 0; i < setup->receive_count; i++) {
        if (alive(b, setup->receive[i].node) &&
            (b->receive[i].call == RUNS || b->receive[i].call == MATCHED)) {
            return false;
        }
    }
    return is_calm(b);
}

static bool is_unmatched(const struct board *b, unsigned i)
{
    unsigned o;

    for (o = 0; o < OFFERS && b->offer[o].used; o++) {
        if (b->offer[o].ghost == i + 1) {
            return b->offer[o].state == OFFER_WAITING;
        }
    }
    return false;
}

/* A send waits for a receive that nobody has called, for its caller or a dead node; or is over. */
static bool send_is_quiet(const struct board *b, unsigned i)
{
    const struct send *s = &b->send[i];

    if (!alive(b, setup->send[i].from) || s->call == TIMED_OUT) {
        return true;
    }
    if (s->call == RUNS) {
        return alive(b, setup->send[i].to)
                 ? s->lies || (s->state == SEND_OFFERED && is_unmatched(b, i))
                 : s->state != SEND_SENT;
    }
    return is_forgotten(b, i);
}

bool long_quiet(const void *state)
{
    const struct board *b = state;
    unsigned i;

    for (i = 0; i < setup->receive_count; i++) {
        if (b->receive[i].call == RUNS && alive(b, setup->receive[i].node) &&
            (offer_for(b, i) < OFFERS || backlog_holds_for(b, i))) {
            return false;
        }
    }
    for (i = 0; i < setup->send_count; i++) {
        if (!send_is_quiet(b, i)) {
            return false;
        }
    }
    return is_calm(b);
}
