/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The C library's functions for memory and strings: right at every alignment and length at which
 * they go another way, and by whole words where they can, so not slow.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "hart.h"

enum {
    ALIGNMENTS = 8,
    LONGEST = 70,
    ROOM = LONGEST + 4 * ALIGNMENTS,
    LARGE = 1024,
    PER_TWO_BYTES = 5 /* instructions; byte by byte they take six and more */
};

static _Alignas(8) unsigned char got[ROOM], want[ROOM], source[ROOM];
static _Alignas(8) char large[LARGE + 1], other[LARGE + 1];

/* By a loop that the compiler does not replace by a call of what is tested. */
static void copy(unsigned char *to, const unsigned char *from, unsigned bytes)
{
    unsigned i;

    for (i = 0; i < bytes; i++) {
        *(volatile unsigned char *)(to + i) = from[i];
    }
}

static void fill(unsigned char *at, unsigned char first)
{
    unsigned i;

    for (i = 0; i < ROOM; i++) {
        *(volatile unsigned char *)(at + i) = (unsigned char)(first + 7 * i);
    }
}

static bool as_wanted(void)
{
    unsigned i;

    for (i = 0; i < ROOM; i++) {
        if (got[i] != want[i]) {
            return false;
        }
    }
    return true;
}

/* Nothing but `length` bytes from `at` on is written, and only the value's low eight bits count. */
static bool set(unsigned at, unsigned length, int value)
{
    unsigned char byte = (unsigned char)value;
    unsigned i;

    fill(got, 1);
    fill(want, 1);
    for (i = 0; i < length; i++) {
        copy(want + at + i, &byte, 1);
    }
    return memset(got + at, value, length) == got + at && as_wanted();
}

static bool copied(unsigned to, unsigned from, unsigned length)
{
    fill(got, 1);
    fill(want, 1);
    fill(source, 100);
    copy(want + to, source + from, length);
    return memcpy(got + to, source + from, length) == got + to && as_wanted();
}

static bool moved(unsigned to, unsigned from, unsigned length)
{
    fill(got, 1);
    fill(want, 1);
    fill(source, 1);
    copy(want + to, source + from, length);
    return memmove(got + to, got + from, length) == got + to && as_wanted();
}

/* The first byte that differs decides, as an unsigned number, and none behind the end. */
static bool compared(unsigned left, unsigned right, unsigned length)
{
    unsigned char *a = got + left, *b = source + right;
    bool ok;

    fill(got, 1);
    copy(b, a, length);
    a[length] = 1;
    b[length] = 2;
    ok = memcmp(a, b, length) == 0;
    if (length) {
        a[length - 1] = 0x80;
        b[length - 1] = 0x7f;
        ok = ok && memcmp(a, b, length) > 0;
        a[length / 2] = 0x01;
        b[length / 2] = 0xff;
        ok = ok && memcmp(a, b, length) < 0;
    }
    return ok;
}

/* A text without a zero, between others. */
static char *text(unsigned char *at, unsigned offset, unsigned length, unsigned char around)
{
    static const unsigned char letter[] = {0x01, 0x80, 0xff, 0x7f, 'a'};
    unsigned i;

    for (i = 0; i < ROOM; i++) {
        at[i] = i < offset || i > offset + length ? around : letter[(i - offset) % sizeof(letter)];
    }
    at[offset + length] = 0;
    return (char *)at + offset;
}

static bool measured(unsigned at, unsigned length)
{
    return strlen(text(got, at, length, 0x80)) == length &&
           strlen(text(got, at, length, 0x01)) == length;
}

static bool texts_compared(unsigned left, unsigned right, unsigned length)
{
    char *a = text(got, left, length, 0x01), *b = text(source, right, length, 0x80);
    unsigned first;
    bool ok = strcmp(a, b) == 0;

    if (length) {
        b[length - 1] = 0; /* the beginning of the other */
        ok = ok && strcmp(a, b) > 0 && strcmp(b, a) < 0;
        a[length - 1] = 0x7f;
        b[length - 1] = (char)0x80;
        ok = ok && strcmp(a, b) < 0;
        first = length - (length > 1 ? 2 : 1); /* in the same half of a word */
        a[first] = (char)0xff;
        b[first] = 0x01;
        ok = ok && strcmp(a, b) > 0;
        a[first / 2] = 0x02;
        b[first / 2] = (char)0x90;
        ok = ok && strcmp(a, b) < 0;
    }
    return ok;
}

static void check_one_place(unsigned at)
{
    unsigned length, sets = 0, lengths = 0;

    for (length = 0; length <= LONGEST; length++) {
        sets += set(at, length, 0) && set(at, length, 0xa5) && set(at, length, -0x3f81);
        lengths += measured(at, length);
    }
    CHECK(sets == LONGEST + 1);
    CHECK(lengths == LONGEST + 1);
}

static void check_two_places(unsigned left, unsigned right)
{
    unsigned length, copies = 0, moves = 0, comparisons = 0, texts = 0;

    for (length = 0; length <= LONGEST; length++) {
        copies += copied(left, right, length);
        moves += moved(left, right, length) && moved(left + ALIGNMENTS, right, length) &&
                 moved(left, right + ALIGNMENTS, length);
        comparisons += compared(left, right, length);
        texts += texts_compared(left, right, length);
    }
    CHECK(copies == LONGEST + 1);
    CHECK(moves == LONGEST + 1);
    CHECK(comparisons == LONGEST + 1);
    CHECK(texts == LONGEST + 1);
}

/* Not more instructions than for words. (A memmove up to a place that it overlaps goes by bytes.) */
#define CHECK_FAST(call)                                                              \
    do {                                                                              \
        uint32_t begin = hart_instructions_low();                                     \
        uintptr_t volatile result = (uintptr_t)(call);                                \
                                                                                      \
        (void)result;                                                                 \
        CHECK(hart_instructions_low() - begin < (uint32_t)LARGE / 2 * PER_TWO_BYTES); \
    } while (0)

static void check_speed(void)
{
    volatile size_t all = LARGE; /* or the compiler copies without a call */

    CHECK_FAST(memset(large, 'x', all));
    CHECK_FAST(memcpy(other, large, all));
    CHECK_FAST(memcmp(other, large, all));
    CHECK_FAST(memmove(large, large + 4, all - 4));
    CHECK_FAST(strlen(large));
    CHECK_FAST(strcmp(other, large));
    CHECK(strlen(large) == LARGE && strcmp(other, large) == 0);
}

int main(void)
{
    unsigned left, right;

    for (left = 0; left < ALIGNMENTS; left++) {
        check_one_place(left);
        for (right = 0; right < ALIGNMENTS; right++) {
            check_two_places(left, right);
        }
    }
    check_speed();
    return check_end("memory");
}
