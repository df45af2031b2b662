/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only a debugger sees of the board: the control page, the windows of counters,
 * states, stamps, console and peek, image and RAM. docs/board.md, section 6.1.
 */
#ifndef GATEWARE_CONTROL_H
#define GATEWARE_CONTROL_H

#include "board.h"

struct control {
    struct board *board;
    uint32_t peek, host;
    bool stamps;
    bool reset; /* the board has been, since somebody last put this back */
};

void control_begin(struct control *c, struct board *b);

/* The word at an address, which is a multiple of 4, as a debugger sees it through node 0's hart.
 * False: nothing is there, or it cannot be written. */
bool control_read(struct control *c, uint32_t address, uint32_t *word);
bool control_write(struct control *c, uint32_t address, uint32_t word);

#endif
