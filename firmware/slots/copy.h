/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of bodies, each for another length.
 */
#ifndef FIRMWARE_COPY_H
#define FIRMWARE_COPY_H

#include <stdint.h>

#include "layer/counted.h"

/* Copy bytes between any addresses; the places do not overlap. */
void copy_bytes(void *to, const void *from, uint32_t bytes);
/* Move bytes up by `shift`, 0 to 3, from where they lie. What is before them then is anything. */
void move_up(uint32_t *at, uint32_t shift, uint32_t bytes);

/* Copy whole words: shorter than a call of memcpy for the sizes sent eagerly,
 * and with few registers, so that callers need not save any. */
static inline void copy_flits(uint32_t *to, const uint32_t *from, uint32_t flits)
{
    const uint32_t *end = from + (flits & ~3u);

    for (; from != end; to += 4, from += 4) {
        uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
        COUNTED(four_words);
    }
    for (end += flits & 3; from != end; to++, from++) {
        COUNTED(word);
        *to = *from;
    }
}

/* The same for 8 flits and more, where each instruction counts. */
static inline __attribute__((always_inline)) void copy_words(uint32_t *to, const uint32_t *from,
                                                             uint32_t bytes)
{
    const uint32_t *end = from + (bytes & ~31u) / 4;

    for (; from != end; to += 8, from += 8) {
        uint32_t a = from[0], b = from[1], c = from[2], d = from[3];

        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
        a = from[4], b = from[5], c = from[6], d = from[7];
        to[4] = a;
        to[5] = b;
        to[6] = c;
        to[7] = d;
        COUNTED(eight_words);
        __asm__("" : "+r"(to)); /* two pointers, and not one and a difference */
    }
    for (end += (bytes & 28) / 4; from != end; to++, from++) {
        COUNTED(word);
        *to = *from;
    }
}

/* The same for bodies of any length. */
void copy_long(uint32_t *to, const uint32_t *from, uint32_t flits);

#endif
