/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The formats of printf, against the host's printf: all flags, widths and precisions with all
 * conversions, numbers of all sizes, positions, and what cannot be put.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "format.h"
#include "test.h"

enum { TEXT = 20000 };

struct text {
    struct format_out out;
    char bytes[TEXT];
    size_t length, room;
};

static int put_text(struct format_out *out, const char *text, size_t bytes)
{
    struct text *t = (struct text *)out;

    if (bytes > t->room - t->length) {
        return -1;
    }
    memcpy(t->bytes + t->length, text, bytes);
    t->length += bytes;
    return 0;
}

static struct text got;

static int format(const char *format, ...)
{
    va_list arguments;
    int bytes;

    got.out.put = put_text;
    got.length = 0;
    got.room = TEXT - 1;
    va_start(arguments, format);
    bytes = bsp_format(&got.out, format, arguments);
    va_end(arguments);
    got.bytes[got.length] = '\0';
    return bytes;
}

#define SAME(...)                                                                        \
    do {                                                                                 \
        static char host_text[TEXT];                                                     \
        int host_bytes = snprintf(host_text, sizeof host_text, __VA_ARGS__);             \
        int our_bytes = format(__VA_ARGS__);                                             \
        if (our_bytes != host_bytes || strcmp(got.bytes, host_text) != 0) {              \
            fail_msg("'%s' (%d), not '%s' (%d), of %s", got.bytes, our_bytes, host_text, \
                     host_bytes, FIRST(__VA_ARGS__, 0));                                 \
        }                                                                                \
    } while (0)
#define FIRST(first, ...) first

/* The formats are made here, so no compiler can check them. */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat"
#pragma GCC diagnostic ignored "-Wformat-truncation"

