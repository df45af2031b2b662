/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranks on nodes: what mpirun starts. */
#ifndef NOCT_LAUNCH_JOB_H
#define NOCT_LAUNCH_JOB_H

#include <stdint.h>

#include "base/options.h"

struct job {
    uint32_t ranks;
    uint16_t *node; /* [ranks], malloc'd: where each is; NULL: rank r on node r */
};

enum { JOB_TOPOLOGY_TEXT = 32 };

/* How many ranks are asked for, by n or by map; 0: neither, so as many as there are nodes. */
enum status job_ranks(const struct options *o, uint32_t *ranks, struct error *error);

/* A board for so many ranks, where none was named: the torus that is nearest to a square, with as
 * many nodes, or with some more. */
void job_topology(uint32_t ranks, char text[JOB_TOPOLOGY_TEXT]);

/* The job on a board of so many nodes. STATUS_BAD: more ranks than nodes, or a map that is none. */
enum status job_make(struct job *job, const struct options *o, uint32_t nodes, struct error *error);
void job_free(struct job *job);

/* The node of a rank, and the rank of a node (job->ranks: it has none). */
uint32_t job_node(const struct job *job, uint32_t rank);
uint32_t job_rank(const struct job *job, uint32_t node);

/* The command line of its programs: NOC_RANKS, NOC_MAP and what env says, then the words. malloc'd.
 * STATUS_BAD: an env that is no NAME=VALUE, nor the NAME of a variable of ours. */
enum status job_line(char **line, const struct job *job, const struct options *o,
                     struct error *error);

#endif
