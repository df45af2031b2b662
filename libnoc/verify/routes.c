/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All routes of a routing: do they arrive, are they shortest, which channels
 * follow which.
 *
 * Idea: one destination after the other. If route() leaves the header as it
 * is, where a worm goes depends on node and input channel alone; so each such
 * state is visited once for each destination, and its distance to go is one
 * more than the next one's. If a header is ever seen to change, or carries
 * turns, every route is followed from end to end; what a turn does where is
 * remembered. Shortest distances come from a breadth-first search against the
 * links' direction.
 *
 * Cost: nodes * channels calls of route() at most, usually nodes * 2 nodes; of
 * turns little more than their number; else the sum of all routes' hops.
 * Memory: some 30 bytes for each channel, and at most 16 MB if there are turns.
 */
#include <string.h>

#include "dependencies.h"
#include "packet.h"

#define NEVER          UINT32_MAX       /* hops to go: it does not arrive */
#define OPEN           (UINT32_MAX - 1) /* on the way that is being walked */
#define NEVER_LABELLED UINT64_MAX

enum { HEADERS = 256 }; /* room for what source() writes, if it writes too much */

/* Hops that routes without end may take together before the rest of them is given up earlier. */
#define ENDLESS_HOPS (UINT64_C(1) << 31)

/* What becomes of a worm from here. */
struct rest {
    uint32_t hops; /* or NEVER, OPEN */
    bool rises;    /* labels do, from here to the end */
};

/*
 * Where a header flit that turns worms leads from a state, until a router keeps
 * it. So many routes begin with the same turns that a table of the latest ones,
 * in which they push each other out, saves most of the walking.
 */
struct run {
    uint32_t at, flit, end;
    uint32_t hops : 31; /* 0: an empty place */
    uint32_t rises : 1;
};
enum { RUN_BITS_MAX = 20, RUNS_FROM_STATE = 32 };

struct proving {
    struct noc_dependencies g;
    struct noc_routing_proof *proof;
    bool each;            /* follow each route by itself */
    struct rest *rest;    /* [channel], and [channels + node]: at its own NI */
    uint32_t *visited;    /* of rest[]: destination + 1 */
    uint32_t *stack;      /* of states */
    uint64_t *label;      /* [channel]; NEVER_LABELLED */
    uint32_t *distance;   /* [node] to the destination, links that exist */
    uint32_t *queue;      /* nodes */
    uint32_t *first_back; /* [node], into back[]: neighbours with a link to it */
    uint16_t *back;
    struct run *run; /* [2^run_bits], of routings whose sources write turns; else NULL */
    unsigned run_bits;
    uint64_t endless_hops;
};

/* --- memory ------------------------------------------------------------------------- */

static void proving_free(struct proving *p)
{
    noc_dependencies_free(&p->g);
    free(p->rest);
    free(p->visited);
    free(p->stack);
    free(p->label);
    free(p->distance);
    free(p->queue);
    free(p->first_back);
    free(p->back);
    free(p->run);
}

/* Labels as one number each, parts compared from the first on. */
static void look_up_labels(struct proving *p)
{
    const struct noc_dependencies *g = &p->g;

    for (uint32_t c = 0; c < g->channels; c++) {
        struct noc_label label = {{0}};
        uint32_t wire = c / g->r->vcs;

        p->label[c] = NEVER_LABELLED;
        if (g->r->label && g->wire[wire].port != NOC_PORT_LOCAL &&
            g->r->label(g->t, wire / g->t->ports, wire % g->t->ports, c % g->r->vcs, &label)) {
            p->label[c] = 0;
            for (unsigned i = 0; i < NOC_LABEL_PARTS; i++) {
                p->label[c] = p->label[c] << 16 | label.part[i];
            }
        }
    }
}

/* The links, against their direction. */
static void turn_links(struct proving *p)
{
    const struct noc_topology *t = p->g.t;
    uint32_t wires = t->nodes * t->ports;

    for (uint32_t w = 0; w < wires; w++) {
        if (p->g.wire[w].port != NOC_PORT_LOCAL) {
            p->first_back[p->g.wire[w].node + 1]++;
        }
    }
    for (uint32_t node = 0; node < t->nodes; node++) {
        p->first_back[node + 1] += p->first_back[node];
        p->queue[node] = p->first_back[node];
    }
    for (uint32_t w = 0; w < wires; w++) {
        if (p->g.wire[w].port != NOC_PORT_LOCAL) {
            p->back[p->queue[p->g.wire[w].node]++] = (uint16_t)(w / t->ports);
        }
    }
}

