/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An abstract board on which long messages are sent by the tables of firmware/life/life.def. What the
 * tables cannot see is kept beside it, for the properties: which message something was made for
 * (its *ghost*, the number of its send and 1 more; 0 is nobody's or a wild node's), and what the
 * callers have been told.
 *
 *   board.c       the NIs: messages, bodies, windows
 *   sends.c       what a sender does
 *   offers.c      what a receiver does
 *   backlogs.c    offers that stay with their senders
 *   wild.c        what a node may do that keeps to no protocol
 *   properties.c  what must hold
 *   long.c        the events, by name
 */
#ifndef TESTS_LIFE_BOARD_H
#define TESTS_LIFE_BOARD_H

#include "rows.h"
#include "space.h"

enum {
    NODES = 3,
    SENDS = 5,
    RECEIVES = 4,
    OFFERS = 6,
    CHANNELS = 4,
    ANY = 7,    /* a receive from whatever source */
    NOBODY = 7, /* no such node */
    IN_ARENA = 0
};

enum message_kind { NO_MESSAGE, OFFER, GRANT, AGAIN, WITHDRAW, ENDED, END };

/* What a receiver has asked for of a backlog, and has not been answered. */
enum request { NO_REQUEST, ASKED_FIRST, ASKED_NEXT, ASKED_END };

/* Mistakes that a backlog could make, to see that they are noticed. */
enum mistake {
    NO_MISTAKE,
    OUT_OF_ORDER, /* what is shown is taken, whatever was left in front of it */
    STILL_THERE,  /* what was taken stays in the backlog */
    GRANT_UNSEEN, /* a grant that comes before TAKEN does not say that the offer was taken */
    WITHDRAWN_WHILE_SHOWN, /* an offer is taken out whose receiver may just take it */
    GONE_WITH_ITS_CALL     /* so is one whose deadline passes */
};

enum body_state {
    NO_BODY,
    FLYING,
    INTO_WINDOW, /* its window has taken it */
    LOST_WINDOW, /* and was closed since then */
    SAYS_LANDED, /* the signal is under way */
    SAYS_REFUSED
};

enum window_state { CLOSED, OPEN, LANDING, FULL /* WINDOW_DONE shows it */ };

/* What the caller of noc_send or noc_receive knows. */
enum call {
    NOT_CALLED,
    RUNS,
    MATCHED,   /* a receive that has an offer; a send only runs */
    TIMED_OUT, /* a send that may be repeated */
    ENDED_OK,
    ENDED_BADLY
};

struct send {
    uint16_t state : 4, name : 2, call : 3;
    uint16_t landed : 1;  /* its body is in the receiver's memory */
    uint16_t got : 1;     /* and belongs to a receive, or lies complete in the arena */
    uint16_t granted : 1; /* a grant came, and no body since then */
    uint16_t lies : 1;    /* its offer lies in a backlog, */
    uint16_t seen : 1;    /* and was shown since the oldest was */
};

struct receive {
    uint8_t call : 3;
};

/* They stand in the order in which they came. `complete`: NONE, and its message is in the arena. */
struct offer {
    uint16_t state : 4, name : 2, node : 2, ghost : 3;
    uint16_t receive : 3; /* the number of its receive and 1 more, or 0 */
    uint16_t complete : 1, used : 1;
};

struct message {
    uint8_t kind : 3, name : 2, ghost : 3;
};

struct body {
    uint8_t state : 3, key : 2, ghost : 3;
};

/* From one node to another one. */
struct channel {
    struct message wire;    /* not accepted yet */
    struct message slot;    /* accepted, not yet looked at */
    struct body body;       /* or the answer to it */
    struct message control; /* in front of its backlog: AGAIN or WITHDRAW */
    uint8_t ack : 1;        /* on its way back */
    uint8_t request : 2;    /* enum request, under way to the sender, */
    uint8_t taken : 1;      /* with TAKEN */
    uint8_t asked : 1;      /* the receiver waits for an answer */
    uint8_t dirty : 1;      /* something was left since the oldest was asked for */
    uint8_t shown;          /* the send of which the verdict is to come, and 1 more; or 0 */
};

struct window {
    uint16_t state : 2, source : 2, key : 2, ghost : 3;
    uint16_t memory : 3; /* the number of the receive and 1 more, or IN_ARENA */
    uint16_t owner : 3;  /* the offer that has it, and 1 more */
};

struct board {
    struct send send[SENDS];
    struct offer offer[OFFERS];
    struct window window[NODES];
    struct channel channel[CHANNELS];
    struct receive receive[RECEIVES];
    uint8_t dead; /* a bit for each node */
};

