/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multicast along a plan: the one engine for worms to one destination and to several, however
 * members are told their parts (told.h) and wherever the worms come from (worms.c).
 *
 *   arrival in a slot -> start the worms of all children from the slot
 *                     -> copy to the caller's buffer while they leave
 *                     -> return when they have left
 *   ACKs of all children (off the critical path) -> the slot is free
 *
 * Cost: at each member the start of one worm after the other; no copying and no waiting before the
 * first.
 *
 * A member keeps its last message, in its slot or at the root in `kept`, until
 * all children have accepted it, and only then forwards the next: a
 * PULL from a child can only mean that one. A child that asks is sent a MESSAGE
 * again, to the group's queue.
 */
#include <stdlib.h>
#include <string.h>

#include "eager/eager.h"
#include "multicasts.h"
#include "progress/progress.h"
#include "progress/wait.h"
#include "slots/copy.h"
#include "slots/slots.h"
#include "told.h"
#include "worm_maker.h"

#define INLINE   static inline __attribute__((always_inline))
#define NOINLINE static __attribute__((noinline))

enum {
    MULTICAST_ENTRIES = 0xffff & ~((1 << BODY_ENTRY) - 1),
    OTHERS_CYCLES = 2000, /* that others may have to wait while this core's worms leave */
    /* In noc_group.outstanding, above any count of children: */
    STARTING = 1 << 20, /* not all worms are started, */
    NOT_NOTED = 1 << 21 /* the children are not noted yet, nor counted */
};

/* --- transmit entries ------------------------------------------------------------- */

/* Sleep until one of these transmit entries may be free. All come free by
 * themselves, since every worm is sunk: nobody is waited for. So nothing else ends the sleep, but
 * from time to time what others want is seen to. */
static void wait_entries(uint32_t entries)
{
    const uint32_t wake = 1u << NI_PENDING_TX_IDLE_SHIFT | 1u << NI_PENDING_DEADLINE_SHIFT;
    struct wait wait;

    wait_begin(&wait, NOC_WAIT_MULTICAST, 0, -1, OTHERS_CYCLES);
    wait.watch = entries & ~noc_layer.entries_taken;
    if (!wait_prepare(&wait)) {
        ni_write(NI_WAKE, wake);
        TRACE_SLEEP(&wait);
        ni_sleep();
        TRACE_AWAKE();
        ni_write(NI_WAITING, 0);
    }
    if ((ni_read(NI_TX_BUSY) & wait.watch) == wait.watch) { /* it was the time */
        noc_progress();
    }
}

/* One that is free, when e, the next in turn, is not. Within progress do not sleep. */
NOINLINE unsigned entry_find(unsigned e, bool may_sleep)
{
    for (;;) {
        uint32_t busy = ni_read(NI_TX_BUSY) | noc_layer.entries_taken;
        unsigned n;

        for (n = BODY_ENTRY; n < NOC_TX_ENTRIES; n++, e = entry_after(e)) {
            if (!(busy & 1u << e)) {
                return e;
            }
        }
        if (may_sleep) {
            wait_entries(1u << e); /* started longest ago: most likely leaves first */
        }
    }
}

/* Those of multicasts that are in use. */
static inline uint32_t entries_busy(void)
{
    return ni_read(NI_TX_BUSY) & MULTICAST_ENTRIES & ~noc_layer.entries_taken;
}

unsigned multicast_entry(unsigned e)
{
    return entry_find(e, true);
}

static inline void leave(void)
{
    uint32_t busy;

    while ((busy = entries_busy())) {
        wait_entries(busy);
    }
}

void multicast_leave(void)
{
    leave();
}

/* --- worms -------------------------------------------------------------------------- */

/*
 * Where a core's worms come from. They were made with the plan: unicasts, others, or those with lists;
 * they go to parts of the list at hand; or they are made from it, with lists in their data or in
 * their headers.
 */
enum source { UNICASTS, WORMS, WORMS_AND_LISTS, PARTS, MAKE_LISTS, MAKE_HEADERS };

