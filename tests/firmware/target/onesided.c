/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one-sided access takes: node 0 prints cycles, of the middle one of several calls. Then random
 * accesses of all members against a dumb model.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "onesided.h"

#include "cores.h"
#include "hart.h"
#include "noc.h"
#include "timer.h"

enum {
    CALLS = 9,
    LONG = 4096,
    LATER = 20000,
    SPIN = 2000,
    PAUSE = 200000, /* longer than a collective operation lasts before others are asked about it */
    FEW = 2000      /* instructions of a core that sleeps meanwhile */
};

static noc_window *window;
static uint8_t memory[LONG], other[LONG];
static uint32_t one = 1, old;

/* All begin it at the same moment. */
static void meet(void)
{
    static uint64_t begin;

    begin = noc_now() + LATER;
    ok(noc_broadcast(noc_world(), &begin, sizeof(begin), 0, NOC_FOREVER), "begin");
    timer_sleep_until(begin - SPIN);
    (void)!noc_probe(NOC_ANY_SOURCE, NOC_ANY_TAG, NULL, 0);
    while ((int32_t)(hart_cycles_low() - (uint32_t)begin) < 0) {
    }
}

static void put(uint32_t bytes)
{
    ok(noc_put(window, (noc_rank() + 1) % noc_size(), 0, other, bytes), "put");
}

static void get(uint32_t bytes)
{
    ok(noc_get(window, (noc_rank() + 1) % noc_size(), 0, other, bytes), "get");
}

static void add(uint32_t unused)
{
    (void)unused;
    ok(noc_accumulate(window, (noc_rank() + 1) % noc_size(), 0, &one, 1, &noc_sum_uint32), "add");
}

static void nothing(uint32_t unused)
{
    (void)unused;
}

static void fetch(uint32_t unused)
{
    (void)unused;
    ok(noc_get_accumulate(window, 1, 0, &one, &old, 1, &noc_sum_uint32), "fetch");
}

static void sort(uint32_t *x)
{
    uint32_t i, j;

    for (i = 1; i < CALLS; i++) {
        for (j = i; j && x[j] < x[j - 1]; j--) {
            uint32_t swap = x[j];

            x[j] = x[j - 1];
            x[j - 1] = swap;
        }
    }
}

/* All access their next neighbour, then come to a fence. */
static void measure(const char *name, void (*access)(uint32_t bytes), uint32_t bytes)
{
    uint32_t call[CALLS], whole[CALLS], i, begin;

    for (i = 0; i < CALLS; i++) {
        meet();
        begin = hart_cycles_low();
        access(bytes);
        call[i] = hart_cycles_low() - begin;
        ok(noc_fence(window, NOC_FOREVER), "fence");
        whole[i] = hart_cycles_low() - begin;
    }
    sort(call);
    sort(whole);
    if (noc_rank() == 0) {
        printf("%s: %" PRIu32 " cycles, with the fence %" PRIu32 "\n", name, call[CALLS / 2],
               whole[CALLS / 2]);
    }
}

/* Node 0 alone, at node 1, which waits for a message meanwhile. */
static void measure_passive(const char *name, void (*access)(uint32_t bytes), uint32_t bytes,
                            bool locked)
{
    uint32_t whole[CALLS], i, begin;

    for (i = 0; i < CALLS; i++) {
        meet();
        if (noc_rank() == 1) {
            ok(noc_recv(0, 1, NULL, 0, NULL, NOC_FOREVER), "receive");
        }
        if (noc_rank()) {
            continue;
        }
        core_delay(1000);
        begin = hart_cycles_low();
        if (locked) {
            ok(noc_lock(window, 1, true, NOC_FOREVER), "lock");
        }
        access(bytes);
        ok(locked ? noc_unlock(window, 1, NOC_FOREVER) : noc_flush(window, 1, NOC_FOREVER), "done");
        whole[i] = hart_cycles_low() - begin;
        ok(noc_send(1, 1, NULL, 0, NOC_FOREVER), "send");
    }
    if (noc_rank() == 0) {
        sort(whole);
        printf("%s: %" PRIu32 " cycles\n", name, whole[CALLS / 2]);
    }
}

/* A core that waits sleeps, however long ago its last collective operation was. */
static void check_sleep(void)
{
    uint32_t begin = hart_instructions_low(), spent;
    noc_err err = noc_recv(NOC_ANY_SOURCE, 1, NULL, 0, NULL, PAUSE);

    spent = hart_instructions_low() - begin;
    if (err != NOC_ERR_TIMEOUT || spent > FEW) {
        printf("a receive of %d cycles took %" PRIu32 " instructions\n", PAUSE, spent);
        exit(1);
    }
}

int main(void)
{
    struct epochs e = {
        .seed = 1, .epochs = 3, .actions = 4, .longest = 300, .patience = NOC_FOREVER};

    ok(noc_init(), "init");
    ok(noc_window_create(noc_world(), memory, sizeof(memory), &window, NOC_FOREVER), "window");
    check_sleep();
    measure("nothing", nothing, 0);
    measure("put of 4 bytes", put, 4);
    measure("put of 32 bytes", put, 32);
    measure("put of 4096 bytes", put, LONG);
    measure("accumulate of an int", add, 0);
    measure("get of 4 bytes", get, 4);
    measure("get of 4096 bytes", get, LONG);
    measure_passive("put of 4 bytes and flush", put, 4, false);
    measure_passive("fetch and add and flush", fetch, 0, false);
    measure_passive("lock, put of 4 bytes, unlock", put, 4, true);
    ok(noc_window_free(window, NOC_FOREVER), "free");
    epochs_try(noc_world(), &e);
    ok(noc_finish(NOC_FOREVER), "finish");
    return 0;
}