/* What can differ. */
struct setup {
    const char *name;
    uint8_t nodes, names;
    uint8_t may_die; /* a bit for each node */
    uint8_t wild;    /* a node, or NOBODY */
    bool backlogs;   /* offers stay with their senders */
    uint8_t send_count, receive_count;
    struct {
        uint8_t from, to;
    } send[SENDS];
    struct {
        uint8_t node, source;
    } receive[RECEIVES];
    /* Errors that a program could make with the right tables, to see that they are noticed. */
    bool stale_look;    /* closes windows by what WINDOW_DONE said before */
    bool late_done;     /* looks at messages before it looks at WINDOW_DONE */
    bool last_first;    /* a receive takes the youngest offer */
    bool no_rematch;    /* matches new offers and new receives only */
    bool no_key;        /* the NI does not look at the key of a body */
    uint8_t mistake;    /* enum mistake */
    const char *breaks; /* the property that this error breaks, or NULL */
    uint8_t budget;     /* the least TEST_BUDGET with which it is explored */
};

extern const struct setup *setup;
/* The property that was broken, or NULL. */
extern const char *broken;

/* --- board.c --- */
static inline bool alive(const struct board *b, unsigned node)
{
    return !(b->dead >> node & 1) && node != setup->wild;
}
/* NULL: setup has none. */
struct channel *channel(struct board *b, unsigned from, unsigned to);
unsigned channel_from(unsigned number);
unsigned channel_to(unsigned number);
unsigned channel_count(void);
void breaks(const char *property);

bool message_start(struct board *b, unsigned from, unsigned to, struct message m);
bool message_accept(struct board *b, unsigned number);
bool message_acknowledge(struct board *b, unsigned number);
bool body_start(struct board *b, unsigned from, unsigned to, struct body body);
bool body_arrive(struct board *b, unsigned number);
bool body_end(struct board *b, unsigned number);
void window_open(struct board *b, unsigned offer);
void window_close(struct board *b, unsigned node, bool taken);

/* --- sends.c --- */
bool send_call(struct board *b, unsigned i);
bool send_push(struct board *b, unsigned i);
bool send_deadline(struct board *b, unsigned i);
bool send_repeat(struct board *b, unsigned i);
bool send_give_up(struct board *b, unsigned i);
bool send_answer(struct board *b, unsigned number);
void send_message(struct board *b, unsigned node, unsigned source, struct message m);

/* Its offer was taken. */
void send_is_offered(struct board *b, unsigned i);

/* --- backlogs.c --- */
bool backlog_show(struct board *b, unsigned number);
bool backlog_ask(struct board *b, unsigned number, bool first);
/* A message came. more: the receiver asks for the next, too, if it takes it. */
bool backlog_came(struct board *b, unsigned number, struct message m, bool more);
bool backlog_tell(struct board *b, unsigned from, unsigned to, struct message m);
enum withdrawal { IS_NOT_THERE, MAY_BE_TAKEN, IS_OUT };
enum withdrawal backlog_withdraw(struct board *b, unsigned i);
bool backlog_lapse(struct board *b, unsigned i);
void backlog_granted(struct board *b, unsigned i);
bool backlog_holds_for(const struct board *b, unsigned r);

/* --- offers.c --- */
unsigned offer_source(const struct offer *o);
/* The offer that a receive would take now: the oldest that has no receive; or OFFERS. */
unsigned offer_for(const struct board *b, unsigned r);
bool offer_push(struct board *b, unsigned o);
bool offer_revoke(struct board *b, unsigned o);
bool offer_done(struct board *b, unsigned node);
void offer_message(struct board *b, unsigned node, unsigned source, struct message m);
bool receive_call(struct board *b, unsigned r);
bool receive_deadline(struct board *b, unsigned r, bool memory);

/* --- wild.c --- */
bool wild_message(struct board *b, unsigned to, unsigned kind, unsigned name);
bool wild_body(struct board *b, unsigned to);
bool wild_answer(struct board *b, unsigned from, unsigned landed);

/* --- properties.c --- */
void check_always(const struct board *b);
void check_match(const struct board *b, unsigned o);
bool long_over(const void *state);
bool long_quiet(const void *state);

/* --- long.c --- */
struct findings long_explore(const struct setup *s, uint32_t states_limit, bool tell);

/* --- setups.c --- */
extern const struct setup setups[];
extern const uint32_t setup_count;

/* --- mutants.c --- */
/*
 * Changes each row and each flag in every way, `share` percent of them; explores the small setups
 * until one notices; prints what none notices. Returns how many that are.
 */
uint32_t mutants_missed(uint32_t share);

#endif
