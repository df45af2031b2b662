/* SPDX-License-Identifier: BSD-2-Clause */
/* In front of newlib's, which has these two under other names. */
#ifndef NOCTURNE_STDIO_H
#define NOCTURNE_STDIO_H

#include_next <stdio.h>

#if __POSIX_VISIBLE >= 200809
#ifdef __cplusplus
extern "C" {
#endif

ssize_t getline(char **, size_t *, FILE *);
ssize_t getdelim(char **, size_t *, int, FILE *);

#ifdef __cplusplus
}
#endif
#endif

#endif
