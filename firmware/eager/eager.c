/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eager messages: copied, kept until acknowledged, at most one for each
 * destination. The copies that are not acknowledged come first in `kept`; a
 * core rarely has more than a few, so looking through them is cheaper than any
 * table.
 */
#include "eager.h"
#include "slots/copy.h"

enum { ASIDE_CYCLES = 50000 }; /* so long the layer's own messages may keep all copies from it */

noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const void *body, uint32_t bytes)
{
    struct layer_state *l = &noc_layer;
    struct kept *k = l->kept[l->kept_live].copy;

    copy_bytes(k->body, body, bytes);
    return eager_go(l, l->kept_live, k, to, tag, w2 | wire_pad(bytes), wire_flits_of(bytes));
}

noc_err eager_start_words(uint32_t to, uint32_t tag, uint32_t w2, const uint32_t *words,
                          uint32_t flits)
{
    struct layer_state *l = &noc_layer;
    struct kept *k = l->kept[l->kept_live].copy;

    copy_flits(k->body, words, flits);
    return eager_go(l, l->kept_live, k, to, tag, w2, flits);
}

/* Place among the live copies of the one for `to`; kept_live: there is none. */
static inline uint32_t live_place(uint32_t to)
{
    struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept[i].to != to; i++) {
        COUNTED(passed);
    }
    return i;
}

static void free_copy(uint32_t i)
{
    struct layer_state *l = &noc_layer;
    uint32_t last = --l->kept_live;
    struct kept *k = l->kept[i].copy;

    k->since = 0;
    l->kept[i] = l->kept[last];
    l->kept[last].copy = k;
}

/* --- messages that were given up ------------------------------------------------- */

static bool is_given_up(uint32_t to)
{
    return noc_layer.given_up[to / 32] >> to % 32 & 1;
}

static void give_up(uint32_t to)
{
    struct layer_state *l = &noc_layer;

    l->given_up[to / 32] |= 1u << to % 32;
    l->given_up_nodes++;
    l->detour |= DETOUR_GIVEN_UP;
}

static void take_back(uint32_t to)
{
    struct layer_state *l = &noc_layer;

    l->given_up[to / 32] &= ~(1u << to % 32);
    if (!--l->given_up_nodes) {
        l->detour &= ~(uint32_t)DETOUR_GIVEN_UP;
    }
}

static struct aside **aside_of(uint32_t to)
{
    struct aside **link = &noc_layer.aside;

    while (*link && (*link)->to != to) {
        link = &(*link)->next;
    }
    return link;
}

/* What it says must not be lost: if its receiver asks for it one day, it is sent. */
static bool set_aside(uint32_t to, const struct kept *k)
{
    struct aside *a = arena_take(&noc_layer.arena, sizeof(*a), to);

    if (a) {
        *a = (struct aside){noc_layer.aside, to, k->w0, k->w1, k->w2, {0}};
        copy_flits(a->body, k->body, OFFER_SENT);
        noc_layer.aside = a;
    }
    return a;
}

void eager_watch(void)
{
    struct layer_state *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (!l->kept[i].copy->since) {
            l->kept[i].copy->since = (uint32_t)ni_time() | 1;
            kept_happened(l->kept[i].to, ON_KEPT_WATCH);
        }
    }
}

/* Whether it is the layer's own, of a long message. */
static bool is_own(const struct kept *k)
{
    return wire_class(k->w2) == WIRE_OFFER || wire_class(k->w2) == WIRE_CONTROL;
}

/* Whether it has waited so long; it is not on its way out any more. */
static bool has_waited(const struct kept *k, uint32_t cycles)
{
    return k->since && (uint32_t)ni_time() - k->since >= cycles &&
           !(ni_read(NI_TX_BUSY) >> NOC_GET(k->w0, NI_TX_W0, ENTRY) & 1);
}

static void note_lost(uint32_t w2, uint32_t to)
{
    const uint32_t context = wire_context(w2) / 2;
    struct noc_group *g = wire_is_in(w2, context) ? group_in(context) : NULL;

    if (g) {
        g->lost = (uint16_t)(to + 1);
    }
}

/* A program's message, not one of a collective or of an agreement: their calls go on after a deadline
 * and do not say it again. */
static bool is_users(const struct kept *k)
{
    return wire_class(k->w2) == WIRE_USER && !(wire_context(k->w2) & 1);
}

static bool is_any(const struct kept *k)
{
    (void)k;
    return true;
}

/* Live copy i is none any more. False: no memory for what must not be lost. */
static bool remove_copy(uint32_t i)
{
    uint32_t to = noc_layer.kept[i].to;
    const struct kept *k = noc_layer.kept[i].copy;
    const bool own = is_own(k);

    if (!own) {
        note_lost(k->w2, to);
    } else if (!set_aside(to, k)) {
        return false;
    }
    free_copy(i);
    give_up(to);
    kept_happened(to, own ? ON_KEPT_MOVE : ON_KEPT_GIVE_UP);
    return true;
}

static int32_t give_up_one(bool (*may)(const struct kept *k))
{
    struct layer_state *l = &noc_layer;
    uint32_t i, to;

    for (i = 0; i < l->kept_live; i++) {
        to = l->kept[i].to;
        if (may(l->kept[i].copy) && has_waited(l->kept[i].copy, NOC_LOST_CYCLES) &&
            remove_copy(i)) {
            l->last_peer = (int32_t)to;
            return (int32_t)to;
        }
    }
    return -1;
}

