/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asking for what was discarded.
 */
#ifndef FIRMWARE_PULL_H
#define FIRMWARE_PULL_H

#include "layer/layer.h"
#include "slots/slots.h"

/* maps: four bits for each node, all 0. */
void pull_begin(uint32_t *maps);
/* See to what DISCARD_HEAD shows of queue 0. False: it cannot be asked for yet, and stays. */
bool pull_next(uint32_t head);
/* Whether the node has a backlog for this core. */
bool pull_is_open(uint32_t node);
/* A message of its backlog was shown: whether this core has taken it. */
void pull_shown(uint32_t node, bool taken);
/* By what right its messages may have memory of this core's. */
enum claim pull_claim(uint32_t node);
/* All of it was; closed: and nothing is left in it. */
void pull_ended(uint32_t node, bool closed);
/* There is something that was not shown. */
void pull_news(uint32_t node);
/* Ask for one of those that were left with their senders, or for what is wanted of backlogs. */
void pull_left(void);
/* A resend came. False: it was not asked for, so that it is no honest core's. */
bool pull_answered(uint32_t node);
/* Before a wait: ask for what it wants. NOC_ERR_MEMORY: a group's slots are full, and so is the arena. */
noc_err pull_for(const struct wait *wait);

#endif
