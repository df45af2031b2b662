/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that a core takes back is its own at once, however far it computes ahead of the board
 * (docs/board.md, 4.2): node 1 gives a slot, or opens a window, for a worm of node 0, takes it back in
 * some cycle around the worm's arrival, and at once writes a pattern there. It must stay.
 */
#include "bare.h"

enum { FLITS = 32, PATTERN = 0x5a5a5a5a, ROUNDS = 48, EVERY = 400 };

static uint32_t body[FLITS], place[FLITS];

static void wait_until(uint32_t cycle)
{
    while ((int32_t)(CSR_READ(mcycle) - cycle) < 0) {
    }
}

static void send(void)
{
    for (uint32_t i = 0; i < FLITS; i++) {
        body[i] = i;
    }
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        wait_until(round * EVERY);
        REG(NI_TX_ADDR) = (uint32_t)body;
        REG(NI_TX_W2) = 0;
        REG(NI_TX_W0) = NOC_PUT(FLITS, NI_TX_W0, LENGTH) |
                        NOC_PUT(round % 2 ? NOC_WORM_BODY : NOC_WORM_MESSAGE, NI_TX_W0, TYPE) |
                        NOC_PUT(1, NI_TX_W0, QUIET);
        REG(NI_TX_DEST) = noc_header(NOC_HEADER_LAST, 1, 0);
    }
}

static void give(uint32_t round)
{
    if (round % 2) {
        REG(NI_WINDOW_ADDR) = (uint32_t)place;
        REG(NI_WINDOW_LENGTH) = sizeof(place);
        REG(NI_WINDOW_OPEN) = 0;
    } else {
        REG(NI_RX_SIZE) = FLITS;
        REG(NI_RX_FREE) = (uint32_t)place;
    }
}

static void take_back(uint32_t round)
{
    if (round % 4 == 1) {
        REG(NI_WINDOW_CLOSE) = 1;
    } else if (round % 4 == 3) {
        REG(NI_WINDOW_CLEAR) = 1;
    } else {
        REG(NI_RX_RESET) = 0;
    }
}

static void receive(void)
{
    uint32_t wrong = 0;

    for (uint32_t round = 1; round <= ROUNDS; round++) {
        wait_until(round * EVERY - 100);
        give(round);
        wait_until(round * EVERY + 10 + round);
        take_back(round);
        for (uint32_t i = 0; i < FLITS; i++) {
            ((volatile uint32_t *)place)[i] = PATTERN;
        }
        wait_until(round * EVERY + 200);
        (void)REG(NI_PENDING); /* the board comes up to here */
        for (uint32_t i = 0; i < FLITS; i++) {
            wrong += ((volatile uint32_t *)place)[i] != PATTERN;
        }
        REG(NI_WINDOW_CLEAR) = 1;
    }
    put_number("words that were overwritten: ", wrong);
    put_number(", worms that came: ", *(volatile uint32_t *)(NOC_OWN_BASE + CNT_IN));
    put_number(", that were refused: ", *(volatile uint32_t *)(NOC_OWN_BASE + CNT_DISCARDED));
    put_text("\n");
    finish(wrong ? WRONG : ALL_DONE);
}

int main(void)
{
    if (REG(NI_NODE) == 0) {
        send();
    } else if (REG(NI_NODE) == 1) {
        receive();
    }
    finish(ALL_DONE);
}
