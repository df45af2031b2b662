/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All worms with several destinations that senders let through: which channels and consumption
 * contexts follow which.
 *
 * Idea: there are too many lists to go through, but what a worm may do next depends on its sender,
 * the channel by which its header came and the header flit in front. Such states are searched
 * through, one sender after the other, breadth first. Where a router keeps the flit, every flit is
 * tried behind it that the sender's check() accepts after some list that leads here, and route()
 * takes on. (A list has its last flit made up: the duplicate behind an ADDRESS, any flit behind a
 * CODED one that wants more.)
 *
 * What is over-approximated: lists that lead to one state are taken for equal. Those of all
 * routings here are: what check() asks of the next destination is a matter of sender and
 * destination before (utpr), or of the channel alone (coded paths). And a cycle in the graph is a
 * possibility: whether worms can be found that close it at one time, a simulation shows.
 *
 * Cost: senders * channels * flits at most, and at destinations as many flits again; a bit of
 * memory for each (channel, flit).
 */
#include <string.h>

#include "dependencies.h"
#include "packet.h"
#include "topology/topologies.h"

/* Flits that are tried at most: half a minute. */
#define TRIES_MAX (UINT64_C(1) << 29)

/* Kinds and fields of flits that may be in front; of all nodes. */
enum { FORMS_MAX = 10, ROOM_FIRST = 1 << 12 };

#define NONE UINT32_MAX

/* The flits that were in front, latest first. */
struct list {
    uint32_t flit;
    uint32_t before; /* NONE: none */
};

/* A worm's header, as it comes to a router. */
struct front {
    uint32_t at; /* channel; channels + source: it is at its own NI */
    uint32_t flit;
    uint32_t list; /* of flits up to this one, in lists[] */
};

struct searching {
    struct noc_dependencies g;
    struct noc_worms_proof *proof;
    uint32_t form[FORMS_MAX]; /* flits of node 0 */
    uint32_t forms;
    uint32_t source;
    uint32_t ending; /* the flit that last made a list whole; likely the next one's too */
    uint64_t *seen;  /* bits [channel * forms * nodes + form * nodes + node] */
    size_t seen_words;
    struct front *queue; /* of this source */
    struct list *lists;
    uint32_t *header; /* a list, written out */
    uint32_t fronts, queue_room, listed, list_room, header_room;
    bool strange; /* a router wrote a flit that is none of ours */
    bool fine;    /* false: out of memory */
};

/* --- lists ---------------------------------------------------------------------- */

/* Room for one more; *array has *room of `size` bytes. */
static bool grow(void *array, uint32_t used, uint32_t *room, size_t size)
{
    void **place = array;
    void *more;

    if (used < *room) {
        return true;
    }
    *room = *room ? *room * 2 : ROOM_FIRST;
    more = realloc(*place, *room * size);
    if (more) {
        *place = more;
    }
    return more != NULL;
}

/* The list before, and this flit. */
static uint32_t append(struct searching *s, uint32_t before, uint32_t flit)
{
    s->fine = s->fine && grow(&s->lists, s->listed, &s->list_room, sizeof *s->lists);
    if (!s->fine) {
        return NONE;
    }
    s->lists[s->listed] = (struct list){flit, before};
    return s->listed++;
}

/* Into header[], with room for two more. Returns how many. */
static uint32_t write_out(struct searching *s, uint32_t list)
{
    uint32_t n = 0;

    for (uint32_t i = list; i != NONE; i = s->lists[i].before) {
        n++;
    }
    while (s->fine && n + 2 > s->header_room) {
        s->fine = grow(&s->header, s->header_room, &s->header_room, sizeof *s->header);
    }
    if (!s->fine) {
        return 0;
    }
    for (uint32_t i = list, at = n; i != NONE; i = s->lists[i].before) {
        s->header[--at] = s->lists[i].flit;
    }
    return n;
}

static bool wants_more(uint32_t flit)
{
    return noc_header_kind(flit) == NOC_HEADER_CODED && noc_header_field(flit) & NOC_CODED_MORE;
}

static bool accepted(const struct searching *s, uint32_t n)
{
    return s->g.r->check(s->g.t, s->source, s->header, n) == NOC_TX_OK;
}

