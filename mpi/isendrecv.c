/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A send and a receive at once, finished later (4.0: 3.10). Both are requests of their own, which
 * the program does not see; the one that it has is done when they are, and says what was received.
 */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Isendrecv);
MPI_WEAK(Isendrecv_replace);

struct both {
    struct mpi_request *in, *out;
    void *copy; /* of what is sent, of malloc; or NULL */
};

static void both_ends(struct mpi_request *r)
{
    struct both *b = r->work;

    free(b->copy);
    free(b);
}

static int both_next(struct mpi_request *r)
{
    struct both *b = r->work;
    const bool in = mpi_request_poll(b->in), out = mpi_request_poll(b->out);
    int error;

    if (!in || !out) {
        return NEXT_LATER;
    }
    error = b->in->error ? b->in->error : b->out->error;
    r->kind = b->in->kind;
    r->got = b->in->got;
    mpi_request_delete(b->in);
    mpi_request_delete(b->out);
    return error;
}

/* Not begun; NULL: no memory. */
static struct mpi_request *both_new(const struct mpi_message_of *out,
                                    const struct mpi_message_of *in)
{
    struct both *b = malloc(sizeof(*b));
    struct mpi_request *r = mpi_request_new(REQUEST_COLLECTIVE, in);

    if (b && r) {
        *b = (struct both){mpi_request_new(REQUEST_RECEIVE, in), mpi_request_new(REQUEST_SEND, out),
                           NULL};
        if (b->in && b->out) {
            r->work = b;
            r->next = both_next;
            r->ends = both_ends;
            return r;
        }
        if (b->in || b->out) {
            mpi_request_delete(b->in ? b->in : b->out);
        }
    }
    free(b);
    if (r) {
        mpi_request_delete(r);
    }
    return NULL;
}

/* What could not be begun is done, with its error. */
static void begun(struct mpi_request *r, int error)
{
    if (error) {
        r->error = error;
        r->done = true;
    } else if (!r->done) {
        mpi_request_list(r);
    }
}

/* Both are valid. copy: what is sent, and is to be freed; or NULL. An error class. */
static int begin_both(const struct mpi_message_of *out, const struct mpi_message_of *in, void *copy,
                      MPI_Request *request)
{
    struct mpi_request *r = both_new(out, in);
    struct both *b;

    if (!r) {
        free(copy);
        return MPI_ERR_NO_MEM;
    }
    b = r->work;
    b->copy = copy;
    begun(b->in, mpi_receive_begin(b->in));
    begun(b->out, mpi_send_begin(b->out));
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

int PMPI_Isendrecv(const void *buf, int count, MPI_Datatype type, int to, int tag, void *to_buf,
                   int to_count, MPI_Datatype to_type, int from, int from_tag, MPI_Comm comm,
                   MPI_Request *request)
{
    const struct mpi_message_of out = {(void *)(uintptr_t)buf, count, type, to, tag, comm};
    const struct mpi_message_of in = {to_buf, to_count, to_type, from, from_tag, comm};
    int error;

    CHECK(mpi_check_send(CALL, &out));
    CHECK(mpi_check_receive(CALL, &in));
    CHECK(mpi_check_apart(CALL, &out, &in));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    error = begin_both(&out, &in, NULL, request);
    return error ? mpi_fail(comm, CALL, error, NULL) : MPI_SUCCESS;
}

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype type, int to, int tag, int from,
                           int from_tag, MPI_Comm comm, MPI_Request *request)
{
    const struct mpi_message_of in = {buf, count, type, from, from_tag, comm};
    struct mpi_message_of out = {buf, count, type, to, tag, comm};
    int error = MPI_ERR_NO_MEM;

    CHECK(mpi_check_send(CALL, &out));
    CHECK(mpi_check_receive(CALL, &in));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    out.count = to == MPI_PROC_NULL ? 0 : (int)type_bytes((uint32_t)count, type);
    out.type = MPI_BYTE;
    out.buf = malloc(out.count ? (size_t)out.count : 1);
    if (out.buf) {
        if (out.count) {
            type_pack(out.buf, buf, count, type);
        }
        error = begin_both(&out, &in, out.buf, request);
    }
    return error ? mpi_fail(comm, CALL, error, NULL) : MPI_SUCCESS;
}
