/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event ring on the board: what a record costs in instructions, and that the ring has what
 * was put.
 */
#include <inttypes.h>
#include <stdio.h>

#include "hart.h"
#include "noc_trace.h"
#include "trace.h"

extern uint32_t noc_trace_ring[];

static uint32_t empty(void)
{
    uint32_t begin = hart_instructions_low();

    return hart_instructions_low() - begin;
}

static uint32_t one(void)
{
    uint32_t begin = hart_instructions_low();

    noc_trace_user(1, 2);
    return hart_instructions_low() - begin - empty();
}

int main(void)
{
    const struct noc_trace_ring *ring = (const struct noc_trace_ring *)noc_trace_ring;
    uint32_t n, wrong = 0, before;

    if (ring->magic != NOC_TRACE_MAGIC || ring->version != NOC_TRACE_VERSION || ring->written) {
        printf("no ring\n");
        return 1;
    }
    printf("mark %" PRIu32 ", ring of %" PRIu32 "\n", one(), ring->records);
    for (n = ring->written; n < 3 * ring->records / 2; n++) {
        before = hart_cycles_low();
        noc_trace_user(n, ~n);
        const struct noc_trace_record *r = &ring->record[n % ring->records];
        wrong += r->value != ~n || r->what != NOC_TRACE_WHAT(NOC_TRACE_USER, n, 0) ||
                 r->time - before > 30 || ring->written != n + 1;
    }
    printf("%" PRIu32 " wrong of %" PRIu32 "\n", wrong, ring->written);
    return wrong != 0;
}
