/* SPDX-License-Identifier: BSD-2-Clause */
/* BOOT: a delay line, from node 0's write to the cycle in which all nodes read it. */
#include <assert.h>

#include "board_priv.h"

/* The bits that exist. */
static uint32_t boot_bits(uint32_t value)
{
    return value & (noc_mask(NI_BOOT_SLOT_SHIFT + NI_BOOT_SLOT_BITS) | NOC_PUT(1, NI_BOOT, DONE) |
                    NOC_PUT(1, NI_BOOT, READY));
}

/* The ring holds the writes of the last NOC_NI_SEND_CYCLES cycles; of one cycle the last counts. */
void ni_boot_write(struct noc_board *board, uint32_t node, uint32_t value, uint64_t when)
{
    struct ni_boot *boot = &board->boot;
    uint32_t last = (boot->first + boot->used - 1) % NOC_NI_SEND_CYCLES;

    if (node != 0 || boot->closed) {
        return;
    }
    if (!boot->used || boot->coming[last].when != when + NOC_NI_SEND_CYCLES) {
        assert(boot->used < NOC_NI_SEND_CYCLES); /* the board is at `when` */
        last = (boot->first + boot->used++) % NOC_NI_SEND_CYCLES;
    }
    boot->coming[last].when = when + NOC_NI_SEND_CYCLES;
    boot->coming[last].value = boot_bits(value);
    boot->closed = NOC_GET(value, NI_BOOT, READY);
}

uint64_t ni_boot_next(const struct noc_board *board)
{
    return board->boot.used ? board->boot.coming[board->boot.first].when : NOC_NEVER;
}

void ni_boot_show(struct noc_board *board, uint64_t now)
{
    struct ni_boot *boot = &board->boot;

    if (ni_boot_next(board) != now) {
        return;
    }
    boot->shown = boot->coming[boot->first].value;
    boot->first = (boot->first + 1) % NOC_NI_SEND_CYCLES;
    boot->used--;
    if (NOC_GET(boot->shown, NI_BOOT, READY)) {
        for (uint32_t i = 0; i < board->config.net.topology->nodes; i++) {
            ni_update(board, i, now);
        }
    }
}

uint32_t noc_board_boot(const struct noc_board *board)
{
    return board->boot.shown;
}

void noc_board_set_host(struct noc_board *board, uint32_t host)
{
    board->config.host = host;
}
