/* SPDX-License-Identifier: BSD-2-Clause */
/* The worms of an experiment, as the model takes them. */
#ifndef NOCT_SIM_WORM_H
#define NOCT_SIM_WORM_H

#include "experiment/experiment.h"

/* A worm with its header (which stays the caller's), NI words and body. False: no route. */
bool worm_make(struct noc_worm *w, const struct experiment *e, uint32_t from, uint32_t to,
               uint32_t header[NOC_TURNS_MAX + 1]);

/* As worm_make(), for to[0..n-1], visited in this order; header has room for n + 1 flits, and for
 * those of a route. Worms with one destination have no list. */
bool list_make(struct noc_worm *w, const struct experiment *e, uint32_t from, const uint16_t *to,
               uint32_t n, uint32_t *header);

/* Header flits of a multicast's worm that the board's NI looks at before it starts it, one a cycle
 * (docs/board.md, 4.1). Its core waits for the verdict before it does anything else. */
uint32_t worm_checked_flits(const struct noc_worm *w, const struct experiment *e);

/* Cycles that a destination's NI takes at least to write its list (COUNT) to RAM, behind the tail. */
uint32_t worm_list_cycles(const struct experiment *e, const struct noc_part *part);

#endif
