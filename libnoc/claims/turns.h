/* SPDX-License-Identifier: BSD-2-Clause */
/* Corner turns in a mesh (Stricker 1991, sections 3 and 4): which cycles of channels they allow. */
#ifndef LIBNOC_CLAIMS_TURNS_H
#define LIBNOC_CLAIMS_TURNS_H

#include "check.h"

/* Ports, as everywhere on grids; y grows downwards. */
enum { RIGHT, LEFT, DOWN, UP, DIRECTIONS };
extern const char *const direction_name[DIRECTIONS];

/* The turns of each orientation, from and to; four in this order close a square. */
extern const unsigned clockwise[4][2], counterclockwise[4][2];

enum { SIDE_MAX = 5, MESH_CHANNELS_MAX = SIDE_MAX * SIDE_MAX * DIRECTIONS };

/* Which turns are allowed in a mesh; straight on always is, back never. */
struct turns {
    unsigned rows, columns;
    bool allowed[DIRECTIONS][DIRECTIONS];
};

/* All eight, or all but one of each orientation. */
void turns_allow_all(struct turns *t);
void turns_forbid(struct turns *t, unsigned cw, unsigned ccw);

/* A shortest cycle of channels (node * 4 + port), or 0. */
unsigned shortest_cycle(const struct turns *t, unsigned cycle[MESH_CHANNELS_MAX]);

#endif
