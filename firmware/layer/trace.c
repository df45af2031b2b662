/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The core's event ring (trace.h). Compiled for programs with NOC_TRACE only.
 *
 *   noc_trace_ring | magic version records written | record 0 | 1 | ... | NOC_TRACE_RECORDS - 1 |
 *
 * Cost of a record: see docs/tracing.md; tests/firmware/target/trace.c measures it.
 */
#include "hart.h"
#include "noc_trace.h"
#include "noinit.h"

#ifdef NOC_TRACE

#ifndef NOC_TRACE_RECORDS
#define NOC_TRACE_RECORDS 512 /* 8 KiB of RAM */
#endif
_Static_assert(NOC_TRACE_RECORDS > 0 && (NOC_TRACE_RECORDS & (NOC_TRACE_RECORDS - 1)) == 0,
               "a power of 2");

enum {
    RING_WORDS =
        (sizeof(struct noc_trace_ring) + NOC_TRACE_RECORDS * sizeof(struct noc_trace_record)) / 4
};

/* Not cleared at boot: 512 records would take 2,500 instructions. */
uint32_t noc_trace_ring[RING_WORDS] BSP_NOINIT;

static inline struct noc_trace_ring *ring(void)
{
    return (struct noc_trace_ring *)noc_trace_ring;
}

/* Before main(): what is there of an earlier run is no ring until `written` is 0. */
static __attribute__((constructor)) void begin(void)
{
    volatile struct noc_trace_ring *r = ring();

    r->magic = 0;
    r->version = NOC_TRACE_VERSION;
    r->records = NOC_TRACE_RECORDS;
    r->written = 0;
    r->magic = NOC_TRACE_MAGIC;
}

void noc_trace_put(uint32_t what, uint32_t value, uint32_t stamp)
{
    struct noc_trace_ring *r = ring();
    uint32_t n = r->written;
    struct noc_trace_record *record = &r->record[n % NOC_TRACE_RECORDS];

    record->time = hart_cycles_low();
    record->what = what;
    record->value = value;
    record->stamp = stamp;
    __asm__ volatile("" : : : "memory"); /* a debugger sees them before the count */
    r->written = n + 1;
}

#endif
