/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast by worms with several destinations each, where routers copy them (path-based routing:
 * Robinson 1994, chapter 6; coded paths: Al-Dubai et al. 2002). A worm's header flits lie in
 * memory, the NI reads them; the data goes from the slot it came in, as by multicast.c.
 *
 * How a receiver learns its part (Robinson 1994, section 6.5):
 *   by plan     it has it since the plan was made, and its worms: a multicast writes registers only
 *   by list     from its list among those in front of the data; then it makes its worms
 *   by header   the same, but routers have given it its own list alone
 *
 * The worms lie in the plan's memory, where the NI reads them until all children have answered:
 *
 *   word    | worm, header flits | worm, header flits | ... | lists of 1st worm | of 2nd | ...
 *           0                                          used  lists_at (by list only)
 *
 * Cost: a start and two words for each worm, a header flit for each destination and, of several,
 * one more. A child that asks again is sent a worm of its own, which begins with its own list.
 */
#include <stdlib.h>

#include "multicast_priv.h"
#include "worm_maker.h"
#include "multicast/part_list.h"

#define INLINE inline __attribute__((always_inline))

/* --- making them ------------------------------------------------------------------ */

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
    const noc_relay relay = plan->worms->relay;
    uint32_t n = 0, children = 0, last;
    int32_t beyond = 0;
    const uint32_t *list = m->list;

    do {
        const uint32_t run = m->legs.run;

        last = addresses(m, w->header + n, &beyond);
        children += 1 + run;
        if (relay == NOC_BY_HEADER && m->theirs.left != m->theirs.right) { /* lists between them */
            n = noc_headers_add(w->header, n, m->chain, &m->theirs, run, true);
        } else {
            n += 1 + run;
        }
        if (relay == NOC_BY_LIST) {
            m->list += noc_part_list_write(m->chain, &m->theirs, run, m->list);
        }
        m->more = maker_next(m);
    } while (m->more && m->legs.joins);
    m->nonsense |= beyond < 0;
    if (m->nonsense) {
        return NULL;
    }
    w->children = (uint16_t)children;
    w->lists = (uint16_t)(m->list - list);
    w->lone = !plan->env.routing->copies;
    w->headers = (uint16_t)close_header(plan, w->header, n, last);
    m->at = w->header + w->headers;
    return w;
}

/* Words that all worms of this part take, and their lists. */
static void measure(const noc_plan *plan, noc_relay relay, uint32_t *words, uint32_t *lists)
{
    struct noc_part mine = plan->part, theirs;
    struct noc_worm_progress legs = {0};

    *words = *lists = 0;
    while (plan->algorithm->worm(&plan->env, plan->chain, &mine, &theirs, &legs)) {
        uint32_t list = noc_part_list_flits(&theirs);

        if (!legs.joins) {
            *words += NOC_WORM_WORDS + NOC_WORM_LAST_WORDS;
        }
        *words += NOC_WORM_ADDRESS_WORDS +
                  (relay == NOC_BY_HEADER && theirs.left != theirs.right ? 1 + list : 0);
        *lists += relay == NOC_BY_LIST ? list : 0;
    }
}

/* All worms of a plan that is known. An algorithm that was forced may want such as routers cannot
 * lead. */
static noc_err make_all(noc_plan *plan)
{
    const struct noc_plan_env *env = &plan->env;
    struct maker m;

    for (maker_begin(&m, plan, plan->chain, &plan->part); m.more;) {
        const struct worm *w = worm_make(&m);

        if (w->children > 1 && env->routing->check(env->topology, noc_layer.rank, w->header,
                                                   w->headers) != NOC_TX_OK) {
            return NOC_ERR_ALGORITHM;
        }
    }
    plan->worms->used = (uint32_t)(m.at - plan->worms->word);
    return NOC_ERR_OK;
}

noc_err worms_prepare(noc_plan *plan, noc_relay relay)
{
    const bool known = plan->root || relay == NOC_BY_PLAN;
    uint32_t most = plan->group->count - 2, words, lists; /* whom a relay may be responsible for */

    if (known) {
        measure(plan, relay, &words, &lists);
    } else {
        lists = relay == NOC_BY_LIST ? most * NOC_WORM_LIST_WORDS : 0;
        words = most * NOC_WORM_MEMBER_WORDS - lists;
    }
    plan->worms = malloc(sizeof(*plan->worms) + (words + lists) * 4);
    if (!plan->worms) {
        return NOC_ERR_MEMORY;
    }
    *plan->worms = (struct worms){.relay = relay, .lists_at = words};
    return known ? make_all(plan) : NOC_ERR_OK;
}