/* Whether some worm of this source has header flits that begin with `list` and then `flit`. */
static bool is_legal(struct searching *s, uint32_t list, uint32_t flit)
{
    uint32_t n = write_out(s, list), nodes = s->g.t->nodes;

    if (!s->fine) {
        return false;
    }
    s->header[n++] = flit;
    if (noc_header_kind(flit) == NOC_HEADER_ADDRESS) {
        s->header[n++] = noc_header(NOC_HEADER_LAST, noc_header_node(flit), 0);
    }
    if (wants_more(flit)) { /* most that are not are not as the last one either */
        s->header[n - 1] = flit ^ noc_header(0, 0, NOC_CODED_MORE);
        if (!accepted(s, n)) {
            return false;
        }
        s->header[n - 1] = flit;
    }
    for (uint32_t i = 0; wants_more(flit) && i < s->forms * nodes; i++) {
        s->header[n] = s->form[s->ending / nodes] | noc_header(0, s->ending % nodes, 0);
        if (!wants_more(s->header[n]) && accepted(s, n + 1)) {
            return true;
        }
        s->ending = (s->ending + 1) % (s->forms * nodes);
    }
    return accepted(s, n);
}

/* --- states ----------------------------------------------------------------------- */

/* Which flit this is, below forms * nodes; NONE: none that is looked at. */
static uint32_t flit_number(const struct searching *s, uint32_t flit)
{
    for (uint32_t i = 0; i < s->forms; i++) {
        uint32_t node = noc_header_node(flit);

        if (flit == (s->form[i] | noc_header(0, node, 0)) && node < s->g.t->nodes) {
            return i * s->g.t->nodes + node;
        }
    }
    return NONE;
}

/* A worm comes to `at` with this flit in front: to be looked at, if none was before. */
static void come(struct searching *s, uint32_t at, uint32_t flit, uint32_t list)
{
    uint32_t number = flit_number(s, flit);

    if (number == NONE) {
        s->strange = true;
        return;
    }
    if (at < s->g.channels) {
        size_t bit = (size_t)at * s->forms * s->g.t->nodes + number;

        if (s->seen[bit / 64] >> bit % 64 & 1) {
            return;
        }
        s->seen[bit / 64] |= UINT64_C(1) << bit % 64;
        s->proof->states++;
    }
    s->fine = s->fine && grow(&s->queue, s->fronts, &s->queue_room, sizeof *s->queue);
    if (s->fine) {
        s->queue[s->fronts++] = (struct front){at, flit, list};
    }
}

/* What router does with header[0] and the flit behind it, 0 for none, at a state. */
static enum noc_routed ask(const struct noc_dependencies *g, uint32_t at, uint32_t *header,
                           struct noc_hop *hop)
{
    bool own = at >= g->channels;
    const struct noc_wire *wire = &g->wire[own ? 0 : at / g->r->vcs];

    *hop = (struct noc_hop){NOC_PORT_LOCAL, 0};
    return g->r->route(g->t, own ? at - g->channels : wire->node, own ? NOC_PORT_LOCAL : wire->port,
                       own ? 0 : at % g->r->vcs, header, hop);
}

/* The channel by which it goes on; NONE: there is none. */
static uint32_t channel_to(const struct noc_dependencies *g, uint32_t at, const struct noc_hop *hop)
{
    uint32_t node = at < g->channels ? noc_dependencies_end(g, at) : at - g->channels;

    if (hop->port >= g->t->ports || hop->vc >= g->r->vcs ||
        g->wire[node * g->t->ports + hop->port].port == NOC_PORT_LOCAL) {
        return NONE;
    }
    return noc_channel_index(g->t, g->r, node, hop->port, hop->vc);
}

