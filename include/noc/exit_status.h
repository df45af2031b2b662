/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a core writes to EXIT: the statuses that are not the program's own (0 to 119), and what they
 * mean, for people; and those of Nocturne's own multicast program.
 */
#ifndef NOC_EXIT_STATUS_H
#define NOC_EXIT_STATUS_H

#include <stdint.h>

enum {
    NOC_EXIT_BOARD = 120,    /* firmware and board do not fit: map version or RAM */
    NOC_EXIT_ABORT = 121,    /* abort(), a failed assert(), raise() of a fatal signal */
    NOC_EXIT_UNSENT = 122,   /* exit() gave messages up that were not taken where they go, or found
                                one that this core has not taken, of a collective operation */
    NOC_EXIT_TRAP = 128,     /* + mcause (0 to 31) */
    NOC_EXIT_INTERRUPT = 160 /* + mcause, of an interrupt: nobody enables one */
};

/* Of the multicast program, multicast_status.def. */
enum noc_multicast_status {
#define NOC_MULTICAST_STATUS(name, number, refuses, fix) NOC_MULTICAST_##name = (number),
#include "multicast_status.def"
#undef NOC_MULTICAST_STATUS
    NOC_MULTICAST_STATUSES /* one more than the last */
};

/* "load access fault", of an exception's mcause. */
static inline const char *noc_trap_text(uint32_t cause)
{
    static const char *const text[] = {
#define NOC_TRAP(number, text_) [number] = (text_),
#include "traps.def"
#undef NOC_TRAP
    };

    return cause < sizeof text / sizeof text[0] ? text[cause] : "unknown cause";
}

/* The same of a status, or "aborted"; a null pointer: it is the program's own. */
static inline const char *noc_exit_text(uint32_t status)
{
    return status >= NOC_EXIT_INTERRUPT ? "interrupt, and none was enabled"
         : status >= NOC_EXIT_TRAP      ? noc_trap_text(status - NOC_EXIT_TRAP)
         : status == NOC_EXIT_UNSENT    ? "messages were not taken"
         : status == NOC_EXIT_ABORT     ? "aborted"
         : status == NOC_EXIT_BOARD     ? "firmware and board do not fit"
                                        : 0;
}

#endif
