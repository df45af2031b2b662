/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cores that wait for each other for ever: each for a message of the next one, the last one for
 * one of node 1, and nobody sends any. Node 0 counts meanwhile, so that the board goes on.
 */
#include "noc.h"

enum { TAG = 11 };

static void count(void)
{
    for (volatile uint32_t n = 0;; n++) {
    }
}

int main(void)
{
    static uint32_t body[4];
    uint32_t me, next;
    noc_err err = noc_init();

    if (err) {
        return 1;
    }
    me = noc_rank();
    next = me + 1 < noc_size() ? me + 1 : 1;
    if (me == 0) {
        count();
    }
    return noc_recv((int32_t)next, TAG, body, sizeof(body), NULL, NOC_FOREVER) ? 1 : 0;
}
