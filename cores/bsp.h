/* SPDX-License-Identifier: BSD-2-Clause */
/* bsp/ for the layer that is compiled for the host. */
#ifndef CORES_BSP_H
#define CORES_BSP_H

#include <stdint.h>

/* The layer's state, and which one it works on from now on. */
uint32_t bsp_layer_bytes(void);
void bsp_layer(void *layer);

#endif
