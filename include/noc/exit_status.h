/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core writes to EXIT: the statuses that are not the program's own, and their texts.
 */
#ifndef NOC_EXIT_STATUS_H
#define NOC_EXIT_STATUS_H

#include <stdint.h>

enum {
    NOC_EXIT_BOARD = 120,    /* firmware and board do not fit: map version or RAM */
    NOC_EXIT_ABORT = 121,    /* abort(), a failed assert(), raise() of a fatal signal */
    NOC_EXIT_TRAP = 128,     /* + mcause (0 to 15) */
    NOC_EXIT_INTERRUPT = 160 /* + mcause, of an interrupt: nobody enables one */
};

/* "load access fault"; a null pointer: the program's own status, or an unknown cause. */
static inline const char *noc_exit_text(uint32_t status)
{
    switch (status) {
#define NOC_EXIT(status_, text) \
    case status_:               \
        return text;
#include "exit_status.def"
#undef NOC_EXIT
    default:
        return status >= NOC_EXIT_INTERRUPT ? "interrupt, and none was enabled" : 0;
    }
}

#endif
