/* SPDX-License-Identifier: BSD-2-Clause */
/* Random collective operations of all cores, each against a dumb one. */
#include "operations.h"

#include "cores.h"

/* On a large board fewer, and short ones, since all-to-all has a block for each core. */
enum { FEW = 64, CALLS = 90, CALLS_OF_MANY = OPERATIONS, SHORT = 40, LONG = 700 };

int main(void)
{
    uint32_t calls, most, i;

    ok(noc_init(), "init");
    calls = noc_size() <= FEW ? CALLS : CALLS_OF_MANY;
    most = noc_size() <= FEW ? LONG : SHORT;
    for (i = 0; i < calls; i++) {
        const uint32_t x = (i + 1) * 2654435761u >> 8;
        const struct tried t = {i % OPERATIONS, i, x % 8 ? x / 8 % SHORT : x / 8 % most, i % 2};

        core_delay(core_random() % 400);
        operation_try(noc_world(), &t);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
