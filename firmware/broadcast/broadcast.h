/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Broadcasts along plans, those that wait and those that do not.
 */
#ifndef FIRMWARE_BROADCAST_H
#define FIRMWARE_BROADCAST_H

#include "collectives/collectives.h"
#include "progress/wait.h"

/* kept_plans.c: the group's plan from this root becomes the first of those that are kept. */
noc_err broadcast_plan(struct group_calls *calls, uint32_t root,
                       const struct noc_algorithm *algorithm);

bool plan_is_from(const struct group_calls *calls, const noc_plan *plan, uint32_t root);

/* flow.c: start one in the group of all cores: body, bytes, segment, root and algorithm are given. */
noc_err flow_start(struct group_calls *calls, const struct flow *what, noc_request *request);
/* Until none is under way. */
noc_err flows_wait(struct wait *wait);

#endif
