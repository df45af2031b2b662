/* SPDX-License-Identifier: BSD-2-Clause */
/* A profile's samples by function and line, and its sleeps by reason, of all cores. */
#ifndef NOCT_PROFILE_PROFILE_SUM_H
#define NOCT_PROFILE_PROFILE_SUM_H

#include <jansson.h>

#include "profile_read.h"
#include "program/debug_info.h"

/* Where a pc is: the function that the machine knows; the line that it was compiled of, perhaps of
 * a function that the compiler has put into that one. Nothing known: function is "?", file NULL. */
struct profile_place {
    const char *function, *inlined; /* inlined NULL: the line is the function's own */
    const char *file;
    unsigned line;
};
struct profile_place profile_place(const struct elf_image *image, const struct debug_info *source,
                                   uint32_t pc);

/* What a sleeping core waited for: "to receive from core 3", "for nothing that has a name". */
enum { PROFILE_REASON = 80 };
void profile_reason(char text[PROFILE_REASON], uint32_t waiting);

/* Rows [{"function", "cycles"}] and [{"file", "line", "function", "cycles"}], the most cycles first;
 * cycles is samples times the cycles between two. */
json_t *profile_functions(const struct profile *p, const struct elf_image *image,
                          const struct debug_info *source);
json_t *profile_lines(const struct profile *p, const struct elf_image *image,
                      const struct debug_info *source);

/* Rows [{"node", "what", "peer", "tag", "cycles"}], the most cycles first. what: as in answers of
 * noct why, or null; peer null: anybody, or nobody. */
json_t *profile_waits(const struct profile *p);

/* Rows [{"node", "awake", "asleep"}], cycles. */
json_t *profile_cores(const struct profile *p);

#endif
