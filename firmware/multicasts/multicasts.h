/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans, and multicasts by them.
 */
#ifndef FIRMWARE_MULTICASTS_H
#define FIRMWARE_MULTICASTS_H

#include "layer/layer.h"

/* plans.c */
/* A root's copy for children that will ask; false: no memory for it. */
bool group_keeps(struct noc_group *group);

void plan_release(noc_plan *plan);
/* The group is freed: its plans have none now, not even one that takes its place. */
void plans_orphan(const struct noc_group *group);

/* plan.c */
/* Whether routers copy, so that a worm may have several destinations. */
bool plan_worms(void);

/* multicast.c */
multicast_way *multicast_way_of(const noc_plan *plan);
/* Make the slot free that the message forwarded last lies in; false: no memory to keep it. */
bool group_relieve(struct noc_group *group);
void group_acknowledged(unsigned queue, uint32_t from);
/* Whoever of the children lacks the message forwarded last: nothing is kept for it. */
void group_give_up(struct noc_group *group);
void group_pulled(unsigned queue, uint32_t from);

#endif
