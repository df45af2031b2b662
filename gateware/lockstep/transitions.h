/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts what routers did: each transition of an input, of a channel's credits, of whose turn it is
 * on a link and at the NI, and how a free channel was given to a header. They are told from what
 * enters and leaves a router alone, by what docs/board.md, section 3, says of it.
 */
#ifndef GATEWARE_TRANSITIONS_H
#define GATEWARE_TRANSITIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "routers.h"

/* Routers at reset. turns: their routing follows turns. */
void transitions_begin(uint32_t nodes, bool turns);

/* Of this node: bits of ports with links; and an entry of its routing table, as router_route(). */
void transitions_linked(uint32_t node, uint32_t linked);
void transitions_route(uint32_t node, unsigned input, unsigned to, unsigned vc, unsigned port);

/* A cycle of a router. Returns NULL, or what it did against its state. */
const char *transitions_cycle(uint32_t node, const struct router_in *in,
                              const struct router_out *out);

/* A line for each transition that these routers have: how often it was seen, and its name. */
void transitions_print(FILE *file);

#endif
