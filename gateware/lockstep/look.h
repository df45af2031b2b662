/* SPDX-License-Identifier: BSD-2-Clause */
/* What a debugger reads of a node while no cycle passes, beside what it reads of the model's. */
#ifndef GATEWARE_LOOK_H
#define GATEWARE_LOOK_H

#include "model/board_priv.h"
#include "nodes.h"

/* A word in which they differ. */
struct look {
    const char *block; /* of this block, */
    uint32_t offset;   /* here; */
    uint32_t model, gateware;
};

/* Read some words, at random, before the board's now. False: they differ in *found. */
bool look_equal(const struct noc_board *board, uint32_t n, struct node *node, struct look *found);

/* Words that were read and were not 0. */
extern uint64_t looks_in_all;

#endif
