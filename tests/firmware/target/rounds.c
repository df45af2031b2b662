/* SPDX-License-Identifier: BSD-2-Clause */
/* For who traces a board that runs already: messages round all cores, for ever. */
#include <stdio.h>

#include "cores.h"
#include "noc.h"
#include "noc_trace.h"

enum { FLITS = 8, TAG = 1, BARRIER_EVERY = 2 };

int main(void)
{
    uint32_t body[FLITS] = {0}, round;

    ok(noc_init(), "init");
    if (noc_rank() == 0) {
        printf("going round\n");
    }
    for (round = 0;; round++) {
        NOC_TRACE_BEGIN("round", round);
        ok(noc_send((noc_rank() + 1) % noc_size(), TAG, body, sizeof(body), NOC_FOREVER), "send");
        ok(noc_recv(NOC_ANY_SOURCE, TAG, body, sizeof(body), NULL, NOC_FOREVER), "recv");
        NOC_TRACE_END();
        if (round % BARRIER_EVERY == 0) {
            ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
            NOC_TRACE_MARK("barrier passed", round);
        }
    }
}
