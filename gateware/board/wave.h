/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The waveform of some cycles of a board, and a view of it that names worms: nocturne-FROM-TO.fst,
 * .gtkw and .worms in the current directory.
 */
#ifndef GATEWARE_WAVE_H
#define GATEWARE_WAVE_H

#include "board.h"

struct wave;

/* Of cycles from..to, both included. Before the first cycle of the board. NULL: it cannot be written,
 * or there is no memory, and a line on standard error says so. */
struct wave *wave_begin(struct board *b, uint64_t from, uint64_t to);

/* The board has ended. A line on standard error says which cycles are shown. False: none is, or not
 * all could be written. */
bool wave_end(struct wave *w);

#endif
