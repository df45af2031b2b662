/* SPDX-License-Identifier: BSD-2-Clause */
/* The worms that cores have sent, for noct sim --traffic file:FILE. */
#ifndef NOCT_TRACE_WORMS_H
#define NOCT_TRACE_WORMS_H

#include <stdio.h>

#include "recording.h"

struct worms_written {
    uint64_t worms;
    uint64_t
        coded; /* left out: worms along coded paths, whose events do not name all destinations */
};

/*
 * A line for each worm that a core's ring tells of (patterns/worm_file.h), by cycle, then by core;
 * the cycle is that in which the core gave it to its NI. Signals have no body. What NIs send by
 * themselves, acknowledgements, no core tells of. Cycles count from the recording's beginning.
 */
void worms_write(FILE *file, const struct recording *r, struct worms_written *written);

#endif
