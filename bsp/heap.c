/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The heap. newlib's small malloc() takes from the end of a free block, and never makes the last one
 * longer: a program that frees its buffers and wants larger ones soon finds no place, though half of
 * the RAM is free. It also walks its list of free blocks in each call. So the linker leads the calls
 * here (--wrap, build.mk).
 *
 *     | head | memory ...      | head | next | link | ...  size | head | memory ... | last head |
 *       used                     free                             used
 *
 * A head has the chunk's size and two flags, of itself and of the chunk before it. A free chunk has
 * its size at its end, too, and is in the list of its bin, two bins for each power of two. No two
 * free chunks are neighbours. What is taken is the beginning of the smallest chunk of the first bin
 * that has one large enough; if there is none, the heap grows by what the last chunk lacks.
 *
 * Small chunks that were freed are kept as they are, in lists of one size each, and are used again
 * first. They become free chunks where none else is large enough.
 */
#include "heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct _reent;

void *__wrap__malloc_r(struct _reent *reent, size_t bytes);
void __wrap__free_r(struct _reent *reent, void *memory);
void *__wrap__realloc_r(struct _reent *reent, void *memory, size_t bytes);
void *__wrap__calloc_r(struct _reent *reent, size_t count, size_t bytes);
void *__wrap__memalign_r(struct _reent *reent, size_t alignment, size_t bytes);
size_t __wrap__malloc_usable_size_r(struct _reent *reent, void *memory);

/* The end of the heap is a head without memory. */
struct chunk {
    size_t head;
    struct chunk *next, **link; /* of a free one; link: where `next` of the one before is */
};

enum {
    USED = 1,
    USED_BEFORE = 2,
    FLAGS = 3,
    WORD = sizeof(size_t),
    ALIGN = 2 * WORD, /* of memory; sizes are multiples of it */
    LEAST = 4 * WORD,
    LEAST_LOG = WORD == 4 ? 4 : 5,
    BIN_LOGS = 17, /* sizes of LEAST << BIN_LOGS and more share the last bin */
    BINS = 2 * BIN_LOGS,
    SMALL = 32 * ALIGN,
    MAP_BITS = 32
};

static struct chunk *bins[BINS];
static uint32_t filled[(BINS + MAP_BITS - 1) / MAP_BITS]; /* a bit for each bin that has chunks */
static struct chunk *small[SMALL / ALIGN + 1];            /* by size; their flags say used */
static struct chunk *last;                                /* the head at the end; NULL: no heap */

static size_t size_of(const struct chunk *c)
{
    return c->head & ~(size_t)FLAGS;
}

static struct chunk *at(void *base, size_t bytes)
{
    return (struct chunk *)((char *)base + bytes);
}

static struct chunk *behind(struct chunk *c)
{
    return at(c, size_of(c));
}

static struct chunk *of(void *memory)
{
    return (struct chunk *)((char *)memory - WORD);
}

/* The size of the chunk before, which is free. */
static size_t *size_before(struct chunk *c)
{
    return (size_t *)c - 1;
}

