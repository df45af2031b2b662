/* SPDX-License-Identifier: BSD-2-Clause */
/* Short messages: the boards, the events by the tables of eager.def, and what must hold. */
#include <stdio.h>

#include "eager.h"

enum { SENDERS = 2, RECEIVER = 2, EMPTY = 3, QUEUES = 2 };

enum worm { NO_WORM, MESSAGE, RESEND };

enum kind { SEND, GIVE_UP, PUSH, TAKE_ACK, TAKE_PULL, ARRIVE, ASK, PATIENCE, HANDLE, DIE };

/* What belongs to one sender: at its node, under way, and at the receiver. */
struct sender {
    uint16_t kept : 3, message : 2; /* the copy */
    uint16_t next : 2;              /* the message that is sent next */
    uint16_t given_up : 3, handed : 3;
    uint16_t worm : 2; /* what is under way to the receiver, */
    uint16_t content : 2;
    uint16_t ack : 1, pull : 1; /* and back */
    uint16_t discard : 1, asked : 2;
    uint16_t was_late : 1; /* patience has ended since it was asked */
};

struct eager {
    struct sender sender[SENDERS];
    struct {
        uint8_t full : 1, source : 1, content : 2;
    } slot[QUEUES];
    uint8_t younger; /* the queue whose entry came last, if both have one */
    uint8_t dead;
};

const struct eager_setup eager_setups[] = {
    {.name = "eager: 2 senders of 2 messages", .senders = 2, .messages = 2},
    {.name = "eager: 2 of 2, given up", .senders = 2, .messages = 2, .gives_up = true},
    {.name = "eager: 2 of 2, given up and deaths",
     .senders = 2,
     .messages = 2,
     .gives_up = true,
     .may_die = 7},
    {.name = "eager: 2 senders of 3 messages", .senders = 2, .messages = 3, .budget = 25},
    {.name = "eager: 2 of 3, one sender may die",
     .senders = 2,
     .messages = 3,
     .may_die = 1,
     .budget = 25},
    {.name = "eager: 2 of 3, given up",
     .senders = 2,
     .messages = 3,
     .gives_up = true,
     .budget = 25},
    {.name = "eager: 2 of 3, given up and deaths",
     .senders = 2,
     .messages = 3,
     .gives_up = true,
     .may_die = 7,
     .budget = 100},
    {.name = "an error: queue 1 is taken first",
     .senders = 2,
     .messages = 2,
     .no_stamps = true,
     .breaks = "P5: a message overtakes one that was sent before it"},
    {.name = "an error: waits for a dead sender",
     .senders = 2,
     .messages = 2,
     .may_die = 1,
     .no_patience = true,
     .breaks = "P6: from here on not all can end any more"},
};
const uint32_t eager_setup_count = sizeof(eager_setups) / sizeof(eager_setups[0]);

static const struct eager_setup *setup;
static const char *broken;

static void breaks(const char *property)
{
    if (!broken) {
        broken = property;
    }
}

static bool alive(const struct eager *b, unsigned node)
{
    return !(b->dead >> node & 1);
}

static void follow_kept(struct sender *s, enum kept_event event)
{
    unsigned state = s->kept;

    if (!row_follows(TABLE_KEPT, &state, event)) {
        breaks("P7: a kept copy has no row for what happens");
    }
    s->kept = state & 7u;
}

static void follow_pull(struct sender *s, enum pull_event event)
{
    unsigned state = s->asked;

    if (!row_follows(TABLE_PULL, &state, event)) {
        breaks("P7: a pull has no row for what happens");
    }
    s->asked = state & 3u;
}

/* --- a sender --------------------------------------------------------------------------------- */

static void start(struct sender *s, enum worm worm, unsigned content)
{
    if (s->worm != NO_WORM || s->ack || s->pull || s->discard) {
        breaks("P4: two messages to one destination are under way");
    }
    s->worm = worm & 3u;
    s->content = content & 3u;
}

static bool send(struct sender *s)
{
    if (s->next == setup->messages || s->kept != KEPT_NONE) {
        return false;
    }
    s->message = s->next++;
    start(s, MESSAGE, s->message);
    follow_kept(s, ON_KEPT_SEND);
    return true;
}

static bool give_up(struct sender *s)
{
    const uint16_t bit = (uint16_t)(1u << s->message);

    if (!setup->gives_up || s->kept == KEPT_NONE || s->given_up & bit) {
        return false;
    }
    s->given_up |= bit & 7u;
    follow_kept(s, ON_KEPT_GIVEN_UP);
    return true;
}

static bool push(struct sender *s)
{
    const uint32_t flags = row_flags(TABLE_KEPT, s->kept);

    if (!(flags & LIFE_PUSH) || !row_exists(TABLE_KEPT, s->kept, ON_KEPT_RESEND)) {
        return false;
    }
    row_pushed(TABLE_KEPT, s->kept);
    start(s, RESEND, flags & LIFE_DROPPED ? EMPTY : s->message);
    follow_kept(s, ON_KEPT_RESEND);
    return true;
}

