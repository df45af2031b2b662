/* SPDX-License-Identifier: BSD-2-Clause */
#include "decimal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool decimal_read(const char **text, decimal *value)
{
    const char *c = *text;
    unsigned whole = 0, places = 0;
    int64_t v = 0;
    for (; isdigit((unsigned char)*c); c++, whole++) {
        if (whole == DECIMAL_PLACES) {
            return false;
        }
        v = v * 10 + (*c - '0');
    }
    if (!whole && !(c[0] == '.' && isdigit((unsigned char)c[1]))) {
        return false;
    }
    if (c[0] == '.' && isdigit((unsigned char)c[1])) {
        for (c++; isdigit((unsigned char)*c); c++, places++) {
            if (places == DECIMAL_PLACES) {
                return false;
            }
            v = v * 10 + (*c - '0');
        }
    }
    for (; places < DECIMAL_PLACES; places++) {
        v *= 10;
    }
    *value = v;
    *text = c;
    return true;
}

bool decimal_times(decimal a, decimal b, decimal *product)
{
    __extension__ __int128 p = (__int128)a * b;
    if (p % DECIMAL_ONE || p / DECIMAL_ONE > INT64_MAX / 2) {
        return false;
    }
    *product = (decimal)(p / DECIMAL_ONE);
    return true;
}

void decimal_text(decimal value, char text[DECIMAL_TEXT])
{
    int length = snprintf(text, DECIMAL_TEXT, "%lld.%09lld", (long long)(value / DECIMAL_ONE),
                          (long long)(value % DECIMAL_ONE));
    while (text[length - 1] == '0') {
        text[--length] = 0;
    }
    if (text[length - 1] == '.') {
        text[length - 1] = 0;
    }
}
