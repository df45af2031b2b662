/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of the heap (heap.c). */
#ifndef BSP_HEAP_H
#define BSP_HEAP_H

#include <stddef.h>

/* Move its end by so many bytes: where it was before; (void *)-1 with ENOMEM: there is no room. */
void *_sbrk(ptrdiff_t by);

/* Memory that malloc() may use, too, before its first call. Weak to who calls it: a program may have
 * no heap. */
#pragma weak bsp_heap_give
void bsp_heap_give(void *from, size_t bytes);

#endif
