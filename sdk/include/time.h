/* SPDX-License-Identifier: BSD-2-Clause */
/* In front of newlib's, which lacks this part of C11. */
#ifndef NOCTURNE_TIME_H
#define NOCTURNE_TIME_H

#include_next <time.h>

#if !defined(TIME_UTC) && __ISO_C_VISIBLE >= 2011
#define TIME_UTC 1

#ifdef __cplusplus
extern "C" {
#endif

int timespec_get(struct timespec *, int);

#ifdef __cplusplus
}
#endif
#endif

#endif
