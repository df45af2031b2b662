/* SPDX-License-Identifier: BSD-2-Clause */
/* Sends and receives that are started, and finished later (3.7.2). */
#include "mpi_priv.h"

MPI_WEAK(Isend);
MPI_WEAK(Issend);
MPI_WEAK(Irsend);
MPI_WEAK(Irecv);

static int started(const char *call, struct mpi_request *r, int error, MPI_Request *request)
{
    MPI_Comm comm = r->message.comm;

    if (LIKELY(!error)) {
        *request = mpi_request_handle(r);
        return MPI_SUCCESS;
    }
    error = mpi_fail(comm, call, error, NULL);
    mpi_request_delete(r);
    return error;
}

static int isend(const char *call, enum send_mode mode, const struct mpi_message_of *m,
                 MPI_Request *request)
{
    struct mpi_request *r;

    CHECK(mpi_check_send(call, m));
    CHECK(mpi_check_pointer(call, m->comm, request, "the place for the request"));
    r = mpi_request_new(REQUEST_SEND, m);
    if (!r) {
        return mpi_fail(m->comm, call, MPI_ERR_NO_MEM, NULL);
    }
    r->mode = (uint8_t)mode;
    return started(call, r, mpi_send_begin(r), request);
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    return isend(CALL, SEND_STANDARD,
                 &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm},
                 request);
}

int PMPI_Issend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    return isend(CALL, SEND_SYNCHRONOUS,
                 &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm},
                 request);
}

int PMPI_Irsend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    return isend(CALL, SEND_READY,
                 &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm},
                 request);
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    const struct mpi_message_of m = {buf, count, type, from, tag, comm};
    struct mpi_request *r;

    CHECK(mpi_check_receive(CALL, &m));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    r = mpi_request_new(REQUEST_RECEIVE, &m);
    if (!r) {
        return mpi_fail(comm, CALL, MPI_ERR_NO_MEM, NULL);
    }
    return started(CALL, r, mpi_receive_begin(r), request);
}