/* What they do, for each of them compiled anew. */
INLINE bool are_made(const enum source source)
{
    return source == UNICASTS || source == WORMS || source == WORMS_AND_LISTS;
}

INLINE bool have_lists(const enum source source)
{
    return source == WORMS_AND_LISTS || source == PARTS || source == MAKE_LISTS;
}

/* What the worms of one multicast share, and where the next one is. */
struct hand {
    const noc_plan *plan;
    uint32_t data, w0, w1, w2; /* w0 without entry and lists */
    const uint32_t *at, *end;  /* MADE */
    const uint16_t *chain;     /* PARTS */
    struct noc_part mine;
    struct maker m; /* MAKE */
    uint32_t list;  /* of the next worm */
    bool unicasts;
};

INLINE bool to_one(const struct hand *h, const enum source source)
{
    return source == UNICASTS || source == PARTS ||
           (source != WORMS && source != MAKE_HEADERS && __builtin_expect(h->unicasts, false));
}

/* One of them. */
struct shot {
    uint32_t header; /* of a unicast; else where they are */
    uint32_t headers, list, lists, w2;
};

INLINE void hand_begin(struct hand *h, const noc_plan *plan, const struct share *s, uint32_t number,
                       const enum source source)
{
    const struct worms *worms = plan->worms;

    h->plan = plan;
    h->data = ni_address(s->data);
    h->w0 = s->w0;
    h->w1 = number << WIRE_TAG_SHIFT;
    h->w2 = s->w2;
    if (source == WORMS_AND_LISTS || source == MAKE_LISTS) {
        h->unicasts = plan->unicasts; /* where routers do not copy */
    }
    if (source == PARTS) {
        h->chain = s->chain;
        h->mine = s->part;
        return;
    }
    if (source == MAKE_LISTS || source == MAKE_HEADERS) {
        maker_begin(&h->m, plan, s->chain, &s->part);
    } else {
        h->at = worms->word;
        h->end = worms->end;
    }
    h->list = ni_address(worms->list);
}

/* The next child's part: within one's own, whatever nodes a list names. Its list is the words of the
 * chain in which its part lies. */
INLINE bool next_part(struct hand *h, struct shot *w)
{
    struct noc_part theirs;

    if (!h->plan->algorithm->next(&h->plan->env, h->chain, &h->mine, &theirs)) {
        return false;
    }
    w->headers = 1;
    w->header = (uint32_t)h->chain[theirs.self] << NOC_HEADER_NODE_SHIFT | NOC_HEADER_LAST;
    w->list = ni_address(h->chain + theirs.left / 2 * 2);
    w->lists = noc_part_flits(&theirs);
    w->w2 = h->w2 | told_list(&theirs);
    return true;
}

/* False: there is no more, or what it would be made from is nonsense. */
INLINE bool next_worm(struct hand *h, struct shot *shot, const enum source source)
{
    const struct worm *w = (const struct worm *)h->at;

    if (source == PARTS) {
        return next_part(h, shot);
    }
    if (are_made(source)) {
        if (h->at == h->end) {
            return false;
        }
        h->at = w->header + w->headers;
    } else {
        w = h->m.more ? worm_make(&h->m) : NULL;
        if (!w) {
            return false;
        }
    }
    shot->headers = w->headers;
    shot->header = to_one(h, source) ? w->header[0] : ni_address(w->header);
    shot->w2 = are_made(source) ? h->w2 | w->w2 : h->w2;
    if (have_lists(source)) {
        shot->list = h->list;
        shot->lists = w->lists;
        h->list += 4 * shot->lists;
    }
    return true;
}

/* A transmit entry for the next worm. The first one must not sleep. While an entry for another was
 * waited for, others may have used the registers. */
INLINE uint32_t entry_for(const struct hand *h, const bool first)
{
    struct layer_state *l = &noc_layer;
    unsigned e = l->next_entry;

    if ((ni_read(NI_TX_BUSY) | l->entries_taken) >> e & 1) {
        e = entry_find(e, !first);
        if (!first) {
            ni_tx_words(h->data, 0, h->w1, 0);
        }
    }
    l->next_entry = (uint8_t)entry_after(e);
    return e << NI_TX_W0_ENTRY_SHIFT;
}

