/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core does in a simulated collective operation, one thing after the other, each in the cycles
 * that it takes the firmware (libnoc/collective/costs.def). collective_flight.c has its worms, collective_sim.c the network.
 */
#ifndef NOCT_STUDY_COLLECTIVE_CORE_H
#define NOCT_STUDY_COLLECTIVE_CORE_H

#include "collective.h"
#include "worm_log.h"

enum flight_kind {
    FLIGHT_MESSAGE,
    FLIGHT_OFFER,
    FLIGHT_GRANT, /* a message, too, but for the layer itself */
    FLIGHT_BODY,
    FLIGHT_ACK, /* from here on signals */
    FLIGHT_LANDED,
    FLIGHT_PULL
};

/* Where a message that came is. */
enum flight_home {
    HOME_SLOT,  /* of queue 0 */
    HOME_HELD,  /* the same, of an unexpected message */
    HOME_ASIDE, /* copied aside, before its turn */
    HOME_ARENA
};

/* A worm, and what comes of it. */
struct flight {
    struct noc_worm worm;
    uint8_t kind;            /* enum flight_kind */
    uint8_t about;           /* FLIGHT_PULL: what is to be sent again, of enum flight_kind */
    uint8_t home;            /* enum flight_home */
    bool resent;             /* it was asked for */
    uint32_t from, to;       /* ranks of who sends the worm, and of who gets it */
    uint32_t sender;         /* of the message that it is about */
    uint32_t place;          /* so many messages that one had sent its receiver before */
    uint32_t step;           /* of the sender's steps that go on at once, the one that sends it */
    uint32_t words;          /* of that message */
    uint64_t visible;        /* its receiver sees it from then on */
    uint32_t logged;         /* its number in the log, if there is one */
    struct flight *next;     /* in the one list that it is in */
    struct flight *next_all; /* of all */
    uint32_t header[NOC_TURNS_MAX + 1];
};

struct flights {
    struct flight *head, **end;
};

enum core_mode { CORE_STRAIGHT, CORE_WALKS, CORE_DONE };

/* Of noc_progress, in this order. */
enum core_phase {
    PHASE_SIGNALS,
    PHASE_QUEUE,
    PHASE_LANDED,
    PHASE_OFFERS,
    PHASE_BODIES,
    PHASE_QUEUED,
    PHASE_WALK,
    PHASE_DISCARDS,
    PHASE_SLEEP
};

enum {
    CORE_SLOTS = 16,      /* of queue 0 */
    CORE_HELD = 12,       /* of these may unexpected messages have */
    CORE_EARLY = 16,      /* short messages that come before their turn and take no slot, */
    CORE_EARLY_WORDS = 4, /* of so many words at most */
    CORE_COPIES = 8,      /* messages that are not acknowledged */
    CORE_WINDOWS = 4,     /* bodies that may come at once, */
    CORE_BODIES = 3       /* and leave at once */
};

/* Of one of the steps that go on at once. */
struct part {
    struct collective_step step;
    uint32_t place; /* of the message that it receives */
    bool to_send;   /* its message, or offer */
    bool to_post;   /* the receive of it, as a request */
    bool awaits;    /* its message has not come */
    bool sending;   /* its message has not left */
};

struct pair;

struct core {
    uint64_t free;    /* it does the next thing then */
    uint64_t started; /* when the last of its worms has started, with tau_s */
    uint8_t mode;     /* enum core_mode */
    uint8_t phase;    /* enum core_phase */
    bool waits;       /* it has nothing to do until something comes */
    uint32_t number, steps, next;
    struct part part[NOC_STEPS_AT_ONCE];
    uint32_t unacked[CORE_COPIES + 1], live;
    uint32_t slots, held, earlies, windows, bodies;
    struct flight *pulled; /* that was asked for */
    struct pair *pairs;
    struct flights signals, queue, landed; /* that have come */
    struct flights discarded, unexpected, offers;
    struct flights queued, granted; /* that are to leave */
};

struct collective_sim {
    const struct collective *c;
    struct noc_net *net;
    struct core *core;
    uint32_t *heap, waiting; /* ranks of cores that have something to do, by when: how many */
    struct flight *flights;
    struct worm_log *log;              /* NULL: nobody asked for it */
    struct collective_steps_of *steps; /* if there is a log */
    uint64_t acts;                     /* the core that acts began to in this cycle */
    struct collective_times *out;
    uint32_t returned;
};

static inline const struct noc_costs *costs_of(const struct collective_sim *s)
{
    return &s->c->costs;
}

static inline bool flight_is_signal(const struct flight *f)
{
    return f->kind >= FLIGHT_ACK;
}

void flights_add(struct flights *list, struct flight *f);
/* *link is one of the list. */
struct flight *flights_take(struct flights *list, struct flight **link);

/* A worm of this kind leaves at `when`; about the message that `of` is about, if there is one. */
struct flight *flight_new(struct collective_sim *s, enum flight_kind kind, uint32_t from,
                          uint32_t to, const struct flight *of);
void flight_launch(struct collective_sim *s, struct flight *f, uint64_t when);

/* Something has come to a core that waits: when it goes on. */
void core_wake(struct collective_sim *s, uint32_t rank, uint64_t when);
/* It does the next thing, in the cycle `free`. False: there is none, until something comes. */
bool core_act(struct collective_sim *s, uint32_t rank);
/* Before the first one, and after the last. */
void core_begin(struct collective_sim *s, uint32_t rank);
void core_end(struct core *core);

#endif
