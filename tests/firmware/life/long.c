/* SPDX-License-Identifier: BSD-2-Clause */
/* The events of long messages, as space.h wants them, and their names. */
#include <stdio.h>

#include "board.h"

enum kind {
    CALL_SEND,
    PUSH_SEND,
    DEADLINE_OF_SEND,
    REPEAT_SEND,
    GIVE_SEND_UP,
    CALL_RECEIVE,
    LEAVE_RECEIVE,
    PUSH_OFFER,
    REVOKE,
    ACCEPT,
    ACKNOWLEDGE,
    HANDLE,
    BODY_ARRIVES,
    BODY_ENDS,
    ANSWER,
    SEE_DONE,
    DIE,
    WILD_MESSAGE,
    WILD_BODY,
    WILD_ANSWER,
    ASK, /* detail: for the oldest */
    SHOW,
    HANDLE_MORE /* and ask for the next, if it is taken */
};

static bool handle(struct board *b, unsigned number, bool more)
{
    const struct message m = b->channel[number].slot;
    const unsigned node = channel_to(number);

    if (m.kind == NO_MESSAGE || !alive(b, node)) {
        return false;
    }
    b->channel[number].slot = (struct message){0};
    if (backlog_came(b, number, m, more)) {
        return true;
    }
    if (m.kind == GRANT || m.kind == ENDED) {
        send_message(b, node, channel_from(number), m);
    } else {
        offer_message(b, node, channel_from(number), m);
    }
    return true;
}

static bool die(struct board *b, unsigned node)
{
    if (!alive(b, node)) {
        return false;
    }
    b->dead |= (uint8_t)(1u << node);
    return true;
}

static bool happen_to_calls(struct board *b, struct event e)
{
    switch (e.kind) {
    case CALL_SEND:
        return send_call(b, e.index);
    case DEADLINE_OF_SEND:
        return send_deadline(b, e.index);
    case REPEAT_SEND:
        return send_repeat(b, e.index);
    case GIVE_SEND_UP:
        return send_give_up(b, e.index);
    case CALL_RECEIVE:
        return receive_call(b, e.index);
    case LEAVE_RECEIVE:
        return receive_deadline(b, e.index, e.detail);
    case DIE:
        return die(b, e.index);
    default:
        return false;
    }
}

static bool happen_by_itself(struct board *b, struct event e)
{
    switch (e.kind) {
    case PUSH_SEND:
        return send_push(b, e.index);
    case PUSH_OFFER:
        return offer_push(b, e.index);
    case REVOKE:
        return offer_revoke(b, e.index);
    case ACCEPT:
        return message_accept(b, e.index);
    case ACKNOWLEDGE:
        return message_acknowledge(b, e.index);
    case HANDLE:
        return handle(b, e.index, false);
    case HANDLE_MORE:
        return setup->backlogs && handle(b, e.index, true);
    case ASK:
        return backlog_ask(b, e.index, e.detail);
    case SHOW:
        return backlog_show(b, e.index);
    case BODY_ARRIVES:
        return body_arrive(b, e.index);
    case BODY_ENDS:
        return body_end(b, e.index);
    case ANSWER:
        return send_answer(b, e.index);
    case SEE_DONE:
        return offer_done(b, e.index);
    case WILD_MESSAGE:
        return wild_message(b, e.index, e.detail & 7u, e.detail >> 3);
    case WILD_BODY:
        return wild_body(b, e.index);
    case WILD_ANSWER:
        return wild_answer(b, e.index, e.detail);
    default:
        return happen_to_calls(b, e);
    }
}

static bool happen(void *state, struct event e)
{
    broken = NULL;
    if (!happen_by_itself(state, e)) {
        return false;
    }
    check_always(state);
    return true;
}

static const char *what_is_broken(void)
{
    return broken;
}

/* --- names ------------------------------------------------------------------------------------------ */

static const char *const message_names[] = {"nothing",  "OFFER", "GRANT", "AGAIN",
                                            "WITHDRAW", "ENDED", "END"};

