/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "console.h"
#include "mock.h"

static void writes_each_character_once(void **state)
{
    (void)state;
    mock_text("ab\xff\n");
    console_write("ab\xff\n", 4);
    console_write("", 0);
}

static void ends_only_lines_that_were_begun(void **state)
{
    (void)state;
    mock_text("a\n");
    console_puts("a\n");
    console_end_line();
    mock_text("b");
    console_puts("b");
    mock_text("\n");
    console_end_line();
    console_end_line();
    /* Writing nothing neither begins nor ends a line. */
    mock_text("c");
    console_putc('c');
    console_write("\n", 0);
    mock_text("\n");
    console_end_line();
}

static void prints_numbers(void **state)
{
    (void)state;
    mock_text("0 4294967295 1000 00000000 89abcdef\n");
    console_put_decimal(0);
    console_putc(' ');
    console_put_decimal(UINT32_MAX);
    console_putc(' ');
    console_put_decimal(1000);
    console_putc(' ');
    console_put_hex(0);
    console_putc(' ');
    console_put_hex(0x89abcdef);
    console_putc('\n');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_each_character_once, mock_begin, mock_end),
        cmocka_unit_test_setup_teardown(ends_only_lines_that_were_begun, mock_begin, mock_end),
        cmocka_unit_test_setup_teardown(prints_numbers, mock_begin, mock_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