static bool proving_make(struct proving *p, const struct noc_topology *t,
                         const struct noc_routing *r)
{
    if (!noc_dependencies_make(&p->g, t, r, NOC_CONTEXTS_VC)) {
        return false;
    }
    size_t states = (size_t)p->g.channels + t->nodes;

    p->each = r->source != NULL;
    p->rest = calloc(states, sizeof *p->rest);
    p->visited = calloc(states, sizeof *p->visited);
    p->stack = calloc(states, sizeof *p->stack);
    p->label = calloc(p->g.channels, sizeof *p->label);
    p->distance = calloc(t->nodes, sizeof *p->distance);
    p->queue = calloc(t->nodes, sizeof *p->queue);
    p->first_back = calloc(t->nodes + 1, sizeof *p->first_back);
    p->back = calloc((size_t)t->nodes * t->ports, sizeof *p->back);
    while (p->run_bits < RUN_BITS_MAX && states * RUNS_FROM_STATE >> p->run_bits > 1) {
        p->run_bits++;
    }
    p->run = p->each ? calloc(UINT64_C(1) << p->run_bits, sizeof *p->run) : NULL;
    if ((p->each && !p->run) || !p->rest || !p->visited || !p->stack || !p->label || !p->distance ||
        !p->queue || !p->first_back || !p->back) {
        return false;
    }
    look_up_labels(p);
    turn_links(p);
    return true;
}

/* --- one route ---------------------------------------------------------------------- */

enum step { STEP_ON, STEP_HERE, STEP_BROKEN };

/*
 * Where the worm goes from state `at`: on, into the channel *next, or it stays
 * here. *strip: its header flit does.
 */
static enum step step_from(const struct noc_dependencies *g, uint32_t at, uint32_t *header,
                           uint32_t *next, bool *strip)
{
    const struct noc_topology *t = g->t;
    struct noc_hop hop = {NOC_PORT_LOCAL, 0};
    uint32_t node = at - g->channels;
    unsigned in_port = NOC_PORT_LOCAL, in_vc = 0;

    if (at < g->channels) {
        const struct noc_wire *wire = &g->wire[at / g->r->vcs];

        node = wire->node;
        in_port = wire->port;
        in_vc = at % g->r->vcs;
    }
    switch (g->r->route(t, node, in_port, in_vc, header, &hop)) {
    case NOC_ROUTED:
        *strip = false;
        break;
    case NOC_ROUTED_STRIP:
        *strip = true;
        break;
    default:
        return STEP_BROKEN;
    }
    if (hop.port == NOC_PORT_LOCAL) {
        return STEP_HERE;
    }
    if (hop.port >= t->ports || hop.vc >= g->r->vcs ||
        g->wire[node * t->ports + hop.port].port == NOC_PORT_LOCAL) {
        return STEP_BROKEN;
    }
    *next = noc_channel_index(t, g->r, node, hop.port, hop.vc);
    return STEP_ON;
}

static uint32_t node_at(const struct noc_dependencies *g, uint32_t at)
{
    return at < g->channels ? g->wire[at / g->r->vcs].node : at - g->channels;
}

/* A route takes `next` from state `at`. */
static void take(struct noc_dependencies *g, uint32_t at, uint32_t next)
{
    g->used[next] = 1;
    if (at < g->channels) {
        noc_dependencies_add(g, at, next);
    }
}

/* Whether labels rise from state `at` into channel `next`; both need one. */
static bool rises(const struct proving *p, uint32_t at, uint32_t next)
{
    return p->label[next] != NEVER_LABELLED &&
           (at >= p->g.channels || p->label[at] < p->label[next]);
}

/*
 * From state `at` until a state that is known, then back. False: the header
 * changed, so that states are not all there is.
 */
