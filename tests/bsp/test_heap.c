/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The heap: blocks do not overlap, neighbours that are free become one, and the heap ends where
 * _sbrk() says.
 */
/* Alone: it has an _sbrk() of its own. */
#include <errno.h>
#include <string.h>

#include "test.h"
#include "heap.h"

struct _reent;
void *__wrap__malloc_r(struct _reent *reent, size_t bytes);
void __wrap__free_r(struct _reent *reent, void *memory);
void *__wrap__realloc_r(struct _reent *reent, void *memory, size_t bytes);
void *__wrap__calloc_r(struct _reent *reent, size_t count, size_t bytes);
void *__wrap__memalign_r(struct _reent *reent, size_t alignment, size_t bytes);
size_t __wrap__malloc_usable_size_r(struct _reent *reent, void *memory);

enum { ROOM = 1 << 20, SPARE = 8192, BLOCKS = 200, STEPS = 200000, ALIGN = 2 * sizeof(size_t) };

static _Alignas(64) char ram[ROOM + SPARE];
static size_t room = ROOM;
static size_t used = 4; /* the heap does not begin aligned */

void *_sbrk(ptrdiff_t by)
{
    if (by > (ptrdiff_t)(room - used)) {
        errno = ENOMEM;
        return (void *)-1;
    }
    used += (size_t)by;
    return ram + used - (size_t)by;
}

static void *get(size_t bytes)
{
    return __wrap__malloc_r(NULL, bytes);
}

static void drop(void *memory)
{
    __wrap__free_r(NULL, memory);
}

static void *must_get(size_t bytes)
{
    void *memory = get(bytes);

    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % ALIGN, 0);
    assert_true(__wrap__malloc_usable_size_r(NULL, memory) >= bytes);
    return memory;
}

/* All of it in one block again: nothing is lost between chunks. */
static void assert_whole(void)
{
    void *all = must_get(ROOM - 64);

    drop(all);
}

/* --- blocks that live, each filled with its number ------------------------------------------- */

static struct {
    unsigned char *at;
    size_t bytes;
} block[BLOCKS];

static unsigned draw(unsigned below)
{
    static uint32_t state = 1;

    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (state >> 8) % below;
}

static size_t draw_bytes(void)
{
    return draw(1u << (1 + draw(14)));
}

static void check_block(unsigned i, size_t bytes)
{
    size_t k;

    for (k = 0; k < bytes; k++) {
        assert_int_equal(block[i].at[k], i % 251);
    }
}

static void fill_block(unsigned i, size_t bytes)
{
    block[i].bytes = bytes;
    memset(block[i].at, (int)(i % 251), bytes);
}

static void make_block(unsigned i)
{
    static const size_t alignments[] = {1, 8, 32, 64, 256, 4096};
    size_t bytes = draw_bytes(), alignment = alignments[draw(6)], k;

    switch (draw(3)) {
    case 0:
        block[i].at = must_get(bytes);
        break;
    case 1:
        block[i].at = __wrap__calloc_r(NULL, bytes, 1);
        assert_non_null(block[i].at);
        for (k = 0; k < bytes; k++) {
            assert_int_equal(block[i].at[k], 0);
        }
        break;
    default:
        block[i].at = __wrap__memalign_r(NULL, alignment, bytes);
        assert_non_null(block[i].at);
        assert_int_equal((uintptr_t)block[i].at % alignment, 0);
    }
    fill_block(i, bytes);
}

static void move_block(unsigned i)
{
    const size_t bytes = 1 + draw_bytes(), old = block[i].bytes;

    block[i].at = __wrap__realloc_r(NULL, block[i].at, bytes);
    assert_non_null(block[i].at);
    check_block(i, old < bytes ? old : bytes);
    fill_block(i, bytes);
}

static void drop_block(unsigned i)
{
    check_block(i, block[i].bytes);
    drop(block[i].at);
    block[i].at = NULL;
}

