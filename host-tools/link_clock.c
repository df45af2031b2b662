/* SPDX-License-Identifier: BSD-2-Clause */
/* The board's clock by its control page, whatever the way to it. */
#include "blocks.h"
#include "link.h"
#include "memmap.h"
#include "regs.h"

enum status link_go_until(struct link *link, uint64_t cycle, struct complaint *why)
{
    enum status status = link_write(link, NOC_CONTROL_BASE + CTL_UNTIL_LO, (uint32_t)cycle, why);
    if (!status) {
        status = link_write(link, NOC_CONTROL_BASE + CTL_UNTIL_HI, (uint32_t)(cycle >> 32), why);
    }
    return status ? status : link_go(link, why);
}

enum status link_cycle(struct link *link, uint64_t *cycle, struct complaint *why)
{
    unsigned char pair[8] = { 0 };
    enum status status = link_read(link, NOC_CONTROL_BASE + CTL_CYCLE_LO, pair, sizeof pair, why);
    *cycle = block_pair(pair, 0);
    return status;
}
