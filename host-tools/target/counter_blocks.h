/* SPDX-License-Identifier: BSD-2-Clause */
/* The counter blocks of a board's nodes, fetched and decoded (counters.def). */
#ifndef NOCT_TARGET_COUNTER_BLOCKS_H
#define NOCT_TARGET_COUNTER_BLOCKS_H

#include "experiment/experiment.h"
#include "gdb.h"

/* Fetch the blocks of nodes first .. first + n - 1 into block, n * 256 bytes. */
enum status blocks_fetch(struct gdb *g, uint32_t first, uint32_t n, unsigned char *block,
                         struct error *error);

/* The VERSION register as this noct knows it. */
uint32_t blocks_version(void);
/* The same of the control page, CTL_VERSION. */
uint32_t blocks_control_version(void);

/* Refuse a board whose register map is another. */
enum status blocks_check_version(struct gdb *g, struct error *error);

/* A word, and a pair of words, of one block. */
uint32_t block_word(const unsigned char *block, unsigned offset);
uint64_t block_pair(const unsigned char *block, unsigned offset_low);

/* Sums over all link rows of n nodes. */
void blocks_total(const struct noc_topology *t, const struct noc_routing *r,
                  const unsigned char *block, struct noc_net_total *total);

/* Row i of node's links; false if it has none. */
bool block_row(const struct noc_topology *t, const struct noc_routing *r,
               const unsigned char *block, uint32_t node, unsigned i, struct noc_channel *channel,
               struct noc_channel_count *count);

/* Row i of a block alone, whatever channel it is. */
bool block_count(const unsigned char *block, unsigned i, struct noc_channel_count *count);

/* Has every node a row for each of its channels? */
bool blocks_suffice(const struct noc_topology *t, const struct noc_routing *r);

#endif
