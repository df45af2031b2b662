/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is under way has a block of memory, and mostly a request: here both begin and end. Most blocks
 * are needed again at once, so a few stay here, each large enough for any that has no bytes of a
 * message behind it.
 */
#include <stdlib.h>

#include "messages/messages.h"
#include "onesided_priv.h"
#include "progress/progress.h"
#include "requests/requests.h"

struct spare {
    struct spare *next;
};

void *block_new(uint32_t bytes)
{
    struct onesided *o = noc_layer.onesided;
    struct spare *spare = o->spare;

    if (!spare || bytes > BLOCK_BYTES) {
        return malloc(bytes < BLOCK_BYTES ? BLOCK_BYTES : bytes);
    }
    o->spare = spare->next;
    o->spares--;
    return spare;
}

void block_free(void *block)
{
    struct onesided *o = noc_layer.onesided;
    struct spare *spare = block;

    if (!spare || o->spares == SPARES) {
        free(spare);
        return;
    }
    spare->next = o->spare;
    o->spare = spare;
    o->spares++;
}

void blocks_end(void)
{
    struct onesided *o = noc_layer.onesided;
    struct spare *spare;

    while ((spare = o->spare)) {
        o->spare = spare->next;
        free(spare);
    }
    o->spares = 0;
}

void request_end(struct request *r)
{
    bool gone = false;

    while (!r->done && !gone) {
        gone = inner_give_up(r);
        if (!gone) {
            noc_progress(); /* it is about to be done */
        }
    }
    if (!gone) {
        request_free(r);
    }
}
