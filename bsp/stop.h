/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a core ends. What its exit status means to the outside: exit_status.h; 0 to 119 are the
 * program's own. The EXIT register has 8 bits: exit(256) is exit(0), as everywhere.
 */
#ifndef BSP_STOP_H
#define BSP_STOP_H

#include <stdint.h>

#include "exit_status.h"

/* Beside a status, for bsp_stop(): look first whether the stack has overflowed. */
#define BSP_LOOK_AT_STACK UINT32_C(0x80000000)

/* status: 0 to 255. Completes the console line, writes EXIT and sleeps for ever. Runs no exit
 * handlers and flushes nothing: exit() does, and ends here. */
_Noreturn void bsp_stop(uint32_t status);

/* The same, and the board ends with it, whatever other cores do. */
_Noreturn void bsp_abort(uint32_t status);

/* From now on exit(0) ends with this status. For exit handlers, which see and change no status;
 * one that the program itself gave stays. */
void bsp_fail_exit(uint32_t status);

#endif
