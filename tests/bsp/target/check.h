/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks on the target: each that fails prints a line, and the exit status
 * says whether any did. A test ends with: return check_end("name");
 */
#ifndef TESTS_BSP_CHECK_H
#define TESTS_BSP_CHECK_H

#include <stdio.h>

static unsigned checks_done, checks_failed;

#define CHECK(condition)                                                   \
    do {                                                                   \
        checks_done++;                                                     \
        if (!(condition)) {                                                \
            checks_failed++;                                               \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                  \
    } while (0)

/* Prints the verdict; for main() to return. */
static inline int check_end(const char *name)
{
    if (checks_failed == 0) {
        printf("%s: %u checks passed\n", name, checks_done);
    } else {
        printf("%s: %u of %u checks failed\n", name, checks_failed, checks_done);
    }
    return checks_failed != 0;
}

#endif
