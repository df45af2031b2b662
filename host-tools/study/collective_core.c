/* SPDX-License-Identifier: BSD-2-Clause */
#include "collective_core.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "collective/schedules.h"

/* How many messages there were between two members. */
struct pair {
    uint32_t from, sent, received;
    struct pair *next;
};

/* --- lists ------------------------------------------------------------------------------------ */

/* Whether the first of it is there. */
static bool has_come(const struct flights *list, uint64_t now)
{
    return list->head && list->head->visible <= now;
}

/* The messages from one member to another one, counted at the receiver. */
static struct pair *pair_of(struct collective_sim *s, uint32_t from, uint32_t to)
{
    struct pair **link = &s->core[to].pairs, *p;
    while (*link && (*link)->from != from) {
        link = &(*link)->next;
    }
    p = *link;
    if (p) {
        *link = p->next; /* it goes to the front: the next message is of the same one, often */
    } else {
        p = alloc_zeroed(sizeof *p);
        p->from = from;
    }
    p->next = s->core[to].pairs;
    s->core[to].pairs = p;
    return p;
}

/* --- time ------------------------------------------------------------------------------------- */

static void spend(struct core *core, uint64_t cycles)
{
    core->free += cycles;
}

static uint64_t words_cost(uint64_t words, uint32_t each_sixteen)
{
    return words * each_sixteen / 16;
}

static bool is_few(const struct collective_sim *s)
{
    return collective_is_few(s->c);
}

/* The messages of an allreduce of few bytes with members of whom others take the part: more than the
 * messages of its rounds take. */
enum { PAIR_SEND = 85, PAIR_AGAIN = 75, PAIR_TAKE = 25 };

static bool is_pair(const struct collective_step *step)
{
    return step->to == NOC_NOBODY || step->from == NOC_NOBODY;
}

static bool is_cast(const struct collective_sim *s)
{
    return s->c->way == BY_TREE;
}

static bool is_long(const struct collective_sim *s, uint32_t words)
{
    return 4ull * words > s->c->costs.eager;
}

/* --- sending ---------------------------------------------------------------------------------- */

static bool is_idle(const struct core *core, uint32_t to)
{
    for (uint32_t i = 0; i < core->live; i++) {
        if (core->unacked[i] == to) {
            return false;
        }
    }
    return core->live < CORE_COPIES;
}

/* A message of `words`, an offer of it, or a grant. */
static void launch(struct collective_sim *s, struct core *core, struct flight *f)
{
    core->unacked[core->live++] = f->to;
    flight_launch(s, f, core->free);
}

static struct flight *message_of(struct collective_sim *s, uint32_t rank, uint32_t i)
{
    const struct collective_step *step = &s->core[rank].part[i].step;
    bool offered = is_long(s, step->sent);
    struct flight *f = flight_new(s, offered ? FLIGHT_OFFER : FLIGHT_MESSAGE, rank, step->to, NULL);
    f->sender = rank;
    f->place = pair_of(s, rank, step->to)->sent++;
    f->step = i;
    f->words = step->sent;
    return f;
}

/* --- what was received ------------------------------------------------------------------------- */

/* The step that wants this message; NOC_STEPS_AT_ONCE: none yet. */
static uint32_t wanting(const struct core *core, const struct flight *f)
{
    uint32_t i = 0;
    while (i < core->steps && !(core->part[i].awaits && core->part[i].step.from == f->sender &&
                                core->part[i].place == f->place)) {
        i++;
    }
    return i < core->steps ? i : NOC_STEPS_AT_ONCE;
}

static uint64_t using(const struct collective_sim *s, const struct collective_step *step)
{
    const struct noc_costs *k = costs_of(s);
    return words_cost(step->received, step->combines ? k->combine : k->copy_out);
}

/* A slot of queue 0 is free again. */
static void slot_free(struct core *core, const struct flight *f)
{
    core->slots += !f->resent;
}

/* It becomes an unexpected message. */
static void set_aside(struct collective_sim *s, struct core *core, struct flight *f)
{
    const struct noc_costs *k = costs_of(s);
    f->home = !f->resent && core->held < CORE_HELD ? HOME_HELD : HOME_ARENA;
    core->held += f->home == HOME_HELD;
    if (f->home == HOME_ARENA) {
        spend(core, words_cost(f->words, k->copy_out));
        slot_free(core, f);
    }
    flights_add(&core->unexpected, f);
}

