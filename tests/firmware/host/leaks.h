/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core's layer has lost: memory of the heap or the arena, slots and requests that are in use, and
 * that nothing leads to any more. What the layer has is found from its state, word by word: each word
 * that is an address within a piece leads to that.
 */
#ifndef TESTS_FIRMWARE_LEAKS_H
#define TESTS_FIRMWARE_LEAKS_H

#include <stdint.h>

/** Forgets all pieces. */
void leaks_begin(void);
/** What the layer allocated: one piece, or those that it cuts it into. */
void leaks_allocated(const void *at, uint32_t bytes);
/** Looks through the state of this core's layer, and through these words, which others hold. Returns the
 * name of a piece that is lost; NULL: none is. */
const char *leaks_find(const void *held, uint32_t bytes);

#endif
