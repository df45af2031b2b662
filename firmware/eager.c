/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eager messages: copied, kept until acknowledged, at most one for each
 * destination. The copies that are not acknowledged come first in `kept`; a
 * core rarely has more than a few, so looking through them is cheaper than any
 * table.
 */
#include "messages_priv.h"

noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const uint32_t *body, uint32_t flits)
{
    return eager_put(&noc_layer, noc_layer.kept_live, to, tag, w2, body, flits);
}

bool eager_control(uint32_t to, unsigned operation, uint32_t name, uint32_t window)
{
    return eager_ready(&noc_layer, to, KEPT) &&
           !eager_start(to, 0, wire_control(operation, window), &name, 1);
}

/* Place among the live copies of the one for `to`; kept_live: there is none. */
static inline uint32_t live_place(uint32_t to)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept[i].to != to; i++) {
    }
    return i;
}

static void free_copy(uint32_t i)
{
    struct noc_layer *l = &noc_layer;
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
    struct noc_layer *l = &noc_layer;

    l->given_up[to / 32] |= 1u << to % 32;
    l->given_up_nodes++;
    l->detour |= DETOUR_GIVEN_UP;
}

static void take_back(uint32_t to)
{
    struct noc_layer *l = &noc_layer;

    l->given_up[to / 32] &= ~(1u << to % 32);
    if (!--l->given_up_nodes) {
        l->detour &= ~(uint32_t)DETOUR_GIVEN_UP;
    }
}

void eager_watch(void)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live; i++) {
        if (!l->kept[i].copy->since) {
            l->kept[i].copy->since = (uint32_t)ni_time() | 1;
        }
    }
}

int32_t eager_give_up(void)
{
    struct noc_layer *l = &noc_layer;
    uint32_t now = (uint32_t)ni_time(), i, to;

    for (i = 0; i < l->kept_live; i++) {
        const struct kept *k = l->kept[i].copy;

        if (k->since && now - k->since >= NOC_LOST_CYCLES &&
            !(ni_read(NI_TX_BUSY) >> NOC_GET(k->w0, NI_TX_W0, ENTRY) & 1)) {
            to = l->kept[i].to;
            free_copy(i);
            give_up(to);
            l->last_peer = (int32_t)to;
            return (int32_t)to;
        }
    }
    return -1;
}

/* --- what the receiver says -------------------------------------------------------- */

void eager_acknowledged(uint32_t from)
{
    uint32_t i = live_place(from);

    if (i < noc_layer.kept_live) {
        free_copy(i);
    } else if (is_given_up(from)) {
        take_back(from);
    } /* else a broken node's */
}

/* It was judged by its first flits: the last may still be on their way out. They always leave,
 * since every worm is sunk. */
static void wait_entry(uint32_t w0)
{
    while (ni_read(NI_TX_BUSY) >> NOC_GET(w0, NI_TX_W0, ENTRY) & 1) {
    }
}

/* The receiver discarded it, and has room now. Of a message that was given up there is no more
 * than that it is gone; the receiver must hear it, since it asks no other meanwhile. */
void eager_pulled(uint32_t from)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i = live_place(from);
    const struct kept gone = {.w0 = (uint32_t)ANSWER_ENTRY << NI_TX_W0_ENTRY_SHIFT,
                              .w2 = wire_control(WIRE_GONE, 0)};
    const struct kept *k = i < l->kept_live ? l->kept[i].copy : &gone;
    uint32_t w0 = (k->w0 & ~WORM(0xf, 0)) | WORM(NOC_WORM_RESEND, 0);

    if (k == &gone && !is_given_up(from)) {
        return;
    }
    wait_entry(w0);
    TRACE_WORM(from, w0, k->w1, k->w2);
    if (ni_tx(k == &gone ? 0 : ni_address(k->body), w0, k->w1, k->w2,
              noc_header(NOC_HEADER_LAST, from, 0))) {
        l->broken = true;
    }
}