/* Start a worm. For all but the first the registers have body and W1. */
INLINE bool start(const struct hand *h, const struct shot *w, const bool first,
                  const enum source source)
{
    uint32_t w0 = h->w0 | entry_for(h, first);

    if (have_lists(source)) {
        ni_tx_first(w->list, w->lists);
        w0 += w->lists;
    }
    if (first) {
        ni_tx_words(h->data, w0, h->w1, w->w2);
    } else {
        ni_tx_words_more(w0, w->w2);
    }
    if (first || source == MAKE_LISTS || source == MAKE_HEADERS) {
        mmio_fence_out(); /* what the NI reads is in memory */
    }
    if (to_one(h, source)) {
        TRACE_WORM(noc_header_node(w->header), w0, h->w1, w->w2);
        ni_write(NI_TX_DEST, w->header);
        return ni_read(NI_TX_STATUS) == NOC_TX_OK;
    } else {
        TRACE_WORM_HEADERS((const uint32_t *)(uintptr_t)w->header, w->headers, w0, h->w1, w->w2);
        ni_write(NI_TX_HEADERS_ADDR, w->header);
        ni_write(NI_TX_HEADERS, w->headers);
        return ni_tx_checked() == NOC_TX_OK;
    }
}

/* --- what was forwarded last ---------------------------------------------------------- */

/* For children that will ask for it. relayed: the slot it lies in, or NULL. Until all worms are
 * started the count cannot reach 0. */
INLINE void remember(struct noc_group *g, noc_plan *plan, const struct share *s, uint32_t number,
                     struct slot *relayed, const enum source source)
{
    g->outstanding = STARTING | NOT_NOTED;
    g->plan = plan;
    if (!are_made(source)) {
        g->chain = s->chain;
        g->mine = s->part;
    }
    g->body = s->data;
    g->bytes = s->bytes;
    g->relayed = relayed;
    g->tag = (uint16_t)number;
    g->sequence = (uint16_t)(number + 1);
}

/* What is kept here, or at the root lies in the caller's buffer. */
INLINE void share_of(struct share *s, const struct noc_group *g, const uint32_t *data,
                     uint32_t bytes, const enum told told)
{
    const uint32_t flits = wire_flits_of(bytes);

    s->data = data;
    s->bytes = bytes;
    s->w0 = WORM(NOC_WORM_MESSAGE, g->queue) | flits;
    s->w2 = wire_group_pad(bytes);
    if (told == TOLD_BY_LISTS || told == TOLD_BY_HEADER) {
        s->w2 |= WIRE_WORM | flits;
    }
}

static void forget(struct noc_group *g)
{
    noc_plan *plan = g->plan;

    if (g->outstanding) {
        memset(g->lacking, 0, (noc_layer.size + 31) / 32 * sizeof(*g->lacking));
        g->outstanding = 0;
    }
    g->plan = NULL;
    if (g->relayed) {
        slot_release(g->relayed);
        g->relayed = NULL;
    }
    if (plan && plan->dead) {
        plan_release(plan);
    }
}

void group_give_up(struct noc_group *g)
{
    while (entries_busy()) {
        /* what a child asked for again still leaves: every worm is sunk */
    }
    forget(g);
}

/* The message forwarded last lies in the group's only slot: move it to the arena. */
bool group_relieve(struct noc_group *g)
{
    struct slot *old = g->relayed, *moved;
    uint32_t flits = old ? (uint32_t)(g->body - old->body) + wire_flits_of(g->bytes) : 0;

    moved = old ? slot_in_arena(old, flits) : NULL;
    if (!moved) {
        return false;
    }
    copy_long(moved->body, old->body, flits);
    g->relayed = moved;
    g->body = moved->body + (g->body - old->body);
    g->chain = (const uint16_t *)moved->body + (g->chain - (const uint16_t *)old->body);
    while (entries_busy()) {
        /* what a child asked for again still leaves the slot */
    }
    slot_release(old);
    return true;
}

/* --- what children answer ------------------------------------------------------------- */

