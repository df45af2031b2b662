/* SPDX-License-Identifier: BSD-2-Clause */
#include "alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "error.h"

void out_of_memory(void)
{
    fprintf(stderr, "noct: not enough memory; try a smaller network\n");
    exit(STATUS_ENVIRONMENT);
}

void *alloc_array(size_t n, size_t bytes)
{
    void *memory = calloc(n ? n : 1, bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "noct: no memory for %zu x %zu bytes; try a smaller network\n", n, bytes);
        exit(STATUS_ENVIRONMENT);
    }
    return memory;
}

void *alloc_zeroed(size_t bytes)
{
    return alloc_array(1, bytes);
}

char *alloc_text(const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(alloc_zeroed(bytes), text, bytes);
}

void alloc_keep_freed(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the most that it takes */
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}
