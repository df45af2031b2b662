/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A verilated core (gateware/rtl/noc_core.sv) behind plain functions. A cycle is core_ask(), which
 * tells what the core asks of memory, then core_look(), which tells what happens in it, and
 * core_pass(), with which it ends.
 */
#ifndef GATEWARE_CORES_H
#define GATEWARE_CORES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What enters a core in a cycle, but for memory's answer. */
struct core_in {
    bool tick, line, halt, resume;
    uint64_t now;
    uint32_t read;       /* what was read in the last cycle with tick */
    unsigned ni_write;   /* the NI writes the lower (1), the upper (2) of two words ... */
    uint32_t ni_address; /* ... at this address */
    bool debug_write;
    uint16_t debug_register;
    uint32_t debug_written;
};

/* What it asks of memory. */
struct core_request {
    bool valid, fetch, write, atomic;
    unsigned size, mask;
    uint32_t address, written;
};

/* What happens in it, and what can be seen. */
struct core_out {
    bool halted, asleep;
    uint32_t next;
    bool done, trap, interrupted, writes; /* writes: the register `to` */
    unsigned code, to;
    uint32_t tval, instruction, value;
    bool debug_exists;
    uint32_t debug_read;
};

struct core;

/* A core that has been reset. */
struct core *core_new(uint32_t node, uint32_t start);
void core_free(struct core *core);

void core_ask(struct core *core, const struct core_in *in, struct core_request *request);
void core_look(struct core *core, bool go, bool fault, struct core_out *out);
void core_pass(struct core *core);

/* The expander alone: 0 if `half` is illegal. */
uint32_t core_expand(uint16_t half);

#ifdef __cplusplus
}
#endif

#endif
