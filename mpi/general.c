/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests that the program finishes itself (12.2). */
#include "mpi_priv.h"

MPI_WEAK(Grequest_start);
MPI_WEAK(Grequest_complete);

struct general {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *release;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
};

static int reports(struct mpi_request *r, MPI_Status *status, bool last)
{
    struct general *g = r->work;
    MPI_Status ignored;
    int error;

    status = status ? status : &ignored;
    mpi_status_empty(status);
    error = g->query(g->extra, status);
    if (last) {
        const int released = g->release(g->extra);

        error = error ? error : released;
        free(g);
    }
    return error;
}

static int cancel(struct mpi_request *r)
{
    const struct general *g = r->work;

    return g->cancel(g->extra, r->done);
}

int PMPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *release,
                        MPI_Grequest_cancel_function *cancels, void *extra, MPI_Request *request)
{
    struct general *g;
    struct mpi_request *r;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, (const void *)(uintptr_t)query, "the query function"));
    CHECK(mpi_check_pointer(CALL, NULL, (const void *)(uintptr_t)release, "the free function"));
    CHECK(mpi_check_pointer(CALL, NULL, (const void *)(uintptr_t)cancels, "the cancel function"));
    CHECK(mpi_check_pointer(CALL, NULL, request, "the place for the request"));
    g = malloc(sizeof(*g));
    r = g ? mpi_request_new(REQUEST_GENERAL, &(struct mpi_message_of){0}) : NULL;
    if (!r) {
        free(g);
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, NULL);
    }
    *g = (struct general){query, release, cancels, extra};
    r->work = g;
    r->reports = reports;
    mpi_state.cancel = cancel;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

int PMPI_Grequest_complete(MPI_Request request)
{
    struct mpi_request *r;

    CHECK(mpi_check_requests(CALL, 1, &request));
    r = mpi_request_at(request);
    if (!r || r->kind != REQUEST_GENERAL) {
        return mpi_fail(NULL, CALL, MPI_ERR_REQUEST, "the request is not of MPI_Grequest_start");
    }
    r->done = true;
    if (r->freed) {
        (void)reports(r, NULL, true);
        r->reports = NULL;
        (void)mpi_request_poll(r);
    }
    return MPI_SUCCESS;
}
