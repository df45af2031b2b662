/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How members learn that all of them have come to a long multicast. opening_try is weak: only programs
 * with long multicasts have it.
 */
#ifndef FIRMWARE_OPENING_H
#define FIRMWARE_OPENING_H

#include "layer/layer.h"

/* Its windows are open. Goes on without waiting; what is lacking ends a sleep (noc_layer.awaited). True:
 * this member has heard of all whom it waits for, and has told its parent. */
bool opening_try(struct stream *stream) __attribute__((weak));
/* The same, waiting. NOC_ERR_MISMATCH: others are seen to call something else. */
noc_err opening_wait(struct stream *stream, struct wait *wait);

/* This core may sleep in a long multicast, until wait->peer has said or sent something. False: members have
 * been seen to call different things. */
bool opening_sleeps(struct stream *stream, struct wait *wait);

#endif
