/* SPDX-License-Identifier: BSD-2-Clause */
/* Where in a program a program counter is: its function and line, as JSON and as a few words. */
#ifndef NOCT_PROGRAM_LOCATION_H
#define NOCT_PROGRAM_LOCATION_H

#include <jansson.h>

#include "debug_info.h"

enum { LOCATION_TEXT = 300 };

/*
 * For people: "sleep_for_front (firmware/messages/recv.c:92), in receive_slowly". Of functions that the
 * compiler has put into their callers it is the innermost that does not come from a header, since
 * those are the bricks, a register read and such. Without lines "receive_slowly+70", and without
 * symbols the address. image NULL: nothing is known of the program; source NULL: its lines are not.
 */
void location_text(char text[LOCATION_TEXT], const struct elf_image *image,
                   const struct debug_info *source, uint32_t pc);

/* Set "function", "offset", "file", "line" and, as location_text(), "place"; what is not known is
 * null. "frames" has all functions where the compiler has put some into their callers. */
void location_set(json_t *object, const struct elf_image *image, const struct debug_info *source,
                  uint32_t pc);

/* A JSON string; null for NULL. */
json_t *text_or_null(const char *text);

#endif
