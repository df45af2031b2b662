/* SPDX-License-Identifier: BSD-2-Clause */
/* What a request leaves. */
#include "mpi_priv.h"

void mpi_status_set(MPI_Status *status, int source, int tag, uint32_t bytes)
{
    if (status) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->mpi_cancelled = 0;
        status->mpi_bytes = bytes;
    }
}

void mpi_status_empty(MPI_Status *status)
{
    mpi_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    if (status) {
        status->MPI_ERROR = MPI_SUCCESS;
    }
}

int mpi_request_report(struct mpi_request *r, MPI_Status *status, bool last)
{
    if (r->reports) {
        return r->reports(r, status, last);
    }
    if (!status) {
        return r->error;
    }
    if (r->kind == REQUEST_RECEIVE && !r->cancelled) {
        mpi_status_set(status, mpi_source_of(r->message.comm, &r->got), (int)r->got.tag,
                       r->got.bytes);
    } else if (r->kind == REQUEST_NOTHING) {
        mpi_status_set(status, r->message.peer, MPI_ANY_TAG, 0);
    } else {
        mpi_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
        status->mpi_cancelled = r->cancelled;
    }
    return r->error;
}

int mpi_request_reap(MPI_Request *request, MPI_Status *status)
{
    struct mpi_request *r = mpi_request_at(*request);
    const int error = mpi_request_report(r, status, true);

    if (r->persistent) {
        r->active = false;
        r->error = MPI_SUCCESS;
    } else {
        mpi_request_delete(r);
        *request = MPI_REQUEST_NULL;
    }
    return error;
}

/* Not so of handles that the program has freed, whatever has the memory now. */
static bool is_there(MPI_Request handle)
{
    const struct mpi_request *r = mpi_request_at(handle);

    return (uintptr_t)handle >= RAM_BASE && mpi_is(r, MARK_REQUEST) && !r->freed &&
           r->turn == ((uintptr_t)handle - RAM_BASE) >> REQUEST_TURN_BIT;
}

int mpi_check_requests(const char *call, int count, const MPI_Request *requests)
{
    int i;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_count(call, NULL, count));
    if (count) {
        CHECK(mpi_check_pointer(call, NULL, requests, "the array of requests"));
    }
    for (i = 0; i < count; i++) {
        if (UNLIKELY(requests[i] && !is_there(requests[i]))) {
            return mpi_fail(NULL, call, MPI_ERR_REQUEST, "request %d is none, or is gone", i);
        }
    }
    return MPI_SUCCESS;
}
