/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only a debugger sees of the board, and its clock: the control page, the windows of counters,
 * states, stamps, console and peek, image and RAM. docs/board.md, section 6.1.
 */
#ifndef GATEWARE_CONTROL_H
#define GATEWARE_CONTROL_H

#include "board.h"

struct control {
    struct board *board;
    int64_t goes_on_ms; /* a stopped clock does, at this time of the host's */
    uint64_t until;     /* the clock stops before this cycle; 0: it does not */
    uint32_t until_low, stop_seconds, seconds_wanted, peek, host;
    bool stamps;
    bool reset; /* the board has been, since somebody last put this back */
};

void control_begin(struct control *c, struct board *b);

/* The word at an address, which is a multiple of 4, as a debugger sees it through node 0's hart.
 * False: nothing is there, or it cannot be written. */
bool control_read(struct control *c, uint32_t address, uint32_t *word);
bool control_write(struct control *c, uint32_t address, uint32_t word);

/* Whether the clock is stopped, before the cycle that is next. */
bool control_stands(struct control *c);
/* Milliseconds until it goes on by itself; -1: it does not, or it is not stopped. */
int control_wait_ms(const struct control *c);

#endif