static bool walk(struct proving *p, uint32_t at, uint32_t to)
{
    const uint32_t sent = noc_header(NOC_HEADER_LAST, to, 0);
    struct rest end = {NEVER, false};
    uint32_t depth = 0;

    for (;;) {
        uint32_t header = sent, next = 0;
        bool strip = false;

        if (p->visited[at] == to + 1) {
            if (p->rest[at].hops != OPEN) {
                end = p->rest[at];
            }
            break;
        }
        p->visited[at] = to + 1;
        p->rest[at].hops = OPEN;
        p->stack[depth++] = at;
        enum step step = step_from(&p->g, at, &header, &next, &strip);

        if (header != sent) {
            return false;
        }
        if (step == STEP_HERE && node_at(&p->g, at) == to) {
            p->rest[at] = end = (struct rest){0, true};
            depth--;
        }
        if (step == STEP_ON) {
            take(&p->g, at, next);
        }
        if (step != STEP_ON || strip) { /* stripped, no header would be left */
            break;
        }
        at = next;
    }
    while (depth-- > 0) {
        uint32_t before = p->stack[depth];

        if (end.hops != NEVER) {
            end.hops++;
            end.rises = end.rises && rises(p, before, at);
        }
        p->rest[before] = end;
        at = before;
    }
    return true;
}

/* A worm on its way. */
struct worm {
    uint32_t at;
    uint32_t hops, hops_max;
    bool rises;
};

/*
 * On with one header flit, until a router keeps it (STEP_ON), or the worm stays.
 * Brent's way of finding that it is back in a state, and will be for ever: a
 * mark is left after 1, 2, 4, ... hops.
 */
static enum step follow_flit(struct proving *p, struct worm *w, uint32_t flit)
{
    uint32_t mark = NEVER, mark_flit = 0, mark_hops = 1;

    for (uint32_t hops = 1; w->hops <= w->hops_max; hops++) {
        uint32_t next = 0;
        bool strip = false;
        enum step step = step_from(&p->g, w->at, &flit, &next, &strip);

        if (step != STEP_ON) {
            return step;
        }
        take(&p->g, w->at, next);
        w->rises = w->rises && rises(p, w->at, next);
        w->at = next;
        w->hops++;
        if (strip) {
            return STEP_ON;
        }
        if (w->at == mark && flit == mark_flit) {
            return STEP_BROKEN;
        }
        if (hops == mark_hops) {
            mark = w->at;
            mark_flit = flit;
            mark_hops *= 2;
        }
    }
    p->endless_hops += w->hops_max;
    return STEP_BROKEN;
}

/* The same for a flit that was perhaps followed from here before. */
static enum step follow_turn(struct proving *p, struct worm *w, uint32_t flit)
{
    uint64_t mixed = ((uint64_t)w->at << 32 | flit) * UINT64_C(0x9e3779b97f4a7c15);
    struct run *run = p->run ? &p->run[mixed >> (64 - p->run_bits)] : NULL;
    struct worm part = {w->at, w->hops, w->hops_max, true};

    if (run && run->hops && run->at == w->at && run->flit == flit) {
        w->at = run->end;
        w->hops += run->hops;
        w->rises = w->rises && run->rises;
        return w->hops <= w->hops_max ? STEP_ON : STEP_BROKEN;
    }
    enum step step = follow_flit(p, &part, flit);

    if (run && step == STEP_ON) {
        *run = (struct run){w->at, flit, part.at, part.hops - w->hops, part.rises};
    }
    part.rises = part.rises && w->rises;
    *w = part;
    return step;
}

/* The route from -> to alone, header and all. */
static struct rest follow(struct proving *p, uint32_t from, uint32_t to)
{
    struct noc_dependencies *g = &p->g;
    uint32_t header[HEADERS];
    uint32_t headers = noc_route_headers(g->t, g->r, from, to, header);
    struct worm w = {g->channels + from, 0,
                     p->endless_hops > ENDLESS_HOPS ? g->t->nodes : g->channels, true};
    enum step step = STEP_ON;

    if (headers > NOC_TURNS_MAX + 1) {
        return (struct rest){NEVER, false};
    }
    for (uint32_t i = 0; i < headers && step == STEP_ON; i++) {
        step = follow_turn(p, &w, header[i]);
    }
    if (step != STEP_HERE || node_at(g, w.at) != to) {
        return (struct rest){NEVER, false};
    }
    return (struct rest){w.hops, w.rises};
}

