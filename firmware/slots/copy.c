/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copying bytes. The C library's memcpy and memmove take a byte at a time on this target unless both
 * ends are aligned alike; these put words together from two halves.
 */
#include "copy.h"
#include "ni.h"

static uint8_t *copy_single(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    const uint8_t *end = from + bytes;

    while (from != end) {
        COUNTED(byte);
        *to++ = *from++;
    }
    return to;
}

/* To whole words from bytes that are aligned in another way: `skew` (1 to 3) bytes behind the word
 * at `from`, of which only whole words are read. Two words more than `flits` can be read there. */
static void merge(uint32_t *to, const uint32_t *from, uint32_t skew, uint32_t flits)
{
    const uint32_t *end = to + flits;
    uint32_t right = 8 * skew, left = 32 - right, low = *from++, high;

    for (; to != end; to++, low = high) {
        COUNTED(word);
        high = *from++;
        *to = low >> right | high << left;
    }
}

void copy_bytes(void *to_bytes, const void *from_bytes, uint32_t bytes)
{
    uint8_t *to = to_bytes;
    const uint8_t *from = from_bytes;
    uint32_t skew, whole;

    if (bytes >= 16) {
        whole = -ni_address(to) & 3;
        if (((ni_address(from) + whole) & 3) && whole < 3) {
            whole += 4; /* the word in which `from` is then lies in what is copied */
        }
        to = copy_single(to, from, whole);
        from += whole;
        bytes -= whole;
        skew = ni_address(from) & 3;
        whole = bytes / 4;
        if (skew) {
            whole = (bytes - 4 + skew) / 4; /* nor is a word read behind it */
            merge((uint32_t *)(void *)to, (const uint32_t *)(const void *)(from - skew), skew,
                  whole);
        } else {
            copy_long((uint32_t *)(void *)to, (const uint32_t *)(const void *)from, whole);
        }
        to += 4 * whole;
        from += 4 * whole;
        bytes -= 4 * whole;
    }
    copy_single(to, from, bytes);
}

void move_up(uint32_t *at, uint32_t shift, uint32_t bytes)
{
    uint32_t left = 8 * shift, right = 32 - left, flits = (shift + bytes) / 4;
    uint32_t rest = (shift + bytes) % 4, last = 0, now, i;

    if (!shift) {
        return;
    }
    for (i = 0; i < flits; i++, last = now) {
        COUNTED(word);
        now = at[i];
        at[i] = now << left | last >> right;
    }
    if (rest) {
        now = (rest > shift ? at[flits] << left : 0) | last >> right;
        copy_single((uint8_t *)&at[flits], (const uint8_t *)&now, rest);
    }
}

void copy_long(uint32_t *to, const uint32_t *from, uint32_t flits)
{
    const uint32_t *end = from + (flits & ~15u);
    unsigned i;

    for (; from != end; to += 16, from += 16) {
        COUNTED(sixteen_words);
#pragma GCC unroll 16
        for (i = 0; i < 16; i++) {
            to[i] = from[i];
        }
    }
    copy_flits(to, from, flits % 16);
}
