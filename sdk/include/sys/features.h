/* SPDX-License-Identifier: BSD-2-Clause */
/* newlib declares clocks and sleeps only for systems that say here that they have them. */
#ifndef NOCTURNE_SYS_FEATURES_H
#define NOCTURNE_SYS_FEATURES_H

#include_next <sys/features.h>

#define _POSIX_TIMERS          200809L
#define _POSIX_MONOTONIC_CLOCK 200809L
#define _POSIX_CPUTIME         200809L
#define _POSIX_THREAD_CPUTIME  200809L
#define _POSIX_CLOCK_SELECTION 200809L

#endif