/* All children of the message forwarded last: with the first of their answers, when nobody waits for
 * this core any more. A list may name nodes twice, or such as there are not. */
static void note_children(struct noc_group *g)
{
    const noc_plan *plan = g->plan;
    const struct worms *worms = plan->worms;
    struct noc_part mine = g->mine, theirs;
    struct noc_worm_progress legs = {0};

    g->outstanding -= NOT_NOTED;
    if (worms && worms->children) {
        copy_long(g->lacking, worms->children, (noc_layer.size + 31) / 32);
        g->outstanding += worms->count;
        return;
    }
    while (noc_plan_next(plan->algorithm, &plan->env, g->chain, &mine, &theirs, &legs)) {
        uint32_t node = g->chain[theirs.self], bit = UINT32_C(1) << node % 32;

        if (node < noc_layer.size && !(g->lacking[node / 32] & bit)) {
            g->lacking[node / 32] |= bit;
            g->outstanding++;
        }
    }
}

/* Whether this node has not yet the message forwarded last, and is to get it from here: others may
 * say what they like. */
static bool lacks(struct noc_group *g, uint32_t node)
{
    if (!g->outstanding || node >= noc_layer.size) {
        return false;
    }
    if (g->outstanding & NOT_NOTED) {
        note_children(g);
    }
    return g->lacking[node / 32] >> node % 32 & 1;
}

void group_acknowledged(unsigned queue, uint32_t from)
{
    struct noc_group *g = noc_layer.group[queue - NOC_QUEUE_GROUP];

    if (g && lacks(g, from)) {
        g->lacking[from / 32] &= ~(UINT32_C(1) << from % 32);
        if (--g->outstanding == 0) {
            forget(g);
        }
    }
}

/* The unicast to a node, again; false: there was none. */
static bool find_unicast(struct hand *h, uint32_t to, struct shot *w, const enum source source)
{
    while (next_worm(h, w, source)) {
        if (noc_header_node(w->header) == to) {
            return true;
        }
    }
    return false;
}

/* What this child was sent, or will be: as a unicast, with its own list. False: no worm has it yet. */
static bool find_again(const struct noc_group *g, struct hand *h, uint32_t to, struct shot *w)
{
    const noc_plan *plan = g->plan;
    const uint32_t *list = NULL;

    if (plan->told == TOLD_BY_LIST) {
        return find_unicast(h, to, w, PARTS);
    }
    if (!plan->algorithm->worm) {
        return find_unicast(h, to, w, UNICASTS);
    }
    if (plan->told == TOLD_BY_PLAN) {
        w->w2 = h->w2 | plan->w2;
        return true;
    }
    list = worms_list_of(plan, to, &w->lists);
    w->list = ni_address(list);
    w->w2 = h->w2 | WIRE_WORM;
    return list;
}

/* The message forwarded last, to one child again. */
static void resend(struct noc_group *g, uint32_t to)
{
    struct share s = {.chain = g->chain, .part = g->mine};
    struct shot w = {.lists = 0};
    struct hand h;

    share_of(&s, g, g->body, g->bytes, (enum told)g->plan->told);
    g->plan->told == TOLD_BY_LIST ? hand_begin(&h, g->plan, &s, g->tag, PARTS)
                                  : hand_begin(&h, g->plan, &s, g->tag, WORMS);
    if (find_again(g, &h, to, &w)) {
        w.header = noc_header(NOC_HEADER_LAST, to, 0);
        noc_layer.broken |= !start(&h, &w, true, PARTS);
    }
}

void group_pulled(unsigned queue, uint32_t from)
{
    struct noc_group *g = noc_layer.group[queue - NOC_QUEUE_GROUP];

    if (g && lacks(g, from)) {
        resend(g, from);
    }
}

/* Until all children have the message before. */
static noc_err wait_taken(const struct noc_group *g, const struct wait *wait)
{
    noc_err err;

    for (noc_progress(); g->outstanding; noc_progress()) {
        err = wait_more(wait);
        if (err) {
            return err;
        }
    }
    return NOC_ERR_OK;
}

