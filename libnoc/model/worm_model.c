/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events in a heap: a worm may start; its header asks; a channel that is waited for comes free;
 * the tail has left the NI, or come to a destination. The last three are known when the header has
 * gone so far that the buffers behind it hold the rest (settle()); a worm that is slowed down after
 * that (share()) has its events moved when they come up.
 *
 * Stages of a worm over H links:   0 the NI | 1 ... H links | H + 1 the last destination's NI
 */
#include "worm_model.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define LATE (UINT64_MAX / 2)

enum kind { START, ENTER, ASK, WAKE, LEFT, VISIT };

struct event {
    uint64_t when, order;
    uint32_t id;    /* worm, or channel */
    uint32_t visit; /* VISIT: which */
    enum kind kind;
};

/* A stage of a worm. */
struct stage {
    uint32_t channel;  /* a link's */
    uint32_t stripped; /* header flits that stay behind before it */
    int64_t got;       /* cycle in which the header got it, less those header flits */
};

/* A worm, also if it is not there any more. */
struct worm_ref {
    uint32_t id, made;
};

struct way {
    struct noc_worm *worm;
    uint32_t made;                /* changes when the place is used again */
    uint32_t stages, at, settled; /* where the header stands; below settled all tails are known */
    struct stage *stage;
    struct noc_visit *visit;
    uint32_t visits, told;  /* visits whose cycle is known */
    uint32_t queue;         /* of the NI */
    uint32_t context;       /* of the queue's */
    uint32_t behind;        /* who waits for its tail to leave the injection buffer */
    struct worm_ref before; /* what was in that buffer before it */
    uint32_t slip;          /* cycles lost to worms on the same links */
    uint32_t next;          /* in a line */
};

struct channel {
    uint32_t owner, made, stage; /* worm and which of its stages */
    uint32_t shared;             /* flits of others that the owner waits for on this link */
    uint32_t first, last;        /* who waits */
    bool waking;                 /* a WAKE is under way */
};

/* Injection contexts, a bit each where they are free, and who waits for one. */
struct queue {
    uint32_t free, first, last;
};

struct noc_worm_model {
    struct noc_net_config config;
    struct noc_net_ops ops;
    struct channel *channel;
    struct queue *queue;
    struct worm_ref *gone; /* of each injection context: the last one that has left the NI */
    uint32_t contexts;     /* of a queue */
    struct way *way;
    uint32_t ways, ways_room, way_free;
    struct event *heap;
    uint32_t events, events_room;
    uint64_t order, steps;
    struct noc_channel *path; /* scratch */
    uint32_t path_room;
};

static void *grown(void *at, size_t n, size_t size)
{
    void *more = realloc(at, n * size);

    if (!more) {
        abort();
    }
    return more;
}

/* --- events ------------------------------------------------------------------------------- */

static bool before(const struct event *a, const struct event *b)
{
    return a->when != b->when ? a->when < b->when : a->order < b->order;
}

static void push(struct noc_worm_model *f, uint64_t when, enum kind kind, uint32_t id,
                 uint32_t visit)
{
    struct event e = {when, f->order++, id, visit, kind};
    uint32_t i;

    if (kind == ASK && f->way[id].at == 1) { /* of one cycle, injection contexts come last */
        e.order += LATE;
    }

    if (f->events == f->events_room) {
        f->events_room = 2 * f->events_room + 64;
        f->heap = grown(f->heap, f->events_room, sizeof *f->heap);
    }
    for (i = f->events++; i > 0 && before(&e, &f->heap[(i - 1) / 2]); i = (i - 1) / 2) {
        f->heap[i] = f->heap[(i - 1) / 2];
    }
    f->heap[i] = e;
}

static struct event pop(struct noc_worm_model *f)
{
    struct event top = f->heap[0], last = f->heap[--f->events];
    uint32_t i = 0, child;

    while ((child = 2 * i + 1) < f->events) {
        child += child + 1 < f->events && before(&f->heap[child + 1], &f->heap[child]);
        if (!before(&f->heap[child], &last)) {
            break;
        }
        f->heap[i] = f->heap[child];
        i = child;
    }
    f->heap[i] = last;
    return top;
}

/* --- tails -------------------------------------------------------------------------------- */

/* Cycles from a flit's leaving a buffer until one behind it, which then finds the next buffer full,
 * may follow: that buffer's depth at full rate. */
