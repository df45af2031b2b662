/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Board time and the deadline register. The clock runs on in sleep, so a wait
 * is a deadline and a wfi, never a counted loop.
 */
#include "timer.h"

#include "ni.h"
#include "stack.h"

uint64_t timer_now(void)
{
    return hart_cycles();
}

/* 64 bits in two writes: the high half goes to its end first, so that the
 * deadline is never reached while half written. */
void timer_deadline(uint64_t when)
{
    ni_write(NI_DEADLINE_HI, UINT32_MAX);
    ni_write(NI_DEADLINE_LO, (uint32_t)when);
    ni_write(NI_DEADLINE_HI, (uint32_t)(when >> 32));
}

void timer_sleep_until(uint64_t when)
{
    timer_deadline(when);
    ni_write(NI_WAKE, 1u << NI_PENDING_DEADLINE_SHIFT);
    bsp_stack_check(ni_read(NI_RAM)); /* the core would sleep meanwhile */
    while (!NOC_GET(ni_read(NI_PENDING), NI_PENDING, DEADLINE)) {
        hart_sleep();
    }
    ni_write(NI_WAKE, 0);
    timer_deadline(TIMER_NEVER);
}
