/* SPDX-License-Identifier: BSD-2-Clause */
/* What a sender does, by the table of sends. */
#include "board.h"

/* The same event, by a send that must have a row for it. */
static void follow(struct board *b, unsigned i, enum send_event event)
{
    unsigned state = b->send[i].state;

    if (!row_follows(TABLE_SEND, &state, event)) {
        breaks("P7: a send has no row for what its own node does");
    }
    b->send[i].state = state;
}

static void finish(struct board *b, unsigned i)
{
    struct send *s = &b->send[i];

    if (s->state != SEND_DONE) {
        return;
    }
    if (s->call != RUNS) {
        breaks("P2: a send is done whose call has ended");
    }
    if (!s->landed) {
        breaks("P2: a send is done whose body has not landed");
    }
    if (row_flags(TABLE_SEND, SEND_DONE) & LIFE_CALLER) {
        breaks("P3: LIFE_CALLER of a send is not what its call is");
    }
    s->call = ENDED_OK;
    s->state = SEND_NONE; /* the caller takes the result at once, so that the name is free */
}

/* The lowest name that is free at the node, so that names are used again at once; or `names`. */
static unsigned free_name(const struct board *b, unsigned node)
{
    unsigned name, i;

    for (name = 0; name < setup->names; name++) {
        for (i = 0; i < setup->send_count; i++) {
            if (setup->send[i].from == node && b->send[i].state != SEND_NONE &&
                b->send[i].name == name) {
                break;
            }
        }
        if (i == setup->send_count) {
            break;
        }
    }
    return name;
}

static bool calls_in_order(const struct board *b, unsigned i)
{
    unsigned before;

    for (before = 0; before < i; before++) {
        if (setup->send[before].from == setup->send[i].from && b->send[before].call == NOT_CALLED) {
            return false;
        }
    }
    return true;
}

bool send_call(struct board *b, unsigned i)
{
    struct send *s = &b->send[i];
    const unsigned name = free_name(b, setup->send[i].from);

    if (s->call != NOT_CALLED || !alive(b, setup->send[i].from) || !calls_in_order(b, i) ||
        name == setup->names) {
        return false;
    }
    s->call = RUNS;
    s->lies = setup->backlogs;
    s->state = SEND_QUEUED;
    s->name = name & 3u;
    return true;
}

static bool is_next(const struct board *b, unsigned i)
{
    unsigned before;

    for (before = 0; before < i; before++) {
        if (setup->send[before].from == setup->send[i].from &&
            setup->send[before].to == setup->send[i].to && b->send[before].state == SEND_QUEUED) {
            return false;
        }
    }
    return true;
}

static bool tell(struct board *b, unsigned i, enum message_kind kind)
{
    const struct message m = {(uint8_t)kind & 7u, b->send[i].name, (uint8_t)(i + 1) & 7u};

    row_pushed(TABLE_SEND, b->send[i].state);
    return setup->backlogs ? backlog_tell(b, setup->send[i].from, setup->send[i].to, m)
                           : message_start(b, setup->send[i].from, setup->send[i].to, m);
}

void send_is_offered(struct board *b, unsigned i)
{
    if (b->send[i].state == SEND_QUEUED) { /* else a copy of it was shown */
        row_pushed(TABLE_SEND, SEND_QUEUED);
        follow(b, i, ON_SEND_OFFER_GONE);
    }
}

/* False: what its receiver was shown may just be taken. */
static bool withdraw(struct board *b, unsigned i)
{
    const enum withdrawal w = backlog_withdraw(b, i);

    if (w == MAY_BE_TAKEN || (w == IS_NOT_THERE && !tell(b, i, WITHDRAW))) {
        return false;
    }
    row_pushed(TABLE_SEND, b->send[i].state);
    follow(b, i, ON_SEND_WITHDRAW_GONE);
    if (w == IS_OUT) {
        follow(b, i, ON_SEND_ENDED); /* nobody has heard of it */
    }
    return true;
}

static bool start_body(struct board *b, unsigned i)
{
    const struct body body = {FLYING, b->send[i].name, (uint8_t)(i + 1) & 7u};

    row_pushed(TABLE_SEND, b->send[i].state);
    if (!body_start(b, setup->send[i].from, setup->send[i].to, body)) {
        return false;
    }
    if (!b->send[i].granted) {
        breaks("P4: a body is sent without a grant of its own");
    }
    b->send[i].granted = 0;
    return true;
}