/* A router has said what becomes of a worm in this state; `flit` is its header from there on. */
static void proceed(struct searching *s, const struct front *w, enum noc_routed verdict,
                    const struct noc_hop *hop, uint32_t flit, uint32_t list)
{
    struct noc_dependencies *g = &s->g;
    bool copies = verdict == NOC_ROUTED_COPY || verdict == NOC_ROUTED_COPY_ON;
    bool own = w->at >= g->channels;
    uint32_t next = NONE;

    if (hop->port != NOC_PORT_LOCAL) {
        next = channel_to(g, w->at, hop);
        if (next == NONE) {
            s->proof->refused++;
            return;
        }
        g->used[next] = 1;
        if (!own) {
            noc_dependencies_add(g, w->at, next);
        }
    }
    if ((copies || next == NONE) && !own) {
        noc_dependencies_copy(g, w->at, next);
    }
    if (next != NONE) {
        come(s, next, flit, list);
    }
}

/* At a router that keeps the flit in front: with every flit behind it that the sender lets through.
 * */
static void try_flits(struct searching *s, const struct front *w)
{
    uint32_t nodes = s->g.t->nodes;

    for (uint32_t i = 0; i < s->forms * nodes && s->fine; i++) {
        uint32_t header[2] = {w->flit, s->form[i / nodes] | noc_header(0, i % nodes, 0)};
        struct noc_hop hop;
        enum noc_routed verdict = ask(&s->g, w->at, header, &hop);

        if (!is_legal(s, w->list, header[1])) {
            continue;
        }
        if (verdict == NOC_ROUTE_BROKEN) {
            s->proof->refused++;
        } else if (verdict == NOC_ROUTED || verdict == NOC_ROUTED_COPY_ON) { /* it stays in front */
            proceed(s, w, verdict, &hop, header[0], w->list);
        } else {
            uint32_t list = hop.port == NOC_PORT_LOCAL ? NONE : append(s, w->list, header[1]);

            proceed(s, w, verdict, &hop, header[1], list);
        }
    }
}

/* packet.h: the router that an ADDRESS names, or a CODED flit with MORE, keeps it. */
static bool is_kept(const struct noc_dependencies *g, const struct front *w)
{
    uint32_t node = w->at < g->channels ? noc_dependencies_end(g, w->at) : w->at - g->channels;

    return noc_header_node(w->flit) == node &&
           (noc_header_kind(w->flit) == NOC_HEADER_ADDRESS || wants_more(w->flit));
}

static void step(struct searching *s, const struct front *w)
{
    uint32_t header[2] = {w->flit, 0};
    struct noc_hop hop;

    if (is_kept(&s->g, w)) {
        try_flits(s, w);
        return;
    }
    enum noc_routed verdict = ask(&s->g, w->at, header, &hop);

    if (verdict == NOC_ROUTED || verdict == NOC_ROUTED_COPY_ON) {
        proceed(s, w, verdict, &hop, header[0], w->list);
    } else {
        s->proof->refused++;
    }
}

/* All worms of one sender. */
static void search_source(struct searching *s, uint32_t source)
{
    const struct noc_topology *t = s->g.t;

    s->source = source;
    s->fronts = s->listed = 0;
    memset(s->seen, 0, s->seen_words * sizeof *s->seen);
    for (uint32_t i = 0; i < s->forms * t->nodes && s->fine; i++) {
        uint32_t flit = s->form[i / t->nodes] | noc_header(0, i % t->nodes, 0);

        if (is_legal(s, NONE, flit)) {
            come(s, s->g.channels + source, flit, append(s, NONE, flit));
        }
    }
    for (uint32_t i = 0; i < s->fronts && s->fine; i++) {
        struct front w = s->queue[i]; /* which may move */

        step(s, &w);
    }
}

/* --- all of them -------------------------------------------------------------------- */

/* Forms of flits with which some worm begins. */
static void find_forms(struct searching *s)
{
    const struct noc_topology *t = s->g.t;

    for (uint32_t i = 0; i < FORMS_MAX; i++) {
        uint32_t form = i == 0 ? noc_header(NOC_HEADER_LAST, 0, 0)
                      : i == 1 ? noc_header(NOC_HEADER_ADDRESS, 0, 0)
                               : noc_header(NOC_HEADER_CODED, 0, i - 2);
        bool known = false;

        for (uint32_t from = 0; from < t->nodes && !known; from++) {
            for (uint32_t to = 0; to < t->nodes && !known; to++) {
                uint32_t header[2] = {form | noc_header(0, to, 0), 0};
                struct noc_hop hop;

                known = from != to &&
                        ask(&s->g, s->g.channels + from, header, &hop) != NOC_ROUTE_BROKEN;
            }
        }
        if (known) {
            s->form[s->forms++] = form;
        }
    }
}

