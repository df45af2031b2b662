/* SPDX-License-Identifier: BSD-2-Clause */
/* Which line of which source a program counter belongs to, and where in its variables what lies, by
 * the DWARF in a firmware's ELF. */
#ifndef NOCT_PROGRAM_DEBUG_INFO_H
#define NOCT_PROGRAM_DEBUG_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "image/elf_image.h"

struct debug_info;

/* The debug information in the image, which must live on; NULL: there is none. */
struct debug_info *debug_info_open(const struct elf_image *image);
void debug_info_close(struct debug_info *source); /* NULL: nothing */

/* Calls that the compiler has put into their callers, innermost first; the last one is the
 * function that the machine knows. Line 0: not known. The texts live as long as the source. */
enum { DEBUG_INFO_FRAMES_MAX = 8 };
struct debug_info_frame {
    const char *function; /* NULL: not known */
    const char *file;     /* as the compiler was told; NULL: not known */
    unsigned line;        /* of the pc; of the others the line that calls the one before */
};

/* Returns how many frames there are; 0: no debug information covers pc. */
unsigned debug_info_find(const struct debug_info *source, uint32_t pc,
                         struct debug_info_frame frame[DEBUG_INFO_FRAMES_MAX]);

/* Where a member of a variable of the program lies, as the compiler laid it out. */
struct debug_info_member {
    uint32_t offset;  /* in the variable; in an array of it, in the element */
    uint32_t bytes;   /* of all of it, or of all its elements */
    uint32_t element; /* bytes of an element, if it is an array; else 0 */
};

/* path: "group", or "group.count", in a variable that is a struct; arrays on the way are gone into,
 * and offset is then within their element. False: there is no such, or it is not told. */
bool debug_info_member(const struct debug_info *source, const char *variable, const char *path,
                       struct debug_info_member *member);

#endif
