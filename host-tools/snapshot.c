/* SPDX-License-Identifier: BSD-2-Clause */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "memmap.h"
#include "memory.h"
#include "regs.h"

/* Bytes of a state block that says it has so many rows. */
static uint32_t state_bytes(uint32_t rows)
{
    return STATE_IN + (rows < STATE_ROWS_MAX ? rows : STATE_ROWS_MAX) * STATE_ROW_STRIDE;
}

/*
 * Most blocks have few rows, and JTAG is slow: of each only those are read that node 0 has, and
 * what a node has more.
 */
static enum status read_states(struct snapshot *s, struct link *link, struct complaint *why)
{
    uint32_t rows = 0;
    enum status status = link_word(link, NOC_STATE_BASE + STATE_ROWS, &rows, why);
    uint32_t usual = state_bytes(rows);
    for (uint32_t node = 0; node < s->nodes && !status; node++) {
        uint32_t address = NOC_STATE_BASE + node * NOC_STATE_BLOCK;
        unsigned char *block = s->states + (size_t)node * NOC_STATE_BLOCK;
        status = link_read(link, address, block, usual, why);
        uint32_t bytes = state_bytes(block_word(block, STATE_ROWS));
        if (!status && bytes > usual) {
            status = link_read(link, address + usual, block + usual, bytes - usual, why);
        }
    }
    return status;
}

static enum status read_all(struct snapshot *s, struct link *link, bool states,
                            struct complaint *why)
{
    unsigned char page[CTL_BOOT + 4];
    enum status status = link_read(link, NOC_CONTROL_BASE, page, sizeof page, why);
    if (status) {
        return status;
    }
    s->cycle = block_pair(page, CTL_CYCLE_LO);
    s->boot = block_word(page, CTL_BOOT);
    status = link_read(link, NOC_DEBUG_BASE, s->counters, (size_t)s->nodes * NOC_DEBUG_BLOCK, why);
    return status || !states ? status : read_states(s, link, why);
}

static void make_room(struct snapshot *s, struct link *link, bool states)
{
    memset(s, 0, sizeof *s);
    s->nodes = link_nodes(link);
    s->counters = claim_array(s->nodes, NOC_DEBUG_BLOCK);
    s->states = states ? claim_array(s->nodes, NOC_STATE_BLOCK) : NULL;
}

enum status snapshot_read(struct snapshot *s, struct link *link, bool states,
                          struct complaint *why)
{
    make_room(s, link, states);
    enum status status = read_all(s, link, states, why);
    if (status) {
        snapshot_free(s);
    }
    return status;
}

enum status snapshot_take(struct snapshot *s, struct link *link, bool states, snapshot_more *more,
                          void *opaque, struct complaint *why)
{
    make_room(s, link, states);
    enum status status = link_stop(link, why);
    if (!status) {
        status = read_all(s, link, states, why);
    }
    if (!status && more) {
        status = more(opaque, s, link, why);
    }
    if (!status) {
        status = link_go(link, why);
    }
    if (status) {
        snapshot_free(s);
    }
    return status;
}

void snapshot_free(struct snapshot *s)
{
    free(s->counters);
    free(s->states);
    s->counters = s->states = NULL;
}

const unsigned char *snapshot_counters(const struct snapshot *s, uint32_t node)
{
    return s->counters + (size_t)node * NOC_DEBUG_BLOCK;
}

uint32_t snapshot_state(const struct snapshot *s, uint32_t node, uint32_t offset)
{
    return block_word(s->states + (size_t)node * NOC_STATE_BLOCK, offset);
}

uint32_t snapshot_state_word(void *snapshot, uint32_t node, uint32_t offset)
{
    return snapshot_state(snapshot, node, offset);
}
