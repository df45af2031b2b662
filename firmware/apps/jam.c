/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everybody sends a message three nodes up, all in the same cycle. On a ring without
 * virtual channels (`--topology torus:8 --routing dor`) the worms wait for each
 * other in a cycle; with any routing that is free of deadlock all goes well.
 */
#include <inttypes.h>
#include <stdio.h>

#include "noc.h"

enum { FLITS = 64, UP = 3, TAG = 1, BEGIN_CYCLE = 10000, DEADLINE = 1000000 };

int main(void)
{
    static uint32_t body[FLITS];
    noc_err err = noc_init();

    if (!err) {
        body[FLITS - 1] = noc_rank();
        noc_sleep_until(BEGIN_CYCLE);
        err = noc_send((noc_rank() + UP) % noc_size(), TAG, body, sizeof(body), DEADLINE);
    }
    if (!err) {
        err = noc_recv(NOC_ANY_SOURCE, TAG, body, sizeof(body), NULL, DEADLINE);
    }
    if (err) {
        printf("jam: core %" PRIu32 ": %s\n", noc_rank(), noc_strerror(err));
        return 1;
    }
    return (body[FLITS - 1] + UP) % noc_size() == noc_rank() ? 0 : 1;
}
