/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Processors of nodes that are only passed through are not disturbed: a loop takes as many
 * instructions and as many cycles while worms with several destinations pass as it takes on a quiet
 * board. The routers' counters tell through which nodes headers passed meanwhile: not when it is
 * quiet, and all others must be.
 */
#include <stdbool.h>
#include <stdio.h>

#include "cores.h"
#include "hart.h"
#include "memmap.h"
#include "mmio.h"
#include "multicast/plan.h"
#include "noc.h"
#include "regs.h"

enum { LOOPS = 20000, CASTS = 4, FLITS = 64, SETTLE = 3000 };

static const uint16_t members[] = {0, 5, 10, 15};
static const char *const algorithm[] = {"s-torus", "md-torus", "mu-torus:2", "mu-torus:3"};

struct count {
    uint32_t instructions, cycles, relayed;
};

static bool is_member(void)
{
    uint32_t i;

    for (i = 0; i < 4 && members[i] != core_number(); i++) {
    }
    return i < 4;
}

static uint32_t relayed(void)
{
    return mmio_read32(NOC_OWN_BASE + CNT_RELAYED);
}

static struct count loop(void)
{
    uint32_t n = LOOPS, headers = relayed(), cycles, instructions;

    cycles = (uint32_t)hart_cycles();
    instructions = hart_instructions_low();
    __asm__ volatile("1: addi %0, %0, -1\n\tbnez %0, 1b" : "+r"(n));
    instructions = hart_instructions_low() - instructions;
    cycles = (uint32_t)hart_cycles() - cycles;
    return (struct count){instructions, cycles, relayed() - headers};
}

static void cast(noc_group *g)
{
    noc_plan *plan[CASTS];
    uint32_t body[FLITS] = {0}, i;

    for (i = 0; i < CASTS; i++) {
        ok(noc_plan_create(g, 0, algorithm[i], NOC_BY_PLAN, &plan[i]), algorithm[i]);
    }
    core_delay(SETTLE);
    for (i = 0; i < CASTS; i++) {
        body[0] = core_number() ? 0 : i + 1;
        ok(noc_multicast(plan[i], body, 4 * FLITS, NOC_FOREVER), "multicast");
        if (body[0] != i + 1) {
            core_fail("multicast %u brought %u", i, body[0]);
        }
    }
}

static void meet(void)
{
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    core_delay(SETTLE); /* its signals are gone */
}

int main(void)
{
    struct count quiet, passed;
    noc_group *g = NULL;

    ok(noc_init(), "init");
    if (is_member()) {
        ok(group_with_slots(members, 4, 4 * FLITS, NOC_BY_PLAN, &g, NOC_FOREVER), "group");
    }
    meet();
    if (is_member()) {
        core_delay(4 * LOOPS);
        meet();
        cast(g);
        ok(noc_finish(NOC_FOREVER), "finish");
        return 0;
    }
    quiet = loop();
    core_delay(2 * LOOPS);
    meet();
    passed = loop();
    if (quiet.relayed) {
        core_fail("%u headers on a quiet board", (unsigned)quiet.relayed);
    }
    if (passed.instructions != quiet.instructions || passed.cycles != quiet.cycles) {
        core_fail("%u instructions in %u cycles, not %u in %u", (unsigned)passed.instructions,
                  (unsigned)passed.cycles, (unsigned)quiet.instructions, (unsigned)quiet.cycles);
    }
    if (passed.relayed) {
        printf("passed through, %u instructions\n", (unsigned)passed.instructions);
    }
    return 0;
}