/* --- handing it on ---------------------------------------------------------------------- */

static inline void copy_body(void *to, const uint32_t *from, uint32_t bytes)
{
    if (__builtin_expect((ni_address(to) | bytes) % 4, 0)) {
        copy_bytes(to, from, bytes);
    } else {
        copy_long(to, from, bytes / 4);
    }
}

/*
 * The end of forwarding. While the worms leave copy the message: the root's for those who will
 * have to ask for it, a relay's for its caller. Without a worm, or after an error, nobody is waited
 * for.
 */
static inline void finish(struct noc_group *g, void *copy, bool started)
{
    if (copy != g->body) {
        copy_body(copy, g->body, g->bytes);
    }
    leave();
    if (!g->relayed) {
        g->body = copy;
    }
    if (started) {
        g->outstanding -= STARTING;
    }
    if (!started || !g->outstanding) {
        forget(g);
    }
}

/* Hand the group's next message on. The first worm goes before any bookkeeping. Why the NI refuses
 * one: it is for no node, or for this one, as a list can say. */
INLINE noc_err forward(struct noc_group *g, noc_plan *plan, const struct share *s, uint32_t number,
                       struct slot *relayed, void *copy, const enum source source)
{
    struct shot w;
    struct hand h;
    bool any, ok;

    hand_begin(&h, plan, s, number, source);
    any = next_worm(&h, &w, source);
    ok = !any || start(&h, &w, true, source);
    remember(g, plan, s, number, relayed, source);
    while (ok && next_worm(&h, &w, source)) {
        ok = start(&h, &w, false, source);
    }
    __asm__("" : : : "memory"); /* the same instructions follow however many worms there were */
    if (source == MAKE_LISTS || source == MAKE_HEADERS) {
        ok &= !h.m.nonsense;
    }
    finish(g, copy, any && ok);
    return ok ? NOC_ERR_OK : are_made(source) ? NOC_ERR_HARDWARE : NOC_ERR_LIST;
}

INLINE noc_err root(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout,
                    const enum told told, const enum source source)
{
    struct noc_group *g = plan->group;
    struct share all;
    struct wait wait;
    noc_err err;

    if (bytes > g->slot_bytes) {
        return NOC_ERR_LENGTH;
    }
    if (!g->kept && !group_keeps(g)) {
        return NOC_ERR_MEMORY;
    }
    if (g->outstanding) {
        wait_begin(&wait, NOC_WAIT_MULTICAST, g->sequence, -1, timeout);
        err = wait_taken(g, &wait);
        if (err) {
            return err;
        }
    }
    share_of(&all, g, body, bytes, told);
    if (ni_address(body) % 4) { /* the NI sends whole words */
        memcpy(g->kept, body, bytes);
        all.data = g->kept;
    }
    if (source == PARTS) {
        all.chain = plan->chain;
        all.part = plan->part;
    }
    return forward(g, plan, &all, g->sequence, NULL, g->kept, source);
}

/* --- where it arrives ------------------------------------------------------------------- */

/* W0 of the group's next message if it lies at the front of the queue, or 0. */
INLINE uint32_t front(uint32_t queue, uint32_t number)
{
    uint32_t w0 = ni_queue_read(queue, NI_RX_W0);

    return w0 && wire_tag(ni_queue_read(queue, NI_RX_W1)) == number ? w0 : 0;
}

/* Where the list of what has arrived leads to the group's next message; NULL: it is not in it. What
 * this core has had before it has asked for without need. */
static struct slot **message_find(struct noc_group *g)
{
    struct slot **link = &g->arrived.head, *slot;

    while ((slot = *link)) {
        int16_t ahead = (int16_t)(wire_tag(slot->w1) - g->sequence);

        if (ahead == 0) {
            return link;
        }
        if (ahead < 0) {
            list_remove(&g->arrived, link);
            slot_release(slot);
        } else {
            link = &slot->next;
        }
    }
    return NULL;
}

/* What is not to be done between a message and its worms is done here, before
 * sleeping. False: there is a message in the list, or (*err) this is the end. */
