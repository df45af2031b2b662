/* SPDX-License-Identifier: BSD-2-Clause */
/* A program of checks: it prints each that fails, and the count at the end. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int check_count, check_failed;

#define CHECK(condition)                                   \
    do {                                                   \
        check_count++;                                     \
        if (!(condition)) {                                \
            check_failed++;                                \
            printf("line %d: %s\n", __LINE__, #condition); \
        }                                                  \
    } while (0)

static int check_end(void)
{
    printf("%d checks, %d failed\n", check_count, check_failed);
    return check_failed != 0;
}

#endif
