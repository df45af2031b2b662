/* SPDX-License-Identifier: BSD-2-Clause */
/* The parameter block (include/noc/params.h) that tells the firmware its experiment. */
#ifndef NOCT_PROGRAM_PARAMETER_BLOCK_H
#define NOCT_PROGRAM_PARAMETER_BLOCK_H

#include <stdbool.h>

#include "experiment.h"
#include "params.h"

/*
 * *e as a parameter block of *bytes bytes, malloc'd. deadline: cycles after which a wait of the
 * firmware's gives up; 0: the firmware's own.
 */
void *parameter_block_make(const struct experiment *e, uint64_t deadline, uint32_t *bytes);

/*
 * Its words for the topology, as "torus:8x8"; of one from a file the kind alone, as "graph:".
 * False: it is no parameter block, or has none; topology is then "".
 */
bool parameter_block_topology(const struct noc_params *p, char topology[TOPOLOGY_TEXT]);

#endif
