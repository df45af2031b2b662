/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The node's one deadline, and sleeping until it.
 */
#ifndef BSP_TIMER_H
#define BSP_TIMER_H

#include <stdint.h>

#define TIMER_NEVER UINT64_MAX

/* Board time, cycles. */
uint64_t timer_now(void);

/* PENDING.DEADLINE becomes set at cycle `when` (TIMER_NEVER: never). */
void timer_deadline(uint64_t when);

/* Sleep until cycle `when`. Uses up the deadline; WAKE is 0 afterwards. */
void timer_sleep_until(uint64_t when);

#endif
