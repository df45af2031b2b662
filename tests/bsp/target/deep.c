/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How deep a stack is, and who says that it was not deep enough. The core's number says what it does:
 * *.expect has its board's RAM, and what each core says.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ni.h"
#include "timer.h"

enum {
    KIB = 1024,
    LEFT = 4 * KIB,
    FRAME = 64,
    PIECE = 508,
    HEAD = 4,
    PIECES = 2048,
    USUAL = 16 * KIB
};

extern char __stack_size[]; /* linker/board.ld: bytes */

static uint32_t reached; /* the lowest address */

/* Frames of some hundred bytes, until the stack has so many from the first one on. */
static __attribute__((noinline)) uint32_t descend(uint32_t from, uint32_t bytes)
{
    volatile char frame[FRAME];
    uint32_t here = ni_address((const void *)frame);

    frame[0] = (char)bytes;
    reached = here;
    return from - here >= bytes ? 1 : descend(from, bytes) + (frame[0] == (char)bytes);
}

/* Bytes of the stack: what the program was linked with, or a sixteenth of RAM. */
static uint32_t share(void)
{
    const uint32_t linked = ni_address(__stack_size), sixteenth = ni_read(NI_RAM) / 16;

    return linked != USUAL || sixteenth < linked ? linked : sixteenth;
}

static uint32_t use(uint32_t bytes)
{
    char here;

    return descend(ni_address(&here), bytes);
}

/* Everything that malloc() has, and whether it stays as it is while the stack is used. */
static void fill_heap(void)
{
    static unsigned char *piece[PIECES];
    unsigned n = 0, i, k, spoiled = 0;

    while (n < PIECES && (piece[n] = malloc(PIECE))) {
        memset(piece[n], (int)(n % 251), PIECE);
        n++;
    }
    CHECK(n > 0 && n < PIECES);
    CHECK(use(share() - LEFT) > 0);
    for (i = 0; i < n; i++) {
        for (k = 0; k < PIECE; k++) {
            spoiled += piece[i][k] != i % 251;
        }
    }
    CHECK(spoiled == 0);
    CHECK(n * (PIECE + HEAD) > ni_read(NI_RAM) - share() - 20 * KIB);
}

static void overflow(void)
{
    use(share() + LEFT);
}

static __attribute__((noinline)) uint32_t for_ever(uint32_t depth)
{
    volatile uint32_t frame[FRAME];

    frame[0] = depth;
    return depth == UINT32_MAX ? 0 : for_ever(depth + 1) + frame[0];
}

int main(void)
{
    enum { FITS, FULL, TO_EXIT, TO_FAILURE, TO_MALLOC, TO_SLEEP, TO_TRAP, FOR_EVER };

    switch (ni_node()) {
    case FITS:
        CHECK(use(share() - LEFT) > 0);
        return check_end("deep");
    case FULL:
        fill_heap();
        return check_end("deep");
    case TO_EXIT:
        overflow();
        return 0;
    case TO_FAILURE:
        overflow();
        return 3;
    case TO_MALLOC:
        overflow();
        free(malloc(PIECE));
        _Exit(9);
    case TO_SLEEP:
        overflow();
        timer_sleep_until(timer_now() + PIECE);
        _Exit(9);
    case TO_TRAP:
        overflow();
        *(volatile uint32_t *)(uintptr_t)reached = 0;
        __asm__ volatile("unimp");
        return 0;
    default:
        return (int)for_ever(0);
    }
}
