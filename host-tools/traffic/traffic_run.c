/* SPDX-License-Identifier: BSD-2-Clause */
#include "traffic_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "base/random.h"
#include "experiment/experiment_result.h"
#include "sim/link_counts.h"
#include "sim/worm.h"
#include "patterns/multicast_worms.h"

enum {
    WINDOW_CYCLES = 64,
    DRAIN_FACTOR = 4,
    SLAB_PACKETS = 1024,
    BINS = 1024,
    WAITING_MAX = 256,   /* messages of a node, in the mean: then a hasty run ends */
    SHORT_ALL = 2,       /* per cent of what was made that may be missing: of all, */
    SHORT_ONE = 5,       /* of a node; */
    CHANCE_ALL = 4,      /* times the root of what is under way; */
    CHANCE_UNSTEADY = 2, /* where there is no steady state; */
    CHANCE_ONE = 16      /* messages of a node */
};

const char *const traffic_end_names[] = {[TRAFFIC_DONE] = "done",
                                         [TRAFFIC_SATURATED] = "saturated",
                                         [TRAFFIC_LIMIT] = "limit",
                                         [TRAFFIC_DEADLOCK] = "deadlock"};

/* A worm; of a message's worms the first stands for the message. */
struct packet {
    struct noc_worm worm;
    struct packet *next; /* free list */
    struct packet *first;
    uint32_t *header;
    /* Of the message: */
    uint32_t open;  /* worms that have not arrived */
    uint32_t rank;  /* of its source */
    uint32_t flits; /* that it counts for */
    uint64_t made, number;
};

struct slab {
    struct slab *next;
    uint32_t *headers; /* of all */
    struct packet packet[SLAB_PACKETS];
};

/* Of a sender, in the second half. */
struct second_half {
    uint32_t made, arrived;
};

struct traffic {
    const struct traffic_setting *s;
    const struct experiment *e;
    struct noc_net *net;
    struct injection injection;
    struct steady steady;
    struct packet *free;
    struct slab *slabs;
    uint16_t *chain, *ends; /* scratch: the source and its destinations, in worms */
    double burst; /* messages of a burst in the mean; of Bernoulli's, the part of one in a cycle */
    uint64_t random;
    uint64_t now, half, end; /* measured: made before end */
    size_t next_line;        /* of the file */
    struct second_half *second;
    struct {
        uint64_t made, arrived; /* flits */
    } bin[BINS];
    uint64_t bin_cycles;
    uint64_t made, arrived;            /* messages before the end */
    uint64_t half_waiting;             /* messages under way in the middle */
    uint64_t measured_arrived, copies; /* of those made before end; of all */
    uint64_t all_flits;                /* that arrived */
    bool stuck;                        /* there is no route from stuck_from to stuck_to */
    uint32_t stuck_from, stuck_to, stuck_line;
    json_t *deadlock;
};

/* --- arrivals ------------------------------------------------------------------------ */

static void release(struct traffic *t, struct packet *p)
{
    p->next = t->free;
    t->free = p;
}

static void message_arrived(struct traffic *t, const struct packet *p, uint64_t when)
{
    t->all_flits += p->flits;
    if (p->made < t->end) {
        steady_arrived(&t->steady, p->number, when - p->made);
        t->measured_arrived++;
    }
    if (when < t->end) {
        t->arrived++;
        t->bin[when / t->bin_cycles].arrived += p->flits;
        t->second[p->rank].arrived += when >= t->half;
    }
}

static void on_deliver(void *opaque, struct noc_worm *w, uint32_t node, uint64_t when)
{
    struct traffic *t = opaque;
    struct packet *p = w->cookie, *first = p->first;
    (void)node;
    t->copies++;
    if (!w->last) {
        return;
    }
    first->open--;
    if (p != first) {
        release(t, p);
    }
    if (first->open == 0) {
        message_arrived(t, first, when);
        release(t, first);
    }
}

static void on_deadlock(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when)
{
    struct traffic *t = opaque;
    (void)when;
    if (!t->deadlock) {
        t->deadlock = waits_json(t->e, wait, n);
    }
    noc_net_stop(t->net);
}

/* --- messages -------------------------------------------------------------------------- */

