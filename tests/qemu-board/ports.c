/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A relative of figure 5.2 of Robinson 1994, on a ring of four: node 0 sends a worm to 1 and 3,
 * node 2 one to 3 and 1, both in the same cycle. With one consumption context for each node, or
 * link, one holds a context that the other wants, and the other a channel; with one for each
 * virtual channel all is delivered. The header lists lie in the image.
 */
#include "bare.h"

enum { FLITS = 8, SLOTS = 2 };

static const uint32_t header[2][3] = {
    {NOC_HEADER_ADDRESS | 1 << 4, NOC_HEADER_ADDRESS | 3 << 4, NOC_HEADER_LAST | 3 << 4},
    {NOC_HEADER_ADDRESS | 3 << 4, NOC_HEADER_ADDRESS | 1 << 4, NOC_HEADER_LAST | 1 << 4},
};
static uint32_t body[FLITS], slot[SLOTS][FLITS];

static void send(uint32_t node)
{
    REG(NI_TX_ADDR) = (uint32_t)body;
    REG(NI_TX_W0) = NOC_PUT(FLITS, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE);
    REG(NI_TX_HEADERS_ADDR) = (uint32_t)header[node / 2];
    while (CSR_READ(mcycle) < 1000) {
    }
    REG(NI_TX_HEADERS) = 3;
    while (REG(NI_TX_STATUS) == NOC_TX_CHECKING) {
    }
    if (REG(NI_TX_STATUS) != NOC_TX_OK) {
        finish(WRONG);
    }
}

static void receive(void)
{
    REG(NI_RX_SIZE) = FLITS;
    for (unsigned i = 0; i < SLOTS; i++) {
        REG(NI_RX_FREE) = (uint32_t)slot[i];
    }
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
    for (unsigned i = 0; i < SLOTS; i++) {
        wait_for_line();
        put_number("from ", REG(NI_RX_W1) & 0x3fff);
        put_text("\n");
        REG(NI_RX_POP) = 1;
    }
}

int main(void)
{
    uint32_t node = REG(NI_NODE);

    if (node % 2 == 0) {
        send(node);
    } else {
        receive();
    }
    finish(ALL_DONE);
}