static bool take_signal(struct sender *s, enum kept_event event)
{
    if (event == ON_KEPT_ACK ? !s->ack : !s->pull) {
        return false;
    }
    if (event == ON_KEPT_ACK) {
        s->ack = 0;
    } else {
        s->pull = 0;
    }
    follow_kept(s, event);
    return true;
}

/* --- the receiver's NI ---------------------------------------------------------------------------- */

/* A message crosses the network at most twice, unless somebody was late. */
static void check_discard(const struct eager *b, unsigned queue)
{
    if (queue == 1 && !b->sender[0].was_late && !b->sender[1].was_late) {
        breaks("P4: a RESEND finds no slot");
    }
}

static bool arrive(struct eager *b, unsigned i)
{
    struct sender *s = &b->sender[i];
    const unsigned queue = s->worm == RESEND;

    if (s->worm == NO_WORM) {
        return false;
    }
    s->worm = NO_WORM;
    if (b->slot[queue].full) {
        s->discard = 1;
        check_discard(b, queue);
    } else {
        b->slot[queue].full = 1;
        b->slot[queue].source = i & 1u;
        b->slot[queue].content = s->content;
        b->younger = b->slot[!queue].full ? queue & 1u : 0;
        s->ack = 1;
    }
    s->content = 0;
    return true;
}

/* --- the receiver ---------------------------------------------------------------------------------- */

static bool may_ask(const struct eager *b, unsigned i)
{
    unsigned other;

    for (other = 0; other < setup->senders; other++) {
        if (other != i && b->sender[other].asked == PULL_OPEN) {
            return false;
        }
    }
    return b->sender[i].discard && !b->slot[1].full;
}

static bool ask(struct eager *b, unsigned i)
{
    struct sender *s = &b->sender[i];

    if (!may_ask(b, i)) {
        return false;
    }
    if (s->pull) {
        breaks("P4: two pulls merge");
    }
    s->discard = 0;
    s->pull = 1;
    s->was_late = 0;
    follow_pull(s, ON_PULL_DISCARD);
    return true;
}

static bool lose_patience(struct sender *s)
{
    if (setup->no_patience || s->asked != PULL_OPEN) {
        return false;
    }
    s->was_late = 1;
    follow_pull(s, ON_PULL_PATIENCE);
    return true;
}

/* Each message but those given up, once, in the order sent. */
static void hand_over(struct sender *s, unsigned message)
{
    unsigned before;

    if (s->handed >> message & 1) {
        breaks("P2: a message is handed over twice");
    }
    if (s->handed >> message > 1) {
        breaks("P5: a message overtakes one that was sent before it");
    }
    for (before = 0; before < message; before++) {
        if (!((s->handed | s->given_up) >> before & 1)) {
            breaks("P5: a message overtakes one that was sent before it");
        }
    }
    s->handed |= (1u << message) & 7u;
}

static bool handle(struct eager *b)
{
    const bool both = b->slot[0].full && b->slot[1].full;
    const unsigned queue = both ? setup->no_stamps || b->younger == 0 : b->slot[1].full;
    struct sender *s = &b->sender[b->slot[queue].source];
    const unsigned content = b->slot[queue].content;

    if (!b->slot[queue].full) {
        return false;
    }
    b->slot[queue].full = b->slot[queue].source = b->slot[queue].content = 0;
    b->younger = 0;
    if (queue == 1) {
        s->was_late = 0;
        follow_pull(s, ON_PULL_CAME);
    }
    if (content != EMPTY) {
        hand_over(s, content);
    }
    return true;
}

/* --- what must hold -------------------------------------------------------------------------------- */

/* All that was sent is there, but what was given up. */
static bool sender_is_over(const struct eager *b, unsigned i)
{
    const struct sender *s = &b->sender[i];
    const unsigned sent = (1u << s->next) - 1;

    if (s->worm != NO_WORM) {
        return false;
    }
    if (!alive(b, RECEIVER) || !alive(b, i)) {
        return true;
    }
    return s->kept == KEPT_NONE && !s->ack && !s->pull && !s->discard && s->asked == PULL_NONE &&
           !(sent & ~(unsigned)(s->handed | s->given_up));
}

static bool is_over(const void *state)
{
    const struct eager *b = state;
    unsigned i;

    for (i = 0; i < setup->senders; i++) {
        if (!sender_is_over(b, i)) {
            return false;
        }
    }
    return !alive(b, RECEIVER) || (!b->slot[0].full && !b->slot[1].full);
}

/* --- events ------------------------------------------------------------------------------------------ */

