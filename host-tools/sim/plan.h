/* SPDX-License-Identifier: BSD-2-Clause */
/* The plan of an experiment's multicast: who sends to whom in which step, over which channels. */
#ifndef NOCT_SIM_PLAN_H
#define NOCT_SIM_PLAN_H

#include "experiment/experiment.h"

/* e->plan: the plans of all its multicasts, or only their chains. They are e's, and look into it: it
 * must stay where it is. */
void experiment_plan(struct experiment *e);
void experiment_order(struct experiment *e);

/* The plan of e's own multicast by algorithm a, apart from e->plan; of several trees the first. */
void plan_make(struct plan *p, const struct experiment *e, const struct noc_algorithm *a);

/* The channels that its worms visit, in all. */
uint64_t plan_link_visits(const struct plan *p, const struct experiment *e);

/* The channels of the worm that begins with message i, the first `max` of them into path; how many
 * there are, or -1: there is no way. */
int32_t planned_path(const struct plan *p, const struct experiment *e, uint32_t i,
                     struct noc_channel *path, uint32_t max);

/*
 * order[i]: which of its sender's worms message i belongs to, the first being 1. A node starts them
 * in the order in which the algorithm hands them over (Robinson 1994, figure 3.5), one start-up
 * after the other, and so does noct sim. On several ports steps need not be in that order: a
 * message whose first link is free has an earlier step than one that was handed over before it and
 * waits for its link.
 */
void plan_orders(const struct plan *p, const struct experiment *e, uint16_t *order);

/* Pairs of its messages that may contend for a channel (libnoc/verify). */
uint64_t plan_violations(const struct plan *p);

/* Does the routing have a way for each message of the plan? If not, the answer is no. */
enum status plan_check(const struct plan *p, const struct experiment *e, struct error *error);

#endif
