/* SPDX-License-Identifier: BSD-2-Clause */
/* The heap, of which newlib's malloc() takes. */
#ifndef BSP_HEAP_H
#define BSP_HEAP_H

#include <stddef.h>

/* Move its end by so many bytes: where it was before; (void *)-1 with ENOMEM: there is no room. */
void *_sbrk(ptrdiff_t by);

#endif
