/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program's own arena in the place of the library's: how many messages to itself fit into it. Then
 * cores 2 and 3 send core 0 more than that, and core 1's message comes all the same.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>

#include "noc.h"

NOC_ARENA(4096)

enum { FLOOD = 40, TAG = 1, LAST_TAG, LATER = 100000, DEADLINE = 10000000 };

static uint32_t body[NOC_EAGER_BYTES / 4];

static void must(noc_err err, const char *what)
{
    if (err) {
        printf("core %" PRIu32 ", %s: %s\n", noc_rank(), what, noc_strerror(err));
        noc_abort(1);
    }
}

static void wait_a_while(uint32_t whiles)
{
    if (noc_probe((int32_t)noc_rank(), LAST_TAG, NULL, whiles * LATER) != NOC_ERR_TIMEOUT) {
        printf("a message from nobody\n");
    }
}

static void fill_by_oneself(void)
{
    uint32_t fit = 0, i;

    while (!noc_send(0, TAG, body, NOC_EAGER_BYTES, DEADLINE)) {
        fit++;
    }
    printf("%" PRIu32 " fit\n", fit);
    for (i = 0; i < fit; i++) {
        must(noc_recv(0, TAG, body, NOC_EAGER_BYTES, NULL, DEADLINE), "from itself");
    }
}

static void receive(void)
{
    uint32_t heap = (uint32_t)mallinfo().uordblks, from, i;

    wait_a_while(3);
    must(noc_recv(1, LAST_TAG, body, NOC_EAGER_BYTES, NULL, DEADLINE), "past all others");
    for (i = 0; i < FLOOD; i++) {
        for (from = 2; from < 4; from++) {
            must(noc_recv((int32_t)from, TAG, body, NOC_EAGER_BYTES, NULL, DEADLINE), "flood");
            if (body[0] != i) {
                printf("%" PRIu32 " came in place of %" PRIu32 "\n", body[0], i);
            }
        }
    }
    printf("%" PRIu32 " bytes of the heap\n", (uint32_t)mallinfo().uordblks - heap);
}

int main(void)
{
    uint32_t i;

    must(noc_init(), "init");
    if (noc_rank() == 0) {
        fill_by_oneself();
        receive();
    } else if (noc_rank() == 1) {
        wait_a_while(2);
        must(noc_send(0, LAST_TAG, body, NOC_EAGER_BYTES, DEADLINE), "send");
    }
    if (noc_rank() > 1) {
        wait_a_while(1);
    }
    for (i = 0; noc_rank() > 1 && i < FLOOD; i++) {
        body[0] = i;
        must(noc_send(0, TAG, body, NOC_EAGER_BYTES, DEADLINE), "send");
    }
    return 0;
}
