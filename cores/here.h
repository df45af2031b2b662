/* SPDX-License-Identifier: BSD-2-Clause */
/* What the layer that is compiled for the host asks of the core that runs: cores.c's. */
#ifndef CORES_HERE_H
#define CORES_HERE_H

#include <stdint.h>

/* Registers of the network interface by their offsets. */
uint32_t bsp_read(uint32_t offset);
void bsp_write(uint32_t offset, uint32_t value);
uint32_t bsp_ram_base(void);
uint64_t bsp_cycles(void);
void bsp_sleep(void);
const void *bsp_params(void);
void *bsp_malloc(uint32_t bytes);
void bsp_free(void *p);
void *bsp_data(uint32_t bytes);
void *bsp_arena(uint32_t *bytes);

/* Memory for the data, which is the same for all cores and whose contents mean nothing: what is
 * contributed (0), the result (1). How many elements each member gets. */
uint32_t *call_data(uint32_t which);
const uint32_t *call_elements(void);
void call_combines(uint32_t elements);
/* Wait for all members to be here and for the network to be idle: the call that is told of begins. */
void call_meets(void);
void call_returned(void);
void call_refused(const char *why);

#endif
