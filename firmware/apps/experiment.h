/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the programs that `noct run` measures share: the experiment of the parameter block, and who
 * takes part in it.
 */
#ifndef FIRMWARE_APPS_EXPERIMENT_H
#define FIRMWARE_APPS_EXPERIMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "memmap.h"
#include "noc.h"
#include "params.h"

#define EXPERIMENT ((const struct noc_params *)NOC_PARAMS_BASE)

/* The name of this program, which begins what it prints: main() sets it. */
extern const char *experiment_program;

/* Print what failed and why, and return the status. */
int experiment_fail(int status, const char *what, const char *why);
/* The same of an error of the layer, with the status that it means. */
int experiment_fail_err(const char *what, noc_err err);

/* What is wrong with the block; NULL: nothing. collective: whether it is to have a collective
 * operation. */
const char *experiment_check(bool collective);
/* Whether so many nodes' core `node` is the source or a destination. */
bool experiment_takes_part(uint32_t node);
/* The group of source and destinations, in the order of their numbers, and the source's rank. All
 * of them call it. */
noc_err experiment_group(noc_group **group, uint32_t *root, uint32_t timeout);

/* Cycles that any one wait may last. */
uint32_t experiment_timeout(void);
/* Cycles after which what one core saw of a barrier has happened everywhere, and all that it sent
 * is gone. */
uint32_t experiment_settle_cycles(void);
/* The i-th word of the experiment's data. */
static inline uint32_t experiment_word(uint32_t i)
{
    uint32_t x = (EXPERIMENT->seed + i) * 2654435761u;

    return x ^ x >> 15 ^ i;
}

#endif