static uint32_t turn(const struct noc_worm_model *f)
{
    uint32_t round = (uint32_t)f->config.flight_cycles + f->config.credit_cycles;

    return f->config.buffer_flits >= round ? f->config.buffer_flits : round;
}

/* Cycles in which so many flits of a worm pass, one behind the other. */
static int64_t pace(const struct noc_worm_model *f, uint32_t flits)
{
    return (int64_t)flits * turn(f) / f->config.buffer_flits;
}

/* The stage at which the header stands when the tail, held up there, is the last flit that
 * does not pass stage k. */
static uint32_t reach(const struct noc_worm_model *f, const struct way *w, uint32_t k)
{
    uint32_t last = w->stages - 1, behind = w->worm->flits - 1, depth = f->config.buffer_flits;
    uint32_t e = k + (behind - w->stage[k].stripped) / depth;

    e = e < last ? e : last;
    if (w->stage[e].stripped > w->stage[k].stripped) {
        uint32_t less = k + (behind - w->stage[e].stripped) / depth;

        e = less < e ? less : e;
    }
    return e;
}

/* The cycle in which the tail passes stage k, which is settled. */
static uint64_t tail(const struct noc_worm_model *f, const struct way *w, uint32_t k)
{
    uint32_t e = reach(f, w, k);
    int64_t slack = (int64_t)turn(f) - f->config.credit_cycles;
    int64_t here = w->stage[k].got, there = w->stage[e].got - slack * (e - k);

    return (uint64_t)((here > there ? here : there) + pace(f, w->worm->flits - 1) + w->slip);
}

static uint64_t visited(const struct noc_worm_model *f, const struct way *w, uint32_t visit)
{
    return tail(f, w, w->visit[visit].hops + 1) + f->config.eject_cycles;
}

/* The cycle in which the header behind worm w in its injection buffer may ask. */
static uint64_t cleared(const struct noc_worm_model *f, const struct way *w)
{
    return tail(f, w, 1) + 1 + f->config.header_cycles;
}

static void settle_stage(struct noc_worm_model *f, uint32_t id, uint32_t k)
{
    struct way *w = &f->way[id];

    if (k == 1 && w->behind != NONE) {
        push(f, cleared(f, w), ASK, w->behind, 0);
        w->behind = NONE;
    }
    if (k == 0) {
        push(f, tail(f, w, 0), LEFT, id, 0);
    } else if (k + 1 < w->stages) {
        struct channel *c = &f->channel[w->stage[k].channel];

        if (c->first != NONE && !c->waking) {
            c->waking = true;
            push(f, tail(f, w, k) + 1, WAKE, w->stage[k].channel, 0);
        }
    }
    while (w->told < w->visits && w->visit[w->told].hops + 1 == k) {
        push(f, visited(f, w, w->told), VISIT, id, w->told);
        w->told++;
    }
}

/* --- channels ----------------------------------------------------------------------------- */

/* The worm that holds it; NULL: none, or its tail has passed by cycle `now`. */
static struct way *owner(struct noc_worm_model *f, const struct channel *c, uint64_t now)
{
    struct way *w = c->owner == NONE ? NULL : &f->way[c->owner];

    if (!w || w->made != c->made || !w->worm) {
        return NULL;
    }
    return c->stage < w->settled && tail(f, w, c->stage) < now ? NULL : w;
}

/* Flits of the owner that have not passed, if it is not held up. */
static uint32_t remaining(const struct noc_worm_model *f, const struct channel *c,
                          const struct way *w, uint64_t now)
{
    const struct stage *s = &w->stage[c->stage];
    uint32_t flits = w->worm->flits - s->stripped;
    uint64_t passed = now - (uint64_t)(s->got + s->stripped);
    uint64_t left = passed < flits ? flits - passed : 0;

    if (c->stage < w->settled) {
        left = tail(f, w, c->stage) + 1 - now;
    }
    return left < flits ? (uint32_t)left : flits;
}

/* Worm w has just got channel c: it and those on the link's other virtual channels wait for each
 * other's flits. */
