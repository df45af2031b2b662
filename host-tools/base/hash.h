/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash of bytes, by which things are told apart: FNV-1a, 64 bits, by Fowler, Noll and Vo. It keeps
 * nobody from making another thing with the same hash. */
#ifndef NOCT_BASE_HASH_H
#define NOCT_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_OF_NOTHING UINT64_C(0xcbf29ce484222325)

enum { HASH_TEXT = 17 }; /* as 16 hexadecimal digits */

/* The hash of what `hash` is of, followed by one byte more. */
static inline uint64_t hash_add_byte(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

/* The same of several bytes. */
static inline uint64_t hash_add(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < length; i++) {
        hash = hash_add_byte(hash, b[i]);
    }
    return hash;
}

#endif
