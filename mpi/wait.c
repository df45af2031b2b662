/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for one request, and looking at it (3.7.3, 3.7.6). */
#include "mpi_priv.h"

MPI_WEAK(Wait);
MPI_WEAK(Test);
MPI_WEAK(Request_get_status);

/* An error of the operation itself, which is told by this call. */
static int told(MPI_Comm comm, const char *call, int error)
{
    return LIKELY(!error) ? MPI_SUCCESS : mpi_fail(comm, call, error, NULL);
}

static int finish(const char *call, MPI_Request *request, MPI_Status *status)
{
    MPI_Comm comm = mpi_request_at(*request)->message.comm;
    int error, result;

    mpi_comm_hold(comm); /* its error handler may be needed */
    error = mpi_request_reap(request, status);
    result = told(comm, call, error);
    mpi_comm_release(comm);
    return result;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    struct mpi_request *r;

    CHECK(mpi_check_requests(CALL, 1, request));
    r = mpi_request_at(*request);
    if (mpi_request_is_idle(r)) {
        mpi_status_empty(status);
        return MPI_SUCCESS;
    }
    mpi_wait_done(r);
    return finish(CALL, request, status);
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    struct mpi_request *r;

    CHECK(mpi_check_requests(CALL, 1, request));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    mpi_progress();
    *flag = 1;
    r = mpi_request_at(*request);
    if (mpi_request_is_idle(r)) {
        mpi_status_empty(status);
        return MPI_SUCCESS;
    }
    *flag = mpi_request_poll(r);
    return *flag ? finish(CALL, request, status) : MPI_SUCCESS;
}

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    struct mpi_request *r;

    CHECK(mpi_check_requests(CALL, 1, &request));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    mpi_progress();
    *flag = 1;
    r = mpi_request_at(request);
    if (mpi_request_is_idle(r)) {
        mpi_status_empty(status);
        return MPI_SUCCESS;
    }
    *flag = mpi_request_poll(r);
    if (*flag) {
        (void)mpi_request_report(r, status, false);
    }
    return MPI_SUCCESS;
}
