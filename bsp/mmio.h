/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every access to a register of the board goes through this header, so that a
 * host test can take the board's place: with BSP_MOCK defined the functions
 * are external, and tests/bsp/mock.c expects each access in its order.
 *
 * Accesses are 32-bit words, volatile: the compiler keeps all of them, and
 * their order among each other. It may still move accesses to ordinary memory
 * across them. Where the network interface reads or writes RAM, a fence stands
 * between:
 *
 *   body[i] = ...;  mmio_fence_out();  write TX_DEST     (the NI reads body)
 *   read RX_ADDR;   mmio_fence_in();   ... = slot[i]     (the NI wrote slot)
 */
#ifndef BSP_MMIO_H
#define BSP_MMIO_H

#include <stdint.h>

#ifdef BSP_MOCK

uint32_t mmio_read32(uint32_t address);
void mmio_write32(uint32_t address, uint32_t value);
void mmio_fence_out(void);
void mmio_fence_in(void);

#else

static inline uint32_t mmio_read32(uint32_t address)
{
    return *(volatile uint32_t *)(uintptr_t)address;
}

static inline void mmio_write32(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)address = value;
}

/* All earlier accesses to memory before all later writes to registers: bodies
 * are written before they are sent, slots read before they are given back. */
static inline void mmio_fence_out(void)
{
    __asm__ volatile("fence rw, o" : : : "memory");
}

/* All earlier reads of registers before all later reads of memory. */
static inline void mmio_fence_in(void)
{
    __asm__ volatile("fence i, r" : : : "memory");
}

#endif
#endif
