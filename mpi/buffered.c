/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffered sends (3.4, 3.6). Messages under way lie in the program's buffer, by address:
 *
 *   | block | message ....| free | block | message |        free          |
 *
 * A new one takes the first place between them that it fits in.
 */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Bsend);
MPI_WEAK(Ibsend);
MPI_WEAK(Buffer_attach);
MPI_WEAK(Buffer_detach);
MPI_WEAK(Buffer_flush);
MPI_WEAK(Buffer_iflush);

enum { ALIGN = 8 };

struct block {
    struct block *next; /* by address */
    char *end;
    noc_request layer;
    uint32_t number; /* the messages are counted */
};

_Static_assert(sizeof(struct block) + 2 * ALIGN <= MPI_BSEND_OVERHEAD, "MPI_BSEND_OVERHEAD");

static struct {
    void *given;
    int bytes;
    char *begin, *end;
    struct block *blocks;
    uint32_t begun; /* messages, ever */
    bool attached;
} buffer;

static char *align(char *at)
{
    return at + (-(uintptr_t)at & (ALIGN - 1));
}

/* What has arrived makes room. */
static void reclaim(void)
{
    struct block **link = &buffer.blocks, *b;
    bool done;

    while ((b = *link)) {
        if (noc_test(&b->layer, &done, NULL) || done) {
            *link = b->next;
        } else {
            link = &b->next;
        }
    }
}

/* A place for so many bytes; NULL: there is none. */
static struct block *place(uint32_t bytes)
{
    const size_t need = sizeof(struct block) + bytes; /* 31 bits, and a few more */
    struct block **link = &buffer.blocks, *made;
    char *at = buffer.begin;

    for (; *link && (size_t)((char *)*link - at) < need; link = &(*link)->next) {
        at = align((*link)->end);
    }
    if (!*link && (at > buffer.end || (size_t)(buffer.end - at) < need)) {
        return NULL;
    }
    made = (struct block *)at;
    *made = (struct block){*link, at + need, NOC_NO_REQUEST, buffer.begun++};
    *link = made;
    return made;
}

static void forget(struct block *b)
{
    struct block **link = &buffer.blocks;

    while (*link != b) {
        link = &(*link)->next;
    }
    *link = b->next;
}

int mpi_send_buffered(const struct mpi_message_of *m)
{
    const uint32_t bytes = type_bytes((uint32_t)m->count, m->type);
    struct block *b;
    noc_err err;

    reclaim();
    b = buffer.attached ? place(bytes) : NULL;
    if (!b) {
        return MPI_ERR_BUFFER;
    }
    type_pack(b + 1, m->buf, m->count, m->type);
    err = noc_isend_in(m->comm->group, (uint32_t)m->peer + m->comm->shift, (uint32_t)m->tag, b + 1,
                       bytes, &b->layer);
    if (err) {
        forget(b);
    }
    return mpi_class_of(err);
}

static int bsend(const char *call, const struct mpi_message_of *m)
{
    int error;

    CHECK(mpi_check_send(call, m));
    if (m->peer == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    error = mpi_send_buffered(m);
    if (error == MPI_ERR_BUFFER) {
        return mpi_fail(m->comm, call, error,
                        buffer.attached ? "the attached buffer has no room"
                                        : "no buffer is attached");
    }
    return error ? mpi_fail(m->comm, call, error, NULL) : MPI_SUCCESS;
}

int PMPI_Bsend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return bsend(CALL,
                 &(struct mpi_message_of){(void *)(uintptr_t)buf, count, type, to, tag, comm});
}

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct mpi_message_of m = {(void *)(uintptr_t)buf, count, type, to, tag, comm};
    struct mpi_request *r;

    CHECK(mpi_check_send(CALL, &m));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    CHECK(bsend(CALL, &m));
    r = mpi_request_new(to == MPI_PROC_NULL ? REQUEST_NOTHING : REQUEST_SEND, &m);
    if (!r) {
        return mpi_fail(comm, CALL, MPI_ERR_NO_MEM, NULL);
    }
    r->done = true;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

/* Until all of it has left. */
static void drain(void)
{
    for (; buffer.blocks; buffer.blocks = buffer.blocks->next) {
        while (buffer.blocks->layer.index != NOC_NO_REQUEST.index) {
            mpi_progress();
            (void)!noc_wait(&buffer.blocks->layer, NULL, mpi_state.staged ? 1000 : NOC_FOREVER);
        }
    }
}

int PMPI_Buffer_attach(void *memory, int bytes)
{
    CHECK(mpi_check_running(CALL));
    if (bytes < 0) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "the buffer has %d bytes", bytes);
    }
    CHECK(bytes ? mpi_check_pointer(CALL, NULL, memory, "the buffer") : MPI_SUCCESS);
    if (buffer.attached) {
        return mpi_fail(NULL, CALL, MPI_ERR_BUFFER, "a buffer is attached already");
    }
    buffer.given = memory;
    buffer.bytes = bytes;
    buffer.begin = align(memory);
    buffer.end = (char *)memory + bytes;
    buffer.blocks = NULL;
    buffer.attached = true;
    mpi_state.buffers_end = drain;
    return MPI_SUCCESS;
}

int PMPI_Buffer_detach(void *memory, int *bytes)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, memory, "the place for the address"));
    CHECK(mpi_check_pointer(CALL, NULL, bytes, "the place for the size"));
    if (!buffer.attached) {
        return mpi_fail(NULL, CALL, MPI_ERR_BUFFER, "no buffer is attached");
    }
    drain();
    *(void **)memory = buffer.given;
    *bytes = buffer.bytes;
    buffer.attached = false;
    return MPI_SUCCESS;
}

int PMPI_Buffer_flush(void)
{
    CHECK(mpi_check_running(CALL));
    drain();
    return MPI_SUCCESS;
}

/* Whether all messages have left that lay in the buffer when the flush began. */
static int flush_next(struct mpi_request *r)
{
    const struct block *b;

    reclaim();
    for (b = buffer.blocks; b; b = b->next) {
        if ((int32_t)(b->number - r->got.bytes) < 0) {
            return NEXT_LATER;
        }
    }
    return NEXT_DONE;
}

int PMPI_Buffer_iflush(MPI_Request *request)
{
    struct mpi_request *r;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, request, "the place for the request"));
    r = mpi_request_new(REQUEST_COLLECTIVE, &(struct mpi_message_of){0});
    if (!r) {
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, NULL);
    }
    r->got.bytes = buffer.begun;
    r->next = flush_next;
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}
