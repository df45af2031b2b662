/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The digits of floating point numbers, against those of the host's printf.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

struct _reent;
char *__wrap__dtoa_r(struct _reent *reent, double value, int mode, int ndigits, int *decpt,
                     int *sign, char **end);

enum { TEXT = 2000 };

/* The digits that the host prints, without zeros at either end, and where the point is. */
static void host_digits(char *to, int *decpt, double value, int mode, int ndigits)
{
    char text[TEXT], *at = text, *exponent, *first;
    int before = 0, n = 0;

    if (mode == 2) {
        snprintf(text, sizeof text, "%.*e", ndigits - 1, value);
        exponent = strchr(text, 'e');
        before = atoi(exponent + 1);
        *exponent = '\0';
    } else {
        snprintf(text, sizeof text, "%.*f", ndigits, value);
    }
    for (*decpt = -1; *at; at++) {
        if (*at == '.') {
            *decpt = n;
        } else {
            to[n++] = *at;
        }
    }
    *decpt = (*decpt < 0 ? n : *decpt) + before;
    to[n] = '\0';
    for (first = to; *first == '0'; first++) {
        --*decpt;
    }
    memmove(to, first, strlen(first) + 1);
    for (n = (int)strlen(to); n > 0 && to[n - 1] == '0';) {
        to[--n] = '\0';
    }
    if (!n) {
        *decpt = -ndigits;
    }
}

static void check(double value, int mode, int ndigits)
{
    char wanted[TEXT], *end, *got;
    int decpt, wanted_decpt, sign;

    host_digits(wanted, &wanted_decpt, value, mode, ndigits);
    got = __wrap__dtoa_r(NULL, value, mode, ndigits, &decpt, &sign, &end);
    if (strcmp(got, wanted) || decpt != wanted_decpt || sign || end != got + strlen(got)) {
        fail_msg("%.17g, mode %d, %d: %s at %d, not %s at %d", value, mode, ndigits, got, decpt,
                 wanted, wanted_decpt);
    }
}

static void check_all(double value)
{
    static const int many[] = {0, 1, 2, 3, 6, 9, 15, 16, 17, 18, 25, 60, 330, 800, 1100};

    for (unsigned i = 0; i < sizeof many / sizeof *many; i++) {
        if (many[i] > 0) {
            check(value, 2, many[i]);
        }
        check(value, 3, many[i]);
    }
}

TEST(digits_are_those_of_the_host)
{
    static const double some[] = {1,
                                  0.5,
                                  1.5,
                                  2.5,
                                  0.05,
                                  0.25,
                                  0.125,
                                  0.006,
                                  9.5,
                                  99.5,
                                  0.95,
                                  999.999,
                                  1e9,
                                  1e-9,
                                  1e15,
                                  1e16,
                                  1e22,
                                  1e23,
                                  5e-324,
                                  1e-308,
                                  2.2e-308,
                                  1.7976931348623157e308,
                                  123456789.125,
                                  3.14159265358979,
                                  0.1};
    uint64_t dice;

    for (unsigned i = 0; i < sizeof some / sizeof *some; i++) {
        check_all(some[i]);
    }
    TEST_CASES(n, 3000)
    {
        double value;

        dice = (n + 1) * UINT64_C(6364136223846793005) + 1442695040888963407;
        dice ^= dice >> 29;
        dice *= UINT64_C(0xbf58476d1ce4e5b9);
        dice &= INT64_MAX;
        memcpy(&value, &dice, sizeof value);
        if (isfinite(value) && value != 0) {
            check_all(value);
        }
        check_all((double)(dice % 1000000 + 1) / 64);
        check_all((double)(dice % 10000000 + 1) / 1000);
    }
}

TEST(what_is_no_number)
{
    int decpt, sign;
    char *end;

    assert_string_equal(__wrap__dtoa_r(NULL, INFINITY, 2, 6, &decpt, &sign, &end), "Infinity");
    assert_int_equal(decpt, 9999);
    assert_string_equal(__wrap__dtoa_r(NULL, NAN, 3, 6, &decpt, &sign, &end), "NaN");
    assert_string_equal(__wrap__dtoa_r(NULL, -0.0, 3, 6, &decpt, &sign, &end), "0");
    assert_int_equal(decpt, 1);
    assert_int_equal(sign, 1);
    assert_string_equal(__wrap__dtoa_r(NULL, -2.25, 0, 0, &decpt, &sign, NULL), "225");
    assert_int_equal(decpt, 1);
    assert_int_equal(sign, 1);
}
