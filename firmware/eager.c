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

/* Place among the live copies of the one for `to`; kept_live: there is none. */
static uint32_t live_place(uint32_t to)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept[i].to != to; i++) {
    }
    return i;
}

void eager_acknowledged(uint32_t from)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i = live_place(from), last = l->kept_live - 1;
    struct kept *k;

    if (i == l->kept_live) {
        return; /* nothing of ours: a broken node's */
    }
    k = l->kept[i].copy;
    l->kept[i] = l->kept[last];
    l->kept[last].copy = k;
    l->kept_live = last;
}

/* The receiver discarded it, and has room now. */
void eager_pulled(uint32_t from)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i = live_place(from), w0;
    struct kept *k;

    if (i == l->kept_live) {
        return;
    }
    k = l->kept[i].copy;
    w0 = (k->w0 & ~WORM(0xf, 0)) | WORM(NOC_WORM_RESEND, 0);
    /* It was judged by its first flits: the last may still be on their way out.
     * They always leave, every worm is sunk. */
    while (ni_read(NI_TX_BUSY) >> NOC_GET(w0, NI_TX_W0, ENTRY) & 1) {
    }
    TRACE_WORM(from, w0, k->w1, k->w2);
    if (ni_tx(ni_address(k->body), w0, k->w1, k->w2, noc_header(NOC_HEADER_LAST, from, 0))) {
        l->broken = true;
    }
}
