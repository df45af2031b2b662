/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Eager messages: copied, kept until acknowledged, at most one for each
 * destination. The kept copies that are not acknowledged come first in
 * kept_index; a core rarely has more than a few, so looking through them is
 * cheaper than any table.
 */
#include "layer.h"

/* Place among the live copies of the one for `to`; kept_live if there is none. */
static uint32_t live_place(uint32_t to)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i;

    for (i = 0; i < l->kept_live && l->kept_to[i] != to; i++) {
    }
    return i;
}

bool eager_ready(uint32_t to, uint32_t limit)
{
    struct noc_layer *l = &noc_layer;

    return l->kept_live < limit && live_place(to) == l->kept_live;
}

static noc_err start(unsigned i)
{
    struct noc_layer *l = &noc_layer;
    struct kept *k = &l->kept[i];

    uint32_t status = ni_tx(ni_address(l->kept_body + i * NOC_EAGER_FLITS), k->w0, k->w1, k->w2,
                            k->header);

    return status == NOC_TX_OK ? NOC_ERR_OK : NOC_ERR_HARDWARE;
}

noc_err eager_start(uint32_t to, uint32_t tag, uint32_t w2, const uint32_t *body, uint32_t flits)
{
    struct noc_layer *l = &noc_layer;
    unsigned i = l->kept_index[l->kept_live];
    struct kept *k = &l->kept[i];
    noc_err err;

    copy_flits(l->kept_body + i * NOC_EAGER_FLITS, body, flits);
    k->header = noc_header(NOC_HEADER_LAST, to, 0);
    k->w0 = WORM(NOC_WORM_MESSAGE, NOC_QUEUE_EAGER) | (uint32_t)i << NI_TX_W0_ENTRY_SHIFT | flits;
    k->w1 = tag << WIRE_TAG_SHIFT;
    k->w2 = w2;
    err = start(i);
    if (!err) {
        l->kept_to[l->kept_live++] = (uint16_t)to;
    }
    return err;
}

void eager_acknowledged(uint32_t from)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i = live_place(from);
    uint8_t index;

    if (i == l->kept_live) {
        return; /* nothing of ours: a broken node's */
    }
    l->kept_live--;
    index = l->kept_index[i];
    l->kept_index[i] = l->kept_index[l->kept_live];
    l->kept_to[i] = l->kept_to[l->kept_live];
    l->kept_index[l->kept_live] = index;
}

/* The receiver discarded it, and has room now. */
void eager_pulled(uint32_t from)
{
    struct noc_layer *l = &noc_layer;
    uint32_t i = live_place(from);
    unsigned index;

    if (i == l->kept_live) {
        return;
    }
    index = l->kept_index[i];
    l->kept[index].w0 = (l->kept[index].w0 & ~WORM(0xf, 0)) | WORM(NOC_WORM_RESEND, 0);
    /* It was judged by its first flits: the last may still be on their way out.
     * They always leave, every worm is sunk. */
    while (ni_read(NI_TX_BUSY) & 1u << index) {
    }
    if (start(index)) {
        noc_layer.broken = true;
    }
}
