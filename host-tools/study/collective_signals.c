/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A barrier by signals (firmware/groups/barrier.c). In each round a member sends up to three signals,
 * and then takes as many, each as soon as it is there. The cycles are those of the instructions of
 * go_on() there: an instruction takes one.
 */
#include "collective_signals.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "worm.h"

/* From the barrier's begin to its first round, with all signals or fewer. */
enum { FIRST_ROUND = 3, FIRST_LAST = 1 };
/* From a round's begin to its first signal, from one to the next, and from the last one to a look. */
enum {
    ROUND_SEND = 5,
    ROUND_NEXT = 2,
    ROUND_LOOK = 3,
    LAST_SEND = 10,
    LAST_NEXT = 5,
    LAST_LOOK = 10
};
enum {
    LOOK_AGAIN = 3, /* where the first look was too early, 1 more for a round's first signal, */
    LOOK_EACH = 5,  /* and each further one */
    FOUND_NEXT = 9, /* from the look that finds a signal to the look for the next one, */
    LAST_FOUND_NEXT = 12,
    FOUND_ROUND = 7, /* or to the next round, */
    FOUND_OVER = 10, /* or to the end, */
    LAST_FOUND_OVER = 9,
    LOOKS_CYCLES = 64 * LOOK_EACH,
    /* Then a core sees to what others want, and sleeps. */
    PREPARES = 250,
    WAKES = 58
};

struct cargo *signals_cargo(struct signals *s, uint32_t from, uint32_t headers)
{
    struct cargo *cargo = alloc_zeroed(sizeof *cargo + headers * sizeof *cargo->header);
    cargo->from = from;
    cargo->next = s->cargo;
    s->cargo = cargo;
    return cargo;
}

static void send(struct signals *s, uint32_t from, uint32_t to, uint64_t when)
{
    const struct experiment *e = &s->c->e;
    struct cargo *signal = signals_cargo(s, from, NOC_TURNS_MAX + 1);
    signal->tree = CARGO_SIGNAL;
    worm_make(&signal->worm, e, s->c->node[from], s->c->node[to], signal->header);
    signal->worm.flits -= e->length;
    signal->worm.cookie = signal;
    if (s->log) {
        const struct worm_made made = {.worm = &signal->worm,
                                       .startup = NOC_NEVER,
                                       .started = NOC_NEVER,
                                       .kind = "signal",
                                       .step = s->member[from].round + 1};
        signal->logged = worm_log_sent(s->log, &made);
    }
    noc_net_send(s->net, &signal->worm, when + e->ni_cycles);
}

static uint32_t peers(const struct signals *s, struct noc_barrier_peers *p, uint32_t rank)
{
    return noc_barrier_round(p, &s->network, s->c->call.count, rank, s->member[rank].round);
}

static bool is_last(uint32_t signals)
{
    return signals < NOC_BARRIER_SIGNALS;
}

/* Its round begins. */
static void begin_round(struct signals *s, uint32_t rank, uint64_t when)
{
    struct signaller *m = &s->member[rank];
    struct noc_barrier_peers p;
    uint32_t n = peers(s, &p, rank);
    const uint64_t apart = is_last(n) ? LAST_NEXT : ROUND_NEXT;
    m->taken = 0;
    when += is_last(n) ? LAST_SEND : ROUND_SEND;
    for (uint32_t i = 0; i < n; i++) {
        send(s, rank, p.to[i], when + i * apart);
    }
    m->looks = when + (n - 1) * apart + (is_last(n) ? LAST_LOOK : ROUND_LOOK);
}

/* The look that finds a signal that is there from `come` on. */
static uint64_t found(uint64_t looks, uint64_t come, uint32_t again)
{
    if (come <= looks) {
        return looks;
    }
    if (come <= looks + LOOKS_CYCLES) {
        uint64_t late = come - looks > again ? come - looks - again : 0;
        return looks + again + (late + LOOK_EACH - 1) / LOOK_EACH * LOOK_EACH;
    }
    uint64_t asleep = looks + LOOKS_CYCLES + PREPARES;
    return (come > asleep ? come : asleep) + WAKES;
}

/* A look has found the last signal of a round of n. */
static void end_round(struct signals *s, uint32_t rank, uint32_t n, uint64_t at)
{
    struct signaller *m = &s->member[rank];
    struct noc_barrier_peers p;
    m->round++;
    if (!is_last(n) && peers(s, &p, rank)) {
        begin_round(s, rank, at + FOUND_ROUND);
    } else {
        m->looks = NOC_NEVER;
        s->over(s->opaque, rank, at + (is_last(n) ? LAST_FOUND_OVER : FOUND_OVER));
    }
}

/* It takes what has come by this cycle. */
static void go_on(struct signals *s, uint32_t rank, uint64_t when)
{
    struct signaller *m = &s->member[rank];
    struct noc_barrier_peers p;
    while (m->looks != NOC_NEVER && m->come >> (m->round * NOC_BARRIER_SIGNALS + m->taken) & 1) {
        uint32_t n = peers(s, &p, rank), again = LOOK_AGAIN + (!is_last(n) && m->taken == 0);
        uint64_t at = found(m->looks, when, again);
        if (++m->taken < n) {
            m->looks = at + (is_last(n) ? LAST_FOUND_NEXT : FOUND_NEXT);
        } else {
            end_round(s, rank, n, at);
        }
    }
}

void signals_enter(struct signals *s, uint32_t rank, uint64_t when)
{
    struct noc_barrier_peers p;
    begin_round(s, rank, when + (is_last(peers(s, &p, rank)) ? FIRST_LAST : FIRST_ROUND));
}

void signals_take(struct signals *s, uint32_t rank, const struct cargo *signal, uint64_t when)
{
    struct signaller *m = &s->member[rank];
    struct noc_barrier_peers p;
    uint32_t n, round = 0;
    for (; (n = noc_barrier_round(&p, &s->network, s->c->call.count, rank, round)); round++) {
        for (uint32_t i = 0; i < n; i++) {
            m->come |= (uint32_t)(p.from[i] == signal->from) << (round * NOC_BARRIER_SIGNALS + i);
        }
    }
    go_on(s, rank, when + 1);
}

void signals_begin(struct signals *s)
{
    s->network = barrier_network(&s->c->e.topology, s->c->call.count);
    s->member = alloc_array(s->c->call.count, sizeof *s->member);
    for (uint32_t rank = 0; rank < s->c->call.count; rank++) {
        s->member[rank].looks = NOC_NEVER;
    }
}

void signals_end(struct signals *s)
{
    while (s->cargo) {
        struct cargo *next = s->cargo->next;
        free(s->cargo);
        s->cargo = next;
    }
    free(s->member);
}
