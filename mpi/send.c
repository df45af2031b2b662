/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending, in the modes that need no buffer of the program's (3.4). A message of one block goes to
 * the layer from where it lies; any other is packed.
 */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Send);
MPI_WEAK(Ssend);
MPI_WEAK(Rsend);

int mpi_check_send(const char *call, const struct mpi_message_of *m)
{
    CHECK(mpi_check_comm(call, m->comm));
    CHECK(mpi_check_count(call, m->comm, m->count));
    if (m->peer != MPI_PROC_NULL) {
        CHECK(mpi_check_type(call, m->comm, m->type));
        CHECK(mpi_check_buffer(call, m->comm, m->buf, m->count, m->type));
    }
    if (UNLIKELY((unsigned)m->peer >= m->comm->peers && m->peer != MPI_PROC_NULL)) {
        return mpi_fail(m->comm, call, MPI_ERR_RANK,
                        "the destination is %d, and there are %u ranks", m->peer,
                        (unsigned)m->comm->peers);
    }
    if (UNLIKELY((unsigned)m->tag > NOC_TAG_MAX)) {
        return mpi_fail(m->comm, call, MPI_ERR_TAG, "the tag is %d; tags are 0 to %d", m->tag,
                        NOC_TAG_MAX);
    }
    return MPI_SUCCESS;
}

/* Where its bytes lie in one block; packed if they do not. NULL: no memory. */
static const void *body_of(struct mpi_request *r, uint32_t bytes)
{
    const struct mpi_message_of *m = &r->message;
    const void *block = type_block(m->buf, m->count, m->type);

    if (block || !bytes) {
        return block ? block : &r->packed; /* any address does */
    }
    r->packed = bytes <= MESSAGE_BYTES_MAX ? malloc(bytes) : NULL;
    if (r->packed) {
        type_pack(r->packed, m->buf, m->count, m->type);
    }
    return r->packed;
}

static noc_err layer_send(const struct mpi_request *r, const void *body, uint32_t bytes,
                          noc_request *request)
{
    const struct mpi_message_of *m = &r->message;
    const uint32_t to = (uint32_t)m->peer + m->comm->shift, tag = (uint32_t)m->tag;

    return r->mode == SEND_SYNCHRONOUS
             ? noc_isend_synchronous_in(m->comm->group, to, tag, body, bytes, request)
             : noc_isend_in(m->comm->group, to, tag, body, bytes, request);
}

int mpi_send_begin(struct mpi_request *r)
{
    const struct mpi_message_of *m = &r->message;
    const void *body;
    uint32_t bytes;
    noc_err err;

    if (m->peer == MPI_PROC_NULL) {
        r->kind = REQUEST_NOTHING;
        r->done = true;
        return MPI_SUCCESS;
    }
    bytes = type_bytes((uint32_t)m->count, m->type);
    body = body_of(r, bytes);
    if (!body) {
        return MPI_ERR_NO_MEM;
    }
    err = layer_send(r, body, bytes, &r->layer);
    if ((err == NOC_ERR_MEMORY || err == NOC_ERR_BUSY) && mpi_state.staged) {
        /* What is done makes room. */
        mpi_progress();
        err = layer_send(r, body, bytes, &r->layer);
    }
    if (err) {
        free(r->packed);
        r->packed = NULL;
    }
    return mpi_class_of(err);
}

/* As a request, so that all that is under way goes on. */
static int send_as_request(const char *call, enum send_mode mode, const struct mpi_message_of *m)
{
    struct mpi_request *r = mpi_request_new(REQUEST_SEND, m);
    int error = MPI_ERR_NO_MEM;

    if (r) {
        r->mode = (uint8_t)mode;
        error = mpi_send_begin(r);
        if (!error) {
            mpi_wait_done(r);
            error = r->error;
        }
        mpi_request_delete(r);
    }
    return error ? mpi_fail(m->comm, call, error, NULL) : MPI_SUCCESS;
}

int mpi_send_now(const char *call, enum send_mode mode, const struct mpi_message_of *m)
{
    const void *block;
    noc_err err;

    CHECK(mpi_check_send(call, m));
    if (m->peer == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    block = type_block(m->buf, m->count, m->type);
    if (mpi_state.staged || !block || mode == SEND_SYNCHRONOUS) {
        return send_as_request(call, mode, m);
    }
    err = noc_send_in(m->comm->group, (uint32_t)m->peer + m->comm->shift, (uint32_t)m->tag, block,
                      type_bytes((uint32_t)m->count, m->type), NOC_FOREVER);
    if (err == NOC_ERR_MEMORY) { /* to itself, and long: the request needs no copy */
        return send_as_request(call, mode, m);
    }
    return err ? mpi_fail_noc(m->comm, call, err) : MPI_SUCCESS;
}

int PMPI_Send(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    const void *body;
    uint32_t bytes;

    /* The short way: a valid message of whole elements that follow each other. */
    if (LIKELY(mpi_is(comm, MARK_COMM) && (unsigned)to < comm->peers && mpi_is(type, MARK_TYPE) &&
               type->brief && (unsigned)count < 1u << 20 && buf && !mpi_state.staged)) {
        body = (const char *)buf + (ptrdiff_t)type->true_lb;
        bytes = (uint32_t)count * (uint32_t)type->size;
        if (LIKELY(!(comm->every ? noc_send((uint32_t)to, (uint32_t)tag, body, bytes, NOC_FOREVER)
                                 : noc_send_in(comm->group, (uint32_t)to + comm->shift,
                                               (uint32_t)tag, body, bytes, NOC_FOREVER)))) {
            return MPI_SUCCESS;
        }
    }
    return mpi_send_now(
        CALL, SEND_STANDARD,
        &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm});
}

int PMPI_Rsend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return mpi_send_now(
        CALL, SEND_READY,
        &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm});
}

int PMPI_Ssend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return mpi_send_now(
        CALL, SEND_SYNCHRONOUS,
        &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm});
}
