/* SPDX-License-Identifier: BSD-2-Clause */
/* Maps with a bit for each node. */
#ifndef FIRMWARE_MAPS_H
#define FIRMWARE_MAPS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool has_bit(const uint32_t *map, uint32_t node)
{
    return map[node / 32] >> node % 32 & 1;
}

static inline void set_bit(uint32_t *map, uint32_t node)
{
    map[node / 32] |= UINT32_C(1) << node % 32;
}

static inline void clear_bit(uint32_t *map, uint32_t node)
{
    map[node / 32] &= ~(UINT32_C(1) << node % 32);
}

#endif
