/* SPDX-License-Identifier: BSD-2-Clause */
/* Random collective operations of all cores, each against a dumb one. */
#include "operations.h"

#include "cores.h"

enum { CALLS = 90, SHORT = 40, LONG = 700 };

int main(void)
{
    uint32_t i;

    ok(noc_init(), "init");
    for (i = 0; i < CALLS; i++) {
        const uint32_t x = (i + 1) * 2654435761u >> 8;
        const struct tried t = {i % OPERATIONS, i, x % 8 ? x / 8 % SHORT : x / 8 % LONG, i % 2};

        core_delay(core_random() % 400);
        operation_try(noc_world(), &t);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
