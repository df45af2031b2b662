/* SPDX-License-Identifier: BSD-2-Clause */
/* Given to the firmware's sources by -include: each core has a heap of its own. */
#ifndef TESTS_FIRMWARE_HEAP_H
#define TESTS_FIRMWARE_HEAP_H

#include <stdint.h>
#include <stdlib.h>

void *layer_malloc(uint32_t bytes); /* core_malloc, of what the layer must not lose (leaks.h) */
void core_free(void *p);
int core_atexit(void (*function)(void));

#define malloc(bytes) layer_malloc((uint32_t)(bytes))
#define free(p)       core_free(p)
#define atexit(f)     core_atexit(f)

#endif