/* A packet to be filled. They come a slab at a time and go back to the free list. */
static struct packet *packet_new(struct traffic *t)
{
    if (!t->free) {
        struct slab *slab = alloc_zeroed(sizeof *slab);
        uint32_t room = (t->s->fanout > NOC_TURNS_MAX ? t->s->fanout : NOC_TURNS_MAX) + 1;
        slab->next = t->slabs;
        slab->headers = alloc_array((size_t)SLAB_PACKETS * room, sizeof *slab->headers);
        t->slabs = slab;
        for (unsigned i = 0; i < SLAB_PACKETS; i++) {
            slab->packet[i].header = &slab->headers[i * room];
            release(t, &slab->packet[i]);
        }
    }
    struct packet *p = t->free;
    t->free = p->next;
    return p;
}

/* One worm to to[0..n-1], with a body of so many flits. NULL: there is no way. */
static struct packet *make_worm(struct traffic *t, uint32_t from, const uint16_t *to, uint32_t n,
                                uint32_t length)
{
    struct packet *p = packet_new(t);
    if (!list_make(&p->worm, t->e, from, to, n, p->header)) {
        t->stuck = true;
        t->stuck_from = from;
        t->stuck_to = to[0];
        release(t, p);
        return NULL;
    }
    p->worm.flits = p->worm.flits - t->e->length + length;
    p->worm.cookie = p;
    return p;
}

/* What a message counts for, given its only worm. */
static uint32_t message_flits(const struct traffic *t, const struct packet *p, uint32_t m,
                              uint32_t length)
{
    return m > 1 ? m + 1 + t->e->ni_words + length : p->worm.flits;
}

static void count_made(struct traffic *t, struct packet *first)
{
    if (first->made >= t->end) {
        return;
    }
    first->number = steady_made(&t->steady, first->made);
    t->made++;
    t->bin[first->made / t->bin_cycles].made += first->flits;
    t->second[first->rank].made += first->made >= t->half;
}

/* The message from t->chain[0] to t->chain[1..m]. */
static void make_message(struct traffic *t, uint32_t rank, uint32_t m, uint32_t length,
                         uint64_t cycle)
{
    uint32_t from = t->chain[0], worms = 1, sent = 0;
    struct packet *first = NULL;
    t->ends[0] = (uint16_t)m;
    if (m > 1) {
        worms = multicast_worms(&t->e->topology, t->e->routing, t->chain, m, t->ends);
    }
    t->stuck = worms == 0;
    t->stuck_from = from;
    t->stuck_to = t->chain[1];
    for (uint32_t w = 0; w < worms && !t->stuck; w++) {
        struct packet *p = make_worm(t, from, t->chain + 1 + sent, t->ends[w] - sent, length);
        if (!p) {
            return;
        }
        sent = t->ends[w];
        p->first = first ? first : p;
        if (!first) {
            first = p;
            first->open = worms;
            first->rank = rank;
            first->made = cycle;
            first->flits = message_flits(t, p, m, length);
            count_made(t, first);
        }
        noc_net_send(t->net, &p->worm, cycle);
    }
}

/* --- random messages --------------------------------------------------------------------- */

/* fanout others at random in t->chain. */
static void draw_list(struct traffic *t)
{
    const struct pattern *senders = &t->s->pattern;
    for (uint32_t n = 1; n <= t->s->fanout;) {
        uint16_t node = senders->sender[random_next(&t->random) % senders->senders];
        uint32_t i = 0;
        while (i < n && t->chain[i] != node) {
            i++;
        }
        t->chain[n] = node;
        n += i == n;
    }
}

static void draw_message(struct traffic *t, uint32_t rank, uint64_t cycle)
{
    t->chain[0] = t->s->pattern.sender[rank];
    if (t->s->fanout > 1) {
        draw_list(t);
    } else {
        t->chain[1] = pattern_draw(&t->s->pattern, rank, &t->random);
    }
    make_message(t, rank, t->s->fanout, lengths_draw(&t->s->lengths, &t->random), cycle);
}

/* Those of the cycles from t->now to before `until`. */
static void draw_window(struct traffic *t, uint64_t until)
{
    uint32_t senders = t->s->pattern.senders;
    for (uint64_t cycle = t->now; cycle < until && !t->stuck; cycle++) {
        uint32_t rank = injection_next(&t->injection, 0, senders, &t->random);
        while (rank < senders && !t->stuck) {
            draw_message(t, rank, cycle);
            rank = injection_next(&t->injection, rank + 1, senders, &t->random);
        }
    }
}