/* --- forwarding ---------------------------------------------------------------------- */

/* What a message brings. */
struct load {
    const uint32_t *data;
    uint32_t flits;
    const uint16_t *chain; /* of part, not by plan */
    struct noc_part part;
};

/* What the worms of one multicast share, and the next of them. */
struct hand {
    struct maker m;           /* if they are made now */
    const uint32_t *at, *end; /* if they are */
    const uint32_t *list;
    uint32_t data, w0, w1, w2; /* w0 without entry and lists */
};

static inline uint32_t w2_of(uint32_t flits)
{
    return 1u << WIRE_WORM_SHIFT | flits;
}

static INLINE void hand_begin(struct hand *h, const noc_plan *plan, const struct load *load,
                              const bool made)
{
    const struct worms *worms = plan->worms;

    if (made) {
        h->at = worms->word;
        h->end = worms->word + worms->used;
    } else {
        maker_begin(&h->m, plan, load->chain, &load->part);
    }
    h->list = worms->word + worms->lists_at;
    h->data = ni_address(load->data);
    h->w0 = WORM(NOC_WORM_MESSAGE, plan->group->queue) | load->flits;
    h->w1 = (uint32_t)plan->group->sequence << WIRE_TAG_SHIFT;
    h->w2 = w2_of(load->flits);
}

/* The next worm; NULL: there is none, or what it would be made from is nonsense. */
static INLINE const struct worm *next_worm(struct hand *h, const bool made)
{
    const struct worm *w = (const struct worm *)h->at;

    if (!made) {
        return h->m.more ? worm_make(&h->m) : NULL;
    }
    if (h->at == h->end) {
        return NULL;
    }
    h->at = w->header + w->headers;
    return w;
}

static INLINE bool start(struct hand *h, const struct worm *w, bool may_sleep, const bool lists)
{
    uint32_t w0 = h->w0 | cast_entry(may_sleep) << NI_TX_W0_ENTRY_SHIFT;

    if (lists) {
        ni_tx_first(ni_address(h->list), w->lists);
        h->list += w->lists;
        w0 += w->lists;
    }
    TRACE_WORM_HEADERS(w->header, w->headers, w0, h->w1, h->w2);
    if (__builtin_expect(w->lone, false)) {
        return ni_tx(h->data, w0, h->w1, h->w2, w->header[0]) == NOC_TX_OK;
    }
    return ni_tx_headers(ni_address(w->header), w->headers, h->data, w0, h->w1, h->w2) == NOC_TX_OK;
}

/* For children that will ask again. Until all worms are started the count cannot reach 0. */
static INLINE void remember(noc_plan *plan, const struct load *load, struct slot *relayed,
                            const bool made)
{
    struct noc_group *g = plan->group;

    g->outstanding = STARTING | NOT_NOTED;
    g->plan = plan;
    if (!made) {
        g->chain = load->chain;
        g->mine = load->part;
    }
    g->body = load->data;
    g->flits = load->flits;
    g->relayed = relayed;
    g->tag = g->sequence++;
}

/* Hand the group's next message on. The first worm goes before any bookkeeping. */
static INLINE noc_err forward(noc_plan *plan, const struct load *load, struct slot *relayed,
                              uint32_t *copy, const bool made, const bool lists)
{
    struct noc_group *g = plan->group;
    const struct worm *w;
    bool any, ok;
    struct hand h;

    hand_begin(&h, plan, load, made);
    w = next_worm(&h, made);
    any = w != NULL;
    ok = !w || start(&h, w, false, lists);
    remember(plan, load, relayed, made);
    while (w && ok) {
        w = next_worm(&h, made);
        ok = !w || start(&h, w, true, lists);
    }
    if (!made) {
        plan->worms->used = (uint32_t)(h.m.at - plan->worms->word);
        ok &= !h.m.nonsense;
    }
    cast_end(g, copy, any && ok);
    return ok ? NOC_ERR_OK : made ? NOC_ERR_HARDWARE : NOC_ERR_LIST;
}

#define NOINLINE static __attribute__((noinline))

static noc_err worms_root(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout)
{
    const struct load all = {.data = body, .flits = flits};
    struct noc_group *g = plan->group;
    struct wait wait;
    noc_err err;

    if (flits > g->slot_flits) {
        return NOC_ERR_LENGTH;
    }
    if (!g->kept && !group_keeps(g)) {
        return NOC_ERR_MEMORY;
    }
    if (g->outstanding) {
        wait_begin(&wait, NOC_WAIT_MULTICAST, g->sequence, -1, timeout);
        err = cast_wait_taken(g, &wait);
        if (err) {
            return err;
        }
    }
    return plan->worms->relay == NOC_BY_LIST ? forward(plan, &all, NULL, g->kept, true, true)
                                             : forward(plan, &all, NULL, g->kept, true, false);
}

