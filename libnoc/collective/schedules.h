/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of schedules. */
#ifndef LIBNOC_COLLECTIVE_SCHEDULES_H
#define LIBNOC_COLLECTIVE_SCHEDULES_H

#include "schedule.h"

#define NOC_SCHEDULE(symbol, name) extern const struct noc_schedule noc_schedule_##symbol;
#include "schedules.def"

/* A name takes so many bytes at most, with the zero behind it. */
enum { NOC_SCHEDULE_NAME_BYTES = 32 };

/* All schedules, those of an operation one after the other; NULL ends. */
extern const struct noc_schedule *const noc_schedules[];

/* "barrier", "reduce-scatter", ...: of enum noc_operation. */
extern const char *const noc_operation_names[NOC_OPERATIONS];

/* The operation of this name, or NOC_OPERATIONS. */
enum noc_operation noc_operation_find(const char *name);

/* Whether one of its members has another part in it than the others. */
bool noc_operation_has_root(enum noc_operation operation);

/* Whether each member has a block of its own, of which the length is told. */
static inline bool noc_operation_has_blocks(enum noc_operation operation)
{
    return operation == NOC_GATHER || operation == NOC_SCATTER || operation == NOC_ALLGATHER ||
           operation == NOC_ALLTOALL || operation == NOC_REDUCE_SCATTER;
}

/* The schedule of this name for this operation, or NULL. */
const struct noc_schedule *noc_schedule_find(enum noc_operation operation, const char *name);

/* Whether a schedule is one for this call: of its operation and, where that is asked for, in the
 * order of ranks. */
bool noc_schedule_fits(const struct noc_schedule *schedule, const struct noc_call *call);

#endif
