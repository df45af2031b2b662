/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms: what a plan keeps of them, and how they are made. Where routers copy, a worm has several
 * destinations (path-based routing: Robinson 1994, chapter 6; coded paths: Al-Dubai et al. 2002);
 * otherwise it is a unicast.
 *
 * By plan they are made with the plan, so that a multicast writes registers only. By list and by
 * header (Robinson 1994, section 6.5) a relay makes those with several destinations when it has its
 * list; unicasts by list need nothing made (multicast.c).
 *
 * Cost: three words for each unicast; of others two for each, a header flit for each destination
 * and, of several, one more.
 */
#include <stdlib.h>
#include <string.h>

#include "multicast/part_list.h"
#include "told.h"
#include "worm_maker.h"

/* What follows the addresses in header[0..n-1]; returns how many flits it is then. */
static uint32_t close_header(const noc_plan *plan, uint32_t *header, uint32_t n, uint32_t last)
{
    if (n == 1) {
        header[0] = noc_header(NOC_HEADER_LAST, last, 0);
        return 1;
    }
    if (plan->env.routing->code) { /* then there are no lists in it */
        return noc_code_headers(plan->env.topology, plan->env.routing, noc_layer.rank, header, n);
    }
    header[n] = noc_header(NOC_HEADER_LAST, last, 0);
    return n + 1;
}

/* The addresses of theirs and of those like it. *beyond becomes negative if one is no node: without
 * branches, so that it takes the same time whatever they are. Returns the last one. */
static inline uint32_t addresses(const struct maker *m, uint32_t *header, int32_t *beyond)
{
    const uint32_t nodes = (uint32_t)m->theirs.right - m->theirs.left + 1;
    const int32_t highest = (int32_t)noc_layer.size - 1;
    const uint16_t *node = m->chain + m->theirs.self;
    uint32_t more = m->legs.run, last;

    do {
        last = *node;
        node += nodes;
        *beyond |= highest - (int32_t)last;
        *header++ = noc_header(NOC_HEADER_ADDRESS, last, 0);
    } while (more-- > 0);
    return last;
}

struct worm *worm_make(struct maker *m)
{
    const noc_plan *plan = m->plan;
    struct worm *w = (struct worm *)m->at;
    const enum told told = (enum told)plan->told;
    uint32_t n = 0, last;
    int32_t beyond = 0;
    const uint32_t *list = m->list;

    do {
        const uint32_t run = m->legs.run;

        last = addresses(m, w->header + n, &beyond);
        if (told == TOLD_BY_HEADER && m->theirs.left != m->theirs.right) { /* lists between them */
            n = noc_headers_add(w->header, n, m->chain, &m->theirs, run, true);
        } else {
            n += 1 + run;
        }
        if (told == TOLD_BY_LISTS) {
            m->list += noc_part_list_write(m->chain, &m->theirs, run, m->list);
        }
        m->more = maker_next(m);
    } while (m->more && m->legs.joins);
    m->nonsense |= beyond < 0;
    if (m->nonsense) {
        return NULL;
    }
    w->lists = (uint16_t)(m->list - list);
    w->w2 = WIRE_WORM;
    w->headers = (uint16_t)close_header(plan, w->header, n, last);
    m->at = plan->worms->end = w->header + w->headers;
    plan->worms->list_end = m->list;
    return w;
}

/* --- with the plan ---------------------------------------------------------------------- */

/* What the worms of this core take, in words. */
struct room {
    uint32_t worms, lists, children;
};

/* One receiver more. */
static void measure(struct room *room, const noc_plan *plan, const struct noc_part *theirs,
                    bool joins)
{
    const bool worms = plan->algorithm->worm;
    uint32_t list = noc_part_list_flits(theirs);

    room->children++;
    if (plan->told == TOLD_BY_LIST) {
        return; /* what it is sent lies in the chain */
    }
    if (!joins) {
        room->worms += NOC_WORM_WORDS + (worms ? NOC_WORM_LAST_WORDS : 0);
    }
    room->worms += NOC_WORM_ADDRESS_WORDS;
    if (plan->told == TOLD_BY_HEADER && theirs->left != theirs->right) {
        room->worms += 1 + list;
    }
    room->lists += plan->told == TOLD_BY_LISTS ? list : 0;
}

/* The next receiver of a plan that is known: by its chain, or if it has none by the walk. */
static bool next_of(const noc_plan *plan, struct noc_part *mine, struct noc_part *theirs,
                    struct noc_worm_progress *legs)
{
    return plan->chain ? noc_plan_next(plan->algorithm, &plan->env, plan->chain, mine, theirs, legs)
                       : plan->algorithm->split(&plan->env, plan->root, mine, theirs);
}

static struct room room_of(const noc_plan *plan)
{
    struct noc_part mine = plan->part, theirs;
    struct noc_worm_progress legs = {0};
    struct room room = {0};

    while (next_of(plan, &mine, &theirs, &legs)) {
        measure(&room, plan, &theirs, legs.joins);
    }
    return room;
}

