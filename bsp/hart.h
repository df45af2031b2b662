/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the hart itself gives, as opposed to the board's registers: its clock,
 * and sleep. Like mmio.h replaced by a mock in host tests.
 */
#ifndef BSP_HART_H
#define BSP_HART_H

#include <stdint.h>

#ifdef BSP_MOCK

uint64_t hart_cycles(void);
void hart_sleep(void);

static inline uint32_t hart_cycles_low(void)
{
    return (uint32_t)hart_cycles();
}

#else

/* CSR instructions are an extension of their own to the assembler; naming it
 * here spares everybody else a compiler option. */
#define HART_CSR_READ(csr, to)                                  \
    __asm__ volatile(".option push\n\t.option arch, +zicsr\n\t" \
                     "csrr %0, " csr "\n\t.option pop"          \
                     : "=r"(to))

/* The board's clock; goes on in sleep. Low half between two equal high halves:
 * they differ once in 2^32 cycles, so the loop runs twice at most. */
static inline uint64_t hart_cycles(void)
{
    uint32_t high, low, again;

    do {
        HART_CSR_READ("mcycleh", high);
        HART_CSR_READ("mcycle", low);
        HART_CSR_READ("mcycleh", again);
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

/* The low half of hart_cycles(): for differences below 2^32. */
static inline uint32_t hart_cycles_low(void)
{
    uint32_t low;

    HART_CSR_READ("mcycle", low);
    return low;
}

/* Instructions executed, low half; stands still in sleep. */
static inline uint32_t hart_instructions_low(void)
{
    uint32_t low;

    HART_CSR_READ("minstret", low);
    return low;
}

/* Until PENDING & WAKE is not zero; may return before. crt0 has enabled the
 * line in mie, and not in mstatus: it wakes, and never interrupts. */
static inline void hart_sleep(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

#endif
#endif
