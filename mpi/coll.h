/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Collective operations: the layer's, with MPI's datatypes. What does not lie in one block is packed
 * before and unpacked behind, so that the layer sees blocks of bytes, or elements.
 */
#ifndef MPI_COLL_H
#define MPI_COLL_H

#include "mpi_priv.h"
#include "types.h"

enum mpi_kind {
    KIND_BARRIER,
    KIND_BCAST,
    KIND_GATHER,
    KIND_SCATTER,
    KIND_ALLGATHER,
    KIND_ALLTOALL,
    KIND_REDUCE,
    KIND_ALLREDUCE,
    KIND_REDUCE_SCATTER,
    KIND_SCAN,
    KIND_EXSCAN
};

/* One buffer of a call. Blocks, where there are several, are of `count` elements one behind the
 * other, or as the lists say. */
struct mpi_spread {
    void *buf; /* what is sent is only read */
    int count;
    MPI_Datatype type;
    const int *counts, *displacements; /* in extents, or (types) in bytes; NULL: all are alike */
    const MPI_Datatype *types;         /* NULL: all are of `type` */
};

/* A call. A broadcast has its buffer in both. Reductions have count and type of `to` in both. */
struct mpi_collective {
    enum mpi_kind kind;
    MPI_Comm comm;
    struct mpi_spread from, to;
    int root;
    MPI_Op op;
    bool listed; /* a v or w form */
};

/* What the layer is given. */
struct mpi_work {
    struct mpi_collective call;
    noc_group *group;
    uint32_t ranks, rank;
    const void *from;
    void *to;
    uint32_t bytes; /* of a block, or elements of a reduction */
    noc_blocks sent, received;
    uint32_t *each; /* elements of each, of reduce-scatter, */
    uint32_t mine;  /* and of this rank */
    const noc_op *op;
    struct op_wrapped wrapped;
    void *memory[6]; /* of malloc */
    uint8_t memories;
    bool unpacks;                                            /* `to` is not the program's */
    noc_err (*go)(struct mpi_work *w, noc_request *request); /* request NULL: until it is done */
    /* Of calls with stages: the next one, and a result between two of them. */
    int stage;
    void *between;
};

/*
 * The whole of a call: checks, begins it by `go`, and finishes it, or gives a request. `request` is
 * NULL where the call waits.
 */
int mpi_collective_run(const char *call, const struct mpi_collective *c,
                       noc_err (*go)(struct mpi_work *w, noc_request *request),
                       MPI_Request *request, bool waits);

/* Who keeps a call that is to be begun later, and the name that the program has called. */
struct mpi_keeper {
    const char *call;
    int (*keep)(const char *call, const struct mpi_collective *c,
                noc_err (*go)(struct mpi_work *w, noc_request *request), MPI_Request *request);
};

/* A call whose arguments are checked: begun, with a request. */
int mpi_collective_begin(const char *call, const struct mpi_collective *c,
                         noc_err (*go)(struct mpi_work *w, noc_request *request),
                         MPI_Request *request);

/* The parts of it, for calls with stages; error classes. */
int mpi_work_begin(struct mpi_work *w, const struct mpi_collective *c);
void mpi_work_end(struct mpi_work *w, bool good);
/* Memory until the end; NULL: there is none. */
void *mpi_work_memory(struct mpi_work *w, uint64_t bytes);
/* What the operation and its elements are; *packed: not as in memory. */
void mpi_prepare_op(struct mpi_work *w, bool *packed);
/* `count` elements as the operation wants them: w->from. copy: not where the program has them. */
int mpi_prepare_elements(struct mpi_work *w, const void *buf, uint32_t count, bool packed,
                         bool copy);
/* The end of a request with a work. */
void mpi_work_ends(struct mpi_request *r);
/* coll_own.c: this rank's own block has another length where it is sent than where it is received.
 * MPI_ERR_TRUNCATE, with which the call has to end when it has been made. */
int mpi_own_differs(struct mpi_work *w, uint32_t sent, uint32_t received);
/* A stage of a request that only says so. */
int mpi_own_next(struct mpi_request *r);
/* coll_mend.c: it failed, as the layer says. True: it is to be called again, in another group. */
bool mpi_collective_again(const struct mpi_collective *c);
int mpi_collective_failed(const char *call, MPI_Comm comm, int error);
int mpi_prepare_one(struct mpi_work *w, const struct mpi_spread *s, bool out, void **at,
                    uint32_t *bytes);
int mpi_prepare_many(struct mpi_work *w, const struct mpi_spread *s, bool listed, bool out,
                     void **at, noc_blocks *blocks, uint32_t *bytes);
int mpi_collective_check(const char *call, const struct mpi_collective *c);
/* The request of what is under way, or the wait for it. */
int mpi_collective_finish(const char *call, struct mpi_request *r, MPI_Request *request,
                          bool waits);

/* What is only read. */
#define SENT(buf) ((void *)(uintptr_t)(buf))
/* A call of both kinds. */
#define RUN(kind_, comm_, go, request, waits, ...)                                                \
    mpi_collective_run(CALL, &(struct mpi_collective){.kind = kind_, .comm = comm_, __VA_ARGS__}, \
                       go, request, waits)

/* coll_show.c: which way this broadcast goes, if it was not said before. */
void mpi_show_broadcast(const struct mpi_work *w);

#endif
