/* SPDX-License-Identifier: BSD-2-Clause */
#include "counter_blocks.h"

#include <string.h>

#include "memmap.h"
#include "regs.h"

uint32_t blocks_version(void)
{
    return noc_ni_reset(NI_VERSION);
}

uint32_t blocks_control_version(void)
{
    return noc_control_reset(CTL_VERSION);
}

enum status blocks_check_version(struct gdb *g, struct error *error)
{
    unsigned char byte[4];
    enum status status = gdb_memory(g, NOC_NI_BASE + NI_VERSION, byte, sizeof byte, error);
    if (!status && block_word(byte, 0) != blocks_version()) {
        error_set(error, STATUS_ENVIRONMENT,
                  "the board has the register map 0x%08x, but noct has 0x%08x", block_word(byte, 0),
                  blocks_version());
        return error_fix(error, "build both from the same source");
    }
    return status;
}

enum status blocks_fetch(struct gdb *g, uint32_t first, uint32_t n, unsigned char *block,
                         struct error *error)
{
    return gdb_memory(g, NOC_DEBUG_BASE + first * NOC_DEBUG_BLOCK, block,
                      (size_t)n * NOC_DEBUG_BLOCK, error);
}

uint32_t block_word(const unsigned char *block, unsigned offset)
{
    const unsigned char *b = block + offset;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

uint64_t block_pair(const unsigned char *block, unsigned offset_low)
{
    return block_word(block, offset_low) | (uint64_t)block_word(block, offset_low + 4) << 32;
}

bool block_count(const unsigned char *block, unsigned i, struct noc_channel_count *count)
{
    unsigned at = i * CNT_ROW_STRIDE;
    if (i >= block_word(block, CNT_ROWS) || i >= CNT_ROWS_MAX) {
        return false;
    }
    count->flits = block_word(block, CNT_LINKS + at);
    count->headers = block_word(block, CNT_LINK_HEADERS + at);
    count->blocked = block_word(block, CNT_LINK_BLOCKED + at);
    return true;
}

bool block_row(const struct noc_topology *t, const struct noc_routing *r,
               const unsigned char *block, uint32_t node, unsigned i, struct noc_channel *channel,
               struct noc_channel_count *count)
{
    return noc_channel_row(t, r, node, i, channel) && block_count(block, i, count);
}

void blocks_total(const struct noc_topology *t, const struct noc_routing *r,
                  const unsigned char *block, struct noc_net_total *total)
{
    memset(total, 0, sizeof *total);
    for (uint32_t node = 0; node < t->nodes; node++) {
        struct noc_channel channel;
        struct noc_channel_count count;
        for (unsigned i = 0;
             block_row(t, r, block + (size_t)node * NOC_DEBUG_BLOCK, node, i, &channel, &count);
             i++) {
            total->flit_hops += count.flits;
            total->link_visits += count.headers;
            total->blocked_cycles += count.blocked;
        }
    }
}

bool blocks_suffice(const struct noc_topology *t, const struct noc_routing *r)
{
    struct noc_channel channel;
    for (uint32_t node = 0; node < t->nodes; node++) {
        if (noc_channel_row(t, r, node, CNT_ROWS_MAX, &channel)) {
            return false;
        }
    }
    return true;
}
