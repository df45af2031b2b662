/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Worms that their first router refuses, though there is a way: no routing of libnoc does so, but
 * interfaces must tell it (docs/board.md, TX_DEST), and signals that nobody checks are broken there.
 */
#ifndef GATEWARE_REFUSING_H
#define GATEWARE_REFUSING_H

#include "routing/routing.h"

/* The same routing, but for an eighth of all pairs of nodes; which ones, the number says. One at a
 * time. */
const struct noc_routing *refusing_routing(const struct noc_routing *r, uint32_t number);

#endif
