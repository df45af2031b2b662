/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arrivals taken as interrupts while the core computes: each interrupt's cycle
 * goes into the hash, so it must come in the same one in every run.
 */
#include "bare.h"

enum { WORMS = 20, FLITS_MAX = 4, SLOTS = NOC_QUEUE_SLOTS, MIE_MEIE = 1 << 11, MSTATUS_MIE = 8 };

static uint32_t body[FLITS_MAX], slot[SLOTS][FLITS_MAX];
static volatile uint32_t interrupts, hash;

__attribute__((interrupt, aligned(4))) static void take(void)
{
    interrupts++;
    hash = hash * 33u ^ CSR_READ(mcycle);
    while (REG(NI_RX_W0)) {
        uint32_t at = REG(NI_RX_ADDR);

        hash = hash * 33u ^ REG(NI_RX_TIME_LO);
        REG(NI_RX_POP) = 1;
        REG(NI_RX_FREE) = at;
    }
}

int main(void)
{
    uint32_t me = REG(NI_NODE), nodes = REG(NI_NODES), random = me * 77u + 1u;

    REG(NI_RX_SIZE) = FLITS_MAX;
    for (uint32_t i = 0; i < SLOTS; i++) {
        REG(NI_RX_FREE) = (uint32_t)slot[i];
    }
    REG(NI_WAKE) = NOC_PUT(1, NI_PENDING, QUEUES);
    __asm__ volatile("csrw mtvec, %0\n\tcsrs mie, %1\n\tcsrs mstatus, %2"
                     :
                     : "r"(take), "r"(MIE_MEIE), "r"(MSTATUS_MIE)
                     : "memory");
    for (uint32_t i = 0; i < WORMS; i++) {
        compute_for(next_random(&random) >> 16 & 63);
        while (REG(NI_TX_BUSY)) {
        }
        start_worm((me + 1 + (random >> 8) % (nodes - 1)) % nodes, body, 1 + (random & 3));
    }
    compute_for(5000);
    __asm__ volatile("csrc mstatus, %0" : : "r"(MSTATUS_MIE) : "memory");
    put_number("interrupts=", interrupts > 0);
    put_number(" hash=", hash);
    put_text("\n");
    finish(interrupts ? ALL_DONE : WRONG);
}
