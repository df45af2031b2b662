/* SPDX-License-Identifier: BSD-2-Clause */
/* Which line of which source a program counter belongs to, by the DWARF in a firmware's ELF. */
#ifndef NOCT_SOURCE_H
#define NOCT_SOURCE_H

#include <stdbool.h>

#include "image.h"

struct source;

/* The debug information in the image, which must live on; NULL: there is none. */
struct source *source_open(const struct image *image);
void source_close(struct source *source); /* NULL: nothing */

/* Calls that the compiler has put into their callers, innermost first; the last one is the
 * function that the machine knows. Line 0: not known. The texts live as long as the source. */
enum { SOURCE_FRAMES_MAX = 8 };
struct source_frame {
    const char *function; /* NULL: not known */
    const char *file;     /* as the compiler was told; NULL: not known */
    unsigned line;        /* of the pc; of the others the line that calls the one before */
};

/* Returns how many frames there are; 0: no debug information covers pc. */
unsigned source_find(const struct source *source, uint32_t pc,
                     struct source_frame frame[SOURCE_FRAMES_MAX]);

#endif
