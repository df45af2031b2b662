/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * newlib's printf calls _dtoa_r() for the digits of a floating point number, and so does ecvt().
 * newlib's own aborts the program when the heap is used up, so the linker leads the calls here
 * (--wrap, build.mk).
 *
 * The number is m * 2^e. That is an integer if e >= 0, else (m * 5^-e) / 10^-e: so its decimal
 * digits are those of an integer, 767 at most, and all of them are exact. Those asked for are
 * written out, rounded to even by what is left.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "noinit.h"

struct _reent;

char *__wrap__dtoa_r(struct _reent *reent, double value, int mode, int ndigits, int *decpt,
                     int *sign, char **end);

enum {
    LIMB = 1000000000, /* 9 digits */
    LIMB_DIGITS = 9,
    LIMBS = 88,
    FIVES = 1220703125, /* 5^13 */
    MANTISSA_BITS = 52,
    BIAS = 1023 + MANTISSA_BITS,
    RESULT_DIGITS = 512,
    NO_NUMBER = 9999 /* decpt of what is none */
};

/* The lowest limb first. */
struct number {
    uint32_t limb[LIMBS], limbs;
};

static BSP_NOINIT char result[RESULT_DIGITS];
static char *long_result; /* instead, if it is not long enough */

static void multiply(struct number *n, uint32_t by)
{
    uint64_t carry = 0;

    for (uint32_t i = 0; i < n->limbs; i++) {
        carry += (uint64_t)n->limb[i] * by;
        n->limb[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    for (; carry != 0; carry /= LIMB) {
        n->limb[n->limbs++] = (uint32_t)(carry % LIMB);
    }
}

/* Returns how many of its digits are behind the point. */
static uint32_t expand(struct number *n, uint64_t mantissa, int exponent)
{
    uint32_t behind, left;

    for (; exponent < 0 && mantissa % 2 == 0; exponent++) {
        mantissa /= 2;
    }
    for (n->limbs = 0; mantissa != 0; mantissa /= LIMB) {
        n->limb[n->limbs++] = (uint32_t)(mantissa % LIMB);
    }
    for (; exponent >= 29; exponent -= 29) {
        multiply(n, UINT32_C(1) << 29);
    }
    if (exponent > 0) {
        multiply(n, UINT32_C(1) << exponent);
    }
    behind = exponent < 0 ? (uint32_t)-exponent : 0;
    for (left = behind; left >= 13; left -= 13) {
        multiply(n, FIVES);
    }
    for (; left > 0; left--) {
        multiply(n, 5);
    }
    return behind;
}

static uint32_t count_digits(const struct number *n)
{
    uint32_t digits = (n->limbs - 1) * LIMB_DIGITS;

    for (uint32_t top = n->limb[n->limbs - 1]; top != 0; top /= 10) {
        digits++;
    }
    return digits;
}

/* The i-th of its digits, counted from the last one. */
static uint32_t digit(const struct number *n, uint32_t i)
{
    uint32_t limb = n->limb[i / LIMB_DIGITS];

    for (i %= LIMB_DIGITS; i > 0; i--) {
        limb /= 10;
    }
    return limb % 10;
}

/* Whether the last `cut` digits are more than a half of what is before them, or as much and that is
 * odd. */
static bool rounds_up(const struct number *n, uint32_t digits, uint32_t cut)
{
    uint32_t first = digit(n, cut - 1);

    if (first != 5) {
        return first > 5;
    }
    for (uint32_t i = cut - 1; i-- > 0;) {
        if (digit(n, i) != 0) {
            return true;
        }
    }
    return cut < digits && digit(n, cut) % 2 != 0;
}

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
static char *write_out(const struct number *n, uint32_t digits, uint32_t want, char *to, int *decpt)
{
    char *at = to;
    uint32_t i;

    for (i = 0; i < want && i < digits; i++) {
        *at++ = (char)('0' + digit(n, digits - 1 - i));
    }
    if (want < digits && rounds_up(n, digits, digits - want)) {
        while (at > to && at[-1] == '9') {
            at--;
        }
        if (at > to) {
            at[-1]++;
        } else {
            *at++ = '1';
            ++*decpt;
        }
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
    struct number n;
    uint64_t bits;
    uint32_t digits, exponent;
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
    digits = expand(&n, bits, (int)(exponent ? exponent : 1) - BIAS);
    *decpt = (int)-digits;
    digits = count_digits(&n);
    *decpt += (int)digits;
    want = mode == 2 ? (ndigits > 0 ? ndigits : 1) : ndigits + *decpt;
    to = place((want > 0 ? want : 0) + 3);
    if (want < 0) {
        last = to;
        *to = '\0';
    } else {
        last = write_out(&n, digits, (uint32_t)want, to, decpt);
    }
    if (last == to) {
        *decpt = -ndigits; /* it is rounded to zero */
    }
    if (end) {
        *end = last;
    }
    return to;
}
