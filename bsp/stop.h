/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a core ends, and what its exit status means to the outside.
 */
#ifndef BSP_STOP_H
#define BSP_STOP_H

#include <stdint.h>

/*
 * 0 to 119 are the program's own. The EXIT register has 8 bits: exit(256) is
 * exit(0), as everywhere.
 */
enum bsp_status {
    BSP_STATUS_BOARD = 120, /* firmware and board do not fit: map version or RAM */
    BSP_STATUS_ABORT = 121, /* abort(), a failed assert(), raise() of a fatal signal */
    BSP_STATUS_TRAP = 128   /* + mcause (0 to 15); + 32 for an interrupt */
};

/* Completes the console line, writes EXIT and sleeps for ever. Runs no exit
 * handlers and flushes nothing: exit() does, and ends here. */
_Noreturn void bsp_stop(uint32_t status);

#endif
