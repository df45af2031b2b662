/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for several requests (3.7.5). */
#include "mpi_priv.h"

MPI_WEAK(Waitany);
MPI_WEAK(Testany);
MPI_WEAK(Waitall);
MPI_WEAK(Testall);
MPI_WEAK(Waitsome);
MPI_WEAK(Testsome);

/* The first that is done; count: none. `any` says whether one is under way. */
static int find_done(MPI_Request *requests, int count, bool *any)
{
    int i, found = count;

    *any = false;
    for (i = 0; i < count && found == count; i++) {
        struct mpi_request *r = mpi_request_at(requests[i]);

        if (!mpi_request_is_idle(r)) {
            *any = true;
            if (mpi_request_poll(r)) {
                found = i;
            }
        }
    }
    return found;
}

static int end_of(const char *call, MPI_Request *request, MPI_Status *status)
{
    const int error = mpi_request_reap(request, status);

    return error ? mpi_fail(NULL, call, error, NULL) : MPI_SUCCESS;
}

int PMPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status)
{
    bool any;
    int i;

    CHECK(mpi_check_requests(CALL, count, requests));
    CHECK(mpi_check_pointer(CALL, NULL, index, "the place for the index"));
    *index = MPI_UNDEFINED;
    if (!mpi_wait_first(requests, count)) {
        mpi_status_empty(status);
        return MPI_SUCCESS;
    }
    i = find_done(requests, count, &any);
    *index = i;
    return end_of(CALL, &requests[i], status);
}

int PMPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status)
{
    bool any;
    int i;

    CHECK(mpi_check_requests(CALL, count, requests));
    CHECK(mpi_check_pointer(CALL, NULL, index, "the place for the index"));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    mpi_progress();
    i = find_done(requests, count, &any);
    *flag = i < count || !any;
    *index = i < count ? i : MPI_UNDEFINED;
    if (i < count) {
        return end_of(CALL, &requests[i], status);
    }
    if (!any) {
        mpi_status_empty(status);
    }
    return MPI_SUCCESS;
}

/* All are done. */
static int reap_all(const char *call, int count, MPI_Request requests[], MPI_Status statuses[])
{
    int i, error, last = MPI_SUCCESS;

    for (i = 0; i < count; i++) {
        MPI_Status *status = statuses ? &statuses[i] : NULL;

        if (mpi_request_is_idle(mpi_request_at(requests[i]))) {
            mpi_status_empty(status);
            continue;
        }
        error = mpi_request_reap(&requests[i], status);
        if (status) {
            status->MPI_ERROR = error;
        }
        last = error ? error : last;
    }
    if (!last) {
        return MPI_SUCCESS;
    }
    return mpi_fail(NULL, call, statuses ? MPI_ERR_IN_STATUS : last, "%s", mpi_class_text(last));
}

int PMPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    int i;

    CHECK(mpi_check_requests(CALL, count, requests));
    for (i = 0; i < count; i++) {
        struct mpi_request *r = mpi_request_at(requests[i]);

        if (!mpi_request_is_idle(r)) {
            mpi_wait_done(r);
        }
    }
    return reap_all(CALL, count, requests, statuses);
}

int PMPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[])
{
    int i;

    CHECK(mpi_check_requests(CALL, count, requests));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    mpi_progress();
    *flag = 1;
    for (i = 0; i < count; i++) {
        struct mpi_request *r = mpi_request_at(requests[i]);

        if (!mpi_request_is_idle(r) && !mpi_request_poll(r)) {
            *flag = 0;
        }
    }
    return *flag ? reap_all(CALL, count, requests, statuses) : MPI_SUCCESS;
}

/* All that are done. */
static int reap_some(const char *call, int count, MPI_Request requests[], int *done, int indices[],
                     MPI_Status statuses[])
{
    int i, error, last = MPI_SUCCESS;
    bool any = false;

    *done = 0;
    for (i = 0; i < count; i++) {
        struct mpi_request *r = mpi_request_at(requests[i]);

        if (mpi_request_is_idle(r)) {
            continue;
        }
        any = true;
        if (mpi_request_poll(r)) {
            error = mpi_request_reap(&requests[i], statuses ? &statuses[*done] : NULL);
            if (statuses) {
                statuses[*done].MPI_ERROR = error;
            }
            indices[(*done)++] = i;
            last = error ? error : last;
        }
    }
    *done = any ? *done : MPI_UNDEFINED;
    return last
             ? mpi_fail(NULL, call, statuses ? MPI_ERR_IN_STATUS : last, "%s", mpi_class_text(last))
             : MPI_SUCCESS;
}

int PMPI_Waitsome(int count, MPI_Request requests[], int *done, int indices[],
                  MPI_Status statuses[])
{
    CHECK(mpi_check_requests(CALL, count, requests));
    CHECK(mpi_check_pointer(CALL, NULL, done, "the place for the number"));
    CHECK(mpi_check_array(CALL, NULL, indices, count, sizeof(*indices), "the array of indices"));
    (void)mpi_wait_first(requests, count);
    return reap_some(CALL, count, requests, done, indices, statuses);
}

int PMPI_Testsome(int count, MPI_Request requests[], int *done, int indices[],
                  MPI_Status statuses[])
{
    CHECK(mpi_check_requests(CALL, count, requests));
    CHECK(mpi_check_pointer(CALL, NULL, done, "the place for the number"));
    CHECK(mpi_check_array(CALL, NULL, indices, count, sizeof(*indices), "the array of indices"));
    mpi_progress();
    return reap_some(CALL, count, requests, done, indices, statuses);
}