static bool searching_make(struct searching *s, const struct noc_topology *t,
                           const struct noc_routing *r, enum noc_contexts contexts)
{
    s->fine = noc_dependencies_make(&s->g, t, r, contexts);
    if (!s->fine) {
        return false;
    }
    find_forms(s);
    if ((uint64_t)t->nodes * s->g.channels * s->forms * s->forms * t->nodes > TRIES_MAX) {
        return true; /* not to be looked at */
    }
    s->seen_words = ((size_t)s->g.channels * s->forms * t->nodes + 63) / 64;
    s->seen = calloc(s->seen_words + 1, sizeof *s->seen);
    s->fine = s->seen != NULL;
    return s->fine;
}

static void searching_free(struct searching *s)
{
    noc_dependencies_free(&s->g);
    free(s->seen);
    free(s->queue);
    free(s->lists);
    free(s->header);
}

/* Whether labels rise from channel to channel. */
static bool rises(const struct noc_dependencies *g, uint32_t from, uint32_t to)
{
    struct noc_channel a = noc_dependencies_channel(g, from), b = noc_dependencies_channel(g, to);
    struct noc_label low = {{0}}, high = {{0}};

    if (!g->r->label(g->t, a.node, a.port, a.vc, &low) ||
        !g->r->label(g->t, b.node, b.port, b.vc, &high)) {
        return false;
    }
    for (unsigned i = 0; i < NOC_LABEL_PARTS; i++) {
        if (low.part[i] != high.part[i]) {
            return low.part[i] < high.part[i];
        }
    }
    return false;
}

/* What vertex v adds to the sums. */
static void count(const struct noc_dependencies *g, uint32_t v, struct noc_worms_proof *proof)
{
    struct noc_channel c = noc_dependencies_channel(g, v);
    bool channel = v < g->channels;

    proof->contexts += !channel && g->used[v];
    if (channel && g->wire[v / g->r->vcs].port != NOC_PORT_LOCAL) {
        bool declared = g->r->uses(g->t, c.node, c.port, c.vc);

        proof->channels += g->used[v];
        if (g->used[v] && !declared && proof->undeclared++ == 0) {
            proof->first_undeclared = c;
        }
        if (!g->used[v] && declared && proof->unused++ == 0) {
            proof->first_unused = c;
        }
    }
    for (uint32_t next = noc_dependencies_next(g, v, NONE); next != NONE;
         next = noc_dependencies_next(g, v, next)) {
        proof->dependencies++;
        proof->unlabelled += channel && next < g->channels && g->r->label && !rises(g, v, next);
    }
}

bool noc_verify_worms(const struct noc_topology *t, const struct noc_routing *r,
                      enum noc_contexts contexts, const struct noc_watch *watch,
                      struct noc_worms_proof *proof)
{
    struct searching s = {.proof = proof};
    bool fine;

    memset(proof, 0, sizeof *proof);
    fine = searching_make(&s, t, r, contexts);
    for (uint32_t source = 0; fine && r->check && s.seen && source < t->nodes; source++) {
        if (noc_topology_sends(t, source)) {
            search_source(&s, source);
        }
        fine = s.fine && (!watch || watch->tell(watch->opaque, source + 1, t->nodes));
    }
    fine = fine && noc_dependencies_drop_private(&s.g);
    if (fine && r->check && s.seen && !s.strange) {
        proof->looked = true;
        for (uint32_t v = 0; v < s.g.vertices; v++) {
            count(&s.g, v, proof);
        }
        fine = noc_dependencies_cycle(&s.g, watch, &proof->cycle, &proof->cycle_length);
    }
    searching_free(&s);
    if (!fine || !proof->looked) {
        memset(proof, 0, sizeof *proof);
    }
    return fine;
}

void noc_worms_proof_free(struct noc_worms_proof *proof)
{
    free(proof->cycle);
    proof->cycle = NULL;
    proof->cycle_length = 0;
}
