/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Large buffers that are written before they are read need not be cleared at
 * boot: static BSP_NOINIT uint32_t slots[...];
 */
#ifndef BSP_NOINIT_H
#define BSP_NOINIT_H

#define BSP_NOINIT __attribute__((section(".noinit")))

#endif
