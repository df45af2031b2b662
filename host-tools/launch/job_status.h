/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a job ended, as one exit status. docs/contract.md has the table. 120 to 122 are those of a
 * core that are not the program's own (exit_status.h).
 */
#ifndef NOCT_LAUNCH_JOB_STATUS_H
#define NOCT_LAUNCH_JOB_STATUS_H

#include <stdint.h>

#include "job.h"

enum {
    JOB_OWN_MAX = 119,  /* 0 to this: the program's own */
    JOB_DEADLOCK = 123, /* all wait, for ever */
    JOB_LIMIT = 124,    /* --limit-cycles was reached */
    JOB_TRAP = 126      /* 125 is noct's: the job was not started, or was lost */
};

/* end: as core_groups_end() says it. block: all nodes' counters. *rank: who decided; job->ranks:
 * nobody. A core that has no rank counts where no rank has failed. */
int job_status(const struct job *job, const char *end, const unsigned char *block, uint32_t nodes,
               uint32_t *node);

#endif
