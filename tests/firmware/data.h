/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What test programs send and receive: bytes that follow from numbers alone, so that everybody knows
 * what everybody must have, and buffers with guards around them.
 */
#ifndef TESTS_FIRMWARE_DATA_H
#define TESTS_FIRMWARE_DATA_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GUARD = 8, /* bytes before and behind each buffer that nobody may touch */
    GUARD_BYTE = 0xc5
};

/* Everywhere the same. */
static inline uint32_t mix(uint32_t a, uint32_t b)
{
    uint32_t x = a * 2654435761u ^ (b + 0x9e3779b9u) * 2246822519u;

    x ^= x >> 15;
    x *= 3266489917u;
    return x ^ x >> 13;
}

struct buffer {
    uint8_t *whole, *at;
    uint32_t bytes;
};

/* At any alignment, or at whole words. */
struct buffer buffer_new(uint32_t bytes, bool aligned);
/* Nothing was written outside of its first `used` bytes. */
void buffer_check(const struct buffer *b, uint32_t used, const char *what);
/* Nothing was written outside of it; it is gone. */
void buffer_end(struct buffer *b, const char *what);

#endif
