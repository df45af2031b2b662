/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The node's console. The board collects a node's characters and prints whole
 * lines, so lines of different nodes never mix. Nothing here uses the heap or
 * stdio: it works in a trap handler and before main().
 */
#ifndef BSP_CONSOLE_H
#define BSP_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

void console_putc(char c);
void console_write(const char *text, size_t bytes);
void console_puts(const char *text); /* no newline is added */
void console_put_decimal(uint32_t value);
void console_put_hex(uint32_t value); /* eight digits */

/* Ends the line if one has been begun. */
void console_end_line(void);

#endif
