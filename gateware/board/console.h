/* SPDX-License-Identifier: BSD-2-Clause */
/* The consoles of all nodes on standard output, a line at a time: "[node] text"; and in a ring that
 * debuggers read. */
#ifndef GATEWARE_CONSOLE_H
#define GATEWARE_CONSOLE_H

#include <stdint.h>

enum { CONSOLE_LINE_BYTES = 4096 }; /* longer ones are cut */

void console_put(uint32_t node, char c);
/* Lines that have not ended. */
void console_flush(void);

/* Characters that have ever been printed, and a word of the ring, of NOC_CONSOLE_SIZE bytes. */
uint64_t console_written(void);
uint32_t console_word(uint32_t offset);

#endif
