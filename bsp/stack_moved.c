/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What else is done where the stack is at the top of RAM: crt0.S calls this before the constructors.
 */
#include "heap.h"
#include "ni.h"
#include "stack.h"
#include "stop.h"

void bsp_stack_moved(void);

/* The stack's place at the bottom becomes the heap's. */
void bsp_stack_moved(void)
{
    bsp_stack_mark(ni_read(NI_RAM));
    if (bsp_heap_give) {
        bsp_heap_give((void *)(uintptr_t)bsp_layout.stack_bottom,
                      bsp_layout.stack_top - bsp_layout.stack_bottom);
    }
    bsp_fail_exit(BSP_LOOK_AT_STACK);
}
