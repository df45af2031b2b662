/* SPDX-License-Identifier: BSD-2-Clause */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "counter_blocks.h"
#include "memmap.h"
#include "base/alloc.h"
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
static enum status read_states(struct snapshot *s, struct transport *transport, struct error *error)
{
    uint32_t rows = 0;
    enum status status = transport_word(transport, NOC_STATE_BASE + STATE_ROWS, &rows, error);
    uint32_t usual = state_bytes(rows);
    for (uint32_t node = 0; node < s->nodes && !status; node++) {
        uint32_t address = NOC_STATE_BASE + node * NOC_STATE_BLOCK;
        unsigned char *block = s->states + (size_t)node * NOC_STATE_BLOCK;
        status = transport_read(transport, address, block, usual, error);
        uint32_t bytes = state_bytes(block_word(block, STATE_ROWS));
        if (!status && bytes > usual) {
            status =
                transport_read(transport, address + usual, block + usual, bytes - usual, error);
        }
    }
    return status;
}

static enum status read_all(struct snapshot *s, struct transport *transport, bool states,
                            struct error *error)
{
    unsigned char page[CTL_BOOT + 4];
    enum status status = transport_read(transport, NOC_CONTROL_BASE, page, sizeof page, error);
    if (status) {
        return status;
    }
    s->cycle = block_pair(page, CTL_CYCLE_LO);
    s->boot = block_word(page, CTL_BOOT);
    status = transport_read(transport, NOC_DEBUG_BASE, s->counters,
                            (size_t)s->nodes * NOC_DEBUG_BLOCK, error);
    return status || !states ? status : read_states(s, transport, error);
}

static void make_room(struct snapshot *s, struct transport *transport, bool states)
{
    memset(s, 0, sizeof *s);
    s->nodes = transport_nodes(transport);
    s->counters = alloc_array(s->nodes, NOC_DEBUG_BLOCK);
    s->states = states ? alloc_array(s->nodes, NOC_STATE_BLOCK) : NULL;
}

enum status snapshot_read(struct snapshot *s, struct transport *transport, bool states,
                          struct error *error)
{
    make_room(s, transport, states);
    enum status status = read_all(s, transport, states, error);
    if (status) {
        snapshot_free(s);
    }
    return status;
}

enum status snapshot_take(struct snapshot *s, struct transport *transport, bool states,
                          snapshot_more *more, void *opaque, struct error *error)
{
    make_room(s, transport, states);
    enum status status = transport_stop(transport, error);
    if (!status) {
        status = read_all(s, transport, states, error);
    }
    if (!status && more) {
        status = more(opaque, s, transport, error);
    }
    if (!status) {
        status = transport_go(transport, error);
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