NOINLINE bool must_sleep(struct noc_group *g, const struct wait *wait, noc_err *err)
{
    noc_layer.multicast_queue = g->queue;
    noc_progress();
    if (__builtin_expect(g->owed, false)) {
        groups_owed(g);
    }
    noc_layer.multicast_queue = 0;
    if (message_find(g)) {
        return false;
    }
    *err = wait_prepare(wait);
    return !*err;
}

/* The group's next message, which has come: from the front of the queue straight, since progress
 * sees to so many of others' messages that it may not come to this one. */
static struct slot *message_take(struct noc_group *g)
{
    struct slot **link, *slot;

    if (front(ni_queue_base(g->queue), g->sequence)) {
        g->vacant--;
        return slot_take(g->queue);
    }
    link = message_find(g);
    slot = *link;
    list_remove(&g->arrived, link);
    return slot;
}

/*
 * A message that came early, or comes while children still lack the one before, or is too long, or
 * makes no sense: then it is dropped, as if it had never come, but that its number is over. NULL:
 * *err, and a message that makes sense is as if not looked at.
 */
NOINLINE struct slot *member_slowly(noc_plan *plan, uint32_t max_bytes, const struct wait *wait,
                                    struct share *s, noc_err *err)
{
    struct noc_group *g = plan->group;
    struct slot *slot;

    if (*err) {
        return NULL;
    }
    slot = message_take(g);
    if (!told_share(s, plan, slot->body, slot->w0, slot->w2, (enum told)plan->told) ||
        s->bytes > 4 * NOC_LENGTH_MAX) {
        g->sequence++;
        noc_layer.last_peer = (int32_t)wire_source(slot->w1);
        slot_release(slot);
        *err = NOC_ERR_LIST;
        return NULL;
    }
    if (s->bytes > max_bytes) {
        *err = NOC_ERR_TRUNCATED;
    } else if (g->outstanding &&
               (plan->told == TOLD_BY_PLAN ? plan->worms != NULL : s->part.left != s->part.right)) {
        *err = wait_taken(g, wait);
    }
    if (*err) {
        list_append(&g->arrived, slot);
        return NULL;
    }
    return slot;
}

/* This member's message: hand it on, or if there is nobody to hand it to, copy it. */
INLINE noc_err take(struct noc_group *g, noc_plan *plan, const struct share *s, uint32_t number,
                    struct slot *slot, void *body, const enum told told, const enum source source)
{
    if (told == TOLD_BY_PLAN ? plan->worms != NULL : s->part.left != s->part.right) {
        return forward(g, plan, s, number, slot, body, source);
    }
    copy_body(body, s->data, s->bytes);
    g->sequence = (uint16_t)(number + 1);
    slot_release(slot);
    return NOC_ERR_OK;
}

/* The message at the front, straight from the NI's registers. False: it is not one that can be taken
 * now. */
INLINE bool member_straight(struct noc_group *g, const noc_plan *plan, uint32_t queue, uint32_t w0,
                            uint32_t room, struct slot **slot, struct share *s, uint32_t *w1,
                            const enum told told)
{
    uint32_t w2, address;

    if (!w0 || g->outstanding) {
        return false;
    }
    w2 = ni_queue_read(queue, NI_RX_W2);
    address = ni_queue_read(queue, NI_RX_ADDR);
    *w1 = told == TOLD_BY_PLAN ? 0 : ni_queue_read(queue, NI_RX_W1);
    mmio_fence_in();
    *slot = slot_of(address);
    if (!told_share(s, plan, (*slot)->body, w0, w2, told) || s->bytes > room) {
        return false;
    }
    TRACE_FRONT(g->queue);
    ni_queue_write(queue, NI_RX_POP, 1);
    g->vacant--;
    return true;
}

