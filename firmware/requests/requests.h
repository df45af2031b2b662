/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests: sends, receives and collectives under way.
 */
#ifndef FIRMWARE_REQUESTS_H
#define FIRMWARE_REQUESTS_H

#include "layer/layer.h"

/* For isend and irecv (users), or a call of the layer's own. NULL: no memory for one more. */
struct request *request_new(bool users);
/* By its index; NULL: there is none. */
struct request *request_at(uint32_t index);
void requests_begin(void);
void request_free(struct request *request);
void request_finish(struct request *request, noc_err result);
/* The message is in its buffer, or what of it fits. */
void request_filled(struct request *request);
/* Whom it waits for: of a receive that matched an offer its sender. -1: anybody. */
int32_t request_peer(const struct request *request);

#endif
