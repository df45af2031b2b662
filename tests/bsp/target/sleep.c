/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Time and sleep: the clock goes on while instructions stand still, a deadline
 * ends a sleep in its cycle, and one that has passed is no sleep at all.
 */
#include "check.h"
#include "hart.h"
#include "ni.h"
#include "timer.h"

enum { NAP = 100000, SLACK = 100 };

int main(void)
{
    uint64_t start = timer_now(), woken;
    uint32_t instructions = hart_instructions_low(), slept;

    timer_sleep_until(start + NAP);
    woken = timer_now();
    slept = hart_instructions_low() - instructions;
    CHECK(woken >= start + NAP && woken < start + NAP + SLACK);
    CHECK(slept < SLACK);

    timer_sleep_until(start);
    CHECK(timer_now() - woken < SLACK);

    /* The three clocks, and the counters' copy, are one. */
    woken = timer_now();
    uint64_t later = mmio_read32(NOC_OWN_BASE + CNT_TIME_LO);
    CHECK(later > woken && later < woken + SLACK);

    /* A level that was there before WAKE selects it ends a sleep too. */
    timer_deadline(0);
    ni_write(NI_WAKE, 1u << NI_PENDING_DEADLINE_SHIFT);
    woken = timer_now();
    hart_sleep();
    CHECK(timer_now() - woken < SLACK);
    timer_deadline(TIMER_NEVER);
    CHECK((ni_read(NI_PENDING) & 1u << NI_PENDING_DEADLINE_SHIFT) == 0);
    return check_end("sleep");
}