INLINE noc_err member(noc_plan *plan, void *body, uint32_t max_bytes, uint32_t timeout,
                      const enum told told, const enum source source)
{
    struct noc_group *g = plan->group;
    const uint32_t queue = ni_queue_base(g->queue), number = g->sequence;
    uint32_t room = max_bytes < 4 * NOC_LENGTH_MAX ? max_bytes : 4 * NOC_LENGTH_MAX, w1;
    uint32_t w0 = front(queue, number);
    noc_err err = NOC_ERR_OK;
    struct share s, found;
    struct slot *slot;
    struct wait wait;

    __asm__("" : "+r"(room)); /* before it waits */
    wait_begin(&wait, NOC_WAIT_MULTICAST, (int32_t)number, plan->parent, timeout);
    while (!w0 && must_sleep(g, &wait, &err)) {
        TRACE_SLEEP(&wait);
        ni_sleep();
        TRACE_AWAKE();
        w0 = front(queue, number);
    }
    if (__builtin_expect(!member_straight(g, plan, queue, w0, room, &slot, &s, &w1, told), false)) {
        slot = member_slowly(plan, room, &wait, &found, &err);
        if (!slot) {
            ni_write(NI_WAITING, 0);
            return err;
        }
        s = found;
        w1 = slot->w1;
    }
    err = take(g, plan, &s, number, slot, body, told, source);
    if (told != TOLD_BY_PLAN) { /* for noc_plan_parent */
        plan->parent = (int32_t)wire_source(w1);
        plan->answers_for = (uint32_t)s.part.right - s.part.left + 1;
    }
    ni_write(NI_WAITING, 0);
    return err;
}

/* --- the call -------------------------------------------------------------------------- */

#define WAY(name, what, told, source)                                                 \
    static noc_err name(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout) \
    {                                                                                 \
        return what(plan, body, bytes, timeout, told, source);                        \
    }

WAY(root_of_unicasts, root, TOLD_BY_PLAN, UNICASTS)
WAY(root_by_plan, root, TOLD_BY_PLAN, WORMS)
WAY(root_by_list, root, TOLD_BY_LIST, PARTS)
WAY(root_by_lists, root, TOLD_BY_LISTS, WORMS_AND_LISTS)
WAY(root_by_header, root, TOLD_BY_HEADER, WORMS)
WAY(member_of_unicasts, member, TOLD_BY_PLAN, UNICASTS)
WAY(member_by_plan, member, TOLD_BY_PLAN, WORMS)
WAY(member_by_list, member, TOLD_BY_LIST, PARTS)
WAY(member_by_lists, member, TOLD_BY_LISTS, MAKE_LISTS)
WAY(member_by_header, member, TOLD_BY_HEADER, MAKE_HEADERS)

/* In a group of one there is nobody else. */
static noc_err nobody(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout)
{
    (void)plan;
    (void)body;
    (void)bytes;
    (void)timeout;
    return NOC_ERR_OK;
}

multicast_way *multicast_way_of(const noc_plan *plan)
{
    static multicast_way *const way[][2] = {
        [TOLD_BY_PLAN] = {member_by_plan, root_by_plan},
        [TOLD_BY_LIST] = {member_by_list, root_by_list},
        [TOLD_BY_LISTS] = {member_by_lists, root_by_lists},
        [TOLD_BY_HEADER] = {member_by_header, root_by_header},
    };

    if (plan->group->count == 1) {
        return nobody;
    }
    if (plan->told == TOLD_BY_PLAN && plan->unicasts) {
        return plan->root ? root_of_unicasts : member_of_unicasts;
    }
    return way[plan->told][plan->root];
}

/* It is not by the plan that was used last. */
NOINLINE noc_err by_another(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout)
{
    if (!noc_layer.size) {
        return NOC_ERR_UNSTARTED;
    }
    return plan_is_there(plan) ? plan->way(plan, body, bytes, timeout) : NOC_ERR_ARGUMENT;
}

/* A plan that is freed is not looked at: the program may have its memory for something else. */
noc_err noc_multicast(noc_plan *plan, void *body, uint32_t bytes, uint32_t timeout)
{
    if (!plan || (!body && bytes)) {
        return noc_layer.size ? NOC_ERR_ARGUMENT : NOC_ERR_UNSTARTED;
    }
    if (plan != noc_layer.plans) {
        return by_another(plan, body, bytes, timeout);
    }
    return plan->way(plan, body, bytes, timeout);
}
