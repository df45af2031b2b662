/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A piece of memory of the layer's own, for what comes without being asked for: so it takes nothing
 * of the program's heap, and is full when it is full. First fit, and neighbours that are free join.
 * A block is charged to a node, so that one node's share can be told.
 *
 *   | bytes owner | the caller's ... | bytes FREE next | bytes owner | ... |
 *                                      ^ free, by address
 */
#ifndef FIRMWARE_ARENA_H
#define FIRMWARE_ARENA_H

#include <stdint.h>

struct arena_block;

struct arena {
    char *memory;
    uint32_t bytes, used; /* used: with what the blocks themselves take */
    struct arena_block *free;
};

/* Memory aligned to 8 bytes; what is beyond the last 8 is not used. */
void arena_begin(struct arena *arena, void *memory, uint32_t bytes);
/* What a block for so many bytes takes of the arena. */
uint32_t arena_cost(uint32_t bytes);
/* NULL: no free piece is large enough. */
void *arena_take(struct arena *arena, uint32_t bytes, uint32_t owner);
/* It needs so many bytes only, no more than it was taken for, and is this node's. */
void arena_trim(struct arena *arena, void *taken, uint32_t bytes, uint32_t owner);
void arena_give(struct arena *arena, void *taken);
/* What this owner's blocks take. Looks at all blocks. */
uint32_t arena_share(const struct arena *arena, uint32_t owner);

#endif