/* Have queues grown in the second half, by more messages than chance explains? */
static bool is_saturated(const struct traffic *t, double chance)
{
    uint64_t made = 0, arrived = 0;
    for (uint32_t rank = 0; rank < t->s->pattern.senders; rank++) {
        uint64_t of_it = t->second[rank].made, got = t->second[rank].arrived;
        if ((double)of_it > (double)got + CHANCE_ONE + CHANCE_ALL * t->burst &&
            (of_it - got) * 100 > of_it * SHORT_ONE) {
            return true;
        }
        made += of_it;
        arrived += got;
    }
    return made > arrived && (double)(made - arrived) > chance + (double)made * SHORT_ALL / 100.0;
}

/* By how many messages queues may grow if nothing saturates: so many times the root of those under
 * way, at the end of the measured cycles and before the second half. */
static double chance_of(const struct traffic *t, double times)
{
    double under_way = (double)(t->made - t->arrived + t->half_waiting);
    return times * sqrt(under_way * (1 + t->burst));
}

/* Nobody can wait for so long in a steady state. */
static bool is_hopeless(const struct traffic *t)
{
    return t->made - t->arrived > (uint64_t)WAITING_MAX * t->s->pattern.senders;
}

/* The cycle up to which the network may run next. */
static uint64_t next_stop(const struct traffic *t)
{
    uint64_t until = t->now + WINDOW_CYCLES, limit = t->e->limit_cycles;
    if (t->now < t->half && until > t->half) {
        until = t->half;
    } else if (t->now < t->end && until > t->end) {
        until = t->end;
    }
    return limit && until > limit ? limit : until;
}

static enum traffic_end run_random(struct traffic *t, bool hasty)
{
    while (t->now < t->end || t->measured_arrived < t->made) {
        uint64_t until = next_stop(t);
        draw_window(t, until);
        t->now = until;
        noc_net_run(t->net, until);
        progress_at(until);
        if (t->deadlock || t->stuck) {
            return TRAFFIC_DEADLOCK;
        }
        if (until == t->half) {
            t->half_waiting = t->made - t->arrived;
        }
        if ((until == t->end && is_saturated(t, chance_of(t, CHANCE_ALL))) ||
            (hasty && is_hopeless(t)) || until >= DRAIN_FACTOR * t->end) {
            return TRAFFIC_SATURATED;
        }
        if (until == t->e->limit_cycles) {
            return TRAFFIC_LIMIT;
        }
    }
    return TRAFFIC_DONE;
}

/* --- messages of a file --------------------------------------------------------------------- */