static void print_of_channel(const struct board *b, struct event e)
{
    static const char *const what[] = {
        [ACCEPT] = "is accepted by the NI",
        [ACKNOWLEDGE] = "is acknowledged",
        [HANDLE] = "is looked at",
        [HANDLE_MORE] = "is looked at, and the next one asked for",
        [BODY_ARRIVES] = "reaches the NI",
        [BODY_ENDS] = "has arrived",
        [ANSWER] = "is answered",
    };
    const struct channel *c = &b->channel[e.index];
    const struct message *m = e.kind == ACCEPT ? &c->wire : &c->slot;

    if (e.kind == ACCEPT || e.kind == HANDLE || e.kind == HANDLE_MORE) {
        printf("%s (name %u, send %d)", message_names[m->kind], m->name, m->ghost - 1);
    } else if (e.kind == ACKNOWLEDGE) {
        printf("the last message");
    } else {
        printf("the body of send %d (key %u)", c->body.ghost - 1, c->body.key);
    }
    printf(" from %u to %u %s", channel_from(e.index), channel_to(e.index), what[e.kind]);
    if (e.kind == ANSWER) {
        printf(": %s", c->body.state == SAYS_LANDED ? "LANDED" : "REFUSED");
    }
}

static void print_of_call(struct event e)
{
    static const char *const what[] = {
        [CALL_SEND] = "is called",        [PUSH_SEND] = "sends what is its turn",
        [DEADLINE_OF_SEND] = "times out", [REPEAT_SEND] = "is repeated",
        [GIVE_SEND_UP] = "is given up",   [CALL_RECEIVE] = "is called",
        [LEAVE_RECEIVE] = "times out",
    };

    if (e.kind == CALL_RECEIVE || e.kind == LEAVE_RECEIVE) {
        printf("receive %u of node %u %s%s", e.index, setup->receive[e.index].node, what[e.kind],
               e.detail ? ", and its window moves to the arena" : "");
    } else {
        printf("send %u from %u to %u %s", e.index, setup->send[e.index].from,
               setup->send[e.index].to, what[e.kind]);
    }
}

static void print_of_node(const struct board *b, struct event e)
{
    const struct offer *o = &b->offer[e.kind == PUSH_OFFER || e.kind == REVOKE ? e.index : 0];

    switch (e.kind) {
    case PUSH_OFFER:
        printf("node %u does what the offer of send %d needs", o->node, o->ghost - 1);
        break;
    case REVOKE:
        printf("node %u takes the window of the offer of send %d away", o->node, o->ghost - 1);
        break;
    case SEE_DONE:
        printf("node %u sees WINDOW_DONE", e.index);
        break;
    case DIE:
        printf("node %u dies", e.index);
        break;
    case WILD_MESSAGE:
        printf("the wild node sends %s (name %u) to %u", message_names[e.detail & 7], e.detail >> 3,
               e.index);
        break;
    case WILD_BODY:
        printf("the wild node sends a body to the window of %u", e.index);
        break;
    case ASK:
        printf("node %u asks %u for %s", channel_to(e.index), channel_from(e.index),
               e.detail ? "the oldest" : "the next");
        break;
    case SHOW:
        printf("node %u answers what %u asked for", channel_from(e.index), channel_to(e.index));
        break;
    default:
        printf("the wild node answers a body of %u: %s", e.index, e.detail ? "LANDED" : "REFUSED");
        break;
    }
}

static void print_states(const struct board *b)
{
    unsigned i;

    for (i = 0; i < setup->send_count; i++) {
        printf(" %s", row_state_name(TABLE_SEND, b->send[i].state));
    }
    printf(" |");
    for (i = 0; i < OFFERS && b->offer[i].used; i++) {
        printf(" %d:%s", b->offer[i].ghost - 1,
               b->offer[i].complete ? "in the arena"
                                    : row_state_name(TABLE_OFFER, b->offer[i].state));
    }
}

