/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of schedules, and the way from a name to one of them. */
#include "schedules.h"

#include <string.h>

const struct noc_schedule *const noc_schedules[] = {
#define NOC_SCHEDULE(symbol, name) &noc_schedule_##symbol,
#include "schedules.def"
    NULL,
};

#define NOC_SCHEDULE(symbol, name)                         \
    _Static_assert(sizeof name <= NOC_SCHEDULE_NAME_BYTES, \
                   "the name of schedule " name " is too long");
#include "schedules.def"

const char *const noc_operation_names[NOC_OPERATIONS] = {
    [NOC_BARRIER] = "barrier",
    [NOC_BROADCAST] = "broadcast",
    [NOC_REDUCE] = "reduce",
    [NOC_ALLREDUCE] = "allreduce",
    [NOC_GATHER] = "gather",
    [NOC_SCATTER] = "scatter",
    [NOC_ALLGATHER] = "allgather",
    [NOC_ALLTOALL] = "alltoall",
    [NOC_SCAN] = "scan",
    [NOC_EXSCAN] = "exscan",
    [NOC_REDUCE_SCATTER] = "reduce-scatter",
};

enum noc_operation noc_operation_find(const char *name)
{
    uint32_t operation = 0;

    while (operation < NOC_OPERATIONS && strcmp(noc_operation_names[operation], name) != 0) {
        operation++;
    }
    return (enum noc_operation)operation;
}

bool noc_operation_has_root(enum noc_operation operation)
{
    return operation == NOC_BROADCAST || operation == NOC_REDUCE || operation == NOC_GATHER ||
           operation == NOC_SCATTER;
}

const struct noc_schedule *noc_schedule_find(enum noc_operation operation, const char *name)
{
    for (const struct noc_schedule *const *s = noc_schedules; *s; s++) {
        if ((*s)->operation == operation && strcmp((*s)->name, name) == 0) {
            return *s;
        }
    }
    return NULL;
}

bool noc_schedule_fits(const struct noc_schedule *schedule, const struct noc_call *call)
{
    return schedule->operation == call->operation && (schedule->ordered || !call->ordered) &&
           (!schedule->fits || schedule->fits(call));
}
