/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include <string.h>

#include "console.h"
#include "host.h"
#include "ni.h"

enum { CONSOLE = -1, DIGITS = 10 };

/* The calls themselves, and not host.c's, which set errno. */
static int open_errors(void)
{
    uint32_t block[] = {ni_address(NOC_HOST_STREAM), NOC_HOST_A, sizeof NOC_HOST_STREAM - 1};

    return host_takes_errors() ? (int)host_call(NOC_HOST_OPEN, block) : CONSOLE;
}

static void put(int to, const char *text, uint32_t bytes)
{
    uint32_t block[] = {(uint32_t)to, ni_address(text), bytes};

    if (to < 0) {
        console_write(text, bytes);
    } else {
        (void)host_call(NOC_HOST_WRITE, block);
    }
}

int report_begin(void)
{
    int to = open_errors();

    if (to < 0) {
        console_end_line();
    }
    report_puts(to, "core ");
    report_put_decimal(to, ni_node());
    report_puts(to, ": ");
    return to;
}

void report_puts(int to, const char *text)
{
    put(to, text, (uint32_t)strlen(text));
}

void report_put_decimal(int to, uint32_t value)
{
    char digits[DIGITS];
    unsigned first = DIGITS;

    do {
        digits[--first] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    put(to, digits + first, DIGITS - first);
}

void report_put_hex(int to, uint32_t value)
{
    char digits[8];

    for (unsigned i = 0; i < sizeof digits; i++) {
        digits[i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
    }
    put(to, digits, sizeof digits);
}

void report_end(int to)
{
    uint32_t block = (uint32_t)to;

    put(to, "\n", 1);
    if (to >= 0) {
        (void)host_call(NOC_HOST_CLOSE, &block);
    }
}
