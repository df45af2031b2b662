/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boards on which offers stay with their senders, in backlogs (firmware/eager/backlog.h): a receiver asks
 * for one after the other, and takes what a receive waits for. It has one slot and no memory for what
 * nobody wants, so that each is decided at once, and those that are not taken are shown again.
 */
#include "board.h"

/* --- the sender's side ------------------------------------------------------------------------ */

/* Whether what this channel brings lies in a backlog. */
static bool has_backlog(unsigned number)
{
    unsigned i = 0;

    while (i < setup->send_count && (setup->send[i].from != channel_from(number) ||
                                     setup->send[i].to != channel_to(number))) {
        i++;
    }
    return setup->backlogs && i < setup->send_count;
}

/* What was shown last was taken: its sender learns it by TAKEN, or by the grant that came before. */
static void taken(struct board *b, struct channel *c)
{
    const unsigned i = c->shown - 1u;

    if (!c->shown || setup->mistake == STILL_THERE) {
        return;
    }
    c->shown = 0;
    b->send[i].lies = 0;
    send_is_offered(b, i);
}

void backlog_granted(struct board *b, unsigned i)
{
    struct channel *c = channel(b, setup->send[i].from, setup->send[i].to);

    if (setup->backlogs && c->shown == i + 1 && setup->mistake != GRANT_UNSEEN) {
        taken(b, c);
    }
}

static struct message next_of(struct board *b, unsigned number)
{
    struct channel *c = &b->channel[number];
    struct message m = c->control;
    unsigned i;

    c->control = (struct message){0};
    for (i = 0; m.kind == NO_MESSAGE && i < setup->send_count; i++) {
        struct send *s = &b->send[i];

        if (s->lies && !s->seen && setup->send[i].from == channel_from(number) &&
            setup->send[i].to == channel_to(number)) {
            s->seen = 1;
            c->shown = (i + 1) & 7u;
            m = (struct message){OFFER, s->name, (uint8_t)(i + 1) & 7u};
        }
    }
    return m;
}

static void show_all_again(struct board *b, unsigned number)
{
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        if (setup->send[i].from == channel_from(number) &&
            setup->send[i].to == channel_to(number)) {
            b->send[i].seen = 0;
        }
    }
}

bool backlog_show(struct board *b, unsigned number)
{
    struct channel *c = &b->channel[number];
    struct message m = {END, 0, 0}, next = {0};

    if (c->request == NO_REQUEST || !alive(b, channel_from(number)) || c->wire.kind || c->ack) {
        return false;
    }
    if (c->taken) {
        taken(b, c);
    }
    if (c->request == ASKED_FIRST) {
        show_all_again(b, number);
    }
    c->taken = 0;
    c->shown = 0;
    if (c->request != ASKED_END) {
        next = next_of(b, number);
    }
    c->request = NO_REQUEST;
    c->wire = next.kind ? next : m;
    return true;
}

/* AGAIN and WITHDRAW come first. False: another one waits there. */
bool backlog_tell(struct board *b, unsigned from, unsigned to, struct message m)
{
    struct channel *c = channel(b, from, to);

    if (c->control.kind != NO_MESSAGE) {
        return false;
    }
    c->control = m;
    return true;
}

/* The offer of a send that is given up is taken out. */
enum withdrawal backlog_withdraw(struct board *b, unsigned i)
{
    const struct channel *c = channel(b, setup->send[i].from, setup->send[i].to);

    if (!setup->backlogs || !b->send[i].lies) {
        return IS_NOT_THERE;
    }
    if (c->shown == i + 1 && setup->mistake != WITHDRAWN_WHILE_SHOWN) {
        return MAY_BE_TAKEN;
    }
    b->send[i].lies = 0;
    return IS_OUT;
}

/* A deadline has passed of a send that was offered to nobody, as far as its sender knows. True: what was
 * shown may be taken, and a copy of it lies there. */
bool backlog_lapse(struct board *b, unsigned i)
{
    const struct channel *c = channel(b, setup->send[i].from, setup->send[i].to);

    if (!setup->backlogs || !b->send[i].lies) {
        return false;
    }
    if (c->shown == i + 1 && setup->mistake != GONE_WITH_ITS_CALL) {
        return true;
    }
    b->send[i].lies = 0;
    return false;
}

/* --- the receiver's side ---------------------------------------------------------------------- */

static void ask(struct channel *c, enum request request)
{
    c->request = request & 3u;
    c->asked = 1;
}

bool backlog_ask(struct board *b, unsigned number, bool first)
{
    struct channel *c = &b->channel[number];

    if (!has_backlog(number) || c->asked || !alive(b, channel_to(number))) {
        return false;
    }
    if (first) {
        c->dirty = 0;
    }
    ask(c, first ? ASKED_FIRST : ASKED_NEXT);
    return true;
}

static bool is_wanted(const struct board *b, unsigned node, unsigned source)
{
    unsigned r;

    for (r = 0; r < setup->receive_count; r++) {
        if (setup->receive[r].node == node && b->receive[r].call == RUNS &&
            (setup->receive[r].source == ANY || setup->receive[r].source == source)) {
            return true;
        }
    }
    return false;
}

/* False: it is of no backlog. */
bool backlog_came(struct board *b, unsigned number, struct message m, bool more)
{
    struct channel *c = &b->channel[number];
    const unsigned node = channel_to(number), source = channel_from(number);

    if (!has_backlog(number)) {
        return false;
    }
    c->asked = 0;
    if (m.kind == END) {
        return true;
    }
    if (m.kind == OFFER &&
        ((c->dirty && setup->mistake != OUT_OF_ORDER) || !is_wanted(b, node, source))) {
        c->dirty = 1;
        return true;
    }
    offer_message(b, node, source, m);
    c->taken = 1;
    ask(c, more ? ASKED_NEXT : ASKED_END);
    return true;
}

/* Whether a message lies in a backlog for a receive that waits. */
bool backlog_holds_for(const struct board *b, unsigned r)
{
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        if (b->send[i].lies && setup->send[i].to == setup->receive[r].node &&
            (setup->receive[r].source == ANY || setup->receive[r].source == setup->send[i].from)) {
            return true;
        }
    }
    return false;
}