/* One line, with the states behind it: of all sends, and of all offers by their sends. */
static void print_event(const void *before, struct event e)
{
    struct board after = *(const struct board *)before;

    printf("  ");
    if ((e.kind >= ACCEPT && e.kind <= ANSWER) || e.kind == HANDLE_MORE) {
        print_of_channel(before, e);
    } else if (e.kind <= LEAVE_RECEIVE) {
        print_of_call(e);
    } else {
        print_of_node(before, e);
    }
    happen(&after, e);
    printf("  ->");
    print_states(&after);
    printf("\n");
}

/* --- all events of a setup ------------------------------------------------------------------------- */

static struct event events[SPACE_EVENTS];
static uint32_t event_count;

static void add(enum kind kind, unsigned count, unsigned detail)
{
    static const uint8_t cause[HANDLE_MORE + 1] = {
        [ASK] = BY_ITSELF,
        [SHOW] = BY_ITSELF,
        [HANDLE_MORE] = BY_ITSELF,
        [PUSH_SEND] = BY_ITSELF,
        [PUSH_OFFER] = BY_ITSELF,
        [REVOKE] = BY_ITSELF,
        [ACCEPT] = BY_ITSELF,
        [ACKNOWLEDGE] = BY_ITSELF,
        [HANDLE] = BY_ITSELF,
        [BODY_ARRIVES] = BY_ITSELF,
        [BODY_ENDS] = BY_ITSELF,
        [ANSWER] = BY_ITSELF,
        [SEE_DONE] = BY_ITSELF,
        [WILD_ANSWER] = BY_ITSELF,
        [DEADLINE_OF_SEND] = BY_DEADLINE,
        [GIVE_SEND_UP] = BY_DEADLINE,
        [LEAVE_RECEIVE] = BY_DEADLINE,
    };
    unsigned i;

    for (i = 0; i < count; i++) {
        events[event_count++] =
            (struct event){(uint8_t)kind, (uint8_t)i, (uint8_t)detail, cause[kind]};
    }
}

static void add_wild(void)
{
    unsigned kind, name;

    for (kind = OFFER; kind <= ENDED; kind++) {
        for (name = 0; name < setup->names; name++) {
            add(WILD_MESSAGE, setup->nodes, kind | name << 3);
        }
    }
    add(WILD_BODY, setup->nodes, 0);
    add(WILD_ANSWER, setup->nodes, 0);
    add(WILD_ANSWER, setup->nodes, 1);
}

static void add_all(void)
{
    unsigned kind, node;

    event_count = 0;
    for (kind = CALL_SEND; kind <= GIVE_SEND_UP; kind++) {
        add(kind, setup->send_count, 0);
    }
    add(CALL_RECEIVE, setup->receive_count, 0);
    add(LEAVE_RECEIVE, setup->receive_count, 0);
    add(LEAVE_RECEIVE, setup->receive_count, 1);
    add(PUSH_OFFER, OFFERS, 0);
    add(REVOKE, OFFERS, 0);
    for (kind = ACCEPT; kind <= ANSWER; kind++) {
        add(kind, channel_count(), 0);
    }
    add(SEE_DONE, setup->nodes, 0);
    if (setup->backlogs) {
        add(ASK, channel_count(), 0);
        add(ASK, channel_count(), 1);
        add(SHOW, channel_count(), 0);
        add(HANDLE_MORE, channel_count(), 0);
    }
    for (node = 0; node < setup->nodes; node++) {
        if (setup->may_die >> node & 1) {
            events[event_count++] = (struct event){DIE, (uint8_t)node, 0, AT_WILL};
        }
    }
    if (setup->wild != NOBODY) {
        add_wild();
    }
}

static void begin(void *state)
{
    (void)state;
}

struct findings long_explore(const struct setup *s, uint32_t states_limit, bool tell)
{
    struct protocol p = {
        .name = s->name,
        .state_bytes = sizeof(struct board),
        .events = events,
        .begin = begin,
        .happen = happen,
        .broken = what_is_broken,
        .over = long_over,
        .quiet = long_quiet,
        .print_event = print_event,
    };

    _Static_assert(sizeof(struct board) <= SPACE_STATE_BYTES, "a board is a state");
    setup = s;
    add_all();
    p.event_count = event_count;
    return space_explore(&p, states_limit, tell);
}
