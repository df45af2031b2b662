/* SPDX-License-Identifier: BSD-2-Clause */
#include "job_status.h"

#include <stdbool.h>
#include <string.h>

#include "exit_status.h"
#include "memmap.h"
#include "program/core_groups.h"

static struct core core_of(const unsigned char *block, uint32_t node)
{
    return core_read(block + (size_t)node * NOC_DEBUG_BLOCK);
}

/* The i-th node in the order in which they count: ranks first. nodes: it has been counted already. */
static uint32_t in_turn(const struct job *job, uint32_t i, uint32_t nodes)
{
    if (i < job->ranks) {
        return job_node(job, i);
    }
    uint32_t node = i - job->ranks;
    return job_rank(job, node) < job->ranks ? nodes : node;
}

/* The first that has failed: that has trapped, or that ended with another status than 0. */
static uint32_t first_failed(const struct job *job, const unsigned char *block, uint32_t nodes,
                             bool trapped)
{
    for (uint32_t i = 0; i < job->ranks + nodes; i++) {
        uint32_t node = in_turn(job, i, nodes);
        if (node == nodes) {
            continue;
        }
        struct core c = core_of(block, node);
        if (trapped ? c.state == CORE_TRAPPED : c.state == CORE_EXITED && c.code) {
            return node;
        }
    }
    return nodes;
}

/* An abort is never a success, and its status stays apart from those that are not the program's. */
static int status_of_abort(uint32_t code)
{
    return code == 0 ? 1 : code > JOB_OWN_MAX ? JOB_OWN_MAX : (int)code;
}

/* A core's own, or one of those that the bsp gives; of a trap that has no handler, a trap's. */
static int status_of_core(uint32_t code)
{
    return code <= NOC_EXIT_UNSENT ? (int)code : code >= NOC_EXIT_TRAP ? JOB_TRAP : JOB_OWN_MAX;
}

int job_status(const struct job *job, const char *end, const unsigned char *block, uint32_t nodes,
               uint32_t *node)
{
    if (strcmp(end, "abort") == 0) {
        *node = core_groups_abort(block, nodes);
        return *node < nodes ? status_of_abort(core_of(block, *node).code) : 1;
    }
    *node = first_failed(job, block, nodes, true);
    if (*node < nodes) {
        return JOB_TRAP; /* the reason, too, why others wait or do not end */
    }
    if (strcmp(end, "deadlock") == 0 || strcmp(end, "limit") == 0) {
        return *end == 'd' ? JOB_DEADLOCK : JOB_LIMIT;
    }
    *node = first_failed(job, block, nodes, false);
    return *node < nodes ? status_of_core(core_of(block, *node).code) : 0;
}
