/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How members learn that all of them have come to a long multicast.
 */
#ifndef FIRMWARE_OPENING_H
#define FIRMWARE_OPENING_H

#include "layer/layer.h"

/* Its windows are open. Go on without waiting; what is lacking ends a sleep (noc_layer.awaited). True: all members are there as far as this one must know it,
 * and have heard of it. */
bool opening_try(struct stream *stream);
/* The same, waiting. NOC_ERR_MISMATCH: others are seen to call something else. */
noc_err opening_wait(struct stream *stream, struct wait *wait);

#endif
