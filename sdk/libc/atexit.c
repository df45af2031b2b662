/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * atexit() and __cxa_atexit() in the place of newlib's. As it is built for the board, newlib has no
 * room for the arguments of destructors, and for 32 functions only.
 */
#include "atexit.h"

#include <stddef.h>
#include <stdlib.h>

int __cxa_atexit(void (*function)(void *), void *argument, void *image);

enum { ENTRIES = 32 }; /* C promises so many without a heap */

struct block {
    struct block *before;
    unsigned count;
    struct {
        void (*function)(void *);
        void *argument;
    } entry[ENTRIES];
};

static struct block first, *last = &first;

/* -1: there is no memory. A core has one image. */
int __cxa_atexit(void (*function)(void *), void *argument, void *image)
{
    (void)image;
    if (last->count == ENTRIES) {
        struct block *block = malloc(sizeof *block);
        if (!block) {
            return -1;
        }
        block->before = last;
        block->count = 0;
        last = block;
    }
    last->entry[last->count].function = function;
    last->entry[last->count].argument = argument;
    last->count++;
    return 0;
}

/* In the hart's calling convention a function without parameters does not see the argument. */
int atexit(void (*function)(void))
{
    return __cxa_atexit((void (*)(void *))(void *)function, NULL, NULL);
}

void nocturne_run_at_exit(void)
{
    while (last->count || last->before) {
        if (!last->count) {
            last = last->before; /* its memory is of no use any more */
            continue;
        }
        last->count--;
        last->entry[last->count].function(last->entry[last->count].argument);
    }
}