/* --- a child asks again ------------------------------------------------------------------ */

/* The list for `node` in a compound header, of 0 flits if it needs none. NULL: it is not named. */
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

/* The list that a worm took to `node`; NULL: no worm went there. */
static const uint32_t *list_of(const struct worms *worms, uint32_t node, uint32_t *flits)
{
    const uint32_t *at = worms->word, *list = worms->word + worms->lists_at, *found = NULL;
    struct noc_part part;

    while (!found && at != worms->word + worms->used) {
        const struct worm *w = (const struct worm *)at;

        if (worms->relay == NOC_BY_HEADER) {
            found = list_in_header(w, node, flits);
        } else {
            found = noc_part_list_find(list, w->lists, node, &part);
            *flits = noc_part_list_flits(&part);
        }
        list += w->lists;
        at = w->header + w->headers;
    }
    return found;
}

void worms_resend(const struct noc_group *g, uint32_t to)
{
    const noc_plan *plan = g->plan;
    const uint32_t *list = NULL;
    uint32_t flits = 0;

    if (plan->lists) {
        list = list_of(plan->worms, to, &flits);
    }
    if (plan->lists && !list) {
        return; /* its worm is not yet started */
    }
    TRACE_WORM(to, WORM(NOC_WORM_MESSAGE, g->queue) + g->flits + flits, g->tag << WIRE_TAG_SHIFT,
               w2_of(g->flits));
    if (ni_tx_list(ni_address(list), flits, ni_address(g->body),
                   (WORM(NOC_WORM_MESSAGE, g->queue) | cast_entry(false) << NI_TX_W0_ENTRY_SHIFT) +
                       g->flits + flits,
                   g->tag << WIRE_TAG_SHIFT, w2_of(g->flits),
                   noc_header(NOC_HEADER_LAST, to, 0)) != NOC_TX_OK) {
        noc_layer.broken = true;
    }
}

/* --- where it arrives --------------------------------------------------------------------- */

/* Flits of data in a message of `flits` in all; more than those if W2 makes no sense. */
static INLINE uint32_t data_flits(uint32_t flits, uint32_t w2, const noc_relay relay)
{
    if (relay == NOC_BY_PLAN) {
        return flits;
    }
    return w2 >> WIRE_LENGTH_BITS == 1u << (WIRE_WORM_SHIFT - WIRE_LENGTH_BITS) ? wire_length(w2)
                                                                                : UINT32_MAX;
}

/* False: the list makes no sense. Whatever it names, what it asks for has room
 * (NOC_WORM_MEMBER_WORDS). */
static INLINE bool load_of(struct load *s, noc_plan *plan, const uint32_t *body, uint32_t flits,
                           uint32_t w1, uint32_t w2, const noc_relay relay)
{
    uint32_t data = data_flits(flits, w2, relay), lists = flits - data;

    if (relay == NOC_BY_PLAN) {
        *s = (struct load){.data = body, .flits = flits};
        return true;
    }
    if (data > flits) {
        return false;
    }
    *s = (struct load){.data = body + lists, .flits = data};
    if (lists || relay == NOC_BY_LIST) {
        s->chain = (const uint16_t *)noc_part_list_find(body, lists, noc_layer.rank, &s->part);
        if (!s->chain || (uint32_t)(s->part.right - s->part.left + 1) >= plan->group->count) {
            return false;
        }
    }
    plan->parent = (int32_t)wire_source(w1);
    plan->answers_for = (uint32_t)s->part.right - s->part.left + 1;
    return true;
}

/* This member's message: hand it on, or if there is nobody to hand it to, copy it. */
static INLINE noc_err take(noc_plan *plan, const struct load *load, struct slot *slot,
                           uint32_t *body, const noc_relay relay)
{
    if (relay == NOC_BY_PLAN ? plan->worms->used > 0 : load->part.left != load->part.right) {
        return forward(plan, load, slot, body, relay == NOC_BY_PLAN, relay == NOC_BY_LIST);
    }
    copy_long(body, load->data, load->flits);
    plan->group->sequence++;
    slot_release(slot);
    return NOC_ERR_OK;
}

/* A message that came early, or comes while children still lack the one before,
 * or is too long. */
