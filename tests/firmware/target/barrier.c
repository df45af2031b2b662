/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Barriers, a thousand on 15 cores, with random delays before them. Every core tells node 0
 * when it entered and when it left some of them; nobody may leave before the last has
 * entered.
 */
#include <stdio.h>

#include "cores.h"
#include "noc.h"

enum { BARRIERS = 15000, REPORTED = 20, TAG = 1 }; /* BARRIERS: divided by the cores */

/* A barrier and its times, whose low halves are enough for one run. */
static void pass(uint32_t times[2])
{
    core_delay(core_random() % (core_random() % 10 ? 30 : 600));
    times[0] = (uint32_t)noc_now();
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    times[1] = (uint32_t)noc_now();
}

static void judge(uint32_t n, const uint32_t own[2])
{
    uint32_t last_in = own[0], first_out = own[1], times[2], i;

    for (i = 1; i < noc_size(); i++) {
        ok(noc_recv((int32_t)i, TAG, times, sizeof(times), NULL, NOC_FOREVER), "recv");
        last_in = times[0] > last_in ? times[0] : last_in;
        first_out = times[1] < first_out ? times[1] : first_out;
    }
    if (first_out < last_in) {
        core_fail("barrier %u: one left at %u, one entered at %u", (unsigned)n, (unsigned)first_out,
                  (unsigned)last_in);
    }
}

int main(void)
{
    uint32_t times[2], barriers, n;

    ok(noc_init(), "init");
    barriers = BARRIERS / noc_size();
    for (n = 0; n < barriers; n++) {
        pass(times);
        if (n % (barriers / REPORTED) != 0) {
            continue;
        }
        if (core_number()) {
            ok(noc_send(0, TAG, times, sizeof(times), NOC_FOREVER), "send");
        } else {
            judge(n, times);
        }
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