int32_t eager_give_up(void)
{
    return give_up_one(is_any);
}

int32_t eager_give_up_users(void)
{
    eager_watch();
    return give_up_one(is_users);
}

uint64_t eager_make_room(void)
{
    struct layer_state *l = &noc_layer;
    const uint64_t now = ni_time();
    uint64_t again = UINT64_MAX;
    uint32_t i;

    eager_watch();
    for (i = 0; i < l->kept_live; i++) {
        if (is_own(l->kept[i].copy)) {
            if (has_waited(l->kept[i].copy, ASIDE_CYCLES) && remove_copy(i)) {
                return now;
            }
            again = now + ASIDE_CYCLES / 2;
        }
    }
    return again;
}

/* --- what the receiver says -------------------------------------------------------- */

/* Out of line, so that eager_acknowledged saves no registers for it. */
static __attribute__((noinline)) void acknowledged_late(uint32_t from)
{
    struct aside **link = aside_of(from), *a = *link;

    if (noc_layer.backlogs && noc_layer.hooks->backlog_acknowledged(from)) {
        return;
    }
    if (a) {
        *link = a->next;
        arena_give(&noc_layer.arena, a);
    }
    take_back(from);
}

void eager_acknowledged(uint32_t from)
{
    uint32_t i = live_place(from);

    if (i < noc_layer.kept_live) {
        free_copy(i);
    } else if (is_given_up(from)) {
        acknowledged_late(from);
    } /* else a broken node's */
    kept_happened(from, ON_KEPT_ACK);
}

/* It was judged by its first flits: the last may still be on their way out. They always leave,
 * since every worm is sunk. */
void eager_wait_entry(uint32_t w0)
{
    while (ni_read(NI_TX_BUSY) >> NOC_GET(w0, NI_TX_W0, ENTRY) & 1) {
    }
}

noc_err eager_refused(void)
{
    struct layer_state *l = &noc_layer;
    const uint32_t live = l->kept_live;

    eager_wait_entry(l->kept[live].copy->w0);
    ni_write(NI_TX_DEST, noc_header(NOC_HEADER_LAST, l->kept[live].to, 0)); /* all else it has */
    if (ni_read(NI_TX_STATUS) != NOC_TX_OK) {
        return NOC_ERR_HARDWARE;
    }
    l->kept_live = (uint16_t)(live + 1);
    kept_happened(l->kept[live].to, ON_KEPT_SEND);
    return NOC_ERR_OK;
}

static void send_again(uint32_t to, uint32_t w0, uint32_t w1, uint32_t w2, const uint32_t *body)
{
    w0 = (w0 & ~WORM(0xf, 0)) | WORM(NOC_WORM_RESEND, 0);
    eager_wait_entry(w0);
    TRACE_WORM(to, w0, w1, w2);
    if (ni_tx(body ? ni_address(body) : 0, w0, w1, w2, noc_header(NOC_HEADER_LAST, to, 0))) {
        noc_layer.broken = true;
    }
}

/* The receiver discarded it, and has room now. Of a message that was given up there is no more
 * than that it is gone, if it was the caller's; the receiver must hear it, since it asks no other
 * meanwhile. */
void eager_pulled(uint32_t from)
{
    const uint32_t entry = (uint32_t)ANSWER_ENTRY << NI_TX_W0_ENTRY_SHIFT;
    struct layer_state *l = &noc_layer;
    uint32_t i = live_place(from);
    const struct kept *k = l->kept[i < l->kept_live ? i : 0].copy;
    const struct aside *a = *aside_of(from);

    if (i < l->kept_live) {
        send_again(from, k->w0, k->w1, k->w2, k->body);
        kept_happened(from, ON_KEPT_COPY);
    } else if (a) {
        send_again(from, entry | NOC_GET(a->w0, NI_TX_W0, LENGTH), a->w1, a->w2, a->body);
        kept_happened(from, ON_KEPT_STORED);
    } else if (is_given_up(from)) {
        send_again(from, entry, 0, wire_control(WIRE_GONE, 0), NULL);
        kept_happened(from, ON_KEPT_GONE);
    }
}

/* --- backlogs ----------------------------------------------------------------------- */

bool eager_is_kept(uint32_t to)
{
    return live_place(to) < noc_layer.kept_live || is_given_up(to);
}

bool eager_left(uint32_t to, uint32_t *w0, uint32_t *w1, uint32_t *w2, const uint32_t **body)
{
    const struct layer_state *l = &noc_layer;
    const uint32_t i = live_place(to);
    const struct aside *a = *aside_of(to);

    if (i < l->kept_live) {
        const struct kept *k = l->kept[i].copy;

        *w0 = k->w0, *w1 = k->w1, *w2 = k->w2, *body = k->body;
        return true;
    }
    if (a) {
        *w0 = a->w0, *w1 = a->w1, *w2 = a->w2, *body = a->body;
    }
    return a;
}

void eager_hand_over(uint32_t to)
{
    struct layer_state *l = &noc_layer;
    const uint32_t i = live_place(to);
    struct aside **link = aside_of(to), *a = *link;

    if (i < l->kept_live) {
        eager_wait_entry(l->kept[i].copy->w0);
        free_copy(i);
    }
    if (a) {
        *link = a->next;
        arena_give(&l->arena, a);
    }
    if (!is_given_up(to)) {
        give_up(to);
    }
    kept_happened(to, ON_KEPT_OPEN);
}

void eager_take_over(uint32_t to)
{
    take_back(to);
    kept_happened(to, ON_KEPT_CLOSE);
}
