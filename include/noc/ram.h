/* SPDX-License-Identifier: BSD-2-Clause */
/* How much private RAM a node can have (docs/board.md, 1). */
#ifndef NOC_RAM_H
#define NOC_RAM_H

#include <stdint.h>

#include "memmap.h"

/* Can a node have so many bytes? */
static inline int noc_ram_is(uint64_t bytes)
{
    return bytes >= NOC_RAM_MIN && bytes <= NOC_RAM_MAX && (bytes & (bytes - 1)) == 0;
}

/* The least RAM that has so many bytes; more than NOC_RAM_MAX: no node has it. */
static inline uint32_t noc_ram_for(uint32_t bytes)
{
    uint32_t ram = NOC_RAM_MIN;

    while (ram < bytes && ram <= NOC_RAM_MAX) {
        ram *= 2;
    }
    return ram;
}

#endif
