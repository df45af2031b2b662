/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libnoc/model's board, and an interpreter for each hart, in lock step with the tiles. Each access
 * of a hart is made to the model in the same cycle, and what the hart stores is stored in the
 * model's RAM. Compared are, in each cycle, all that harts read from registers and from RAM, the
 * interrupt lines, what cores print, and how they end; all that each instruction does; and what is in
 * the network (beside_network.h). All counters and the state block of a node are compared once in
 * BESIDE_ALL cycles, of one node after the other, and of all at the end; besides, once in BESIDE_BUSY
 * cycles, those of a node that has flits.
 */
#ifndef GATEWARE_BESIDE_BOARD_H
#define GATEWARE_BESIDE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

struct board;

enum { BESIDE_ALL = 4096, BESIDE_BUSY = 500 };

/* NULL: no memory. */
struct beside_board *beside_board_begin(struct board *b);
void beside_board_end(struct beside_board *s);

/* The cycle that the tiles have just passed. False: they differ, and a line on standard error says how. */
bool beside_board_cycle(struct beside_board *s);

/* The same of all counters and state blocks, between two cycles. */
bool beside_board_all(struct beside_board *s);

#endif
