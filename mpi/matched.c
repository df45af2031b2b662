/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving a message that was looked at (3.8.3). */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Mrecv);
MPI_WEAK(Imrecv);

static int check(const char *call, const void *buf, int count, MPI_Datatype type,
                 const MPI_Message *message)
{
    MPI_Comm comm;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, message, "the place of the message"));
    if (!mpi_is(*message, MARK_MESSAGE)) {
        return mpi_fail(NULL, call, MPI_ERR_REQUEST, "the message is none, or was received");
    }
    comm = (*message)->comm;
    CHECK(mpi_check_count(call, comm, count));
    CHECK(mpi_check_type(call, comm, type));
    return mpi_check_buffer(call, comm, buf, count, type);
}

/* Its sender has offered it: what is waited for is the network alone. */
static noc_err take(struct mpi_message *m, void *buf, int count, MPI_Datatype type, noc_status *got)
{
    const uint32_t room = type_bytes((uint32_t)count, type);
    void *block = type_block(buf, count, type);
    void *packed = block ? NULL : malloc(room ? room : 1);
    noc_err err;

    if (!block && !packed) {
        return NOC_ERR_MEMORY;
    }
    err = noc_recv_taken(&m->taken, block ? block : packed, room | NOC_CUT, got, NOC_FOREVER);
    if (packed && (!err || err == NOC_ERR_TRUNCATED)) {
        type_unpack(buf, count, type, packed, got->bytes < room ? got->bytes : room);
    }
    free(packed);
    return err;
}

/* The message is gone, unless there was no memory for it. */
static noc_err receive(void *buf, int count, MPI_Datatype type, MPI_Message *message,
                       noc_status *got)
{
    struct mpi_message *m = *message;
    noc_err err = take(m, buf, count, type, got);

    if (!err || err == NOC_ERR_TRUNCATED) {
        mpi_comm_release(m->comm);
        mpi_object_free(m);
        *message = MPI_MESSAGE_NULL;
    }
    return err;
}

int PMPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    noc_status got;
    MPI_Comm comm;
    noc_err err;

    CHECK(check(CALL, buf, count, type, message));
    if (*message == MPI_MESSAGE_NO_PROC) {
        *message = MPI_MESSAGE_NULL;
        mpi_status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    comm = (*message)->comm;
    err = receive(buf, count, type, message, &got);
    if (!err || err == NOC_ERR_TRUNCATED) {
        mpi_status_set(status, mpi_source_of(comm, &got), (int)got.tag, got.bytes);
    }
    return err ? mpi_fail_noc(comm, CALL, err) : MPI_SUCCESS;
}

int PMPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request)
{
    struct mpi_message_of m = {buf, count, NULL, MPI_PROC_NULL, MPI_ANY_TAG, NULL};
    struct mpi_request *r;
    noc_err err = NOC_ERR_OK;

    CHECK(check(CALL, buf, count, type, message));
    CHECK(mpi_check_pointer(CALL, NULL, request, "the place for the request"));
    m.comm = (*message)->comm;
    r = mpi_request_new(m.comm ? REQUEST_RECEIVE : REQUEST_NOTHING, &m);
    if (!r) {
        return mpi_fail(m.comm, CALL, MPI_ERR_NO_MEM, NULL);
    }
    if (m.comm) {
        err = receive(buf, count, type, message, &r->got);
    } else {
        *message = MPI_MESSAGE_NULL;
    }
    if (err && err != NOC_ERR_TRUNCATED) {
        mpi_request_delete(r);
        return mpi_fail_noc(m.comm, CALL, err);
    }
    r->error = mpi_class_of(err);
    r->done = true;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}
