/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network interface, register by register: names and meanings are
 * ni_regs.def's, behaviour is docs/board.md's. One access each unless it says
 * otherwise; nothing is checked and nothing is remembered here.
 */
#ifndef BSP_NI_H
#define BSP_NI_H

#include <stdbool.h>
#include <stdint.h>

#include "hart.h"
#include "memmap.h"
#include "mmio.h"
#include "packet.h"
#include "regs.h"

/* offset: one of the enumerators NI_*. */
static inline uint32_t ni_read(uint32_t offset)
{
    return mmio_read32(NOC_NI_BASE + offset);
}

static inline void ni_write(uint32_t offset, uint32_t value)
{
    mmio_write32(NOC_NI_BASE + offset, value);
}

/* Register `offset` (NI_RX_*) of receive queue q. */
static inline uint32_t ni_queue(uint32_t offset, unsigned q)
{
    return offset + q * NI_QUEUE_STRIDE;
}

/* Receive queue q for who reads several of its registers, one instruction each. */
static inline uint32_t ni_queue_base(unsigned q)
{
    uint32_t base = NOC_NI_BASE + q * NI_QUEUE_STRIDE;

    __asm__("" : "+r"(base)); /* not to be added to each offset anew */
    return base;
}

static inline uint32_t ni_queue_read(uint32_t base, uint32_t offset)
{
    return mmio_read32(base + offset);
}

static inline void ni_queue_write(uint32_t base, uint32_t offset, uint32_t value)
{
    mmio_write32(base + offset, value);
}

/* An address as the NI has it. */
static inline uint32_t ni_address(const void *p)
{
    return (uint32_t)(uintptr_t)p;
}

static inline uint32_t ni_node(void)
{
    return ni_read(NI_NODE);
}

static inline uint32_t ni_nodes(void)
{
    return ni_read(NI_NODES);
}

/* What a worm carries, its way aside. Four accesses. */
static inline void ni_tx_words(uint32_t addr, uint32_t w0, uint32_t w1, uint32_t w2)
{
    ni_write(NI_TX_ADDR, addr);
    ni_write(NI_TX_W0, w0);
    ni_write(NI_TX_W1, w1);
    ni_write(NI_TX_W2, w2);
}

/* The same for one more worm with the body and W1 of the one before, if nothing else was described
 * since. */
static inline void ni_tx_words_more(uint32_t w0, uint32_t w2)
{
    ni_write(NI_TX_W0, w0);
    ni_write(NI_TX_W2, w2);
}

/* Start a worm; the body must be in memory before. Returns the verdict, enum
 * noc_tx_status. Six accesses. */
static inline uint32_t ni_tx(uint32_t addr, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t header)
{
    ni_tx_words(addr, w0, w1, w2);
    mmio_fence_out();
    ni_write(NI_TX_DEST, header);
    return ni_read(NI_TX_STATUS);
}

/* The next worm's body is two parts: `flits` words at `list` (word aligned), then what is left
 * of W0's LENGTH at its addr. Two accesses. */
static inline void ni_tx_first(uint32_t list, uint32_t flits)
{
    ni_write(NI_TX_LIST_ADDR, list);
    ni_write(NI_TX_LIST_FLITS, flits);
}

/* ni_tx() with such a body. Eight accesses. */
static inline uint32_t ni_tx_list(uint32_t list, uint32_t flits, uint32_t addr, uint32_t w0,
                                  uint32_t w1, uint32_t w2, uint32_t header)
{
    ni_tx_first(list, flits);
    return ni_tx(addr, w0, w1, w2, header);
}

/* The verdict on a write of TX_HEADERS: the NI looks at the header flits first, one a cycle. No worm
 * can be started before. One access, and one for each look at what is not decided yet. */
static inline uint32_t ni_tx_checked(void)
{
    uint32_t status;

    do {
        status = ni_read(NI_TX_STATUS);
    } while (status == NOC_TX_CHECKING);
    return status;
}

/* The same to several destinations: n header flits (packet.h) lie at `headers`, word
 * aligned, and stay there until the worm has left. Seven accesses, and looks as above. */
static inline uint32_t ni_tx_headers(uint32_t headers, uint32_t n, uint32_t addr, uint32_t w0,
                                     uint32_t w1, uint32_t w2)
{
    ni_tx_words(addr, w0, w1, w2);
    ni_write(NI_TX_HEADERS_ADDR, headers);
    mmio_fence_out();
    ni_write(NI_TX_HEADERS, n);
    return ni_tx_checked();
}

#ifdef BSP_MOCK
/* Of the test's: where the core's RAM begins. */
uint32_t mmio_ram_base(void);
#else
static inline uint32_t mmio_ram_base(void)
{
    return NOC_RAM_BASE;
}
#endif

static inline bool mmio_ram_holds(const void *p, uint32_t bytes)
{
    uint32_t offset = ni_address(p) - mmio_ram_base(), size = ni_read(NI_RAM);

    return offset <= size && bytes <= size - offset;
}

/* Whether core and NI can write so many bytes there. */
static inline bool ni_writes(const void *p, uint32_t bytes)
{
    return mmio_ram_holds(p, bytes);
}

/* Whether core and NI can read so many bytes there. */
static inline bool ni_reads(const void *p, uint32_t bytes)
{
    uint32_t offset = ni_address(p) - NOC_IMAGE_BASE;

    return mmio_ram_holds(p, bytes) ||
           (offset <= NOC_IMAGE_SIZE && bytes <= NOC_IMAGE_SIZE - offset);
}

/* The board's clock, cycles. */
static inline uint64_t ni_time(void)
{
    return hart_cycles();
}

/* Sleep until PENDING & WAKE. */
static inline void ni_sleep(void)
{
    hart_sleep();
}

#endif
