/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of the heap (heap.c). */
#ifndef BSP_HEAP_H
#define BSP_HEAP_H

#include <stddef.h>

/* Move its end by so many bytes: where it was before; (void *)-1 with ENOMEM: there is no room. */
void *_sbrk(ptrdiff_t by);

#endif
