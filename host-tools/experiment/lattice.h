/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A random network of switches. Switches stand at random points of a square lattice, connected to
 * those at adjacent points, with processors at each (Libeskind-Hadas 1998, section 4). The paper does
 * not say how large the lattice is, nor what becomes of a draw in pieces. Here four fifths of the
 * points are taken unless told otherwise, and what does not hang together with the largest piece is
 * drawn again until all does.
 */
#ifndef NOCT_EXPERIMENT_LATTICE_H
#define NOCT_EXPERIMENT_LATTICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum {
    LATTICE_SWITCH_PORTS = 8, /* of them 4 for adjacent points */
    LATTICE_PROCESSORS_MAX = LATTICE_SWITCH_PORTS - 4
};

struct lattice {
    uint32_t switches, processors, side; /* processors: at each switch */
    uint64_t seed;
};

/* The least side of a lattice with so many points; that of one on which four fifths are taken. */
uint32_t lattice_least_side(uint64_t points);
uint32_t lattice_usual_side(uint64_t switches);

/* The text of a graph file, malloc'd, and how many links it has; NULL: no network that hangs together
 * was found. */
char *lattice_draw(const struct lattice *l, uint32_t *links);
enum status lattice_disconnected(const struct lattice *l, struct error *error);

/* "lattice:64", "lattice:64x2": is a topology's text one, and which? The seed is not in it. */
bool lattice_named(const char *topology);
enum status lattice_parse(struct lattice *l, const char *topology, struct error *error);

#endif
