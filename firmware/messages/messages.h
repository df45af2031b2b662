/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending and receiving, for the calls of programs and for those of the layer.
 */
#ifndef FIRMWARE_MESSAGES_H
#define FIRMWARE_MESSAGES_H

#include "layer/layer.h"

noc_err send_check(const struct noc_group *group, uint32_t to_rank, uint32_t tag, const void *body,
                   uint32_t bytes);
/* What isend and its kind do, arguments checked: *request is under way, or finished. */
noc_err send_start(const struct noc_group *group, uint32_t to_rank, uint32_t tag, const void *body,
                   uint32_t bytes, bool synchronous, struct request **request);
/*
 * The same as isend and irecv, in the group's second context: for the layer's own collectives. NULL:
 * no memory. The arguments are not checked. To and from oneself is legal. When r->done (noc_progress
 * makes it so), r->result says how it ended and r->status what came; then request_free(r).
 * give_up: what was under way is not any more, and r is gone. False: it is finished, or about to be.
 */
struct request *inner_isend(const struct noc_group *group, uint32_t to_rank, uint32_t tag,
                            const void *body, uint32_t bytes);
struct request *inner_irecv(const struct noc_group *group, uint32_t from_rank, int32_t tag,
                            void *body, uint32_t max_bytes);
bool inner_give_up(struct request *request);

/* recv.c */
noc_err receive_check(const struct noc_group *group, int32_t from, int32_t tag, const void *body,
                      uint32_t max_bytes);
/* A message is there. takes: among those that were kept, not in a backlog. */
noc_err probe_for(const struct noc_group *group, int32_t from, int32_t tag, bool takes,
                  noc_status *status, uint32_t timeout);
/* A receive of what request->wanted says, not posted yet; and posted. */
void receive_prepare(struct request *request, void *body, uint32_t max_bytes);
void receive_begin(struct request *request, void *body, uint32_t max_bytes);
/* Until it is done. At the deadline it is given up. */
noc_err receive_finish(struct request *request, struct wait *wait, noc_status *status);

#endif
