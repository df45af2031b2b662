/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a core. The board ends when all cores have come here, or one ends it.
 */
#include "stop.h"

#include "console.h"
#include "ni.h"
#include "stack.h"

/* In the place of a mask: who does not ask for a look pays no cycle. */
_Noreturn void bsp_stop(uint32_t status)
{
    if (status >= BSP_LOOK_AT_STACK) {
        bsp_stack_check(ni_read(NI_RAM));
        status &= 0xff;
    }
    console_end_line();
    ni_write(NI_WAKE, 0);
    ni_write(NI_EXIT, status);
    for (;;) {
        hart_sleep();
    }
}

_Noreturn void bsp_abort(uint32_t status)
{
    console_end_line();
    ni_write(NI_WAKE, 0);
    ni_write(NI_EXIT, NOC_PUT(status, NI_EXIT, CODE) | NOC_PUT(1, NI_EXIT, ABORT));
    for (;;) {
        hart_sleep();
    }
}
