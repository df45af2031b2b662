/* SPDX-License-Identifier: BSD-2-Clause */
/* In front of newlib's, which has no lstat() here. */
#ifndef NOCTURNE_SYS_STAT_H
#define NOCTURNE_SYS_STAT_H

#include_next <sys/stat.h>

#ifdef __cplusplus
extern "C" {
#endif

int lstat(const char *__restrict, struct stat *__restrict);

#ifdef __cplusplus
}
#endif

#endif
