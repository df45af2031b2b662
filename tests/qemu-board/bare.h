/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers and output for programs on the bare board. */
#ifndef BARE_H
#define BARE_H

#include <stdint.h>

#include "memmap.h"
#include "packet.h"
#include "regs.h"

#define REG(offset) (*(volatile uint32_t *)(NOC_NI_BASE + (offset)))

enum { ALL_DONE = 0, WRONG = 1 };

/* The machine's own counters: cycles go on in wfi, instructions do not. */
#define CSR_READ(csr)                                  \
    ({                                                 \
        uint32_t v_;                                   \
        __asm__ volatile("csrr %0, " #csr : "=r"(v_)); \
        v_;                                            \
    })

static inline void wait_for_line(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

static inline void put_text(const char *s)
{
    while (*s) {
        REG(NI_CONSOLE) = (uint8_t)*s++;
    }
}

static inline void put_number(const char *name, uint32_t value)
{
    char digits[10];
    int n = 0;

    put_text(name);
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (n) {
        REG(NI_CONSOLE) = (uint8_t)digits[--n];
    }
}

__attribute__((noreturn)) static inline void finish(uint32_t status)
{
    REG(NI_WAKE) = 0;
    REG(NI_EXIT) = status;
    for (;;) {
        wait_for_line();
    }
}

/* Send `flits` from body to node `to`, queue 0. */
static inline uint32_t start_worm(uint32_t to, const uint32_t *body, uint32_t flits)
{
    REG(NI_TX_ADDR) = (uint32_t)body;
    REG(NI_TX_W0) = NOC_PUT(flits, NI_TX_W0, LENGTH) | NOC_PUT(NOC_WORM_MESSAGE, NI_TX_W0, TYPE);
    REG(NI_TX_DEST) = noc_header(NOC_HEADER_LAST, to, 0);
    return REG(NI_TX_STATUS);
}

static inline uint32_t next_random(uint32_t *state)
{
    return *state = *state * 1664525u + 1013904223u;
}

static inline void compute_for(uint32_t loops)
{
    for (volatile uint32_t i = 0; i < loops; i++) {
    }
}

#endif
