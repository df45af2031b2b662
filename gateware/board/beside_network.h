/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The network of a board of tiles beside the model's. Compared are, in each cycle, the flits on each
 * link (which channel, worm and place in it, 32 bits, whether it is the tail and whether another
 * header flit follows), the flits that leave each buffer, those that go to each interface, and what
 * each node counts: worms that become visible, are discarded, broken, started or relayed, signals.
 */
#ifndef GATEWARE_BESIDE_NETWORK_H
#define GATEWARE_BESIDE_NETWORK_H

#include <stdbool.h>

#include "board.h"

struct noc_board;
struct beside_network;

/* Whether a node's word of RAM may be another than it was in the cycle `since`. A flit of a body that
 * is may be either (docs/board.md, 4.1, "Busy entries"). */
typedef bool (*beside_changed)(void *opaque, uint32_t node, uint32_t address, uint64_t since);

/* From the first cycle on. NULL: no memory. */
struct beside_network *beside_network_begin(const struct board *b, struct noc_board *model,
                                            beside_changed changed, void *opaque);
void beside_network_end(struct beside_network *w);

/* The cycle that tiles and model have just passed. NULL: nothing differs; else what does. */
const char *beside_network_cycle(struct beside_network *w);

/* A node whose inputs have flits, from `first` on, cyclically. False: there is none. */
bool beside_network_busy(const struct beside_network *w, uint32_t first, uint32_t *node);

#endif
