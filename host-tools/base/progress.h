/* SPDX-License-Identifier: BSD-2-Clause */
/* A bar on standard error, if that is a terminal and the work is long. */
#ifndef NOCT_BASE_PROGRESS_H
#define NOCT_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    const char *what;
    uint64_t whole;
    struct timespec begun;
    bool terminal;
    int shown; /* per cent, or seconds; -1: nothing yet */
};
void progress_begin(struct progress *p, const char *what, uint64_t whole);
void progress_at(struct progress *p, uint64_t done);
/* Only now it is known how much work there is. */
void progress_whole(struct progress *p, uint64_t whole);
/* The same for work of unknown length: how long it has taken so far. */
void progress_tick(struct progress *p);
void progress_end(struct progress *p); /* wipes the bar */

#endif
