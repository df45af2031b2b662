/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The consoles of all nodes: a verilated gateware/rtl/noc_console.sv behind plain functions. Its ring
 * is what debuggers read; what enters it is written to standard output, a line at a time: "[node] text".
 */
#ifndef GATEWARE_BOARD_CONSOLE_H
#define GATEWARE_BOARD_CONSOLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As at power-on: nothing has been printed. */
void console_begin(void);

/* A node prints a character in this cycle. Then the cycle has passed, in which somebody may have. */
void console_put(uint32_t node, char c);
void console_pass(void);
/* Lines that have not ended. */
void console_flush(void);

/* LENGTHS of the control page; characters that have ever been printed; and a word of the ring. */
uint32_t console_lengths(void);
uint64_t console_written(void);
uint32_t console_word(uint32_t offset);

#ifdef __cplusplus
}
#endif

#endif
