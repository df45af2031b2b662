/* SPDX-License-Identifier: BSD-2-Clause */
#include "decimal.h"

#include <stdbool.h>

enum {
    LIMB = 1000000000, /* 9 digits */
    LIMB_DIGITS = 9,
    LIMB_BITS = 29,     /* a limb holds more */
    FIVES = 1220703125, /* 5^13 */
    WORD_BITS = 32
};

static const uint32_t power_of_ten[LIMB_DIGITS] = {1,      10,      100,      1000,     10000,
                                                   100000, 1000000, 10000000, 100000000};

void binary_reduce(struct binary *b)
{
    bool zero = !(b->mantissa[0] | b->mantissa[1] | b->mantissa[2] | b->mantissa[3]);

    while (!zero && b->exponent < 0 && b->mantissa[0] % 2 == 0) {
        for (int i = 0; i < DECIMAL_WORDS; i++) {
            uint32_t above = i + 1 < DECIMAL_WORDS ? b->mantissa[i + 1] : 0;

            b->mantissa[i] = b->mantissa[i] >> 1 | above << (WORD_BITS - 1);
        }
        b->exponent++;
    }
}

/* 5^n has less than 7n/3 bits. One limb more is for what rounding carries. */
uint32_t decimal_room(const struct binary *b)
{
    uint32_t size = (uint32_t)(b->exponent < 0 ? -b->exponent : b->exponent), words = DECIMAL_WORDS;

    while (words > 0 && !b->mantissa[words - 1]) {
        words--;
    }
    return (words * WORD_BITS + (b->exponent < 0 ? size * 7 / 3 : size)) / LIMB_BITS + 2;
}

/* Divides by LIMB, by multiplications: the hart has no division of 64 bits. The number is below 2^61,
 * and the quotient that is guessed is too low by 2 at most. */
static uint32_t divide(uint64_t number, uint32_t *remainder)
{
    const uint32_t reciprocal = (uint32_t)((UINT64_C(1) << 61) / LIMB);
    uint32_t quotient = (uint32_t)((uint64_t)(uint32_t)(number >> 29) * reciprocal >> 32);
    uint32_t left = (uint32_t)(number - (uint64_t)quotient * LIMB);

    for (; left >= LIMB; left -= LIMB) {
        quotient++;
    }
    *remainder = left;
    return quotient;
}

/* `by` has at most 31 bits. */
static void multiply(struct decimal *d, uint32_t by, uint32_t add)
{
    uint32_t carry = add;

    for (uint32_t i = 0; i < d->limbs; i++) {
        carry = divide((uint64_t)d->limb[i] * by + carry, &d->limb[i]);
    }
    if (carry != 0) {
        carry = divide(carry, &d->limb[d->limbs++]);
    }
    if (carry != 0) {
        d->limb[d->limbs++] = carry;
    }
}

static void count_digits(struct decimal *d)
{
    d->digits = 1;
    if (d->limbs > 0) {
        d->digits = (d->limbs - 1) * LIMB_DIGITS;
        for (uint32_t top = d->limb[d->limbs - 1]; top != 0; top /= 10) {
            d->digits++;
        }
    }
}

void decimal_expand(struct decimal *d, uint32_t *room, const struct binary *b)
{
    int exponent = b->exponent;

    d->limb = room;
    d->limbs = d->behind = 0;
    for (int i = DECIMAL_WORDS; i-- > 0;) {
        multiply(d, UINT32_C(1) << 16, b->mantissa[i] >> 16);
        multiply(d, UINT32_C(1) << 16, b->mantissa[i] & 0xffff);
    }
    if (d->limbs > 0) {
        d->behind = exponent < 0 ? (uint32_t)-exponent : 0;
        for (; exponent >= LIMB_BITS; exponent -= LIMB_BITS) {
            multiply(d, UINT32_C(1) << LIMB_BITS, 0);
        }
        for (; exponent <= -13; exponent += 13) {
            multiply(d, FIVES, 0);
        }
        for (; exponent > 0; exponent--) {
            multiply(d, 2, 0);
        }
        for (; exponent < 0; exponent++) {
            multiply(d, 5, 0);
        }
    }
    count_digits(d);
}

uint32_t decimal_digit(const struct decimal *d, uint32_t i)
{
    uint32_t at = i / LIMB_DIGITS;

    return at < d->limbs ? d->limb[at] / power_of_ten[i % LIMB_DIGITS] % 10 : 0;
}

/* Whether the last `cut` digits are more than a half of what is before them, or as much and that is
 * odd. */
static bool rounds_up(const struct decimal *d, uint32_t cut)
{
    uint32_t first = decimal_digit(d, cut - 1), at = (cut - 1) / LIMB_DIGITS;

    if (first != 5) {
        return first > 5;
    }
    if (d->limb[at] % power_of_ten[(cut - 1) % LIMB_DIGITS] != 0) {
        return true;
    }
    while (at-- > 0) {
        if (d->limb[at] != 0) {
            return true;
        }
    }
    return decimal_digit(d, cut) % 2 != 0;
}

void decimal_round(struct decimal *d, uint32_t cut)
{
    uint32_t at = cut / LIMB_DIGITS, add;

    if (cut == 0 || cut > d->digits || !rounds_up(d, cut)) {
        return;
    }
    for (add = power_of_ten[cut % LIMB_DIGITS]; add != 0; at++) {
        if (at == d->limbs) {
            d->limb[d->limbs++] = 0;
        }
        d->limb[at] += add;
        add = d->limb[at] >= LIMB;
        d->limb[at] -= add * LIMB;
    }
    count_digits(d);
}
