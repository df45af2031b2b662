/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals of barriers and openings, by which members say that they have come.
 */
#ifndef FIRMWARE_SIGNALS_H
#define FIRMWARE_SIGNALS_H

#include "layer/layer.h"

enum {
    SIGNAL_CAME = 1 << NI_PENDING_SELECT_SHIFT, /* in PENDING: the selected one */
    SIGNAL_LOOKS = 64 /* for one; then a core sleeps, which takes as long to begin and to end */
};

/* A signal is its number and its node, as the registers have them. */
static inline __attribute__((always_inline)) void signal_send(uint32_t signal)
{
    TRACE_SIGNAL(SIGNAL, NOC_GET(signal, NI_SIGNAL_SEND, NODE),
                 NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
    ni_write(NI_SIGNAL_SEND, signal);
}

/* Whether the selected one is there. */
static inline __attribute__((always_inline)) bool signal_is_there(void)
{
    return ni_read(NI_PENDING) & SIGNAL_CAME;
}

/* Whether it comes at once, or almost. Then it is taken; if not, it is selected. */
static inline __attribute__((always_inline)) bool signal_take(uint32_t signal)
{
    unsigned looks = SIGNAL_LOOKS;

    ni_write(NI_SIGNAL_SELECT, signal);
    if (!signal_is_there()) {
        while (!signal_is_there()) {
            if (!--looks) {
                return false;
            }
        }
    }
    ni_write(NI_SIGNAL_POP, signal);
    TRACE_SIGNAL(SIGNALLED, NOC_GET(signal, NI_SIGNAL_SEND, NODE),
                 NOC_GET(signal, NI_SIGNAL_SEND, NUMBER));
    return true;
}

#endif
