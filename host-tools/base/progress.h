/* SPDX-License-Identifier: BSD-2-Clause */
/* A bar on standard error, if that is a terminal and the work is long. There is one at a time. */
#ifndef NOCT_BASE_PROGRESS_H
#define NOCT_BASE_PROGRESS_H

#include <stdint.h>

void progress_begin(const char *what, uint64_t whole);
void progress_at(uint64_t done);
/* Only now it is known how much work there is. */
void progress_whole(uint64_t whole);
/* The same for work of unknown length: how long it has taken so far. */
void progress_tick(void);
/* Wipe the bar, if one is there; what comes next draws it again. */
void progress_end(void);
/* The same in the handler of a signal that ends noct. */
void progress_interrupted(void);

/* A bar over work that has bars of its own, which are not shown meanwhile; with the time that is left,
 * and the end. It takes so many seconds at most; 0: as many as it needs. */
void progress_study(const char *what, uint64_t whole, uint64_t seconds);
/* Now it is known that there is less work. */
void progress_study_whole(uint64_t whole);
/* resumed: how many of these took no time, since they had been done before. */
void progress_study_at(uint64_t done, uint64_t resumed);
void progress_study_end(void);

#endif