/* The unexpected one that this step wants. */
static struct flight *take_unexpected(struct core *core, const struct part *part)
{
    struct flight **link = &core->unexpected.head;
    while (*link && !((*link)->sender == part->step.from && (*link)->place == part->place)) {
        link = &(*link)->next;
    }
    return *link ? flights_take(&core->unexpected, link) : NULL;
}

static void let_go(struct core *core, struct flight *f)
{
    core->held -= f->home == HOME_HELD;
    core->slots += f->home == HOME_HELD;
    core->earlies -= f->home == HOME_ASIDE;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* The next ones. False: there are none. */
static bool fetch(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct collective_step step[NOC_STEPS_AT_ONCE];
    core->steps = collective_steps(s->c, rank, core->number, step);
    core->next = 0;
    for (uint32_t i = 0; i < core->steps; i++) {
        struct part *part = &core->part[i];
        *part = (struct part){.step = step[i]};
        part->to_send = step[i].to != NOC_NOBODY;
        part->to_post = part->awaits = step[i].from != NOC_NOBODY;
        if (part->awaits) {
            part->place = pair_of(s, step[i].from, rank)->received++;
        }
    }
    return core->steps;
}

static void conclude(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    core->mode = CORE_DONE;
    core->phase = PHASE_SIGNALS;
    spend(core, is_few(s)    ? costs_of(s)->few_end
                : is_cast(s) ? FIRMWARE_CAST_END
                             : costs_of(s)->end);
    s->out->returned[rank] = core->free;
    progress_at(++s->returned);
}

static uint64_t local_cost(const struct collective_sim *s, const struct collective_step *step)
{
    const struct noc_costs *k = costs_of(s);
    uint64_t cycles = k->local + words_cost(step->received, step->combines ? k->combine : k->copy);
    return is_few(s) ? 0 : cycles;
}

/* --- events, as noc_progress takes them ---------------------------------------------------------- */

static void pass_signal(struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    struct flight *f = flights_take(&core->signals, &core->signals.head), *again;
    uint32_t i = 0;
    switch ((enum flight_kind)f->kind) {
    case FLIGHT_ACK:
        while (core->unacked[i] != f->from) {
            i++;
        }
        core->unacked[i] = core->unacked[--core->live];
        spend(core, core->mode != CORE_STRAIGHT ? k->signal : is_few(s) ? 0 : k->ack);
        break;
    case FLIGHT_LANDED:
        core->part[f->step].sending = false;
        core->bodies--;
        spend(core, k->landed);
        break;
    default:
        again = flight_new(s, (enum flight_kind)f->about, rank, f->from, f);
        again->resent = true;
        spend(core, k->resend);
        flight_launch(s, again, core->free);
    }
}

/* Grants for offers that have a receive, as far as there are windows. */
static bool pass_offer(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight **link = &core->offers.head, *f;
    while (*link && !is_idle(core, (*link)->sender)) {
        link = &(*link)->next;
    }
    if (!*link || core->windows == CORE_WINDOWS) {
        return false;
    }
    f = flights_take(&core->offers, link);
    core->windows++;
    launch(s, core, flight_new(s, FLIGHT_GRANT, rank, f->sender, f));
    return true;
}

/* A message has come to a step that waits for it, or its offer. */
static void receive(struct collective_sim *s, uint32_t rank, uint32_t i, struct flight *f)
{
    struct core *core = &s->core[rank];
    if (f->kind == FLIGHT_OFFER) {
        spend(core, costs_of(s)->answer);
        flights_add(&core->offers, f);
        (void)pass_offer(s, rank);
        return;
    }
    spend(core, using(s, &core->part[i].step));
    core->part[i].awaits = false;
}

static void pass_message(struct collective_sim *s, uint32_t rank, struct flight *f)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    uint32_t i = wanting(core, f);
    if (f->kind == FLIGHT_GRANT) {
        spend(core, k->grant);
        slot_free(core, f);
        flights_add(&core->granted, f);
    } else if (core->mode == CORE_WALKS && i < NOC_STEPS_AT_ONCE && !core->part[i].to_post) {
        spend(core, f->kind == FLIGHT_OFFER ? 0 : k->handle);
        slot_free(core, f);
        receive(s, rank, i, f);
    } else {
        spend(core, k->aside);
        set_aside(s, core, f);
    }
}

static void pass_landed(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight *f = flights_take(&core->landed, &core->landed.head);
    core->part[wanting(core, f)].awaits = false;
    core->windows--;
    spend(core, costs_of(s)->done);
    while (pass_offer(s, rank)) {
    }
}

