/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The view of a waveform of routers, NAME.fst: NAME.gtkw, a save file of GTKWave, and NAME.worms,
 * with which GTKWave shows a flit's tag as its worm and its place in the worm.
 */
#ifndef GATEWARE_VIEW_H
#define GATEWARE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

/* Write both files: of NODES routers; COUNT worms of that many FLITS; from a cycle on. False: a file
 * cannot be written. */
bool view_write(const char *name, uint32_t nodes, const uint32_t *flits, uint32_t count,
                uint64_t from);

#endif
