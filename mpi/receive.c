/* SPDX-License-Identifier: BSD-2-Clause */
/* Receiving. A message that is too long is cut, as MPI wants it: it does not stay. */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Recv);

int mpi_check_source(const char *call, MPI_Comm comm, int from, int tag)
{
    CHECK(mpi_check_comm(call, comm));
    if (UNLIKELY((unsigned)from >= comm->peers && from != MPI_ANY_SOURCE &&
                 from != MPI_PROC_NULL)) {
        return mpi_fail(comm, call, MPI_ERR_RANK, "the source is %d, and there are %u ranks", from,
                        (unsigned)comm->peers);
    }
    if (UNLIKELY((unsigned)tag > NOC_TAG_MAX && tag != MPI_ANY_TAG)) {
        return mpi_fail(comm, call, MPI_ERR_TAG, "the tag is %d; tags are 0 to %d", tag,
                        NOC_TAG_MAX);
    }
    return MPI_SUCCESS;
}

int mpi_check_receive(const char *call, const struct mpi_message_of *m)
{
    CHECK(mpi_check_source(call, m->comm, m->peer, m->tag));
    CHECK(mpi_check_count(call, m->comm, m->count));
    if (m->peer == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    CHECK(mpi_check_type(call, m->comm, m->type));
    return mpi_check_buffer(call, m->comm, m->buf, m->count, m->type);
}

/* Where it is to land; NULL: no memory for it. */
static void *landing(struct mpi_request *r, uint32_t bytes)
{
    const struct mpi_message_of *m = &r->message;
    void *block = type_block(m->buf, m->count, m->type);

    if (block || !bytes) {
        return block ? block : &r->packed;
    }
    r->packed = malloc(bytes);
    return r->packed;
}

static inline int32_t layer_source(const struct mpi_message_of *m)
{
    return m->peer < 0 ? NOC_ANY_SOURCE : m->peer + (int32_t)m->comm->shift;
}

int mpi_receive_begin(struct mpi_request *r)
{
    const struct mpi_message_of *m = &r->message;
    uint32_t bytes;
    void *to;
    noc_err err;

    if (m->peer == MPI_PROC_NULL) { /* its datatype means nothing */
        r->kind = REQUEST_NOTHING;
        r->done = true;
        return MPI_SUCCESS;
    }
    bytes = type_bytes((uint32_t)m->count, m->type);
    to = landing(r, bytes);
    if (!to) {
        return MPI_ERR_NO_MEM;
    }
    err = noc_irecv_in(m->comm->group, layer_source(m), m->tag, to, bytes | NOC_CUT, &r->layer);
    if (err == NOC_ERR_BUSY && mpi_state.staged) { /* what is done makes room */
        mpi_progress();
        err = noc_irecv_in(m->comm->group, layer_source(m), m->tag, to, bytes | NOC_CUT, &r->layer);
    }
    if (err) {
        free(r->packed);
        r->packed = NULL;
    }
    return mpi_class_of(err);
}

static int cut(const char *call, MPI_Comm comm, uint32_t bytes, uint32_t room)
{
    return mpi_fail(comm, call, MPI_ERR_TRUNCATE, "the message has %u bytes, and the buffer %u",
                    (unsigned)bytes, (unsigned)room);
}

static int receive_as_request(const char *call, const struct mpi_message_of *m, MPI_Status *status)
{
    struct mpi_request *r = mpi_request_new(REQUEST_RECEIVE, m);
    int error = MPI_ERR_NO_MEM;
    uint32_t bytes = 0;

    if (r) {
        error = mpi_receive_begin(r);
        if (!error) {
            mpi_wait_done(r);
            bytes = r->got.bytes;
            error = mpi_request_report(r, status, true);
        }
        mpi_request_delete(r);
    }
    if (error == MPI_ERR_TRUNCATE) {
        return cut(call, m->comm, bytes, type_bytes((uint32_t)m->count, m->type));
    }
    return error ? mpi_fail(m->comm, call, error, NULL) : MPI_SUCCESS;
}

static void set_status(MPI_Status *status, const struct mpi_comm *comm, const noc_status *got)
{
    if (status) {
        mpi_status_set(status, mpi_source_of(comm, got), (int)got->tag, got->bytes);
    }
}

int mpi_receive_now(const char *call, const struct mpi_message_of *m, MPI_Status *status)
{
    noc_status got;
    noc_err err;
    void *block;

    CHECK(mpi_check_receive(call, m));
    if (m->peer == MPI_PROC_NULL) {
        mpi_status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    block = type_block(m->buf, m->count, m->type);
    if (mpi_state.staged || !block) {
        return receive_as_request(call, m, status);
    }
    err = noc_recv_in(m->comm->group, layer_source(m), m->tag, block,
                      type_bytes((uint32_t)m->count, m->type) | NOC_CUT, &got, NOC_FOREVER);
    if (!err || err == NOC_ERR_TRUNCATED) {
        set_status(status, m->comm, &got);
    }
    return !err ? MPI_SUCCESS
         : err == NOC_ERR_TRUNCATED
             ? cut(call, m->comm, got.bytes, type_bytes((uint32_t)m->count, m->type))
             : mpi_fail_noc(m->comm, call, err);
}

int PMPI_Recv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Status *status)
{
    noc_status got;
    noc_err err;

    /* The short way: one source, a valid buffer of elements that follow each other. What is too long
     * stays, and goes the other way. */
    if (LIKELY(mpi_is(comm, MARK_COMM) && (unsigned)from < comm->peers && mpi_is(type, MARK_TYPE) &&
               type->brief && (unsigned)count < 1u << 20 && buf && tag <= NOC_TAG_MAX &&
               tag >= NOC_ANY_TAG && !mpi_state.staged)) {
        char *to = (char *)buf + (ptrdiff_t)type->true_lb;
        const uint32_t room = (uint32_t)count * (uint32_t)type->size;

        err = comm->every ? noc_recv(from, tag, to, room, &got, NOC_FOREVER)
                          : noc_recv_in(comm->group, from + (int32_t)comm->shift, tag, to, room,
                                        &got, NOC_FOREVER);
        if (LIKELY(!err)) {
            set_status(status, comm, &got);
            return MPI_SUCCESS;
        }
        if (err != NOC_ERR_TRUNCATED) {
            return mpi_fail_noc(comm, CALL, err);
        }
    }
    return mpi_receive_now(CALL, &(struct mpi_message_of){buf, count, type, from, tag, comm},
                           status);
}