/* The body of what was granted, if there is room. */
static bool pass_body(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight **first = &core->granted.head, *f;
    if (!core->granted.head || core->bodies == CORE_BODIES) {
        return false;
    }
    /* Of those that are granted the one that was begun first goes first (long_send.c). */
    for (struct flight **link = &core->granted.head; *link; link = &(*link)->next) {
        first = (*link)->step < (*first)->step ? link : first;
    }
    f = flights_take(&core->granted, first);
    core->bodies++;
    spend(core, costs_of(s)->body);
    flight_launch(s, flight_new(s, FLIGHT_BODY, rank, f->from, f), core->free);
    return true;
}

/* A message leaves, or its offer. */
static uint64_t start_cost(const struct collective_sim *s, const struct flight *f)
{
    const struct noc_costs *k = costs_of(s);
    return f->kind == FLIGHT_OFFER ? k->offer : k->start + words_cost(f->words, k->copy_in);
}

static bool pass_queued(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight **link = &core->queued.head, *f;
    while (*link && !is_idle(core, (*link)->to)) {
        link = &(*link)->next;
    }
    if (!*link) {
        return false;
    }
    f = flights_take(&core->queued, link);
    core->part[f->step].sending = f->kind == FLIGHT_OFFER;
    spend(core, start_cost(s, f));
    launch(s, core, f);
    return true;
}

static bool pass_discard(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight *f, *pull;
    if (core->pulled || !has_come(&core->discarded, core->free)) {
        return false;
    }
    f = core->pulled = flights_take(&core->discarded, &core->discarded.head);
    pull = flight_new(s, FLIGHT_PULL, rank, f->from, f);
    pull->about = f->kind;
    spend(core, costs_of(s)->pull);
    flight_launch(s, pull, core->free);
    return true;
}

static void pass_front(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flight *f = flights_take(&core->queue, &core->queue.head);
    if (f->resent) {
        core->pulled = NULL;
    }
    pass_message(s, rank, f);
}

/* One thing that others want. False: there is none. */
static bool pass(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    if (has_come(&core->signals, core->free)) {
        pass_signal(s, rank);
    } else if (has_come(&core->queue, core->free)) {
        pass_front(s, rank);
    } else if (has_come(&core->landed, core->free)) {
        pass_landed(s, rank);
    } else {
        return pass_offer(s, rank) || pass_body(s, rank) || pass_queued(s, rank) ||
               pass_discard(s, rank);
    }
    return true;
}

/* --- with requests ------------------------------------------------------------------------------ */

static void post(struct collective_sim *s, uint32_t rank, uint32_t i)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    struct flight *f = take_unexpected(core, &core->part[i]);
    core->part[i].to_post = false;
    spend(core, k->post);
    if (f) {
        spend(core, k->match);
        let_go(core, f);
        receive(s, rank, i, f);
    }
}

static void start(struct collective_sim *s, uint32_t rank, uint32_t i)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    struct part *part = &core->part[i];
    bool idle = is_idle(core, part->step.to);
    struct flight *f = message_of(s, rank, i);
    part->to_send = false;
    part->sending = f->kind == FLIGHT_OFFER || !idle;
    if (idle) {
        spend(core, start_cost(s, f));
        launch(s, core, f);
    } else {
        spend(core, k->queue);
        flights_add(&core->queued, f);
    }
}

/* The end of steps all of whose messages have come and left. False: not yet. */
static bool finish(struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    for (uint32_t i = 0; i < core->steps; i++) {
        if (core->part[i].awaits || core->part[i].sending) {
            return false;
        }
    }
    for (uint32_t i = 0; i < core->steps; i++) {
        const struct collective_step *step = &core->part[i].step;
        bool came_long = step->from != NOC_NOBODY && is_long(s, step->received);
        spend(core, step->local ? 0 : k->finish);
        if (step->combines && came_long) {
            spend(core, words_cost(step->received, k->combine));
        }
    }
    core->number += core->steps;
    core->steps = 0;
    return true;
}

/* The steps that come now begin, or the call ends. */
static bool advance(struct collective_sim *s, uint32_t rank)
{
    if (!fetch(s, rank)) {
        conclude(s, rank);
    }
    return true;
}

/* The next thing of its own. False: it waits for others. */
static bool walk(struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    if (core->steps == 0) {
        return advance(s, rank);
    }
    if (core->next < core->steps) {
        struct part *part = &core->part[core->next];
        if (part->to_post) {
            post(s, rank, core->next);
        } else if (part->to_send) {
            start(s, rank, core->next);
        } else {
            spend(core, part->step.local ? local_cost(s, &part->step) : 0);
            spend(core, k->walk_step + s->c->schedule->think + part->step.parts * k->span);
            core->next++;
        }
        return true;
    }
    return finish(s, rank);
}

