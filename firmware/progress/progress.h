/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What others want of this core, and sends that wait.
 */
#ifndef FIRMWARE_PROGRESS_H
#define FIRMWARE_PROGRESS_H

#include "layer/layer.h"

void noc_progress(void);
void progress_signals(void);
/* What came before something that was learnt past the queues, by a signal or in a window of the NI:
 * accesses of other members' are done before the call ends. */
static inline void progress_accesses(void)
{
    const uint32_t queues = 1u << NOC_QUEUE_EAGER | 1u << NOC_QUEUE_PULLED;

    if (noc_layer.onesided && ni_read(NI_PENDING) & queues) {
        noc_progress();
    }
}
/* This group is waited for, of which discards were popped for another's sake. */
void groups_owed(struct noc_group *group) __attribute__((cold));
/* Take queue q's oldest entry. */
struct slot *slot_take(unsigned q);

/* queued.c */
/* Behind all others; it goes at once if it can. */
void send_begin(struct request *request, const struct sending *sending);
/* The deadline of its call has passed. False: its body is on its way. */
bool send_lapse(struct request *request);
/* Start all that can go now. */
void sends_progress(void);

#endif
