/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asking for what was discarded.
 */
#ifndef FIRMWARE_PULL_H
#define FIRMWARE_PULL_H

#include "layer/layer.h"

/* maps: two bits for each node, all 0. */
void pull_begin(uint32_t *maps);
/* See to what DISCARD_HEAD shows of queue 0. False: it cannot be asked for yet, and stays. */
bool pull_next(uint32_t head);
/* Ask for one of those that were left with their senders, if it may be. */
void pull_left(void);
/* A resend came. False: it was not asked for, so that it is no honest core's. */
bool pull_answered(uint32_t node);
/* Before a wait: ask for what it wants. NOC_ERR_MEMORY: that can never come. */
noc_err pull_for(const struct wait *wait);

#endif
