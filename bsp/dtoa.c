/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ecvt() and its like call _dtoa_r() for the digits of a floating point number. newlib's own aborts the
 * program when the heap is used up, so the linker leads the calls here (--wrap, build.mk).
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "noinit.h"

struct _reent;

char *__wrap__dtoa_r(struct _reent *reent, double value, int mode, int ndigits, int *decpt,
                     int *sign, char **end);

enum {
    LIMBS = 88, /* what decimal_room() wants for a double */
    MANTISSA_BITS = 52,
    BIAS = 1023 + MANTISSA_BITS,
    RESULT_DIGITS = 512,
    NO_NUMBER = 9999 /* decpt of what is none */
};

static BSP_NOINIT char result[RESULT_DIGITS];
static char *long_result; /* instead, if it is not long enough */

/* A place for the digits, and for the zeros that printf adds to them. */
static char *place(int bytes)
{
    free(long_result);
    long_result = NULL;
    if (bytes <= RESULT_DIGITS) {
        return result;
    }
    long_result = malloc((size_t)bytes);
    if (!long_result) {
        abort(); /* printf has no way to hear of it */
    }
    return long_result;
}

static char *give(char *to, const char *text, char **end)
{
    size_t bytes = strlen(text);

    memcpy(to, text, bytes + 1);
    if (end) {
        *end = to + bytes;
    }
    return to;
}

/* The first `want` digits, rounded, without zeros at the end. */
static char *write_out(struct decimal *d, uint32_t want, char *to)
{
    uint32_t before = d->digits, cut = want < before ? before - want : 0;
    char *at = to;

    decimal_round(d, cut);
    for (uint32_t i = d->digits; i > cut; i--) {
        *at++ = (char)('0' + decimal_digit(d, i - 1));
    }
    while (at > to && at[-1] == '0') {
        at--;
    }
    *at = '\0';
    return at;
}

/*
 * mode 2: ndigits digits; 3: ndigits behind the point; any other: 17 digits, which tell all numbers
 * apart. *decpt: how many of them are before the point. *end: behind the last one. Valid until the
 * next call. Without heap it has RESULT_DIGITS at most.
 */
char *__wrap__dtoa_r(struct _reent *reent, double value, int mode, int ndigits, int *decpt,
                     int *sign, char **end)
{
    struct decimal d;
    struct binary b = {{0}, 0};
    uint64_t bits;
    uint32_t exponent, room[LIMBS];
    int want;
    char *to, *last;

    (void)reent;
    memcpy(&bits, &value, sizeof bits);
    *sign = (int)(bits >> 63);
    exponent = (uint32_t)(bits >> MANTISSA_BITS) & 0x7ff;
    bits &= (UINT64_C(1) << MANTISSA_BITS) - 1;
    if (exponent == 0x7ff) {
        *decpt = NO_NUMBER;
        return give(place(0), bits ? "NaN" : "Infinity", end);
    }
    if (mode != 2 && mode != 3) {
        mode = 2;
        ndigits = 17;
    }
    if (exponent == 0 && bits == 0) {
        *decpt = 1;
        return give(place(ndigits + 3), "0", end);
    }
    bits |= exponent ? UINT64_C(1) << MANTISSA_BITS : 0;
    b.mantissa[0] = (uint32_t)bits;
    b.mantissa[1] = (uint32_t)(bits >> 32);
    b.exponent = (int)(exponent ? exponent : 1) - BIAS;
    binary_reduce(&b);
    decimal_expand(&d, room, &b);
    *decpt = (int)d.digits - (int)d.behind;
    want = mode == 2 ? (ndigits > 0 ? ndigits : 1) : ndigits + *decpt;
    to = place((want > 0 ? want : 0) + 3);
    last = to;
    *to = '\0';
    if (want >= 0) {
        last = write_out(&d, (uint32_t)want, to);
        *decpt = (int)d.digits - (int)d.behind;
    }
    if (last == to) {
        *decpt = -ndigits; /* it is rounded to zero */
    }
    if (end) {
        *end = last;
    }
    return to;
}
