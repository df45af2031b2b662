/* SPDX-License-Identifier: BSD-2-Clause */
/* A send and a receive at once (3.10). */
#include <string.h>

#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Sendrecv);
MPI_WEAK(Sendrecv_replace);

/* Both are valid. An error class. */
static int both(const struct mpi_message_of *out, const struct mpi_message_of *in,
                MPI_Status *status)
{
    struct mpi_request *r = mpi_request_new(REQUEST_RECEIVE, in);
    int error, sent;

    if (!r) {
        return MPI_ERR_NO_MEM;
    }
    error = mpi_receive_begin(r);
    if (!error) {
        sent = mpi_send_now("MPI_Sendrecv", SEND_STANDARD, out);
        mpi_wait_done(r);
        error = mpi_request_report(r, status, true);
        error = error ? error : sent;
    }
    mpi_request_delete(r);
    return error;
}

/* Two buffers of one call do not overlap. */
int mpi_check_apart(const char *call, const struct mpi_message_of *out,
                    const struct mpi_message_of *in)
{
    if (out->peer == MPI_PROC_NULL || in->peer == MPI_PROC_NULL ||
        !type_blocks_meet(out->buf, (uint32_t)out->count, out->type, in->buf, (uint32_t)in->count,
                          in->type)) {
        return MPI_SUCCESS;
    }
    return mpi_fail(out->comm, call, MPI_ERR_BUFFER, "the buffers overlap");
}

int PMPI_Sendrecv(const void *buf, int count, MPI_Datatype type, int to, int tag, void *to_buf,
                  int to_count, MPI_Datatype to_type, int from, int from_tag, MPI_Comm comm,
                  MPI_Status *status)
{
    const struct mpi_message_of out = {(void *)(uintptr_t)buf, count, type, to, tag, comm};
    const struct mpi_message_of in = {to_buf, to_count, to_type, from, from_tag, comm};
    int error;

    CHECK(mpi_check_send(CALL, &out));
    CHECK(mpi_check_receive(CALL, &in));
    CHECK(mpi_check_apart(CALL, &out, &in));
    error = both(&out, &in, status);
    return error ? mpi_fail(comm, CALL, error, NULL) : MPI_SUCCESS;
}

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype type, int to, int tag, int from,
                          int from_tag, MPI_Comm comm, MPI_Status *status)
{
    const struct mpi_message_of in = {buf, count, type, from, from_tag, comm};
    struct mpi_message_of out = {buf, count, type, to, tag, comm};
    uint32_t bytes = 0; /* to nobody: the datatype means nothing */
    int error = MPI_ERR_NO_MEM;

    CHECK(mpi_check_send(CALL, &out));
    CHECK(mpi_check_receive(CALL, &in));
    if (to != MPI_PROC_NULL) {
        bytes = type_bytes((uint32_t)count, type);
    }
    out.buf = malloc(bytes ? bytes : 1);
    if (out.buf) {
        if (bytes) {
            type_pack(out.buf, buf, count, type);
        }
        out.count = (int)bytes;
        out.type = MPI_BYTE;
        error = both(&out, &in, status);
        free(out.buf);
    }
    return error ? mpi_fail(comm, CALL, error, NULL) : MPI_SUCCESS;
}