static void share(struct noc_worm_model *f, struct way *w, uint32_t channel, uint64_t now)
{
    uint32_t vcs = f->config.routing->vcs, base = channel - channel % vcs;
    struct channel *mine = &f->channel[channel];

    mine->shared = 0;
    for (uint32_t i = base; vcs > 1 && i < base + vcs; i++) {
        struct channel *c = &f->channel[i];
        struct way *other = i == channel ? NULL : owner(f, c, now);
        uint32_t flits = w->worm->flits - w->stage[mine->stage].stripped;

        if (!other) {
            continue;
        }
        uint32_t theirs = remaining(f, c, other, now);

        flits = theirs < flits ? theirs : flits;
        mine->shared += flits;
        c->shared += flits;
        other->slip = other->slip > c->shared ? other->slip : c->shared;
    }
    w->slip = w->slip > mine->shared ? w->slip : mine->shared;
}

static void take(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    struct way *w = &f->way[id];
    struct stage *s = &w->stage[w->at];

    s->got = (int64_t)now - s->stripped;
    if (w->at > 0 && w->at + 1 < w->stages) {
        struct channel *c = &f->channel[s->channel];

        c->owner = id;
        c->made = w->made;
        c->stage = w->at;
        share(f, w, s->channel, now);
    }
    while (w->settled <= w->at && (w->at + 1 == w->stages || reach(f, w, w->settled) <= w->at)) {
        settle_stage(f, id, w->settled++);
    }
}

/* Must the header wait for the stage where it stands? */
static bool held(struct noc_worm_model *f, const struct way *w, uint64_t now)
{
    const struct channel *c = w->at + 1 < w->stages ? &f->channel[w->stage[w->at].channel] : NULL;

    return c && (c->first != NONE || owner(f, c, now));
}

/* The header waits in the line of the channel that it asks for. */
static void line_up(struct noc_worm_model *f, uint32_t id)
{
    struct way *w = &f->way[id];
    uint32_t channel = w->stage[w->at].channel;
    struct channel *c = &f->channel[channel];
    const struct way *holder = &f->way[c->owner];

    w->next = NONE;
    if (c->first == NONE) {
        c->first = id;
    } else {
        f->way[c->last].next = id;
    }
    c->last = id;
    if (!c->waking && c->stage < holder->settled) {
        c->waking = true;
        push(f, tail(f, holder, c->stage) + 1, WAKE, channel, 0);
    }
}

/* The worm whose flits are before this one's in an injection buffer; NULL: none are left. */
static struct way *ahead(struct noc_worm_model *f, const struct way *w)
{
    struct way *b = w->at == 1 && w->before.id != NONE ? &f->way[w->before.id] : NULL;

    return b && b->made == w->before.made && b->worm ? b : NULL;
}

/* Is the header not in front of its injection buffer, or not long enough? Then it asks again. */
static bool behind(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    struct way *b = ahead(f, &f->way[id]);

    if (b && b->settled < 2) {
        b->behind = id;
        return true;
    }
    if (b && cleared(f, b) > now) {
        push(f, cleared(f, b), ASK, id, 0);
        return true;
    }
    return false;
}

/* The header has the stage where it stands; on to the next ones, as far as nothing else can
 * happen before. */
static void advance(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    for (;;) {
        take(f, id, now);

        struct way *w = &f->way[id];
        const struct stage *s = &w->stage[w->at];

        if (w->at + 1 == w->stages) {
            return;
        }
        now += w->at == 0 ? f->config.inject_cycles : f->config.flight_cycles;
        now += f->config.header_cycles + (s[1].stripped - s[0].stripped);
        w->at++;
        f->steps++;
        if (f->events && f->heap[0].when <= now) {
            push(f, now, ASK, id, 0);
            return;
        }
        if (behind(f, id, now)) {
            return;
        }
        if (held(f, w, now)) {
            line_up(f, id);
            return;
        }
    }
}

static void ask(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    if (behind(f, id, now)) {
        return;
    }
    if (held(f, &f->way[id], now)) {
        line_up(f, id);
    } else {
        advance(f, id, now);
    }
}

static void wake(struct noc_worm_model *f, uint32_t channel, uint64_t now)
{
    struct channel *c = &f->channel[channel];
    struct way *holder = owner(f, c, now);

    if (holder) { /* it was slowed down meanwhile */
        push(f, tail(f, holder, c->stage) + 1, WAKE, channel, 0);
        return;
    }
    uint32_t id = c->first;

    c->waking = false;
    c->first = f->way[id].next;
    advance(f, id, now);
}

/* --- worms -------------------------------------------------------------------------------- */

