/* SPDX-License-Identifier: BSD-2-Clause */
/* The worms of a simulated collective operation, and lists of them. */
#include "base/alloc.h"
#include "collective_core.h"
#include "worm.h"

enum {
    OFFER_WORDS = 5, /* of an offer's body: name, length, and the ends of the message */
    GRANT_WORDS = 2
};

void flights_add(struct flights *list, struct flight *f)
{
    f->next = NULL;
    *list->end = f;
    list->end = &f->next;
}

struct flight *flights_take(struct flights *list, struct flight **link)
{
    struct flight *f = *link;
    *link = f->next;
    if (list->end == &f->next) {
        list->end = link;
    }
    return f;
}

struct flight *flight_new(struct collective_sim *s, enum flight_kind kind, uint32_t from,
                          uint32_t to, const struct flight *of)
{
    struct flight *f = alloc_zeroed(sizeof *f);
    if (of) {
        f->sender = of->sender;
        f->place = of->place;
        f->step = of->step;
        f->words = of->words;
    }
    f->kind = (uint8_t)kind;
    f->from = from;
    f->to = to;
    f->next_all = s->flights;
    s->flights = f;
    return f;
}

static uint32_t flits_of(const struct flight *f)
{
    static const uint32_t body[] = {[FLIGHT_OFFER] = OFFER_WORDS, [FLIGHT_GRANT] = GRANT_WORDS};
    return f->kind == FLIGHT_MESSAGE || f->kind == FLIGHT_BODY ? f->words
         : flight_is_signal(f)                                 ? 0
                                                               : body[f->kind];
}

/* Whom the message goes to that a flight is about. */
static uint32_t receiver_of(const struct flight *f)
{
    return f->from == f->sender ? f->to : f->from;
}

/* Acknowledgements are the NI's; a core does something before all others. */
static void log_flight(struct collective_sim *s, struct flight *f, uint64_t when)
{
    static const char *const kinds[] = {
        [FLIGHT_MESSAGE] = "message", [FLIGHT_OFFER] = "offer", [FLIGHT_GRANT] = "grant",
        [FLIGHT_BODY] = "body",       [FLIGHT_ACK] = "ack",     [FLIGHT_LANDED] = "landed",
        [FLIGHT_PULL] = "pull"};
    const bool by_ni = f->kind == FLIGHT_ACK || f->kind == FLIGHT_LANDED;
    const struct worm_made made = {
        .worm = &f->worm,
        .startup = by_ni          ? NOC_NEVER
                 : s->acts < when ? s->acts
                                  : when,
        .started = by_ni ? NOC_NEVER : when,
        .kind = kinds[f->kind],
        .step = collective_round_of(s->steps, f->sender, receiver_of(f), f->place)};
    f->logged = worm_log_sent(s->log, &made);
}

void flight_launch(struct collective_sim *s, struct flight *f, uint64_t when)
{
    const struct experiment *e = &s->c->e;
    struct core *core = &s->core[f->from];
    worm_make(&f->worm, e, s->c->node[f->from], s->c->node[f->to], f->header);
    f->worm.flits = f->worm.flits - e->length + flits_of(f);
    f->worm.cookie = f;
    if (!flight_is_signal(f)) { /* start-ups follow each other */
        when = (when > core->started ? when : core->started) + e->tau_s;
        core->started = when;
    }
    if (s->log) {
        log_flight(s, f, when);
    }
    noc_net_send(s->net, &f->worm, when + e->ni_cycles);
}
