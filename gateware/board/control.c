/* SPDX-License-Identifier: BSD-2-Clause */
#include "control.h"

#include <string.h>
#include <time.h>

#include "console.h"
#include "memmap.h"
#include "regs.h"

enum { SECONDS_BITS = 8, NODE_BITS = 14 };

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void control_begin(struct control *c, struct board *b)
{
    *c = (struct control){.board = b, .seconds_wanted = noc_mask(SECONDS_BITS)};
}

/* --- the clock -------------------------------------------------------------------------------- */

static void stand_for(struct control *c, uint32_t seconds)
{
    c->stop_seconds = seconds;
    c->goes_on_ms = now_ms() + (int64_t)seconds * 1000;
}

bool control_stands(struct control *c)
{
    if (c->until && c->board->now >= c->until) {
        c->until = c->until_low = 0;
        stand_for(c, c->seconds_wanted);
    }
    if (c->stop_seconds && now_ms() >= c->goes_on_ms) {
        c->stop_seconds = 0;
    }
    return c->stop_seconds;
}

int control_wait_ms(const struct control *c)
{
    const int64_t left = c->goes_on_ms - now_ms();

    return !c->stop_seconds ? -1 : left > 0 ? (int)left : 0;
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
        return NOC_PUT(NOC_CONSOLE_SIZE, CTL_LENGTHS, RING) |
               NOC_PUT(CONSOLE_LINE_BYTES, CTL_LENGTHS, LINE);
    case CTL_CYCLE_LO:
        return (uint32_t)b->now;
    case CTL_CYCLE_HI:
        return (uint32_t)(b->now >> 32);
    case CTL_STOP:
        return control_stands(c) ? c->stop_seconds : 0;
    case CTL_PEEK:
        return c->peek;
    case CTL_STAMP:
        return c->stamps;
    case CTL_UNTIL_LO:
        return c->until_low;
    case CTL_UNTIL_HI:
        return (uint32_t)(c->until >> 32);
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

static void write_stop(struct control *c, uint32_t seconds)
{
    if (seconds) {
        c->seconds_wanted = seconds;
    }
    stand_for(c, seconds);
}

static bool write_page(struct control *c, uint32_t offset, uint32_t value)
{
    struct board *b = c->board;

    switch (offset) {
    case CTL_STOP:
        write_stop(c, value & noc_mask(SECONDS_BITS));
        return true;
    case CTL_PEEK:
        c->peek = (value & noc_mask(NODE_BITS)) < b->topology->nodes ? value & noc_mask(NODE_BITS)
                                                                     : c->peek;
        return true;
    case CTL_STAMP:
        c->stamps = (value & 1) && tile_stamps();
        board_stamp(b, c->stamps);
        return true;
    case CTL_UNTIL_LO:
        c->until_low = value;
        return true;
    case CTL_UNTIL_HI:
        c->until = (uint64_t)value << 32 | c->until_low;
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
