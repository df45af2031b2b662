/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board's clock: a verilated gateware/rtl/noc_clock.sv behind plain functions, and the host's
 * seconds, after which it goes on. docs/board.md, section 6.1.
 */
#ifndef GATEWARE_BOARD_CLOCK_H
#define GATEWARE_BOARD_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As at power-on: it runs, and cycle 0 is next. */
void board_clock_begin(void);

/* Whether it is stopped, before the cycle that is next. Otherwise that cycle is to pass. */
bool board_clock_stands(void);
/* The cycle passes. How many have passed since the last reset. */
uint64_t board_clock_pass(void);
/* Milliseconds after which it is to be asked again whether it stands, as a second has passed; -1: it
 * is not stopped. */
int board_clock_wait_ms(void);

/* A register of the control page: STOP, UNTIL and CYCLE. */
uint32_t board_clock_read(uint32_t offset);
void board_clock_write(uint32_t offset, uint32_t value);
/* The board is reset: cycle 0 is next. A clock that stands goes on standing. */
void board_clock_restart(void);

#ifdef __cplusplus
}
#endif

#endif