static bool happen_at_sender(struct eager *b, struct event e)
{
    struct sender *s = &b->sender[e.index];

    switch (e.kind) {
    case SEND:
        return send(s);
    case GIVE_UP:
        return give_up(s);
    case PUSH:
        return push(s);
    case TAKE_ACK:
        return take_signal(s, ON_KEPT_ACK);
    default:
        return take_signal(s, ON_KEPT_PULLING);
    }
}

static bool happen_at_receiver(struct eager *b, struct event e)
{
    switch (e.kind) {
    case ASK:
        return ask(b, e.index);
    case PATIENCE:
        return lose_patience(&b->sender[e.index]);
    default:
        return handle(b);
    }
}

static bool happen_somewhere(struct eager *b, struct event e)
{
    if (e.kind == ARRIVE) {
        return arrive(b, e.index);
    }
    if (!alive(b, e.kind == DIE || e.kind < ARRIVE ? e.index : RECEIVER)) {
        return false;
    }
    if (e.kind == DIE) {
        b->dead |= (uint8_t)(1u << e.index);
        return true;
    }
    return e.kind < ARRIVE ? happen_at_sender(b, e) : happen_at_receiver(b, e);
}

/* A copy that was given up is never sent again, and no other is replaced by an empty one. */
static void check_dropped(const struct sender *s)
{
    if (s->kept != KEPT_NONE &&
        !!(row_flags(TABLE_KEPT, s->kept) & LIFE_DROPPED) != (s->given_up >> s->message & 1)) {
        breaks("P3: LIFE_DROPPED of a copy is not what its send was told");
    }
}

static bool happen(void *state, struct event e)
{
    const struct eager *b = state;
    unsigned i;

    broken = NULL;
    if (!happen_somewhere(state, e)) {
        return false;
    }
    for (i = 0; i < setup->senders; i++) {
        check_dropped(&b->sender[i]);
    }
    return true;
}

static const char *what_is_broken(void)
{
    return broken;
}

static void print_event(const void *before, struct event e)
{
    static const char *const what[] = {
        [SEND] = "sends the next message",
        [GIVE_UP] = "gives its message up",
        [PUSH] = "sends RESEND",
        [TAKE_ACK] = "sees ACK",
        [TAKE_PULL] = "sees PULL",
        [ARRIVE] = "has a worm that reaches the receiver's NI",
        [ASK] = "is asked again by the receiver",
        [PATIENCE] = "is late, the receiver finds",
        [HANDLE] = "is where the receiver takes a message",
        [DIE] = "dies",
    };
    struct eager after = *(const struct eager *)before;
    unsigned i;

    happen(&after, e);
    printf("  node %u %s  ->", e.kind == HANDLE ? RECEIVER : e.index, what[e.kind]);
    for (i = 0; i < setup->senders; i++) {
        const struct sender *s = &after.sender[i];

        printf(" %s/%s%s", row_state_name(TABLE_KEPT, s->kept),
               row_state_name(TABLE_PULL, s->asked), s->discard ? "/discarded" : "");
    }
    printf(" | slots %s %s\n", after.slot[0].full ? "full" : "free",
           after.slot[1].full ? "full" : "free");
}

static struct event events[SPACE_EVENTS];
static uint32_t event_count;

static void add(enum kind kind, unsigned index, enum cause cause)
{
    events[event_count++] = (struct event){(uint8_t)kind, (uint8_t)index, 0, (uint8_t)cause};
}

/* Without deaths nothing may depend on patience, which is a deadline. */
static void add_all(void)
{
    unsigned i;

    event_count = 0;
    for (i = 0; i < setup->senders; i++) {
        add(SEND, i, AT_WILL);
        add(GIVE_UP, i, AT_WILL);
        add(PUSH, i, BY_ITSELF);
        add(TAKE_ACK, i, BY_ITSELF);
        add(TAKE_PULL, i, BY_ITSELF);
        add(ARRIVE, i, BY_ITSELF);
        add(ASK, i, BY_ITSELF);
        add(PATIENCE, i, setup->may_die ? BY_ITSELF : BY_DEADLINE);
    }
    add(HANDLE, 0, BY_ITSELF);
    for (i = 0; i <= RECEIVER; i++) {
        if (setup->may_die >> i & 1) {
            add(DIE, i, AT_WILL);
        }
    }
}

static void begin(void *state)
{
    (void)state;
}

struct findings eager_explore(const struct eager_setup *s, uint32_t states_limit, bool tell)
{
    struct protocol p = {
        .name = s->name,
        .state_bytes = sizeof(struct eager),
        .events = events,
        .begin = begin,
        .happen = happen,
        .broken = what_is_broken,
        .over = is_over,
        .quiet = is_over,
        .print_event = print_event,
    };

    setup = s;
    add_all();
    p.event_count = event_count;
    return space_explore(&p, states_limit, tell);
}
