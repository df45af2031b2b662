/* SPDX-License-Identifier: BSD-2-Clause */
/* Given to the firmware's sources by -include: each core has a heap and a state of its own. */
#ifndef CORES_HEAP_H
#define CORES_HEAP_H

#include <stdint.h>
#include <stdlib.h>

void *core_malloc(uint32_t bytes);
void *core_data(uint32_t bytes);
void core_free(void *p);
int core_atexit(void (*function)(void));

#define malloc(bytes) core_malloc((uint32_t)(bytes))
#define free(p)       core_free(p)
#define atexit(f)     core_atexit(f)

#endif
