/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rank whose own block is longer where it is sent than where it is received, or shorter. Its call is
 * wrong, but the others have called, too: it is made with the length that they look at, in memory that is
 * long enough, and ends with MPI_ERR_TRUNCATE at this rank.
 */
#include <string.h>

#include "coll.h"

void *mpi_work_memory(struct mpi_work *w, uint64_t bytes)
{
    void *memory = bytes < NOC_CUT ? malloc(bytes ? (size_t)bytes : 4) : NULL;

    if (memory) {
        w->memory[w->memories++] = memory;
    }
    return memory;
}

/* What is sent, in `bytes` of memory of its own, of which the first are right. */
static bool send_from_copy(struct mpi_work *w, uint32_t right, uint32_t bytes)
{
    char *memory = mpi_work_memory(w, bytes);

    if (memory) {
        memset(memory, 0, bytes);
        memcpy(memory, w->from, right);
        w->from = memory;
    }
    return memory;
}

/* What is received goes to memory of its own, and no further. */
static bool receive_apart(struct mpi_work *w, uint64_t bytes)
{
    w->unpacks = false;
    w->to = mpi_work_memory(w, bytes);
    return w->to;
}

static void set_own(const struct mpi_work *w, const noc_blocks *blocks, uint32_t bytes)
{
    ((uint32_t *)(uintptr_t)blocks->bytes)[w->rank] = bytes; /* it is memory of the call's */
}

/* With lists the others look at their own. */
static void listed_differ(struct mpi_work *w, uint32_t less)
{
    if (w->call.kind != KIND_SCATTER) {
        set_own(w, &w->received, less);
    }
    if (w->call.kind == KIND_SCATTER || w->call.kind == KIND_ALLTOALL) {
        set_own(w, &w->sent, less);
    }
    w->bytes = less;
}

int mpi_own_differs(struct mpi_work *w, uint32_t sent, uint32_t received)
{
    const bool many = w->call.kind != KIND_SCATTER;
    bool memory = true;

    if (w->call.listed) {
        listed_differ(w, sent < received ? sent : received);
    } else if (w->call.kind == KIND_GATHER) { /* others send what is received here */
        memory = sent > received || send_from_copy(w, sent, received);
        w->bytes = received;
    } else { /* and receive what is sent */
        memory = sent < received || receive_apart(w, (uint64_t)sent * (many ? w->ranks : 1));
        w->bytes = sent;
    }
    return memory ? MPI_ERR_TRUNCATE : MPI_ERR_NO_MEM;
}

int mpi_own_next(struct mpi_request *r)
{
    (void)r;
    return MPI_ERR_TRUNCATE;
}
