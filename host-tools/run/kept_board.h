/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board of noct's own firmware that stays up from one experiment to the next, as long as these have the
 * network, the routing and the router in common: its cores are reset and told the next experiment, which
 * saves the start of the emulator.
 */
#ifndef NOCT_RUN_KEPT_BOARD_H
#define NOCT_RUN_KEPT_BOARD_H

#include "experiment/experiment.h"

/* From now on a board is kept in this process. */
void kept_board_allow(void);

/*
 * Run it on the board that is kept, or keep one. True: all cores have ended well, in cycle *cycles;
 * block: [nodes * NOC_DEBUG_BLOCK], their counters. False: none may be kept, or something was not well.
 * Then no board is kept any more, and the experiment is to be run on one of its own, which says why.
 */
bool kept_board_run(const struct experiment *e, const char *firmware, uint64_t limit_cycles,
                    unsigned char *block, uint64_t *cycles);

#endif
