/* SPDX-License-Identifier: BSD-2-Clause */

#include "test.h"
#include "mock.h"
#include "regs.h"
#include "timer.h"

enum { DEADLINE = 1 << NI_PENDING_DEADLINE_SHIFT };

static void expect_deadline(uint32_t high, uint32_t low)
{
    mock_write(NI_DEADLINE_HI, UINT32_MAX);
    mock_write(NI_DEADLINE_LO, low);
    mock_write(NI_DEADLINE_HI, high);
}

TEST(tells_the_time)
{
    mock_cycles(0x123456789a);
    assert_true(timer_now() == 0x123456789a);
}

TEST(never_shows_half_a_deadline)
{
    expect_deadline(0x12, 0x3456789a);
    timer_deadline(0x123456789a);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_deadline(TIMER_NEVER);
}

TEST(sleeps_until_the_deadline_only)
{
    expect_deadline(0, 500);
    mock_write(NI_WAKE, DEADLINE);
    mock_read(NI_RAM, 0x40000);
    mock_read(NI_PENDING, 0);
    mock_sleep();
    mock_read(NI_PENDING, ~(uint32_t)DEADLINE); /* woken by something else */
    mock_sleep();
    mock_read(NI_PENDING, DEADLINE);
    mock_write(NI_WAKE, 0);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_sleep_until(500);
}

TEST(does_not_sleep_past_a_deadline_that_has_come)
{
    expect_deadline(0, 1);
    mock_write(NI_WAKE, DEADLINE);
    mock_read(NI_RAM, 0x40000);
    mock_read(NI_PENDING, DEADLINE);
    mock_write(NI_WAKE, 0);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_sleep_until(1);
}

BEFORE_EACH
{
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
