/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Node 0 sends a long worm to each of the nodes 1 to 4, one soon after the
 * other; each receiver tells in which cycle after its start it was there, or
 * that it had to wait for another one. With all ports worms over different first
 * links do not wait for each other; with one port they do.
 */
#include "bare.h"

enum { FLITS = 200, RECEIVERS = 4, ALONE_CYCLES_MAX = FLITS + 50 };

static uint32_t body[RECEIVERS][FLITS], slot[FLITS];

static void send(void)
{
    uint32_t to, start, header;

    compute_for(1000); /* until the others sleep */
    for (to = 1; to <= RECEIVERS; to++) {
        REG(NI_TX_ADDR) = (uint32_t)body[to - 1];
        REG(NI_TX_W0) = NOC_PUT(FLITS, NI_TX_W0, LENGTH) | NOC_PUT(to, NI_TX_W0, ENTRY) |
                        NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE);
        header = noc_header(NOC_HEADER_LAST, to, 0);
        /* The body is read when the worm starts: it says when that is. */
        __asm__ volatile("csrr %0, mcycle\n\taddi %0, %0, 3\n\tsw %0, 0(%1)\n\tsw %2, 0(%3)"
                         : "=&r"(start)
                         : "r"(body[to - 1]), "r"(header), "r"(NOC_NI_BASE + NI_TX_DEST)
                         : "memory");
        if (REG(NI_TX_STATUS) != NOC_TX_OK) {
            finish(WRONG);
        }
    }
}

static void receive(void)
{
    uint32_t cycles;

    REG(NI_RX_SIZE) = FLITS;
    REG(NI_RX_FREE) = (uint32_t)slot;
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
    wait_for_line();
    cycles = REG(NI_RX_TIME_LO) - slot[0];
    if (cycles > ALONE_CYCLES_MAX) {
        put_text("waited for another one\n");
    } else {
        put_number("visible=start+", cycles);
        put_text("\n");
    }
}

int main(void)
{
    if (REG(NI_NODE) == 0) {
        send();
    } else if (REG(NI_NODE) <= RECEIVERS) {
        receive();
    }
    finish(ALL_DONE);
}
