/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The WAITING register: a note for people, which firmware writes before it sleeps.
 *
 *    31   28 27        16 15           0
 *   |  what |    tag     |     node     |     0: it waits for nothing that has a name
 */
#ifndef NOC_WAITING_H
#define NOC_WAITING_H

#include "regs.h"

enum noc_wait_what {
    NOC_WAIT_NOTHING = 0,
#define NOC_WAIT(name, number, word, words) NOC_WAIT_##name = (number),
#include "waiting.def"
#undef NOC_WAIT
    NOC_WAITS /* one more than the last */
};

#define NOC_WAITING_ANYBODY 0xffff /* as node */

/* The register without its node, which is 0 in it. tag: its low bits are kept. */
static inline uint32_t noc_waiting(enum noc_wait_what what, uint32_t tag)
{
    return NOC_PUT(what, NI_WAITING, WHAT) | NOC_PUT(tag, NI_WAITING, TAG);
}

#endif