/* Sends what its state says, if it can be sent now. */
bool send_push(struct board *b, unsigned i)
{
    struct send *s = &b->send[i];

    if (!alive(b, setup->send[i].from) || !(row_flags(TABLE_SEND, s->state) & LIFE_PUSH)) {
        return false;
    }
    if (s->state == SEND_QUEUED && !setup->backlogs && is_next(b, i) && tell(b, i, OFFER)) {
        follow(b, i, ON_SEND_OFFER_GONE);
    } else if (s->state == SEND_GRANTED && start_body(b, i)) {
        follow(b, i, ON_SEND_BODY_GONE);
    } else if (s->state == SEND_REFUSED && tell(b, i, AGAIN)) {
        follow(b, i, ON_SEND_AGAIN_GONE);
    } else if (s->state != SEND_WITHDRAWING || !withdraw(b, i)) {
        return false;
    }
    finish(b, i);
    return true;
}

/* --- the caller ---------------------------------------------------------------------------- */

bool send_deadline(struct board *b, unsigned i)
{
    struct send *s = &b->send[i];

    if (s->call != RUNS || !alive(b, setup->send[i].from) ||
        s->state == SEND_SENT) { /* harmless: the answer to the body comes whatever others do */
        return false;
    }
    if (s->state == SEND_QUEUED && backlog_lapse(b, i)) {
        send_is_offered(b, i);
    }
    follow(b, i, ON_SEND_DEADLINE);
    finish(b, i);
    if (s->call == RUNS) {
        s->call = s->state == SEND_NONE ? ENDED_BADLY : TIMED_OUT;
    }
    return true;
}

bool send_repeat(struct board *b, unsigned i)
{
    if (b->send[i].call != TIMED_OUT || !alive(b, setup->send[i].from)) {
        return false;
    }
    b->send[i].call = RUNS;
    follow(b, i, ON_SEND_REPEATED);
    finish(b, i);
    return true;
}

bool send_give_up(struct board *b, unsigned i)
{
    struct send *s = &b->send[i];

    if (s->call != TIMED_OUT || !alive(b, setup->send[i].from) ||
        !(row_flags(TABLE_SEND, s->state) & LIFE_PUSH)) {
        return false;
    }
    row_pushed(TABLE_SEND, s->state);
    s->call = ENDED_BADLY;
    s->granted = 0;
    follow(b, i, ON_SEND_GIVEN_UP);
    finish(b, i);
    return true;
}

/* --- what comes ----------------------------------------------------------------------------- */

/* The answer to a body: it means the one send to that node whose body is under way. */
bool send_answer(struct board *b, unsigned number)
{
    struct body *body = &b->channel[number].body;
    const struct body was = *body;
    unsigned i;

    if ((was.state != SAYS_LANDED && was.state != SAYS_REFUSED) ||
        !alive(b, channel_from(number))) {
        return false;
    }
    *body = (struct body){0};
    for (i = 0; i < setup->send_count; i++) {
        if (setup->send[i].from == channel_from(number) &&
            setup->send[i].to == channel_to(number) && b->send[i].state == SEND_SENT) {
            break;
        }
    }
    if (i == setup->send_count || i + 1 != was.ghost) {
        breaks("P4: the answer to a body reaches another send");
        return true;
    }
    follow(b, i, was.state == SAYS_LANDED ? ON_SEND_LANDED : ON_SEND_REFUSAL);
    finish(b, i);
    return true;
}

/*
 * A grant to a send that is being withdrawn does no harm: it was sent before the receiver saw
 * WITHDRAW, so it comes before ENDED, and bears a name that is still taken.
 */
static bool is_harmless(unsigned state, enum message_kind kind)
{
    return kind == GRANT && (state == SEND_WITHDRAWING || state == SEND_WITHDRAWN);
}

static void take(struct board *b, unsigned i, struct message m)
{
    unsigned state = b->send[i].state;

    if (m.ghost != 0 && m.ghost != i + 1) {
        breaks("P4: a GRANT or ENDED reaches another send");
    } else if (!row_follows(TABLE_SEND, &state, m.kind == GRANT ? ON_SEND_GRANT : ON_SEND_ENDED) &&
               m.ghost != 0 && !is_harmless(state, m.kind)) {
        breaks("P7: a send has no row for a GRANT or ENDED that an honest node sends");
    }
    if (m.kind == GRANT && b->send[i].state != state) {
        b->send[i].granted = 1;
    }
    b->send[i].state = state;
    finish(b, i);
}

/* GRANT or ENDED came from `source`. */
void send_message(struct board *b, unsigned node, unsigned source, struct message m)
{
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        if (setup->send[i].from == node && setup->send[i].to == source &&
            b->send[i].state != SEND_NONE && b->send[i].name == m.name) {
            backlog_granted(b, i);
            take(b, i, m);
            return;
        }
    }
    if (m.ghost) {
        breaks("P7: a GRANT or ENDED of an honest node finds no send");
    }
}
