/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program and the board that it needs to run alone: image, RAM, and of the network interface
 * what identifies the node, the deadline, the console and the end. All other registers keep what is
 * written; nothing is ever sent or received.
 */
#ifndef GATEWARE_PROGRAM_H
#define GATEWARE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "memmap.h"

struct program {
    uint32_t image[NOC_IMAGE_SIZE / 4], ram[NOC_RAM_DEFAULT / 4], registers[NOC_NI_SIZE / 4];
    uint64_t now; /* the cycle, the caller's */
    bool ended;
    unsigned status;
};

/* Load an ELF file; the rest is as after reset. `nodes` is what NODES reads. False, and a line on
 * standard error: it cannot be read. */
bool program_load(struct program *p, const char *path, uint32_t nodes);

/* Registers, by their offsets, for struct node too. CONSOLE prints to standard output. */
uint32_t program_read(void *program, uint32_t offset);
void program_write(void *program, uint32_t offset, uint32_t value);

/* The external interrupt's line. */
bool program_line(const struct program *p);

#endif
