/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model's RAM of a node beside its tile, and which bytes of it docs/board.md leaves undefined:
 * those of a slot or window that a worm has taken, until it is visible (4.2, "While it lands"). The
 * model has them at once in v, gateware flit by flit; both are right. A hart that reads such bytes
 * finds what the gateware has.
 */
#ifndef GATEWARE_BESIDE_MEMORY_H
#define GATEWARE_BESIDE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct tile;

struct beside_memory {
    uint8_t *ram;
    uint8_t *state;    /* of each byte, beside_memory.c */
    uint64_t *changed; /* of each word: 1 + the cycle in which it changed last */
};

/* False: there is no room. All bytes are 0. */
bool beside_memory_begin(struct beside_memory *m);
void beside_memory_end(struct beside_memory *m);

/* A worm has taken these bytes in this cycle. */
void beside_memory_take(struct beside_memory *m, uint32_t at, uint32_t bytes, uint64_t now);
/* It is visible, and its body there. */
void beside_memory_land(struct beside_memory *m, uint32_t at, const void *from, uint32_t bytes,
                        uint64_t now);
/* The hart stores bytes of a word. */
void beside_memory_store(struct beside_memory *m, uint32_t at, unsigned mask, uint32_t value,
                         uint64_t now);
/* The hart reads a word. Returns which of its bits are defined. */
uint32_t beside_memory_load(const struct beside_memory *m, uint32_t at, uint32_t *value);
/* It has found this. */
void beside_memory_found(struct beside_memory *m, uint32_t at, uint32_t value);

/* The board has been reset: what is undefined is as the tile has it, and time begins anew. */
void beside_memory_restart(struct beside_memory *m, const struct tile *tile);

/* Whether a word may be another than it was in a cycle. */
bool beside_memory_changed(const struct beside_memory *m, uint32_t at, uint64_t since);

#endif
