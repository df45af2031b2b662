/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Console output: one register write per character, no waiting.
 */
#include "console.h"

#include <stdbool.h>

#include "ni.h"

/* Characters of an unfinished line are with the board. */
static bool line_begun;

void console_write(const char *text, size_t bytes)
{
    if (bytes == 0) {
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        ni_write(NI_CONSOLE, (unsigned char)text[i]);
    }
    line_begun = text[bytes - 1] != '\n';
}

void console_putc(char c)
{
    console_write(&c, 1);
}

void console_puts(const char *text)
{
    size_t bytes = 0;

    while (text[bytes] != '\0') {
        bytes++;
    }
    console_write(text, bytes);
}

void console_put_decimal(uint32_t value)
{
    char digits[10]; /* of 2^32 - 1 */
    size_t first = sizeof digits;

    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    console_write(digits + first, sizeof digits - first);
}

void console_put_hex(uint32_t value)
{
    char digits[8];

    for (unsigned i = 0; i < 8; i++) {
        digits[i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
    }
    console_write(digits, sizeof digits);
}

void console_end_line(void)
{
    if (line_begun) {
        console_putc('\n');
    }
}