static void drop(struct noc_worm_model *f, uint32_t id)
{
    struct way *w = &f->way[id];

    free(w->stage);
    free(w->visit);
    w->stage = NULL;
    w->visit = NULL;
    w->worm = NULL;
    w->made++;
    w->next = f->way_free;
    f->way_free = id;
}

/* Header flits that stay at the i-th destination: its address, and a list. */
static uint32_t kept(const struct noc_worm *worm, uint32_t *at)
{
    uint32_t n = 0;

    if (worm->headers && noc_header_kind(worm->headers[*at]) == NOC_HEADER_ADDRESS) {
        n = 1;
        if (*at + 1 < worm->header_flits &&
            noc_header_kind(worm->headers[*at + 1]) == NOC_HEADER_COUNT) {
            n += 1 + noc_header_field(worm->headers[*at + 1]);
        }
    }
    *at += n;
    return n;
}

/* Its channels, and what stays where. */
static void lay_stages(struct noc_worm_model *f, struct way *w, uint32_t hops)
{
    uint32_t at = 0, stripped = 0, visit = 0;

    w->stages = hops + 2;
    w->stage = grown(NULL, w->stages, sizeof *w->stage);
    for (uint32_t k = 0; k < w->stages; k++) {
        while (visit < w->visits && w->visit[visit].hops + 1 == k) {
            stripped += kept(w->worm, &at);
            visit++;
        }
        w->stage[k] = (struct stage){.channel = NONE, .stripped = stripped};
        if (k > 0 && k <= hops) {
            const struct noc_channel *c = &f->path[k - 1];

            w->stage[k].channel =
                noc_channel_index(f->config.topology, f->config.routing, c->node, c->port, c->vc);
        }
    }
}

/* The worm's way, into f->path and w->visit; -1: it has none. */
static int32_t find_way(struct noc_worm_model *f, struct way *w)
{
    const struct noc_worm *worm = w->worm;
    const uint32_t *header = worm->headers ? worm->headers : worm->header;
    uint32_t headers = worm->headers ? worm->header_flits : 1, room = headers;

    for (;;) {
        w->visit = grown(w->visit, room, sizeof *w->visit);

        int32_t hops =
            noc_route_path_many(f->config.topology, f->config.routing, worm->source, header,
                                headers, f->path, f->path_room, w->visit, room, &w->visits);

        if (hops <= 0) {
            return -1;
        }
        if ((uint32_t)hops <= f->path_room && w->visits <= room) {
            return hops;
        }
        if ((uint32_t)hops > f->path_room) {
            f->path_room = (uint32_t)hops;
            f->path = grown(f->path, f->path_room, sizeof *f->path);
        }
        room = w->visits; /* a coded flit may be for many */
    }
}

/* It has a context. A worm without a way keeps it. */
static void enter(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    int32_t hops = find_way(f, &f->way[id]);

    if (hops > 0) {
        lay_stages(f, &f->way[id], (uint32_t)hops);
        f->steps += (uint32_t)hops;
        advance(f, id, now);
    }
}

static struct worm_ref *gone(struct noc_worm_model *f, const struct way *w)
{
    return &f->gone[w->queue * f->contexts + w->context];
}

static void give_context(struct noc_worm_model *f, uint32_t id, uint32_t context)
{
    struct way *w = &f->way[id];

    w->context = context;
    w->before = *gone(f, w);
}

/* Contexts are given in the order of starting, the lowest first. */
static void start(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    struct queue *q = &f->queue[f->way[id].queue];
    uint32_t context = 0;

    f->way[id].next = NONE;
    if (q->free) {
        while (!(q->free >> context & 1)) {
            context++;
        }
        q->free &= q->free - 1;
        give_context(f, id, context);
        enter(f, id, now);
        return;
    }
    if (q->first == NONE) {
        q->first = id;
    } else {
        f->way[q->last].next = id;
    }
    q->last = id;
}

static void leave(struct noc_worm_model *f, uint32_t id, uint64_t now)
{
    struct way *w = &f->way[id];
    struct queue *q = &f->queue[w->queue];

    if (tail(f, w, 0) > now) {
        push(f, tail(f, w, 0), LEFT, id, 0);
        return;
    }
    *gone(f, w) = (struct worm_ref){id, w->made};
    if (q->first != NONE) { /* the context's next worm begins behind this one */
        uint32_t next = q->first;

        q->first = f->way[next].next;
        give_context(f, next, w->context);
        push(f, now + 1, ENTER, next, 0);
    } else {
        q->free |= 1u << w->context;
    }
    if (f->ops.left) {
        f->ops.left(f->ops.opaque, w->worm, now);
    }
}

