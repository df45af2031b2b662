/* SPDX-License-Identifier: BSD-2-Clause */

#include "test.h"
#include "console.h"
#include "mock.h"

TEST(writes_each_character_once)
{
    mock_text("ab\xff\n");
    console_write("ab\xff\n", 4);
    console_write("", 0);
}

TEST(ends_only_lines_that_were_begun)
{
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

TEST(prints_numbers)
{
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

BEFORE_EACH
{
    mock_begin();
}

AFTER_EACH
{
    mock_end();
}