/* --- all routes --------------------------------------------------------------------- */

/* distance[]: links from each node to this one, at least. */
static void find_distances(struct proving *p, uint32_t to)
{
    uint32_t head = 0, tail = 0;

    memset(p->distance, 0xff, p->g.t->nodes * sizeof *p->distance);
    p->distance[to] = 0;
    p->queue[tail++] = to;
    while (head < tail) {
        uint32_t node = p->queue[head++];

        for (uint32_t i = p->first_back[node]; i < p->first_back[node + 1]; i++) {
            if (p->distance[p->back[i]] == NEVER) {
                p->distance[p->back[i]] = p->distance[node] + 1;
                p->queue[tail++] = p->back[i];
            }
        }
    }
}

/* Count a pair that something is wrong with; *first is the lowest of them. */
static void count_pair(uint64_t *count, struct noc_pair *first, uint32_t from, uint32_t to)
{
    if ((*count)++ == 0 || from < first->from || (from == first->from && to < first->to)) {
        *first = (struct noc_pair){(uint16_t)from, (uint16_t)to};
    }
}

static void count_route(struct proving *p, uint32_t from, uint32_t to, struct rest rest)
{
    struct noc_routing_proof *proof = p->proof;

    proof->pairs++;
    if (rest.hops == NEVER) {
        count_pair(&proof->unreached, &proof->first_unreached, from, to);
        return;
    }
    proof->total_hops += rest.hops;
    if (rest.hops > p->distance[from]) {
        count_pair(&proof->longer, &proof->first_longer, from, to);
    }
    if (proof->has_labels && !rest.rises) {
        count_pair(&proof->unlabelled, &proof->first_unlabelled, from, to);
    }
}

/* All routes to one node. */
static void prove_destination(struct proving *p, uint32_t to)
{
    const struct noc_topology *t = p->g.t;

    find_distances(p, to);
    for (uint32_t from = 0; from < t->nodes && !p->each; from++) {
        p->each = from != to && !walk(p, p->g.channels + from, to);
    }
    for (uint32_t from = 0; from < t->nodes; from++) {
        if (from != to) {
            count_route(p, from, to, p->each ? follow(p, from, to) : p->rest[p->g.channels + from]);
        }
    }
}

/* What the channels add up to. */
static void count_channels(struct proving *p)
{
    const struct noc_dependencies *g = &p->g;

    for (uint32_t c = 0; c < g->channels; c++) {
        struct noc_channel channel;

        if (!g->used[c]) {
            continue;
        }
        channel = noc_dependencies_channel(g, c);
        p->proof->channels++;
        if (!g->r->uses(g->t, channel.node, channel.port, channel.vc) &&
            p->proof->undeclared++ == 0) {
            p->proof->first_undeclared = channel;
        }
        for (uint32_t w = 0; w < g->words; w++) {
            p->proof->dependencies +=
                (uint32_t)__builtin_popcountll(g->row[(size_t)c * g->words + w]);
        }
    }
}

bool noc_verify_routing(const struct noc_topology *t, const struct noc_routing *r,
                        const struct noc_watch *watch, struct noc_routing_proof *proof)
{
    struct proving p = {.proof = proof};
    bool fine;

    memset(proof, 0, sizeof *proof);
    proof->has_labels = r->label != NULL;
    fine = proving_make(&p, t, r);
    for (uint32_t to = 0; fine && to < t->nodes; to++) {
        prove_destination(&p, to);
        fine = !watch || watch->tell(watch->opaque, to + 1, t->nodes);
    }
    if (fine) {
        count_channels(&p);
        fine = noc_dependencies_cycle(&p.g, watch, &proof->cycle, &proof->cycle_length);
    }
    proving_free(&p);
    if (!fine) {
        memset(proof, 0, sizeof *proof);
    }
    return fine;
}

void noc_routing_proof_free(struct noc_routing_proof *proof)
{
    free(proof->cycle);
    proof->cycle = NULL;
    proof->cycle_length = 0;
}
