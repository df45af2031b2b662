/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms in a text file, to be played back by noct sim --traffic file:FILE:
 *
 *     # cycle source destinations flits
 *     120 0 5 8
 *     120 3 9,12,14-15 64
 *
 * A line is a message: the cycle in which it is given to its network interface, its source, its
 * destinations (in any order), and the flits of its body. Cycles never go back. There are blanks
 * between words; # begins a comment; empty lines are skipped.
 */
#ifndef NOCT_PATTERNS_WORM_FILE_H
#define NOCT_PATTERNS_WORM_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "topology/topology.h"

struct worm_line {
    uint64_t cycle;
    uint32_t source, flits;
    uint32_t dests; /* how many */
    size_t first;   /* of worm_file.dest */
    uint32_t line;  /* in the file */
};

struct worm_file {
    struct worm_line *line;
    size_t lines, lines_room;
    uint16_t *dest;
    size_t dests, dests_room;
    uint32_t dests_max, flits_max; /* of a worm */
};

/* Read and check it all. After an error, which names the line, there is nothing to be freed. */
enum status worm_file_read(struct worm_file *f, const char *name, const struct noc_topology *t,
                           struct error *error);
void worm_file_free(struct worm_file *f);

/* Write the comment at the beginning, or a worm. Whether it could be is seen at fclose(). */
void worm_file_head(FILE *file, const char *what);
void worm_file_worm(FILE *file, uint64_t cycle, uint32_t source, const uint16_t *dest,
                    uint32_t dests, uint32_t flits);

#endif
