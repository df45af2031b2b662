/* SPDX-License-Identifier: BSD-2-Clause */
#include "control.h"

#include <string.h>

#include "board_clock.h"
#include "board_console.h"
#include "memmap.h"
#include "regs.h"

enum { NODE_BITS = 14 };

void control_begin(struct control *c, struct board *b)
{
    *c = (struct control){.board = b};
}

/* --- the control page --------------------------------------------------------------------------- */

static uint32_t read_page(struct control *c, uint32_t offset)
{
    const struct board *b = c->board;

    switch (offset) {
    case CTL_BOARD:
    case CTL_VERSION:
        return noc_control_reset(offset);
    case CTL_NODES:
        return b->topology->nodes;
    case CTL_RAM:
        return tile_ram_bytes();
    case CTL_PROFILE:
        return b->profile;
    case CTL_WIRING:
        return b->wiring;
    case CTL_BOOT:
        return board_peek(b, 0, TILE_REGISTERS, NI_BOOT);
    case CTL_LENGTHS:
        return console_lengths();
    case CTL_STOP: /* which has come to an end, or which UNTIL has begun, since the last cycle */
        (void)board_clock_stands();
        return board_clock_read(offset);
    case CTL_CYCLE_LO:
    case CTL_CYCLE_HI:
    case CTL_UNTIL_LO:
    case CTL_UNTIL_HI:
        return board_clock_read(offset);
    case CTL_PEEK:
        return c->peek;
    case CTL_STAMP:
        return c->stamps;
    case CTL_HOST:
        return c->host;
    case CTL_CONSOLE_LO:
        return (uint32_t)console_written();
    case CTL_CONSOLE_HI:
        return (uint32_t)(console_written() >> 32);
    default: /* AHEAD among them: no hart ever is */
        return 0;
    }
}

static bool write_page(struct control *c, uint32_t offset, uint32_t value)
{
    struct board *b = c->board;

    switch (offset) {
    case CTL_STOP:
    case CTL_UNTIL_LO:
    case CTL_UNTIL_HI:
        board_clock_write(offset, value);
        return true;
    case CTL_PEEK:
        c->peek = (value & noc_mask(NODE_BITS)) < b->topology->nodes ? value & noc_mask(NODE_BITS)
                                                                     : c->peek;
        return true;
    case CTL_STAMP:
        c->stamps = (value & 1) && tile_stamps();
        board_stamp(b, c->stamps);
        return true;
    case CTL_RESET:
        if (value & 1) {
            board_reset(b);
            c->reset = true;
        }
        return true;
    default: /* what is only read; HOST, as nobody serves calls here */
        return true;
    }
}

/* --- windows ------------------------------------------------------------------------------------ */

static bool read_counter(struct control *c, uint32_t node, uint32_t offset, uint32_t *word)
{
    *word = offset == CNT_SAMPLE ? c->board->out[node].pc
                                 : board_peek(c->board, node, TILE_COUNTERS, offset);
    return true;
}

/* A node's word in a window that has a block for each; false: there is no such node. */
static bool in_window(const struct control *c, uint32_t address, uint32_t base, uint32_t block,
                      uint32_t *node, uint32_t *offset)
{
    *node = (address - base) / block;
    *offset = (address - base) % block;
    return address >= base && *node < c->board->topology->nodes;
}

static bool read_ram(struct control *c, uint32_t node, uint32_t offset, uint32_t *word)
{
    if (offset >= tile_ram_bytes()) {
        return false;
    }
    *word = tile_ram(c->board->tile[node], offset);
    return true;
}

bool control_read(struct control *c, uint32_t address, uint32_t *word)
{
    uint32_t node, offset;

    if (address - NOC_CONTROL_BASE < NOC_CONTROL_SIZE) {
        *word = read_page(c, address - NOC_CONTROL_BASE);
        return true;
    }
    if (in_window(c, address, NOC_DEBUG_BASE, NOC_DEBUG_BLOCK, &node, &offset)) {
        return read_counter(c, node, offset, word);
    }
    if (in_window(c, address, NOC_STATE_BASE, NOC_STATE_BLOCK, &node, &offset)) {
        *word = board_peek(c->board, node, TILE_STATE, offset);
        return true;
    }
    if (in_window(c, address, NOC_STAMP_BASE, NOC_STAMP_BLOCK, &node, &offset)) {
        *word = tile_stamps() ? board_peek(c->board, node, TILE_STAMPS, offset) : 0;
        return true;
    }
    if (address - NOC_CONSOLE_BASE < NOC_CONSOLE_SIZE) {
        *word = console_word(address - NOC_CONSOLE_BASE);
        return true;
    }
    if (address - NOC_IMAGE_BASE < NOC_IMAGE_SIZE) {
        memcpy(word, (const char *)c->board->image + (address - NOC_IMAGE_BASE), sizeof *word);
        return true;
    }
    node = address >= NOC_PEEK_BASE ? c->peek : 0;
    offset = address >= NOC_PEEK_BASE ? NOC_PEEK_BASE : NOC_NI_BASE;
    if (address - offset < NOC_NI_SIZE) {
        *word = board_peek(c->board, node, TILE_REGISTERS, address - offset);
        return true;
    }
    if (address - offset - NOC_NI_SIZE < NOC_DEBUG_BLOCK) {
        *word = board_peek(c->board, node, TILE_COUNTERS, address - offset - NOC_NI_SIZE);
        return true;
    }
    return address >= NOC_RAM_BASE      ? read_ram(c, 0, address - NOC_RAM_BASE, word)
         : address >= NOC_PEEK_RAM_BASE ? read_ram(c, c->peek, address - NOC_PEEK_RAM_BASE, word)
                                        : false;
}

bool control_write(struct control *c, uint32_t address, uint32_t word)
{
    if (address - NOC_CONTROL_BASE < NOC_CONTROL_SIZE) {
        return write_page(c, address - NOC_CONTROL_BASE, word);
    }
    if (address - NOC_IMAGE_BASE < NOC_IMAGE_SIZE) {
        memcpy((char *)c->board->image + (address - NOC_IMAGE_BASE), &word, sizeof word);
        return true;
    }
    return false;
}