static void make(char *to, uint32_t flags, int width, int precision, const char *conversion)
{
    *to++ = '%';
    for (int i = 0; i < 6; i++) {
        if (flags >> i & 1) {
            *to++ = "-+ #0'"[i];
        }
    }
    if (width >= 0) {
        to += sprintf(to, "%d", width);
    }
    if (precision >= -1) {
        to += precision < 0 ? sprintf(to, ".") : sprintf(to, ".%d", precision);
    }
    strcpy(to, conversion);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

TEST(integers_are_those_of_the_host)
{
    static const char *const conversions[] = {"d", "i", "u", "o", "x", "X", "c"};
    static const int values[] = {0, 1, 7, 8, 9, 10, 42, 99, 255, 4711, INT_MAX, INT_MIN, -1, -42};
    char f[40];

    for (uint32_t flags = 0; flags < 32; flags++) {
        for (int width = -1; width < 14; width += 1 + (width > 2) * 4) {
            for (int precision = -2; precision < 13; precision += 1 + (precision > 1) * 5) {
                for (unsigned c = 0; c < 7; c++) {
                    make(f, flags & (width < 0 ? 15 : 31), width, precision, conversions[c]);
                    for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {
                        SAME(f, values[v]);
                    }
                }
            }
        }
    }
}

TEST(sizes_are_those_of_c)
{
    for (int i = 0; i < 64; i++) {
        uint64_t v = UINT64_C(0xfedcba9876543210) >> i | (uint64_t)i << 60;

        SAME("%hhd %hhu %hd %hx", (int)v, (int)v, (int)v, (int)v);
        SAME("%d %ld %lld %jd %zu %td|%qu", (int)v, (long)v, (long long)v, (intmax_t)v, (size_t)v,
             (ptrdiff_t)v, (unsigned long long)v);
        SAME("%llo %#llx %#llX %20llu|", (unsigned long long)v, (unsigned long long)v,
             (unsigned long long)v, (unsigned long long)v);
    }
    SAME("%p %20p|%-20p|", (void *)0x1234, (void *)0x80000000, (void *)1);
    SAME("%*d|%*d|%.*d|%.*d|%-*.*d|", 6, 1, -6, 2, 4, 3, -1, 4, 8, 3, 5);
}

TEST(texts_are_those_of_the_host)
{
    char unterminated[3] = {'a', 'b', 'c'};

    SAME("%s|%5s|%-5s|%.2s|%5.1s|%.0s|%%|", "abc", "abc", "abc", "abc", "abc", "abc");
    SAME("%.3s", unterminated);
    SAME("%s %.10s", (char *)NULL, (char *)NULL);
    SAME("a%cb%5c|%-5c|", 'x', 'y', 'z');
    SAME("plain");
    SAME("%s %s", "one", "two");
}

TEST(wide_texts_are_those_of_the_host)
{
    const wchar_t *text = L"gr\u00fc\u00df \u20ac\U0001f600!";

    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
    for (int precision = 0; precision < 20; precision++) {
        SAME("%.*ls|%20.*ls|%-20.*ls|", precision, text, precision, text, precision, text);
    }
    SAME("%ls|%S|%lc|%C|%5lc|", text, text, (wint_t)0x20ac, (wint_t)0xfc, (wint_t)0xfc);
    setlocale(LC_CTYPE, "C");
    errno = 0;
    assert_int_equal(format("%ls", L"\u20ac"), -1);
    assert_int_equal(errno, EILSEQ);
    assert_int_equal(format("%lc", (wint_t)0x20ac), -1);
    assert_int_equal(format("%.0ls|%.1ls|", L"\u20ac", L"a\u20ac"), 3);
}

TEST(positions_are_those_of_the_host)
{
    SAME("%2$s %1$s", "one", "two");
    SAME("%3$*1$.*2$f|%4$d|%3$a|%4$x", 12, 3, 2.5, 77);
    SAME("%2$lld %1$d %2$llx %3$s", 1, -5LL, "x");
    SAME("%1$d %1$d %1$d", 4);
    SAME("100$ and %d", 4);
    SAME("%2$c%1$c $", 'a', 'b');
    assert_int_equal(format("%33$d", 1), -1);
    assert_int_equal(errno, EINVAL);
}

TEST(n_stores_what_has_been_put)
{
    signed char c[2] = {0, 7};
    int i = 0;
    long long q = -1;

    assert_int_equal(format("12345%hhn67%n89%lln", &c[0], &i, &q), 9);
    assert_int_equal(c[0], 5);
    assert_int_equal(c[1], 7);
    assert_int_equal(i, 7);
    assert_true(q == 9);
}

static void check_double(double value, uint32_t flags, int width, int precision)
{
    static const char *const conversions[] = {"f", "e", "g", "F", "E", "G"};
    char f[40];

    for (unsigned c = 0; c < 6; c++) {
        /* With # the host's %g loses a zero where rounding makes a digit more. */
        make(f, (conversions[c][0] | 32) == 'g' ? flags & ~(UINT32_C(1) << 3) : flags, width,
             precision, conversions[c]);
        SAME(f, value);
    }
    /* Of what is not normal the host's first digit is 0, which C leaves open. */
    if (value == 0 || __builtin_isnormal(value) || value != value || value - value != 0) {
        make(f, flags, width, precision, "a");
        SAME(f, value);
        make(f, flags, width, precision, "A");
        SAME(f, value);
    }
}

static const double some_doubles[] = {0,
                                      -0.0,
                                      1,
                                      -1,
                                      0.5,
                                      1.5,
                                      2.5,
                                      0.125,
                                      9.5,
                                      99.5,
                                      999999.5,
                                      9999995,
                                      1e-4,
                                      1e-5,
                                      9.99999e-5,
                                      123456,
                                      1e6,
                                      1e15,
                                      1e16,
                                      1e22,
                                      1e23,
                                      0.1,
                                      1.0 / 3,
                                      5e-324,
                                      1e308,
                                      1.7976931348623157e308,
                                      2.2250738585072014e-308,
                                      1e100,
                                      6.02e23,
                                      1e-300,
                                      0.05,
                                      0.15,
                                      0.25,
                                      0.35,
                                      1.005,
                                      123.456};

TEST(floating_point_is_that_of_the_host)
{
    static const int precisions[] = {-2, -1, 0, 1, 2, 3, 5, 6, 8, 13, 15, 16, 17, 20, 40};

    for (unsigned v = 0; v < sizeof some_doubles / sizeof *some_doubles; v++) {
        for (uint32_t flags = 0; flags < 32; flags += 1 + !test_whole()) {
            for (unsigned p = 0; p < sizeof precisions / sizeof *precisions; p++) {
                check_double(some_doubles[v], flags & 15, -1, precisions[p]);
                check_double(some_doubles[v], flags, 1 + (int)flags, precisions[p]);
            }
        }
    }
    check_double(__builtin_inf(), 31, 10, 2);
    check_double(-__builtin_inf(), 16, 10, 2);
    check_double(__builtin_nan(""), 0, 10, -2);
    SAME("%.1100f", 5e-324);
    SAME("%.800g", 0x1.fffffffffffffp-1022);
    SAME("%.12000e", 1.1);
    format("%#.2g|%#g|%#.0g", 99.5, 1e-5, 3.0);
    assert_string_equal(got.bytes, "1.0e+02|1.00000e-05|3.");
}

TEST(random_doubles_are_those_of_the_host)
{
    uint64_t seed = 88172645463325252;

    for (uint32_t i = test_share(100000); i > 0; i--) {
        uint64_t bits = next_random(&seed), choice = next_random(&seed);
        double value;

        if (choice & 1) { /* near 1, and few digits */
            value = (double)(int64_t)(bits >> 40) / (double)(1 << (choice >> 1 & 15));
        } else {
            memcpy(&value, &bits, sizeof value);
        }
        check_double(value, choice >> 8 & 31, (int)(choice >> 16 & 31) + 1,
                     (int)((choice >> 24 & 31) % 27) - 2);
    }
}

/* The host has no printf of long doubles of 128 bits, but strfromf128(). */
static void check_quad(__float128 value, int precision)
{
    static char wanted[TEXT];
    char host[20], ours[20];

    for (const char *c = "fegaFEGA"; *c; c++) {
        sprintf(host, "%%.%d%c", precision, *c);
        sprintf(ours, "%%.%dL%c", precision, *c);
        strfromf128(wanted, sizeof wanted, host, value);
        format(ours, value);
        assert_string_equal(got.bytes, wanted);
    }
}

TEST(long_doubles_are_those_of_the_host)
{
    uint64_t seed = 4101842887655102017;

    check_quad(0, 3);
    check_quad(strtof128("0.1", NULL), 34);
    check_quad(strtof128("-2.25", NULL), 0);
    check_quad(strtof128("1.18973149535723176508575932662800702e4932", NULL), 33);
    check_quad(strtof128("-inf", NULL), 3);
    for (uint32_t i = test_share(4000); i > 0; i--) {
        uint64_t bits[2] = {next_random(&seed), next_random(&seed)}, choice = next_random(&seed);
        __float128 value;

        if (choice & 3) { /* not all of them huge or tiny, which takes long */
            bits[1] = (bits[1] & UINT64_C(0x800fffffffffffff)) | UINT64_C(0x3ff) << 52;
        }
        memcpy(&value, bits, sizeof value);
        if (value == value && (bits[1] >> 48 & 0x7fff) != 0) {
            check_quad(value, (int)(choice >> 8 & 63));
        }
    }
}

TEST(an_output_that_ends_is_an_error)
{
    va_list none;

    memset(&none, 0, sizeof none);
    got.out.put = put_text;
    got.length = 0;
    got.room = 3;
    assert_int_equal(bsp_format(&got.out, "abcdef", none), -1);
    errno = 0;
    got.room = 3;
    assert_int_equal(format("%*s%*s", INT_MAX, "", INT_MAX, ""), -1);
}
