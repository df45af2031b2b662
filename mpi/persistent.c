/* SPDX-License-Identifier: BSD-2-Clause */
/* Persistent requests (3.9). */
#include "mpi_priv.h"

MPI_WEAK(Send_init);
MPI_WEAK(Bsend_init);
MPI_WEAK(Ssend_init);
MPI_WEAK(Rsend_init);
MPI_WEAK(Recv_init);
MPI_WEAK(Start);
MPI_WEAK(Startall);

static int make(const char *call, enum mpi_request_kind kind, enum send_mode mode,
                const struct mpi_message_of *m, MPI_Request *request)
{
    struct mpi_request *r;

    CHECK(kind == REQUEST_SEND ? mpi_check_send(call, m) : mpi_check_receive(call, m));
    CHECK(mpi_check_pointer(call, m->comm, request, "the place for the request"));
    r = mpi_request_new(kind, m);
    if (!r) {
        return mpi_fail(m->comm, call, MPI_ERR_NO_MEM, NULL);
    }
    r->mode = (uint8_t)mode;
    r->persistent = true;
    r->active = false;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

#define INIT(name, mode)                                                                           \
    int PMPI_##name(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, \
                    MPI_Request *request)                                                          \
    {                                                                                              \
        return make(CALL, REQUEST_SEND, mode,                                                      \
                    &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm},  \
                    request);                                                                      \
    }

INIT(Send_init, SEND_STANDARD)
INIT(Bsend_init, SEND_BUFFERED)
INIT(Ssend_init, SEND_SYNCHRONOUS)
INIT(Rsend_init, SEND_READY)

int PMPI_Recv_init(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    return make(CALL, REQUEST_RECEIVE, SEND_STANDARD,
                &(struct mpi_message_of){buf, count, type, from, tag, comm}, request);
}

static int start(const char *call, struct mpi_request *r)
{
    int error;

    if (!r || !r->persistent || r->active) {
        return mpi_fail(r ? r->message.comm : NULL, call, MPI_ERR_REQUEST,
                        "the request is not persistent, or is under way");
    }
    r->active = true;
    r->done = r->cancelled = false;
    r->error = MPI_SUCCESS;
    if (r->kind == REQUEST_COLLECTIVE) {
        (void)mpi_request_poll(r);
        return MPI_SUCCESS;
    }
    if (r->message.peer == MPI_PROC_NULL) {
        r->kind = REQUEST_NOTHING;
        r->done = true;
        return MPI_SUCCESS;
    }
    if (r->mode == SEND_BUFFERED) {
        error = mpi_send_buffered(&r->message);
        r->done = true;
    } else {
        error = r->kind == REQUEST_RECEIVE ? mpi_receive_begin(r) : mpi_send_begin(r);
    }
    if (error) {
        r->active = false;
        return mpi_fail(r->message.comm, call, error, NULL);
    }
    return MPI_SUCCESS;
}

int PMPI_Start(MPI_Request *request)
{
    CHECK(mpi_check_requests(CALL, 1, request));
    return start(CALL, mpi_request_at(*request));
}

int PMPI_Startall(int count, MPI_Request requests[])
{
    int i;

    CHECK(mpi_check_requests(CALL, count, requests));
    for (i = 0; i < count; i++) {
        CHECK(start(CALL, mpi_request_at(requests[i])));
    }
    return MPI_SUCCESS;
}
