/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waiting: the one place where a core sleeps.
 */
#ifndef FIRMWARE_WAIT_H
#define FIRMWARE_WAIT_H

#include "layer/layer.h"

void wait_begin(struct wait *wait, enum noc_wait_what what, int32_t tag, int32_t peer,
                uint32_t timeout);
/* Sleep until something happened. Anything but OK: give up. */
noc_err wait_more(const struct wait *wait);
/* The same beyond the deadline, where the network alone is waited for. */
void wait_network(const struct wait *wait);
/* Its first half, for who is in a hurry after it: then ni_sleep(), and in the end
 * 0 to WAITING. */
noc_err wait_prepare(const struct wait *wait);

#endif
