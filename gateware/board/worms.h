/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which worm each flit is of, told from what crosses links alone: a flit that leaves a router frees a
 * place of an input, so it is the one that waited there longest, and what frees none comes from the
 * node's own interface. Worms are counted from 1 in the order in which they leave their first router.
 */
#ifndef GATEWARE_WORMS_H
#define GATEWARE_WORMS_H

#include "board.h"

enum {
    WORMS_PLACE_BITS = 12, /* of a flit's number: its place in the worm; above it the worm */
    WORMS_LINES = TILE_LINKS_MAX + 1
};

struct worms;

/* From the first cycle on. NULL: no memory. */
struct worms *worms_new(const struct board *b);
void worms_free(struct worms *w);

/* What crosses in this cycle, when all tiles have been given it: for each tile and link, and last for
 * its NI, the flit's number; 0: none. The lines of a tile are tile_links() + 1. They stay until the
 * next call. shown: somebody sees them. NULL: no memory. */
const uint32_t *worms_cycle(struct worms *w, bool shown);

/* A view of the waveform NAME.fst: NAME.gtkw, a save file of GTKWave, and NAME.worms, with which it
 * shows numbers as worms. They are written as MADE.gtkw and MADE.worms. False: errno says why not. */
bool worms_view(const struct worms *w, const char *name, const char *made, uint64_t from);

#endif
