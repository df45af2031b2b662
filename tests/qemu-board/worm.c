/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One worm from node 0 to node 1, its cycles told by the core that gets it:
 * started in t, visible in t + 8 + H + F + 1 (docs/board.md), seen by the
 * sleeping core one cycle later. A second worm tells t. wfi is one
 * instruction, however long it lasts.
 */
#include "bare.h"

enum { FLITS = 8 };

static uint32_t body[FLITS], slot[2][FLITS];

static void send(void)
{
    uint32_t before, header = noc_header(NOC_HEADER_LAST, 1, 0);

    compute_for(1000); /* until the other sleeps */
    body[FLITS - 1] = 107;
    REG(NI_TX_ADDR) = (uint32_t)body;
    REG(NI_TX_W0) = NOC_PUT(FLITS, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE);
    __asm__ volatile("csrr %0, mcycle\n\tsw %1, 0(%2)"
                     : "=&r"(before)
                     : "r"(header), "r"(NOC_NI_BASE + NI_TX_DEST)
                     : "memory");
    while (REG(NI_TX_BUSY)) {
    }
    body[0] = before + 1; /* the write is the instruction after the csrr */
    if (start_worm(1, body, 1) != NOC_TX_OK) {
        finish(WRONG);
    }
}

static void receive(void)
{
    uint32_t woken, retired, retired_after, visible, start;

    REG(NI_RX_SIZE) = FLITS;
    REG(NI_RX_FREE) = (uint32_t)slot[0];
    REG(NI_RX_FREE) = (uint32_t)slot[1];
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
    __asm__ volatile("csrr %1, minstret\n\twfi\n\tcsrr %0, mcycle\n\tcsrr %2, minstret"
                     : "=&r"(woken), "=&r"(retired), "=&r"(retired_after)
                     :
                     : "memory");
    visible = REG(NI_RX_TIME_LO);
    REG(NI_RX_POP) = 1;
    wait_for_line();
    start = slot[1][0];
    put_number("visible=start+", visible - start);
    put_number(" woken=visible+", woken - visible);
    put_number(" retired=", retired_after - retired);
    put_number(" last=", slot[0][FLITS - 1]);
    put_text("\n");
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
