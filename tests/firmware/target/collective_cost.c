/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a barrier, collective operations of a few words, and longer broadcasts take. Node 0 prints, of each: cycles from the moment at
 * which all cores enter until the last one leaves; cycles and its own instructions of one of many
 * calls that follow each other. On a large board only those with a goal.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cores.h"
#include "hart.h"
#include "noc.h"
#include "timer.h"

enum { CALLS = 16, LATER = 20000, SPIN = 2000, FEW = 64 };

static int32_t in_int = 1, out_int;
static double in_double = 1, out_double;
static int32_t four[4], many[64], longer[1024];

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

static void barrier(void)
{
    (void)!noc_barrier(noc_world(), NOC_FOREVER);
}

/* Along plans. Two roots in turn, as the timed calls of a program may have them. */
static void broadcast_in_turn(void)
{
    static uint32_t turn;

    (void)!noc_broadcast(noc_world(), longer, 512, turn++ % 2, NOC_FOREVER);
}

/* A root that there was not before: its plan is made. */
static void broadcast_from_new(void)
{
    static uint32_t root = 2;

    (void)!noc_broadcast(noc_world(), longer, 512, root++ % noc_size(), NOC_FOREVER);
}

static void broadcast_begun(uint32_t bytes)
{
    noc_request request;

    (void)!noc_ibroadcast(noc_world(), longer, bytes, 0, &request);
    (void)!noc_wait(&request, NULL, NOC_FOREVER);
}

static void broadcast_512_begun(void)
{
    broadcast_begun(512);
}

static void broadcast_4096(void)
{
    (void)!noc_broadcast(noc_world(), longer, sizeof(longer), 0, NOC_FOREVER);
}

static void broadcast_4096_begun(void)
{
    broadcast_begun(sizeof(longer));
}

/* From a moment that all know until the last has returned. */
static uint32_t at_once(void (*call)(void))
{
    uint64_t begin = noc_now() + LATER;
    uint32_t start, took, most;

    ok(noc_broadcast(noc_world(), &begin, sizeof(begin), 0, NOC_FOREVER), "begin");
    timer_sleep_until(begin - SPIN);
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
    const uint32_t calls = noc_size() <= FEW ? CALLS : CALLS / 4;
    uint32_t once, cycles, instructions, i;

    call();
    once = at_once(call);
    ok(noc_barrier(noc_world(), NOC_FOREVER), "barrier");
    cycles = (uint32_t)hart_cycles();
    instructions = hart_instructions_low();
    for (i = 0; i < calls; i++) {
        call();
    }
    instructions = hart_instructions_low() - instructions;
    cycles = (uint32_t)hart_cycles() - cycles;
    if (noc_rank() == 0) {
        printf("%s: %" PRIu32 " cycles at once, then %" PRIu32 " each, %" PRIu32 " instructions\n",
               name, once, cycles / calls, instructions / calls);
    }
}

int main(void)
{
    ok(noc_init(), "init");
    measure("barrier", barrier);
    measure("allreduce of an int", allreduce_int);
    measure("allreduce of a double", allreduce_double);
    if (noc_size() <= FEW) {
        measure("allreduce of 4 ints", allreduce_4);
        measure("broadcast of an int", broadcast_int);
        measure("reduce of an int", reduce_int);
        measure("scan of an int", scan_int);
        measure("broadcast of 512 bytes, two roots in turn", broadcast_in_turn);
        measure("broadcast of 512 bytes, a new root each time", broadcast_from_new);
        measure("broadcast of 512 bytes that does not wait, and the wait", broadcast_512_begun);
        measure("broadcast of 4096 bytes", broadcast_4096);
        measure("broadcast of 4096 bytes that does not wait, and the wait", broadcast_4096_begun);
    }
    allreduce_int();
    allreduce_double();
    if (out_int != (int32_t)noc_size() || out_double != (double)noc_size()) {
        core_fail("the sum is %d", (int)out_int);
    }
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