TEST(blocks_keep_what_is_in_them)
{
    unsigned step, i;

    for (step = 0; step < STEPS; step++) {
        i = draw(BLOCKS);
        if (!block[i].at) {
            make_block(i);
        } else if (draw(3)) {
            drop_block(i);
        } else {
            move_block(i);
        }
    }
    for (i = 0; i < BLOCKS; i++) {
        if (block[i].at) {
            drop_block(i);
        }
    }
    assert_whole();
}

/* As programs do that measure by length: with newlib's malloc() half of the RAM was the end. */
TEST(buffers_that_double_find_the_place_of_smaller_ones)
{
    size_t bytes;

    for (bytes = 8; bytes <= 1 << 16; bytes *= 2) {
        void *in = must_get(bytes), *out = must_get(12 * bytes);

        drop(in);
        drop(out);
    }
    assert_whole();
}

TEST(what_does_not_fit_is_refused)
{
    void *most = must_get(ROOM - 64);

    errno = 0;
    assert_null(get(1000));
    assert_int_equal(errno, ENOMEM);
    errno = 0;
    assert_null(get(SIZE_MAX));
    assert_int_equal(errno, ENOMEM);
    assert_null(__wrap__calloc_r(NULL, SIZE_MAX / 2, 3));
    assert_null(__wrap__memalign_r(NULL, 64, SIZE_MAX));
    assert_null(__wrap__memalign_r(NULL, 4096, ROOM));
    assert_null(__wrap__realloc_r(NULL, most, SIZE_MAX));
    drop(most);
    drop(NULL);
    assert_whole();
}

TEST(a_block_grows_where_it_is)
{
    char *first = must_get(1000), *second = must_get(1000);

    drop(second);
    assert_ptr_equal(__wrap__realloc_r(NULL, first, 1800), first);
    assert_ptr_equal(__wrap__realloc_r(NULL, first, 200), first);
    assert_null(__wrap__realloc_r(NULL, first, 0));
    first = __wrap__realloc_r(NULL, NULL, 10);
    assert_non_null(first);
    drop(first);
    assert_whole();
}

/* What was freed last of its size comes first, however much there is; and is no gap for ever. */
TEST(small_blocks_are_used_again)
{
    void *one = must_get(40), *two = must_get(40), *all;

    drop(one);
    drop(two);
    assert_ptr_equal(get(40), two);
    assert_ptr_equal(get(33), one);
    drop(one);
    drop(two);
    all = must_get(ROOM - 64);
    drop(all);
}

/* The program may take memory from the end itself: the heap goes on behind it. This comes last: the
 * heap is in two pieces then. */
TEST(the_end_may_be_moved)
{
    void *all = must_get(ROOM - 64), *behind;
    char *own;

    room += SPARE;
    own = _sbrk(SPARE / 2);
    memset(own, 7, SPARE / 2);
    behind = must_get(1024);
    assert_true((char *)behind >= own + SPARE / 2);
    memset(behind, 8, 1024);
    assert_int_equal(own[0] + own[SPARE / 2 - 1], 14);
    drop(behind);
    drop(all);
    drop(must_get(ROOM - 64));
}

/* All of it but four words, as often as it is wanted, and never more. The last test: from now on there
 * is more memory than the others count on. */
TEST(memory_from_elsewhere_is_used)
{
    enum { BYTES = 4096, LOST = 4 * sizeof(void *) };
    static _Alignas(64) char given[BYTES + 64];
    char *memory;
    unsigned i;

    memset(given, 0x5a, sizeof given);
    bsp_heap_give(given, BYTES);
    for (i = 0; i < 3; i++) {
        memory = must_get(BYTES - LOST);
        assert_true(memory >= given && memory + BYTES - LOST <= given + BYTES);
        memset(memory, 0xff, BYTES - LOST);
        drop(memory);
    }
    for (i = BYTES; i < sizeof given; i++) {
        assert_int_equal(given[i], 0x5a);
    }
}
