/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One worm from node 0 to three others of utorus:4x4 under utpr, one of which has a list of its
 * own in the header (COUNT). Its way, by `noct route`:
 *
 *     0 > 1 > 2 > (3) > 7 > 4 > 5 > 6 > (10) > 11 > 8 > (9)
 *
 * Each destination tells in which cycle after its start the worm was there. All other nodes
 * compute meanwhile and look at their NIs, and tell of every cycle and instruction: nothing is for
 * them, so these are as without the worm, which the NI refuses under another routing.
 */
#include "bare.h"

enum { FLITS = 200, LIST_FLITS = 2, ROUNDS = 400, SUM = 7 };

static uint32_t body[FLITS], slot[FLITS + LIST_FLITS];
static const uint32_t list[] = {
    NOC_HEADER_ADDRESS | 3 << NOC_HEADER_NODE_SHIFT,
    NOC_HEADER_ADDRESS | 10 << NOC_HEADER_NODE_SHIFT,
    NOC_HEADER_COUNT | LIST_FLITS << NOC_HEADER_FIELD_SHIFT,
    0x11570000,
    0x11570001,
    NOC_HEADER_ADDRESS | 9 << NOC_HEADER_NODE_SHIFT,
    NOC_HEADER_LAST | 9 << NOC_HEADER_NODE_SHIFT,
};

static void send(void)
{
    uint32_t start;

    compute_for(200); /* until those that wait sleep */
    body[FLITS - 1] = SUM;
    REG(NI_TX_ADDR) = (uint32_t)body;
    REG(NI_TX_W0) = NOC_PUT(FLITS, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE);
    REG(NI_TX_HEADERS_ADDR) = (uint32_t)list;
    __asm__ volatile("csrr %0, mcycle\n\taddi %0, %0, 3\n\tsw %0, 0(%1)\n\tsw %2, 0(%3)"
                     : "=&r"(start)
                     : "r"(body), "r"(sizeof(list) / sizeof(list[0])),
                       "r"(NOC_NI_BASE + NI_TX_HEADERS)
                     : "memory");
    while (REG(NI_TX_STATUS) == NOC_TX_CHECKING) {
    }
    put_number("sent, verdict ", REG(NI_TX_STATUS));
    put_text("\n");
}

static void receive(void)
{
    uint32_t flits, *data = slot;

    REG(NI_RX_SIZE) = FLITS + LIST_FLITS;
    REG(NI_RX_FREE) = (uint32_t)slot;
    REG(NI_DEADLINE_HI) = 0;
    REG(NI_DEADLINE_LO) = 100000;
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES) | NOC_PUT(1, NI_PENDING, DEADLINE);
    wait_for_line();
    if (!REG(NI_RX_W0)) {
        put_text("nothing came\n");
        return;
    }
    flits = NOC_GET(REG(NI_RX_W0), NI_TX_W0, LENGTH);
    if (flits > FLITS) {
        data += LIST_FLITS;
        put_number("list=", slot[0] == list[3] && slot[1] == list[4]);
        put_text(" ");
    }
    put_number("visible=start+", REG(NI_RX_TIME_LO) - data[0]);
    put_number(" flits=", flits);
    put_number(" last=", data[FLITS - 1]);
    put_text("\n");
}

/* Each round reads clock, instructions, and registers that the network may change. */
static void compute(void)
{
    uint32_t hash = 5381, cycle = CSR_READ(mcycle), instructions = CSR_READ(minstret);

    for (uint32_t i = 0; i < ROUNDS; i++) {
        hash = hash * 33u ^ CSR_READ(mcycle);
        hash = hash * 33u ^ CSR_READ(minstret);
        hash = hash * 33u ^ REG(NI_PENDING);
        hash = hash * 33u ^ REG(NI_RX_W0) ^ REG(NI_DISCARD_HEAD) ^ REG(NI_SIGNAL_HEAD);
    }
    cycle = CSR_READ(mcycle) - cycle;
    put_number("computed instructions=", CSR_READ(minstret) - instructions);
    put_number(" cycles=", cycle);
    put_number(" hash=", hash);
    put_text("\n");
}

int main(void)
{
    switch (REG(NI_NODE)) {
    case 0:
        send();
        break;
    case 3:
    case 9:
    case 10:
        receive();
        break;
    default:
        compute();
    }
    finish(ALL_DONE);
}