/* --- straight ------------------------------------------------------------------------------------ */

static void leave(struct collective_sim *s, struct core *core)
{
    core->mode = CORE_WALKS;
    core->phase = PHASE_SIGNALS;
    core->next = 0;
    spend(core, costs_of(s)->leave);
}

static uint64_t send_cost(const struct collective_sim *s, const struct core *core,
                          const struct collective_step *step)
{
    const struct noc_costs *k = costs_of(s);
    if (is_cast(s)) {
        return FIRMWARE_CAST_SEND + (core->live ? FIRMWARE_CAST_AGAIN : 0) +
               words_cost(step->sent, FIRMWARE_CAST_COPY_IN);
    }
    uint64_t cycles = (is_few(s) ? k->few_send : k->send) + words_cost(step->sent, k->copy_in);
    return cycles + (is_few(s) && is_pair(step) ? PAIR_SEND + (core->live ? PAIR_AGAIN : 0) : 0);
}

static uint64_t take_cost(const struct collective_sim *s, const struct collective_step *step)
{
    const struct noc_costs *k = costs_of(s);
    if (is_cast(s)) {
        return FIRMWARE_CAST_TAKE + words_cost(step->received, FIRMWARE_CAST_COPY_OUT);
    }
    return (is_few(s) ? k->few_take + (is_pair(step) ? PAIR_TAKE : 0) : k->take) + using(s, step);
}

/* Sends the message of a step, if it has one. False: not now. */
static bool straight_send(struct collective_sim *s, uint32_t rank, uint32_t i)
{
    struct core *core = &s->core[rank];
    struct part *part = &core->part[i];
    if (!part->to_send) {
        return true;
    }
    if (is_long(s, part->step.sent)) {
        leave(s, core);
        return true;
    }
    if (!is_idle(core, part->step.to)) {
        if (!has_come(&core->signals, core->free)) {
            return false;
        }
        pass_signal(s, rank);
        return true;
    }
    spend(core, send_cost(s, core, &part->step));
    part->to_send = false;
    launch(s, core, message_of(s, rank, i));
    return true;
}

/* The front of the queue: what is waited for, or something that came before its turn. */
static void straight_front(struct collective_sim *s, struct core *core, struct part *part)
{
    const struct noc_costs *k = costs_of(s);
    struct flight *f = flights_take(&core->queue, &core->queue.head);
    if (f->sender == part->step.from && f->place == part->place) {
        spend(core, take_cost(s, &part->step));
        slot_free(core, f);
        part->awaits = part->to_post = false;
        core->next++;
    } else if (f->words <= CORE_EARLY_WORDS && core->earlies < CORE_EARLY) {
        spend(core, k->early);
        core->earlies++;
        f->home = HOME_ASIDE;
        slot_free(core, f);
        flights_add(&core->unexpected, f);
    } else {
        spend(core, k->keep);
        set_aside(s, core, f);
    }
}

static bool straight_receive(struct collective_sim *s, uint32_t rank, struct part *part)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    struct flight *f = take_unexpected(core, part);
    if (is_long(s, part->step.received)) {
        if (f) {
            flights_add(&core->unexpected, f);
        }
        leave(s, core);
    } else if (f) {
        spend(core, k->found + using(s, &part->step));
        let_go(core, f);
        part->awaits = part->to_post = false;
        core->next++;
    } else if (core->discarded.head || core->pulled || core->landed.head ||
               (core->queue.head && core->queue.head->kind != FLIGHT_MESSAGE)) {
        if (!pass(s, rank)) {
            return false;
        }
        spend(core, k->around);
    } else if (has_come(&core->queue, core->free)) {
        straight_front(s, core, part);
    } else if (has_come(&core->signals, core->free)) {
        pass_signal(s, rank);
    } else {
        return false;
    }
    return true;
}

static uint64_t step_cost(const struct collective_sim *s, const struct collective_step *step)
{
    const struct noc_costs *k = costs_of(s);
    return is_few(s) || is_cast(s) ? 0 : k->step + s->c->schedule->think + step->parts * k->span;
}

