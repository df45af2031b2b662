/* SPDX-License-Identifier: BSD-2-Clause */
/* What the C library prints and reads: wide characters, positions of arguments, long doubles. */
#define _GNU_SOURCE
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "check.h"

/* printf() is the board's own, of strings and of streams, and newlib calls it, too. */
static void check_printf(void)
{
    char text[100], *made = NULL;
    static const wchar_t euro[] = {0x20ac, 0};

    snprintf(text, sizeof text, "%ls %.2ls|%lc", L"wide", L"cut", (wint_t)'c');
    CHECK(strcmp(text, "wide cu|c") == 0);
    snprintf(text, sizeof text, "%2$s %1$lld %2$.1s", -5LL, "two");
    CHECK(strcmp(text, "two -5 t") == 0);
    snprintf(text, sizeof text, "%.30Lf %Lg %La %f", 0.1L, 1e400L, 2.25L, 2.5);
    CHECK(strcmp(text, "0.100000000000000000000000000000 1e+400 0x1.2p+1 2.500000") == 0);
    CHECK(snprintf(text, 4, "%d", 123456) == 6 && strcmp(text, "123") == 0);
    CHECK(asprintf(&made, "%0200d|%s", 5, "end") == 204 && strlen(made) == 204);
    free(made);
    CHECK(snprintf(text, sizeof text, "%ls", euro) == -1);
    CHECK(setlocale(LC_CTYPE, "C.UTF-8") != NULL);
    CHECK(snprintf(text, sizeof text, "%ls", euro) == 3);
    CHECK(strcmp(text, "\xe2\x82\xac") == 0);
    setlocale(LC_CTYPE, "C");
}

static void check_wide(void)
{
    wchar_t text[40];

    swprintf(text, 40, L"%2$ls %1$d", 3, L"x");
    CHECK(wcscmp(text, L"x 3") == 0);
    swprintf(text, 40, L"%ls %.2f %Lg", L"x", 2.5, 2.25L);
    CHECK(wcscmp(text, L"x 2.50 2.25") == 0);
    CHECK(fwide(stderr, 1) > 0 && fprintf(stderr, "not here\n") < 0);
    CHECK(fwprintf(stderr, L"%ls\n", L"wide") == 5);
}

static void check_reading(void)
{
    char *end;
    wchar_t *wide_end;
    long double quad = 0;
    double number = 0;
    float single = 0;
    int first = 0, second = 0;

    CHECK(strtold("2.25x", &end) == 2.25L && *end == 'x');
    CHECK(strtold("-0.1", NULL) == -0.1L && strtold("1e400", NULL) == 1e400L);
    CHECK(strtold("0x1.8p-16400", NULL) == 0x1.8p-16400L && strtold("0", NULL) == 0);
    CHECK(strtold("none", &end) == 0 && *end == 'n');
    CHECK(isinf(strtold("1e5000", NULL)) && strtold("-inf", NULL) < 0 &&
          isnan(strtold("nan", NULL)));
    CHECK(wcstold(L"2.25x", &wide_end) == 2.25L && *wide_end == L'x');
    CHECK(sscanf("2.25 7.5 0x1.8p1", "%f %Lf %lf", &single, &quad, &number) == 3);
    CHECK(single == 2.25f && quad == 7.5L && number == 3);
    CHECK(sscanf("5 7", "%2$d %1$d", &first, &second) == 2 && first == 7 && second == 5);
}

static void check_mathematics(void)
{
    volatile double no_number = NAN, below = -INFINITY;
    volatile long double tenth = 0.1L;
    double whole;

    CHECK(isnan(pow(-1, no_number)) && fdim(below, 1) == 0 && isnan(modf(no_number, &whole)));
    CHECK(fabsl(sinl(tenth) * sinl(tenth) + cosl(tenth) * cosl(tenth) - 1) < 1e-33L);
}

int main(void)
{
    check_printf();
    check_wide();
    check_reading();
    check_mathematics();
    return check_end();
}
