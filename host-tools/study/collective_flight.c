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
    noc_net_send(s->net, &f->worm, when + e->ni_cycles);
}
