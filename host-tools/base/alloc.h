/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that is there or ends the program: a tool has nothing better to do
 * without it than to say so and stop.
 */
#ifndef NOCT_BASE_ALLOC_H
#define NOCT_BASE_ALLOC_H

#include <stddef.h>

_Noreturn void out_of_memory(void);
void *alloc_zeroed(size_t bytes);          /* zeroed */
void *alloc_array(size_t n, size_t bytes); /* n of them, zeroed */
char *alloc_text(const char *text);

/**
 * What is freed stays with the process for what it asks for next, up to 256 MB, where the C library
 * has such a choice (glibc). It would give the memory of each simulation back, and the next one of a
 * study would have the same pages faulted in again, which was a third of its time.
 */
void alloc_keep_freed(void);

#endif