/* The next thing. False: it waits for others. */
static bool go_straight(struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    if (core->steps == 0) {
        return advance(s, rank);
    }
    if (core->next < core->steps) {
        struct part *part = &core->part[core->next];
        if (part->to_send) {
            return straight_send(s, rank, core->next);
        }
        spend(core, part->step.local ? local_cost(s, &part->step) : 0);
        spend(core, step_cost(s, &part->step));
        spend(core, core->steps > 1 && part->awaits ? k->joined : 0);
        core->next++;
        return true;
    }
    while (core->next < 2 * core->steps) {
        struct part *part = &core->part[core->next - core->steps];
        if (part->awaits) {
            return straight_receive(s, rank, part);
        }
        core->next++;
    }
    core->number += core->steps;
    core->steps = 0;
    return true;
}

/* --- noc_progress, again and again ----------------------------------------------------------------- */

/* Whether this phase of it has something to do, and that is done. */
static bool phase_act(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    switch ((enum core_phase)core->phase) {
    case PHASE_SIGNALS:
        return has_come(&core->signals, core->free) && (pass_signal(s, rank), true);
    case PHASE_QUEUE:
        return has_come(&core->queue, core->free) && (pass_front(s, rank), true);
    case PHASE_LANDED:
        return has_come(&core->landed, core->free) && (pass_landed(s, rank), true);
    case PHASE_OFFERS:
        return pass_offer(s, rank);
    case PHASE_BODIES:
        return pass_body(s, rank);
    case PHASE_QUEUED:
        return pass_queued(s, rank);
    case PHASE_WALK:
        return core->mode == CORE_WALKS && walk(s, rank);
    default:
        return pass_discard(s, rank);
    }
}

static bool sees(const struct core *core)
{
    return has_come(&core->signals, core->free) || has_come(&core->queue, core->free) ||
           has_come(&core->landed, core->free) ||
           (!core->pulled && has_come(&core->discarded, core->free));
}

static bool progress(struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    while (core->phase < PHASE_SLEEP) {
        if (phase_act(s, rank)) {
            return true;
        }
        core->phase++;
    }
    core->phase = PHASE_SIGNALS;
    spend(core, k->sleep + core->steps * k->action);
    if (sees(core)) {
        spend(core, k->wake);
        return true;
    }
    return false;
}

/* --- the whole ------------------------------------------------------------------------------------- */

bool core_act(struct collective_sim *s, uint32_t rank)
{
    return s->core[rank].mode == CORE_STRAIGHT ? go_straight(s, rank) : progress(s, rank);
}

/* It waits, and looks or sleeps. */
void core_wake(struct collective_sim *s, uint32_t rank, uint64_t when)
{
    const struct noc_costs *k = costs_of(s);
    struct core *core = &s->core[rank];
    uint64_t ready = when > core->free ? when : core->free;
    if (core->mode == CORE_STRAIGHT && core->next < core->steps && when > core->free + k->look) {
        leave(s, core); /* its message to somebody waits too long */
    } else if (core->mode == CORE_STRAIGHT) {
        ready += when > core->free + k->look ? k->nap : 0;
    } else {
        ready += k->wake;
    }
    core->free = ready;
}

static uint64_t begin_cost(const struct collective_sim *s, uint32_t rank)
{
    const struct noc_costs *k = costs_of(s);
    const struct collective *c = s->c;
    struct noc_span scratch =
        c->schedule->scratch ? c->schedule->scratch(&c->call, rank) : (struct noc_span){0};
    uint64_t words = (uint64_t)scratch.count * c->words / c->call.count;
    uint64_t cycles = k->begin + (words > CORE_EARLY_WORDS ? k->memory : 0);
    if (c->call.operation == NOC_REDUCE_SCATTER) {
        cycles += k->memory + c->call.count * k->listed;
    }
    return cycles;
}

void core_begin(struct collective_sim *s, uint32_t rank)
{
    struct core *core = &s->core[rank];
    struct flights *lists[] = {&core->signals,    &core->queue,  &core->landed, &core->discarded,
                               &core->unexpected, &core->offers, &core->queued, &core->granted};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
        lists[i]->end = &lists[i]->head;
    }
    core->slots = CORE_SLOTS;
    core->mode = s->c->call.operation == NOC_BARRIER ? CORE_WALKS : CORE_STRAIGHT;
    core->free = is_few(s)  ? costs_of(s)->few_begin
               : is_cast(s) ? FIRMWARE_CAST_BEGIN
                            : begin_cost(s, rank);
}

void core_end(struct core *core)
{
    while (core->pairs) {
        struct pair *next = core->pairs->next;
        free(core->pairs);
        core->pairs = next;
    }
}