static uint32_t rank_of(const struct pattern *p, uint32_t node)
{
    uint32_t low = 0, high = p->senders;
    while (low + 1 < high) {
        uint32_t middle = (low + high) / 2;
        if (p->sender[middle] <= node) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void send_line(struct traffic *t, const struct worm_line *line)
{
    t->chain[0] = (uint16_t)line->source;
    memcpy(t->chain + 1, t->s->file.dest + line->first, line->dests * sizeof *t->chain);
    make_message(t, rank_of(&t->s->pattern, line->source), line->dests, line->flits, line->cycle);
    t->stuck_line = line->line;
}

static enum traffic_end run_file(struct traffic *t)
{
    const struct worm_file *f = &t->s->file;
    uint64_t limit = t->e->limit_cycles ? t->e->limit_cycles : UINT64_MAX;
    while (t->next_line < f->lines || noc_net_next(t->net) != NOC_NEVER) {
        uint64_t from =
            t->next_line < f->lines ? f->line[t->next_line].cycle : noc_net_next(t->net);
        uint64_t until = (from > t->now ? from : t->now) + WINDOW_CYCLES;
        until = until < limit ? until : limit;
        while (t->next_line < f->lines && f->line[t->next_line].cycle < until && !t->stuck) {
            send_line(t, &f->line[t->next_line++]);
        }
        t->now = until;
        noc_net_run(t->net, until);
        progress_at(t->next_line);
        if (t->deadlock || t->stuck) {
            return TRAFFIC_DEADLOCK;
        }
        if (until == limit) {
            return TRAFFIC_LIMIT;
        }
    }
    return TRAFFIC_DONE;
}

/* --- what it came to ---------------------------------------------------------------------- */

/* Flits behind the warm-up, for each sender and cycle. */
static void measure_flits(const struct traffic *t, struct traffic_outcome *outcome)
{
    uint64_t until = t->now < t->end ? t->now : t->end;
    uint64_t first = (outcome->state.warm + t->bin_cycles - 1) / t->bin_cycles;
    uint64_t made = 0, arrived = 0;
    first = first * t->bin_cycles < until ? first : 0;
    for (uint64_t i = first; i * t->bin_cycles < until; i++) {
        made += t->bin[i].made;
        arrived += t->bin[i].arrived;
    }
    double cycles = (double)(until - first * t->bin_cycles) * t->s->pattern.senders;
    outcome->offered = (double)made / cycles;
    outcome->accepted = (double)arrived / cycles;
}

static void measure(const struct traffic *t, struct traffic_outcome *outcome)
{
    uint64_t warm = t->s->warmup, middle = (t->now < t->end ? t->now : t->end) / 2;
    bool found = warm == WARMUP_FOUND;
    if (t->s->playback || (!found && outcome->end == TRAFFIC_DONE)) {
        steady_from(&t->steady, warm, &outcome->state);
    } else if (outcome->end == TRAFFIC_DONE) {
        steady_find(&t->steady, &outcome->state);
        if (!outcome->state.found && is_saturated(t, chance_of(t, CHANCE_UNSTEADY))) {
            outcome->end = TRAFFIC_SATURATED;
            outcome->state.interval = false;
        }
    } else {
        steady_from(&t->steady, found || warm > middle ? middle : warm, &outcome->state);
        outcome->state.found = false;
        outcome->state.interval = false;
    }
    if (t->s->playback) {
        outcome->accepted = (double)t->all_flits / (double)outcome->cycles / t->s->pattern.senders;
    } else {
        measure_flits(t, outcome);
    }
}

static enum status no_way(const struct traffic *t, struct error *error)
{
    if (t->s->playback) {
        return error_set(error, STATUS_NO,
                         "traffic '%s', line %u: routing %s finds no way from %u "
                         "to %u",
                         t->s->text, t->stuck_line, t->e->routing->name, t->stuck_from,
                         t->stuck_to);
    }
    return error_set(error, STATUS_NO,
                     "routing %s finds no way from %u to %u, which random traffic needs",
                     t->e->routing->name, t->stuck_from, t->stuck_to);
}

static void traffic_begin(struct traffic *t, double rate)
{
    const struct traffic_setting *s = t->s;
    t->end = s->playback ? UINT64_MAX : s->cycles;
    t->half = t->end / 2;
    t->bin_cycles = t->end / BINS + 1;
    t->random = t->e->seed;
    t->chain = alloc_array(s->fanout + 1, sizeof *t->chain);
    t->ends = alloc_array(s->fanout + 1, sizeof *t->ends);
    t->second = alloc_array(s->pattern.senders, sizeof *t->second);
    t->injection = s->injection;
    steady_begin(&t->steady);
    if (!s->playback) {
        t->burst = (double)s->injection.on * rate / s->flits / injection_share(&s->injection);
        injection_begin(&t->injection, rate / s->flits, s->pattern.senders, &t->random);
    }
}

static void traffic_free(struct traffic *t)
{
    noc_net_free(t->net);
    injection_end(&t->injection);
    steady_end(&t->steady);
    free(t->second);
    free(t->chain);
    free(t->ends);
    while (t->slabs) {
        struct slab *next = t->slabs->next;
        free(t->slabs->headers);
        free(t->slabs);
        t->slabs = next;
    }
    free(t);
}

enum status traffic_run(const struct traffic_setting *s, const struct experiment *e, double rate,
                        bool hasty, struct traffic_outcome *outcome, struct error *error)
{
    struct traffic *t = alloc_zeroed(sizeof *t);
    const struct noc_net_ops ops = {.opaque = t, .deliver = on_deliver, .deadlock = on_deadlock};
    enum status status = STATUS_DONE;
    t->s = s;
    t->e = e;
    t->net = noc_net_new(&e->net, &ops);
    if (!t->net) {
        free(t);
        return error_set(error, STATUS_ENVIRONMENT, "there is not enough memory to model %u nodes",
                         e->topology.nodes);
    }
    traffic_begin(t, rate);
    char what[40] = "simulating";
    if (hasty) { /* one of several runs */
        snprintf(what, sizeof what, "simulating rate %.10g", rate);
    }
    *outcome = (struct traffic_outcome){0};
    progress_begin(what, s->playback ? s->file.lines : t->end);
    outcome->end = s->playback ? run_file(t) : run_random(t, hasty);
    progress_end();
    outcome->cycles = noc_net_now(t->net);
    outcome->messages = t->made;
    outcome->copies = t->copies;
    outcome->deadlock = t->deadlock;
    noc_net_total(t->net, &outcome->total);
    if (e->detail.links && !s->find) {
        outcome->links = link_counts_simulated(e, t->net, NULL);
    }
    measure(t, outcome);
    if (t->stuck) {
        json_decref(t->deadlock);
        status = no_way(t, error);
    }
    traffic_free(t);
    return status;
}