static void arrive(struct noc_worm_model *f, uint32_t id, uint32_t visit, uint64_t now)
{
    struct way *w = &f->way[id];
    struct noc_worm *worm = w->worm;
    uint32_t node = w->visit[visit].node;

    if (visited(f, w, visit) > now) {
        push(f, visited(f, w, visit), VISIT, id, visit);
        return;
    }
    worm->last = visit + 1 == w->visits;
    if (worm->last) {
        drop(f, id);
    }
    f->ops.deliver(f->ops.opaque, worm, node, now);
}

static uint32_t new_way(struct noc_worm_model *f)
{
    uint32_t id = f->way_free;

    if (id != NONE) {
        f->way_free = f->way[id].next;
        return id;
    }
    if (f->ways == f->ways_room) {
        f->ways_room = 2 * f->ways_room + 64;
        f->way = grown(f->way, f->ways_room, sizeof *f->way);
    }
    f->way[f->ways] = (struct way){0};
    return f->ways++;
}

void noc_worm_model_send(struct noc_worm_model *f, struct noc_worm *worm, uint64_t when)
{
    uint32_t id = new_way(f);
    struct way *w = &f->way[id];

    *w = (struct way){
        .worm = worm, .made = w->made, .queue = noc_net_queue(&f->config, worm), .behind = NONE};
    push(f, when, START, id, 0);
}

/* --- the whole ---------------------------------------------------------------------------- */

struct noc_worm_model *noc_worm_model_new(const struct noc_net_config *config,
                                          const struct noc_net_ops *ops)
{
    const struct noc_topology *t = config->topology;
    size_t channels = (size_t)t->nodes * t->ports * config->routing->vcs;
    size_t queues = (size_t)t->nodes * (config->ports ? 1 : t->ports);
    struct noc_worm_model *f = calloc(1, sizeof *f);

    if (!f) {
        return NULL;
    }
    f->config = *config;
    f->ops = *ops;
    f->way_free = NONE;
    f->channel = malloc(channels * sizeof *f->channel);
    f->queue = malloc(queues * sizeof *f->queue);
    f->contexts = config->ports ? config->ports : 1;
    f->gone = malloc(queues * f->contexts * sizeof *f->gone);
    if (!f->channel || !f->queue || !f->gone) {
        noc_worm_model_free(f);
        return NULL;
    }
    for (size_t i = 0; i < channels; i++) {
        f->channel[i] = (struct channel){.owner = NONE, .first = NONE};
    }
    for (size_t i = 0; i < queues; i++) {
        f->queue[i] = (struct queue){.free = (1u << f->contexts) - 1, .first = NONE};
    }
    for (size_t i = 0; i < queues * f->contexts; i++) {
        f->gone[i].id = NONE;
    }
    return f;
}

void noc_worm_model_free(struct noc_worm_model *f)
{
    for (uint32_t i = 0; i < f->ways; i++) {
        free(f->way[i].stage);
        free(f->way[i].visit);
    }
    free(f->way);
    free(f->channel);
    free(f->queue);
    free(f->gone);
    free(f->heap);
    free(f->path);
    free(f);
}

uint64_t noc_worm_model_run(struct noc_worm_model *f, uint64_t until, uint64_t steps)
{
    uint64_t end = f->steps + steps;

    while (f->events && f->heap[0].when < until && f->steps < end) {
        struct event e = pop(f);

        f->steps++;
        switch (e.kind) {
        case START:
            start(f, e.id, e.when);
            break;
        case ENTER:
            enter(f, e.id, e.when);
            break;
        case ASK:
            ask(f, e.id, e.when);
            break;
        case WAKE:
            wake(f, e.id, e.when);
            break;
        case LEFT:
            leave(f, e.id, e.when);
            break;
        case VISIT:
            arrive(f, e.id, e.visit, e.when);
            break;
        }
    }
    return f->events ? f->heap[0].when : NOC_NEVER;
}

uint64_t noc_worm_model_steps(const struct noc_worm_model *f)
{
    return f->steps;
}
