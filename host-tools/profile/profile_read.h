/* SPDX-License-Identifier: BSD-2-Clause */
/* What the emulator says of where cycles went (qemu-board/hw/noc/profile.c). */
#ifndef NOCT_PROFILE_PROFILE_READ_H
#define NOCT_PROFILE_PROFILE_READ_H

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* A node was seen about to execute the instruction at this pc. */
struct profile_at {
    uint32_t node, pc;
    uint64_t samples;
};

/* It slept so long while its WAITING register said this. */
struct profile_wait {
    uint32_t node, waiting;
    uint64_t cycles;
};

struct profile {
    uint64_t every, cycles; /* between two samples; of the run */
    uint32_t nodes;
    struct profile_at *at; /* malloc'd, by node and pc */
    size_t ats;
    struct profile_wait *wait; /* malloc'd, by node */
    size_t waits;
    struct profile_core {
        uint64_t awake, asleep; /* cycles, until it ended */
    } * core;                   /* malloc'd, [nodes] */
};

/* Read it all. An error: it is not whole. */
enum status profile_read(struct profile *p, FILE *file, struct error *error);
void profile_free(struct profile *p);

#endif
