/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What collective operations of a few words take: all cores call the same ones one after the other,
 * and node 0 prints the cycles and its own instructions of each. First of all cores that enter at
 * once, the cycles from the first that enters to the last that leaves.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cores.h"
#include "hart.h"
#include "noc.h"
#include "timer.h"

enum { CALLS = 16, LATER = 20000 };

static int32_t in_int = 1, out_int;
static double in_double = 1, out_double;
static int32_t four[4], many[64];

static void allreduce_int(void)
{
    (void)!noc_allreduce(noc_world(), &in_int, &out_int, 1, &noc_sum_int32, NOC_FOREVER);
}

static void allreduce_4(void)
{
    (void)!noc_allreduce(noc_world(), many, four, 4, &noc_sum_int32, NOC_FOREVER);
}

static void allreduce_double(void)
{
    (void)!noc_allreduce(noc_world(), &in_double, &out_double, 1, &noc_sum_double, NOC_FOREVER);
}

static void broadcast_int(void)
{
    (void)!noc_broadcast(noc_world(), &in_int, sizeof(in_int), 0, NOC_FOREVER);
}

static void reduce_int(void)
{
    (void)!noc_reduce(noc_world(), &in_int, &out_int, 1, &noc_sum_int32, 0, NOC_FOREVER);
}

static void scan_int(void)
{
    (void)!noc_scan(noc_world(), &in_int, &out_int, 1, &noc_sum_int32, NOC_FOREVER);
}

/* From a moment that all know until the last has returned. */
static uint32_t at_once(void (*call)(void))
{
    uint64_t begin = noc_now() + LATER;
    uint32_t start, took, most;

    ok(noc_broadcast(noc_world(), &begin, sizeof(begin), 0, NOC_FOREVER), "begin");
    timer_sleep_until(begin - LATER / 4);
    (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0); /* what came meanwhile is done with */
    start = (uint32_t)begin;
    while ((int32_t)(hart_cycles_low() - start) < 0) {
    }
    call();
    took = hart_cycles_low() - start;
    ok(noc_allreduce(noc_world(), &took, &most, 1, &noc_max_uint32, NOC_FOREVER), "most");
    return most;
}

static void measure(const char *name, void (*call)(void))
{
    uint32_t once, cycles, instructions, i;

    call();
    once = at_once(call);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    cycles = (uint32_t)hart_cycles();
    instructions = hart_instructions_low();
    for (i = 0; i < CALLS; i++) {
        call();
    }
    instructions = hart_instructions_low() - instructions;
    cycles = (uint32_t)hart_cycles() - cycles;
    if (noc_rank() == 0) {
        printf("%s: %" PRIu32 " cycles at once, then %" PRIu32 " each, %" PRIu32 " instructions\n",
               name, once, cycles / CALLS, instructions / CALLS);
    }
}

int main(void)
{
    ok(noc_init(), "init");
    measure("allreduce of an int", allreduce_int);
    measure("allreduce of 4 ints", allreduce_4);
    measure("allreduce of a double", allreduce_double);
    measure("broadcast of an int", broadcast_int);
    measure("reduce of an int", reduce_int);
    measure("scan of an int", scan_int);
    allreduce_int();
    if (out_int != (int32_t)noc_size() && noc_rank() == 0) {
        core_fail("the sum is %d", (int)out_int);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
