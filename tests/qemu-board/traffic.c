/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every core computes and sends at random, sleeps with a deadline, and hashes
 * each time it sees: any change of any core's timing shows in what is printed.
 */
#include "bare.h"

enum { ROUNDS = 15, FLITS_MAX = 8, SLOTS = NOC_QUEUE_SLOTS, SETTLE_CYCLES = 20000 };

static uint32_t body[FLITS_MAX], slot[SLOTS][FLITS_MAX];
static uint32_t hash, received;

static void note(uint32_t value)
{
    hash = hash * 33u ^ value;
}

static void take_all(void)
{
    while (REG(NI_RX_W0)) {
        uint32_t at = REG(NI_RX_ADDR);

        note(REG(NI_RX_TIME_LO));
        note(REG(NI_RX_W1));
        note(*(const uint32_t *)at);
        REG(NI_RX_POP) = 1;
        REG(NI_RX_FREE) = at;
        received++;
    }
    while (NOC_GET(REG(NI_DISCARD_HEAD), NI_DISCARD_HEAD, VALID)) {
        note(REG(NI_DISCARD_HEAD));
        REG(NI_DISCARD_POP) = REG(NI_DISCARD_HEAD);
    }
    while (NOC_GET(REG(NI_SIGNAL_HEAD), NI_SIGNAL_HEAD, VALID)) {
        note(REG(NI_SIGNAL_HEAD));
        REG(NI_SIGNAL_POP) = REG(NI_SIGNAL_HEAD);
    }
}

static void sleep_for(uint32_t cycles)
{
    REG(NI_DEADLINE_HI) = UINT32_MAX;
    REG(NI_DEADLINE_LO) = CSR_READ(mcycle) + cycles;
    REG(NI_DEADLINE_HI) = 0;
    wait_for_line();
    note(CSR_READ(mcycle));
}

int main(void)
{
    uint32_t me = REG(NI_NODE), nodes = REG(NI_NODES), random = me * 2654435761u + 12345u;

    hash = 5381;
    REG(NI_RX_SIZE) = FLITS_MAX;
    for (uint32_t i = 0; i < SLOTS; i++) {
        REG(NI_RX_FREE) = (uint32_t)slot[i];
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES) | NOC_PUT(1, NI_PENDING, SIGNAL) |
                       NOC_PUT(1, NI_PENDING, DISCARD) | NOC_PUT(1, NI_PENDING, DEADLINE);
        compute_for(next_random(&random) >> 16 & 255);
        while (REG(NI_TX_BUSY)) {
            note(CSR_READ(mcycle));
        }
        body[0] = random;
        if (start_worm((me + 1 + (random >> 8) % (nodes - 1)) % nodes, body, 1 + (random & 7)) !=
            NOC_TX_OK) {
            finish(WRONG);
        }
        sleep_for(random & 8 ? 50 : 400);
        take_all();
    }
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, DEADLINE);
    sleep_for(SETTLE_CYCLES);
    take_all();
    put_number("received=", received);
    put_number(" hash=", hash);
    put_number(" retired=", CSR_READ(minstret));
    put_number(" cycle=", CSR_READ(mcycle));
    put_text("\n");
    finish(ALL_DONE);
}