static bool allocate(noc_plan *plan, const struct room *room, uint32_t bits)
{
    uint32_t words = room->worms + room->lists;
    struct worms *w = malloc(sizeof(*w) + (words + bits) * sizeof(w->word[0]));

    if (w) {
        *w = (struct worms){.end = w->word, .count = room->children};
        w->list = w->list_end = w->word + room->worms;
        w->children = bits ? w->word + words : NULL;
    }
    plan->worms = w;
    return w;
}

static void note_child(struct worms *worms, uint32_t node)
{
    worms->children[node / 32] |= UINT32_C(1) << node % 32;
}

/* Unicasts of a plan that is known, or by list only to whom they go. */
static void make_unicasts(noc_plan *plan)
{
    struct noc_part mine = plan->part, theirs;
    struct noc_worm_progress legs = {0};
    const uint32_t of_root = plan->w2 ^ (plan->root ? 0 : wire_part(mine.left, mine.right));

    while (next_of(plan, &mine, &theirs, &legs)) {
        uint32_t node =
            plan->chain ? plan->chain[theirs.self] : noc_walk_node(&plan->walk, theirs.self);
        struct worm *w = (struct worm *)plan->worms->end;

        note_child(plan->worms, node);
        if (plan->told == TOLD_BY_PLAN) {
            *w = (struct worm){.headers = 1, .w2 = of_root ^ wire_part(theirs.left, theirs.right)};
            w->header[0] = noc_header(NOC_HEADER_LAST, node, 0);
            plan->worms->end = w->header + 1;
        }
    }
}

/* Worms with several destinations. An algorithm that was forced may want such as routers cannot
 * lead. */
static noc_err make_worms(noc_plan *plan)
{
    const struct noc_plan_env *env = &plan->env;
    struct noc_part mine = plan->part, theirs;
    struct noc_worm_progress legs = {0};
    struct maker m;

    for (maker_begin(&m, plan, plan->chain, &plan->part); m.more;) {
        struct worm *w = worm_make(&m);

        w->w2 = plan->told == TOLD_BY_PLAN ? plan->w2 : w->w2;
        if (w->headers > 1 && env->routing->check(env->topology, noc_layer.rank, w->header,
                                                  w->headers) != NOC_TX_OK) {
            return NOC_ERR_ALGORITHM;
        }
    }
    while (plan->algorithm->worm(env, plan->chain, &mine, &theirs, &legs)) {
        note_child(plan->worms, plan->chain[theirs.self]);
    }
    return NOC_ERR_OK;
}

noc_err worms_prepare(noc_plan *plan)
{
    const bool known = plan->root || plan->told == TOLD_BY_PLAN;
    const uint32_t bits = (noc_layer.size + 31) / 32;
    uint32_t most = plan->group->count - 2; /* whom a relay may be responsible for */
    struct room room;

    if (!known) {
        room.lists = plan->told == TOLD_BY_LISTS ? most * NOC_WORM_LIST_WORDS : 0;
        room.worms = most * NOC_WORM_MEMBER_WORDS - room.lists;
        room.children = 0;
        return plan->told == TOLD_BY_LIST || allocate(plan, &room, 0) ? NOC_ERR_OK : NOC_ERR_MEMORY;
    }
    room = room_of(plan);
    if (!room.children) {
        return NOC_ERR_OK;
    }
    if (!allocate(plan, &room, bits)) {
        return NOC_ERR_MEMORY;
    }
    memset(plan->worms->children, 0, bits * sizeof(uint32_t));
    if (plan->algorithm->worm) {
        return make_worms(plan);
    }
    make_unicasts(plan);
    return NOC_ERR_OK;
}

/* --- found again -------------------------------------------------------------------------- */

/* The same in one worm's compound header. */
static const uint32_t *list_in_header(const struct worm *w, uint32_t node, uint32_t *flits)
{
    uint32_t at = 0;

    while (at < w->headers) {
        bool it_is = noc_header_node(w->header[at]) == node;

        *flits = 0;
        if (++at < w->headers && noc_header_kind(w->header[at]) == NOC_HEADER_COUNT) {
            *flits = noc_header_field(w->header[at++]);
        }
        if (it_is) {
            return w->header + at;
        }
        at += *flits;
    }
    return NULL;
}

const uint32_t *worms_list_of(const noc_plan *plan, uint32_t node, uint32_t *flits)
{
    const struct worms *worms = plan->worms;
    const uint32_t *at, *found = NULL;
    struct noc_part part;

    if (plan->told == TOLD_BY_LISTS) {
        found =
            noc_part_list_find(worms->list, (uint32_t)(worms->list_end - worms->list), node, &part);
        *flits = found ? noc_part_list_flits(&part) : 0;
        return found;
    }
    for (at = worms->word; !found && at != worms->end;) {
        const struct worm *w = (const struct worm *)at;

        found = list_in_header(w, node, flits);
        at = w->header + w->headers;
    }
    return found;
}
