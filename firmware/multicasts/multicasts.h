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
/* It was made, and neither freed nor left without its group: plan may be anything. */
bool plan_is_alive(const noc_plan *plan);
/* It was made and not freed; it is the first of all from now on: plan may be anything. */
bool plan_is_there(noc_plan *plan);
/* Why one that is not is refused. */
noc_err plan_refusal(const noc_plan *plan) __attribute__((cold));
/* The group is freed: its plans have none now, not even one that takes its place. */
void plans_orphan(const struct noc_group *group);

/* plan.c */
/* A plan for noc_multicast_long by an algorithm that fits the network, which is known. */
noc_err plan_for_long(struct noc_group *g, uint32_t root_rank, const struct noc_algorithm *a,
                      noc_plan **plan);
/* Whether routers copy, so that a worm may have several destinations. */
bool plan_worms(void);

/* Give a long multicast up: nothing more lands in its buffer. */
static inline void stream_end(struct stream *s)
{
    ni_write(NI_WINDOW_CLOSE, noc_mask(STREAM_WINDOWS) << s->window);
    s->plan->group->stream_broken = true;
    noc_layer.unclean |= 1u << OPENING_QUEUE;
    s->plan = NULL;
}

/* multicast.c */
static inline unsigned entry_after(unsigned e)
{
    return e + 1 < NOC_TX_ENTRIES ? e + 1 : BODY_ENTRY;
}

/* A free transmit entry of multicasts, when e, the next in turn, is not. It may sleep. */
unsigned multicast_entry(unsigned e);
/* Until what multicasts have started has left. */
void multicast_leave(void);
multicast_way *multicast_way_of(const noc_plan *plan);
/* Make the slot free that the message forwarded last lies in; false: no memory to keep it. */
bool group_relieve(struct noc_group *group);
void group_acknowledged(unsigned queue, uint32_t from);
/* Whoever of the children lacks the message forwarded last: nothing is kept for it. */
void group_give_up(struct noc_group *group);
void group_pulled(unsigned queue, uint32_t from);

#endif
