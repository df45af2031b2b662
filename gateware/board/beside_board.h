/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libnoc/model's board, and an interpreter for each hart, in lock step with the tiles. Each access
 * of a hart is made to the model in the same cycle, and what the hart stores is stored in the
 * model's RAM. Compared are, in each cycle, all that harts read from registers and from RAM, the
 * interrupt lines, what cores print, and how they end; and all that each instruction does.
 */
#ifndef GATEWARE_BESIDE_BOARD_H
#define GATEWARE_BESIDE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

struct board;

/* NULL: no memory. */
struct beside_board *beside_board_begin(struct board *b);
void beside_board_end(struct beside_board *s);

/* The cycle that the tiles have just passed. False: they differ, and a line on standard error says how. */
bool beside_board_cycle(struct beside_board *s);

#endif
