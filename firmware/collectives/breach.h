/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members that called different things: what breach.c and question.c have in common.
 */
#ifndef FIRMWARE_BREACH_H
#define FIRMWARE_BREACH_H

#include "collectives.h"

/* Of the group's messages of collectives. */
static inline uint32_t context_of(const struct noc_group *g)
{
    return wire_user(g->context, true, 0) >> WIRE_CONTEXT_SHIFT;
}

/* This core has noticed one, with a call of that rank's. */
struct breach breach_in(const struct noc_group *g, uint32_t rank, enum breach_kind kind);
/* Whether a member waits for all others in a barrier, in a long multicast, or to make or end a group. */
bool breach_is_about_waits(const struct breach *breach);
/* All that is under way in the group ends, and others are told. */
void breach_break(struct group_calls *calls, const struct breach *breach);

#endif
