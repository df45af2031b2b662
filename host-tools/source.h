/* SPDX-License-Identifier: BSD-2-Clause */
/* Which line of which source a program counter belongs to, and where in its variables what lies, by
 * the DWARF in a firmware's ELF. */
#ifndef NOCT_SOURCE_H
#define NOCT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

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

/* Where a member of a variable of the program lies, as the compiler laid it out. */
struct source_member {
    uint32_t offset; /* in the variable; in an array of it, in the element */
    uint32_t bytes;  /* of all of it, or of all its elements */
    uint32_t element; /* bytes of an element, if it is an array; else 0 */
};

/* path: "group", or "group.count", in a variable that is a struct; arrays on the way are gone into,
 * and offset is then within their element. False: there is no such, or it is not told. */
bool source_member(const struct source *source, const char *variable, const char *path,
                   struct source_member *member);

#endif