static INLINE noc_err member_slowly(noc_plan *plan, uint32_t *body, uint32_t max_flits,
                                    const struct wait *wait, const noc_relay relay)
{
    struct noc_group *g = plan->group;
    struct slot *slot = cast_message_take(g);
    struct load load;
    noc_err err = NOC_ERR_OK;

    if (!load_of(&load, plan, slot->body, NOC_GET(slot->w0, NI_TX_W0, LENGTH), slot->w1, slot->w2,
                 relay)) {
        err = cast_drop(g, slot);
    } else if (load.flits > max_flits) {
        err = NOC_ERR_TRUNCATED;
    } else if (g->outstanding && plan->answers_for > 1) {
        err = cast_wait_taken(g, wait);
    }
    if (!err) {
        err = take(plan, &load, slot, body, relay);
    } else if (err != NOC_ERR_LIST) {
        list_append(&g->arrived, slot); /* as if not looked at */
    }
    ni_write(NI_WAITING, 0);
    return err;
}

/* Three times out of line, so that the straight way below saves no registers for it. */
NOINLINE noc_err slowly_by_plan(noc_plan *plan, uint32_t *body, uint32_t max_flits,
                                const struct wait *wait)
{
    return member_slowly(plan, body, max_flits, wait, NOC_BY_PLAN);
}

NOINLINE noc_err slowly_by_list(noc_plan *plan, uint32_t *body, uint32_t max_flits,
                                const struct wait *wait)
{
    return member_slowly(plan, body, max_flits, wait, NOC_BY_LIST);
}

NOINLINE noc_err slowly_by_header(noc_plan *plan, uint32_t *body, uint32_t max_flits,
                                  const struct wait *wait)
{
    return member_slowly(plan, body, max_flits, wait, NOC_BY_HEADER);
}

/* The message at the front, straight from the NI's registers. */
static INLINE noc_err member_straight(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t w2,
                                      const noc_relay relay)
{
    struct noc_group *g = plan->group;
    struct slot *slot = slot_of(ni_read(ni_queue(NI_RX_ADDR, g->queue)));
    uint32_t w1 = relay == NOC_BY_PLAN ? 0 : ni_read(ni_queue(NI_RX_W1, g->queue));
    struct load load;
    noc_err err;

    mmio_fence_in();
    TRACE_FRONT(g->queue);
    ni_write(ni_queue(NI_RX_POP, g->queue), 1);
    g->vacant--;
    err = load_of(&load, plan, slot->body, flits, w1, w2, relay)
            ? take(plan, &load, slot, body, relay)
            : cast_drop(g, slot);
    ni_write(NI_WAITING, 0);
    return err;
}

static INLINE noc_err member(noc_plan *plan, uint32_t *body, uint32_t max_flits, uint32_t timeout,
                             const noc_relay relay)
{
    struct noc_group *g = plan->group;
    uint32_t w0 = cast_front(g), w2 = 0, flits;
    noc_err err = NOC_ERR_OK;
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_MULTICAST, g->sequence, plan->parent, timeout);
    while (!w0 && cast_must_sleep(g, &wait, &err)) {
        TRACE_SLEEP(&wait);
        ni_sleep();
        TRACE_AWAKE();
        w0 = cast_front(g);
    }
    if (err) {
        ni_write(NI_WAITING, 0);
        return err;
    }
    flits = NOC_GET(w0, NI_TX_W0, LENGTH);
    if (relay != NOC_BY_PLAN) {
        w2 = ni_read(ni_queue(NI_RX_W2, g->queue));
    }
    if (!w0 || data_flits(flits, w2, relay) > max_flits || g->outstanding) {
        return relay == NOC_BY_PLAN ? slowly_by_plan(plan, body, max_flits, &wait)
             : relay == NOC_BY_LIST ? slowly_by_list(plan, body, max_flits, &wait)
                                    : slowly_by_header(plan, body, max_flits, &wait);
    }
    return member_straight(plan, body, flits, w2, relay);
}

NOINLINE noc_err member_by_plan(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout)
{
    return member(plan, body, flits, timeout, NOC_BY_PLAN);
}

NOINLINE noc_err member_by_list(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout)
{
    return member(plan, body, flits, timeout, NOC_BY_LIST);
}

NOINLINE noc_err member_by_header(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout)
{
    return member(plan, body, flits, timeout, NOC_BY_HEADER);
}

noc_err worms_multicast(noc_plan *plan, uint32_t *body, uint32_t flits, uint32_t timeout)
{
    if (plan->root) {
        return worms_root(plan, body, flits, timeout);
    }
    return plan->worms->relay == NOC_BY_PLAN ? member_by_plan(plan, body, flits, timeout)
         : plan->worms->relay == NOC_BY_LIST ? member_by_list(plan, body, flits, timeout)
                                             : member_by_header(plan, body, flits, timeout);
}
