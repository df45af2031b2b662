/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "arena.h"

struct arena_block {
    uint32_t bytes; /* all of it, a multiple of 8 */
    uint32_t owner;
    struct arena_block *next; /* of a free one; the caller's from here on */
};

enum { HEAD = offsetof(struct arena_block, next), GRAIN = 8 };
#define FREE UINT32_MAX /* no node */

_Static_assert(HEAD % GRAIN == 0, "what is given out is aligned as the arena is");

static struct arena_block *behind(struct arena_block *b)
{
    return (struct arena_block *)(void *)((char *)b + b->bytes);
}

static struct arena_block *block_of(void *taken)
{
    return (struct arena_block *)(void *)((char *)taken - HEAD);
}

uint32_t arena_cost(uint32_t bytes)
{
    uint32_t cost = (bytes + HEAD + GRAIN - 1) & ~(GRAIN - 1u);

    return cost < sizeof(struct arena_block) ? (uint32_t)sizeof(struct arena_block) : cost;
}

void arena_begin(struct arena *a, void *memory, uint32_t bytes)
{
    *a = (struct arena){.memory = memory, .bytes = bytes & ~(GRAIN - 1u)};
    if (a->bytes >= sizeof(struct arena_block)) {
        a->free = memory;
        a->free->bytes = a->bytes;
        a->free->owner = FREE;
        a->free->next = NULL;
    } else {
        a->bytes = 0;
    }
}

/* Cut a block: of its bytes `cost` stay, and the rest, if it can be a block, is behind it. NULL:
 * it stays whole. */
static struct arena_block *cut(struct arena_block *b, uint32_t cost)
{
    struct arena_block *rest;

    if (b->bytes - cost < sizeof(*rest)) {
        return NULL;
    }
    rest = (struct arena_block *)(void *)((char *)b + cost);
    rest->bytes = b->bytes - cost;
    rest->owner = FREE;
    b->bytes = cost;
    return rest;
}

void *arena_take(struct arena *a, uint32_t bytes, uint32_t owner)
{
    struct arena_block **link = &a->free, *b, *rest;
    uint32_t cost = arena_cost(bytes);

    if (bytes > a->bytes) {
        return NULL; /* so that the cost has not wrapped */
    }
    while ((b = *link) && b->bytes < cost) {
        link = &b->next;
    }
    if (!b) {
        return NULL;
    }
    rest = cut(b, cost);
    if (rest) {
        rest->next = b->next;
        *link = rest;
    } else {
        *link = b->next;
    }
    b->owner = owner;
    a->used += b->bytes;
    return &b->next;
}

/* Free again, among its neighbours. */
static void put(struct arena *a, struct arena_block *b)
{
    struct arena_block *before = NULL, *next = a->free;

    while (next && next < b) {
        before = next;
        next = next->next;
    }
    b->owner = FREE;
    b->next = next;
    if (next && behind(b) == next) {
        b->bytes += next->bytes;
        b->next = next->next;
    }
    if (!before) {
        a->free = b;
    } else if (behind(before) == b) {
        before->bytes += b->bytes;
        before->next = b->next;
    } else {
        before->next = b;
    }
}

void arena_trim(struct arena *a, void *taken, uint32_t bytes, uint32_t owner)
{
    struct arena_block *b = block_of(taken), *rest = cut(b, arena_cost(bytes));

    b->owner = owner;
    if (rest) {
        a->used -= rest->bytes;
        put(a, rest);
    }
}

void arena_give(struct arena *a, void *taken)
{
    struct arena_block *b = block_of(taken);

    a->used -= b->bytes;
    put(a, b);
}

uint32_t arena_share(const struct arena *a, uint32_t owner)
{
    const char *at = a->memory, *end = at + a->bytes;
    uint32_t share = 0;

    for (; at < end; at += ((const struct arena_block *)(const void *)at)->bytes) {
        const struct arena_block *b = (const struct arena_block *)(const void *)at;

        share += b->owner == owner ? b->bytes : 0;
    }
    return share;
}
