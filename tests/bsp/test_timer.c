/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

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

static void tells_the_time(void **state)
{
    (void)state;
    mock_cycles(0x123456789a);
    assert_true(timer_now() == 0x123456789a);
}

static void never_shows_half_a_deadline(void **state)
{
    (void)state;
    expect_deadline(0x12, 0x3456789a);
    timer_deadline(0x123456789a);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_deadline(TIMER_NEVER);
}

static void sleeps_until_the_deadline_only(void **state)
{
    (void)state;
    expect_deadline(0, 500);
    mock_write(NI_WAKE, DEADLINE);
    mock_read(NI_PENDING, 0);
    mock_sleep();
    mock_read(NI_PENDING, ~(uint32_t)DEADLINE); /* woken by something else */
    mock_sleep();
    mock_read(NI_PENDING, DEADLINE);
    mock_write(NI_WAKE, 0);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_sleep_until(500);
}

static void does_not_sleep_past_a_deadline_that_has_come(void **state)
{
    (void)state;
    expect_deadline(0, 1);
    mock_write(NI_WAKE, DEADLINE);
    mock_read(NI_PENDING, DEADLINE);
    mock_write(NI_WAKE, 0);
    expect_deadline(UINT32_MAX, UINT32_MAX);
    timer_sleep_until(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tells_the_time, mock_begin, mock_end),
        cmocka_unit_test_setup_teardown(never_shows_half_a_deadline, mock_begin, mock_end),
        cmocka_unit_test_setup_teardown(sleeps_until_the_deadline_only, mock_begin, mock_end),
        cmocka_unit_test_setup_teardown(does_not_sleep_past_a_deadline_that_has_come, mock_begin,
                                        mock_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
