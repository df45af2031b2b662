/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interpreter beside a core: it executes each instruction that the core ends, and compares the
 * address, the instruction, the register written, the accesses to memory, and the trap. What the
 * core read from registers of the NI and what time it was are given to it. The first difference is
 * put into a sentence.
 */
#ifndef GATEWARE_BESIDE_H
#define GATEWARE_BESIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "cores.h"
#include "interpreter/interpreter.h"

enum {
    BESIDE_ACCESSES = 64,     /* of one instruction; an atomic one may begin again */
    BESIDE_FETCHED_BITS = 12, /* words of instructions that are remembered, by their address */
    BESIDE_TEXT = 400
};

struct beside_access {
    bool write, atomic, stale; /* stale: the NI has written the word since */
    unsigned mask;
    uint32_t address, value;
};

struct beside {
    struct rv32 hart;
    struct rv32_memory memory;
    /* Whether an access of the hart is refused: the board's map. */
    bool (*refused)(void *opaque, const struct core_request *request);
    void *opaque;
    /* What the core has done since the last instruction ended. */
    struct beside_access access[BESIDE_ACCESSES];
    unsigned accesses, used;
    /* Words of instructions as the core has read them, since fence.i at the latest. */
    struct beside_word {
        uint32_t address, value, epoch;
    } fetched[1 << BESIDE_FETCHED_BITS];
    uint32_t epoch;
    bool due; /* an interrupt should come before the next instruction */
    bool differs;
    char text[BESIDE_TEXT]; /* how */
    uint64_t instructions, traps, interrupts;
    uint32_t in_a_row; /* traps since the last instruction */
    uint32_t retired[RV32_INSTRUCTIONS], short_ones, trapped[16]; /* by cause; not interrupts */
    uint32_t begun_again, failed, succeeded;                      /* atomic operations; sc */
};

/* A node's addresses, from a base on so many bytes each. */
struct beside_map {
    uint32_t ram, ram_bytes, image, image_bytes;
    uint32_t registers, registers_bytes;
    uint32_t counters, counters_bytes; /* which are only read */
};

/* docs/board.md: the image is read only, registers by words, atomic accesses in RAM only. */
bool beside_map_refuses(const struct beside_map *map, const struct core_request *request);

void beside_begin(struct beside *b, uint32_t node, uint32_t start,
                  bool (*refused)(void *opaque, const struct core_request *request), void *opaque);

/* The core has had its access in this cycle: `value` is what was read or written. */
void beside_access(struct beside *b, const struct core_request *request, uint32_t value);

/* What the core shows at the end of a cycle with tick, the `cycles`th after reset. */
void beside_cycle(struct beside *b, const struct core_in *in, const struct core_out *out,
                  uint64_t cycles);

/* The NI has written the word at this address, behind what beside_cycle() was told. */
void beside_written(struct beside *b, uint32_t address);

/* Whether the next instruction, as the core has fetched it, is an ebreak. */
bool beside_at_ebreak(struct beside *b);

__attribute__((format(printf, 2, 3))) void beside_differs(struct beside *b, const char *format,
                                                          ...);

#endif
