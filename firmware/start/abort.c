/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of all cores, by one of them, and waiting for it.
 */
#include "noc.h"
#include "stop.h"
#include "timer.h"

enum {
    EXIT_MOST = 255
}; /* EXIT has 8 bits: a larger status, or a negative one, must not become 0 */

_Noreturn void noc_abort(int status)
{
    bsp_abort((uint32_t)status > EXIT_MOST ? EXIT_MOST : (uint32_t)status);
}

void noc_sleep_until(uint64_t when)
{
    timer_sleep_until(when);
}
