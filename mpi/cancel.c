/* SPDX-License-Identifier: BSD-2-Clause */
/* Giving requests up, and leaving them to themselves (3.7.3, 3.8.4). */
#include "mpi_priv.h"

MPI_WEAK(Cancel);
MPI_WEAK(Test_cancelled);
MPI_WEAK(Status_set_cancelled);
MPI_WEAK(Request_free);

int PMPI_Cancel(MPI_Request *request)
{
    struct mpi_request *r;
    bool cancelled = false;
    noc_err err;

    CHECK(mpi_check_requests(CALL, 1, request));
    r = mpi_request_at(*request);
    if (mpi_request_is_idle(r)) {
        return mpi_fail(r ? r->message.comm : NULL, CALL, MPI_ERR_REQUEST,
                        "the request is not under way");
    }
    if (r->kind == REQUEST_GENERAL) {
        return mpi_state.cancel(r);
    }
    if (r->done || r->kind == REQUEST_COLLECTIVE || r->kind == REQUEST_SEVERAL) {
        return MPI_SUCCESS;
    }
    err = noc_cancel(&r->layer, &cancelled);
    if (err) {
        return mpi_fail_noc(r->message.comm, CALL, err);
    }
    if (cancelled) {
        r->layer = NOC_NO_REQUEST;
        r->cancelled = true;
        (void)mpi_request_poll(r);
    }
    return MPI_SUCCESS;
}

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    CHECK(mpi_check_pointer(CALL, NULL, status, "the status"));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    *flag = status->mpi_cancelled;
    return MPI_SUCCESS;
}

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    CHECK(mpi_check_pointer(CALL, NULL, status, "the status"));
    status->mpi_cancelled = flag != 0;
    return MPI_SUCCESS;
}

int PMPI_Request_free(MPI_Request *request)
{
    struct mpi_request *r;

    CHECK(mpi_check_requests(CALL, 1, request));
    r = mpi_request_at(*request);
    if (!r) {
        return mpi_fail(NULL, CALL, MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
    }
    *request = MPI_REQUEST_NULL;
    if (r->active && !r->done) {
        r->freed = true;
        if (!r->listed) {
            mpi_request_list(r);
        }
    } else {
        if (r->active && r->reports) {
            (void)r->reports(r, NULL, true);
        }
        mpi_request_delete(r);
    }
    return MPI_SUCCESS;
}
