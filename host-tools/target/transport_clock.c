/* SPDX-License-Identifier: BSD-2-Clause */
/* The board's clock by its control page, whatever the way to it. */
#include "counter_blocks.h"
#include "transport.h"
#include "memmap.h"
#include "regs.h"

enum status transport_go_until(struct transport *transport, uint64_t cycle, struct error *error)
{
    enum status status =
        transport_write(transport, NOC_CONTROL_BASE + CTL_UNTIL_LO, (uint32_t)cycle, error);
    if (!status) {
        status = transport_write(transport, NOC_CONTROL_BASE + CTL_UNTIL_HI,
                                 (uint32_t)(cycle >> 32), error);
    }
    return status ? status : transport_go(transport, error);
}

enum status transport_cycle(struct transport *transport, uint64_t *cycle, struct error *error)
{
    unsigned char pair[8] = {0};
    enum status status =
        transport_read(transport, NOC_CONTROL_BASE + CTL_CYCLE_LO, pair, sizeof pair, error);
    *cycle = block_pair(pair, 0);
    return status;
}
