/* SPDX-License-Identifier: BSD-2-Clause */
/* The consoles of all nodes on standard output, a line at a time: "[node] text". */
#ifndef GATEWARE_CONSOLE_H
#define GATEWARE_CONSOLE_H

#include <stdint.h>

void console_put(uint32_t node, char c);
/* Lines that have not ended. */
void console_flush(void);

#endif