/* For so many bytes; 0: no chunk is so large. */
static size_t size_for(size_t bytes)
{
    if (bytes > PTRDIFF_MAX / 2) {
        return 0;
    }
    bytes = (bytes + WORD + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    return bytes < LEAST ? LEAST : bytes;
}

/* --- free chunks ---------------------------------------------------------------------------- */

static unsigned bin_of(size_t size)
{
    const unsigned log = (unsigned)(8 * sizeof(long)) - 1 - (unsigned)__builtin_clzl(size);

    return log >= LEAST_LOG + BIN_LOGS ? BINS - 1 : 2 * (log - LEAST_LOG) + (size >> (log - 1) & 1);
}

/* Of used memory; the chunks beside it are used. */
static void put(struct chunk *c, size_t size)
{
    const unsigned bin = bin_of(size);

    c->head = size | USED_BEFORE;
    *size_before(behind(c)) = size;
    behind(c)->head &= ~(size_t)USED_BEFORE;
    c->next = bins[bin];
    c->link = &bins[bin];
    if (c->next) {
        c->next->link = &c->next;
    }
    bins[bin] = c;
    filled[bin / MAP_BITS] |= UINT32_C(1) << bin % MAP_BITS;
}

/* From now on it is used. */
static void take(struct chunk *c)
{
    const unsigned bin = bin_of(size_of(c));

    *c->link = c->next;
    if (c->next) {
        c->next->link = c->link;
    }
    if (!bins[bin]) {
        filled[bin / MAP_BITS] &= ~(UINT32_C(1) << bin % MAP_BITS);
    }
    c->head |= USED;
    behind(c)->head |= USED_BEFORE;
}

/* The smallest of this bin that has the size; NULL: none has. */
static struct chunk *smallest(unsigned bin, size_t size)
{
    struct chunk *c, *best = NULL;

    for (c = bins[bin]; c; c = c->next) {
        if (size_of(c) >= size && (!best || size_of(c) < size_of(best))) {
            best = c;
        }
    }
    return best;
}

/* The first bin from this one on that has chunks; BINS: none. */
static unsigned next_filled(unsigned bin)
{
    uint32_t rest;

    while (bin < BINS) {
        rest = filled[bin / MAP_BITS] >> bin % MAP_BITS;
        if (rest) {
            return bin + (unsigned)__builtin_ctzl(rest);
        }
        bin = (bin / MAP_BITS + 1) * MAP_BITS;
    }
    return BINS;
}

static struct chunk *find(size_t size)
{
    const unsigned bin = bin_of(size);
    struct chunk *c = smallest(bin, size);
    unsigned larger;

    if (!c) {
        larger = next_filled(bin + 1);
        c = larger < BINS ? smallest(larger, size) : NULL;
    }
    if (c) {
        take(c);
    }
    return c;
}

/* --- used chunks ---------------------------------------------------------------------------- */

/* Becomes free, with its neighbours. */
static void release(struct chunk *c)
{
    struct chunk *next = behind(c);
    size_t size = size_of(c);

    if (!(next->head & USED)) {
        take(next);
        size += size_of(next);
    }
    if (!(c->head & USED_BEFORE)) {
        c = at(c, -*size_before(c));
        take(c);
        size += size_of(c);
    }
    put(c, size);
}

/* What is behind the first `size` bytes becomes free. */
static void cut(struct chunk *c, size_t size)
{
    const size_t rest = size_of(c) - size;

    if (rest >= LEAST) {
        c->head = size | (c->head & FLAGS);
        behind(c)->head = rest | USED | USED_BEFORE;
        release(behind(c));
    }
}

/* --- its end -------------------------------------------------------------------------------- */

/* Where the heap begins, and where it goes on if the program has moved its end. */
static bool begin_at_end(void)
{
    char *end = _sbrk(0);
    size_t gap;

    if (last && end == (char *)last + WORD) {
        return true;
    }
    gap = -((uintptr_t)end + WORD) % ALIGN;
    if (_sbrk((ptrdiff_t)(gap + WORD)) == (void *)-1) {
        return false;
    }
    last = at(end, gap);
    last->head = USED | USED_BEFORE;
    return true;
}

/* A used chunk of this size at the end; NULL: there is no room. */
static struct chunk *grow(size_t size)
{
    struct chunk *c;
    size_t there;

    if (!begin_at_end()) {
        return NULL;
    }
    there = last->head & USED_BEFORE ? 0 : *size_before(last);
    if (_sbrk((ptrdiff_t)(size - there)) == (void *)-1) {
        return NULL;
    }
    c = at(last, -there);
    if (there) {
        take(c);
    }
    c->head = size | USED | USED_BEFORE;
    last = behind(c);
    last->head = USED | USED_BEFORE;
    return c;
}

/* What lies behind it is the head of a used chunk without memory. */
void bsp_heap_give(void *from, size_t bytes)
{
    struct chunk *c = at(from, WORD);

    c->head = ((bytes - 2 * WORD) & ~(size_t)(ALIGN - 1)) | USED | USED_BEFORE;
    behind(c)->head = USED | USED_BEFORE;
    release(c); /* not put(), which the compiler would then call elsewhere, too */
}

/* --- small chunks --------------------------------------------------------------------------- */

/* Whether there were any: all of them become free. */
static bool small_released(void)
{
    bool any = false;
    struct chunk *c;
    unsigned i;

    for (i = 0; i <= SMALL / ALIGN; i++) {
        while ((c = small[i])) {
            small[i] = c->next;
            release(c);
            any = true;
        }
    }
    return any;
}

static struct chunk *find_or_grow(size_t size)
{
    struct chunk *c = find(size);

    if (!c && small_released()) {
        c = find(size);
    }
    if (!c) {
        c = grow(size);
    }
    if (c) {
        cut(c, size);
    }
    return c;
}

/* --- the C library's functions -------------------------------------------------------------- */

/* The small chunk of this size that became free last, if its memory is aligned so; else NULL. */
static struct chunk *take_small(size_t size, size_t alignment)
{
    struct chunk *c = size <= SMALL ? small[size / ALIGN] : NULL;

    if (!c || (uintptr_t)&c->next % alignment) {
        return NULL;
    }
    small[size / ALIGN] = c->next;
    return c;
}

void *__wrap__malloc_r(struct _reent *reent, size_t bytes)
{
    const size_t size = size_for(bytes);
    struct chunk *c = take_small(size, ALIGN);

    (void)reent;
    if (c) {
        return &c->next;
    }
    c = size ? find_or_grow(size) : NULL;
    if (!c) {
        errno = ENOMEM;
        return NULL;
    }
    return &c->next;
}

void __wrap__free_r(struct _reent *reent, void *memory)
{
    struct chunk *c;

    (void)reent;
    if (!memory) {
        return;
    }
    c = of(memory);
    if (size_of(c) <= SMALL) {
        c->next = small[size_of(c) / ALIGN];
        small[size_of(c) / ALIGN] = c;
    } else {
        release(c);
    }
}

/* In its place if it shrinks, or what is behind it is free. */
void *__wrap__realloc_r(struct _reent *reent, void *memory, size_t bytes)
{
    const size_t size = size_for(bytes);
    struct chunk *c, *next;
    void *moved;

    if (!memory || !size) {
        return __wrap__malloc_r(reent, bytes);
    }
    if (!bytes) {
        __wrap__free_r(reent, memory);
        return NULL;
    }
    c = of(memory);
    next = behind(c);
    if (size_of(c) < size && !(next->head & USED) && size_of(c) + size_of(next) >= size) {
        take(next);
        c->head += size_of(next);
    }
    if (size_of(c) >= size) {
        cut(c, size);
        return memory;
    }
    moved = __wrap__malloc_r(reent, bytes);
    if (moved) {
        memcpy(moved, memory, size_of(c) - WORD);
        __wrap__free_r(reent, memory);
    }
    return moved;
}

void *__wrap__calloc_r(struct _reent *reent, size_t count, size_t bytes)
{
    void *memory;
    size_t all;

    if (__builtin_mul_overflow(count, bytes, &all)) {
        all = SIZE_MAX;
    }
    memory = __wrap__malloc_r(reent, all);
    return memory ? memset(memory, 0, all) : NULL;
}

/* What is in front of the aligned place becomes free. */
void *__wrap__memalign_r(struct _reent *reent, size_t alignment, size_t bytes)
{
    char *memory, *aligned;
    struct chunk *c;
    size_t front;

    if (alignment <= ALIGN) {
        return __wrap__malloc_r(reent, bytes);
    }
    c = take_small(size_for(bytes), alignment);
    if (c) {
        return &c->next;
    }
    if (!size_for(bytes) || alignment > PTRDIFF_MAX / 4) {
        errno = ENOMEM;
        return NULL;
    }
    memory = __wrap__malloc_r(reent, bytes + alignment + LEAST);
    if (!memory) {
        return NULL;
    }
    aligned = memory;
    if ((uintptr_t)memory % alignment) {
        aligned += LEAST + (-((uintptr_t)memory + LEAST) & (alignment - 1));
        front = (size_t)(aligned - memory);
        of(aligned)->head = (size_of(of(memory)) - front) | USED | USED_BEFORE;
        of(memory)->head = front | (of(memory)->head & FLAGS);
        release(of(memory));
    }
    cut(of(aligned), size_for(bytes));
    return aligned;
}

size_t __wrap__malloc_usable_size_r(struct _reent *reent, void *memory)
{
    (void)reent;
    return memory ? size_of(of(memory)) - WORD : 0;
}
