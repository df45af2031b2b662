/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decimal digits of a binary floating point number, all of them and exact.
 *
 * The number is m * 2^e. That is an integer if e >= 0, else (m * 5^-e) / 10^-e. So its digits are
 * those of an integer, kept in limbs of 9 digits: at most 767 digits of a double, 11,564 of a long
 * double of 128 bits. How much room they need depends on the exponent, and the caller gives it.
 */
#ifndef BSP_DECIMAL_H
#define BSP_DECIMAL_H

#include <stdint.h>

enum { DECIMAL_WORDS = 4 };

/** What a float, a double or a long double is: mantissa * 2^exponent, the lowest word first. */
struct binary {
    uint32_t mantissa[DECIMAL_WORDS];
    int exponent;
};

/** Digits are counted from the last one, which is number 0. `behind` of them are behind the point. */
struct decimal {
    uint32_t *limb, limbs, digits, behind;
};

/** The lowest bits of the mantissa that are 0 go into a negative exponent: that leaves fewer digits. */
void binary_reduce(struct binary *b);

/** How many words decimal_expand() needs for a reduced number. */
uint32_t decimal_room(const struct binary *b);

/** The digits of a reduced number. Those of zero are one 0. */
void decimal_expand(struct decimal *d, uint32_t *room, const struct binary *b);

/** The i-th digit; 0 above the first one. */
uint32_t decimal_digit(const struct decimal *d, uint32_t i);

/** Rounds to even the last `cut` digits away. They keep their places, and no meaning. */
void decimal_round(struct decimal *d, uint32_t cut);

#endif
