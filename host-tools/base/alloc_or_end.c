/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What noct's own code and libnoc's allocate, linked by --wrap: where there is no memory noct ends
 * with a sentence. Code that others run, too, as the model in QEMU, would end by a signal.
 */
#include <stddef.h>

#include "alloc.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);

static void *or_end(void *memory, size_t bytes)
{
    if (!memory && bytes) {
        out_of_memory();
    }
    return memory;
}

void *__wrap_malloc(size_t bytes)
{
    return or_end(__real_malloc(bytes), bytes);
}

void *__wrap_calloc(size_t n, size_t bytes)
{
    return or_end(__real_calloc(n, bytes), n && bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return or_end(__real_realloc(old, bytes), bytes);
}
