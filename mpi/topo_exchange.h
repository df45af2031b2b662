/* SPDX-License-Identifier: BSD-2-Clause */
/* Neighbourhood collectives (3.1: 7.6, 7.7): a message over each edge. */
#ifndef MPI_TOPO_EXCHANGE_H
#define MPI_TOPO_EXCHANGE_H

#include "topo.h"

/* The blocks of one side, one for each neighbour. */
struct blocks {
    void *buf; /* of sends only read */
    int count;
    MPI_Datatype type;
    const int *counts;         /* NULL: all are `count` */
    const int *displacements;  /* in elements; NULL: one behind the other, or */
    const MPI_Aint *addresses; /* in bytes */
    const MPI_Datatype *types; /* NULL: all are `type` */
    bool listed;               /* there are counts, and places */
    bool same;                 /* every neighbour gets the whole buffer */
};

/* All of it is under way when it is begun; errors are reported. */
struct exchange {
    MPI_Comm comm;
    const struct mpi_topology *topology;
    struct blocks from, to;
    noc_request *requests; /* of all that is received, and sent */
    void **packed;         /* the same: of malloc, or NULL */
    uint32_t count, done;  /* so many have been waited for */
    bool waited;           /* the next one: by a request of the program's */
    int error;             /* of the first that failed: a class */
};

/* MPI_SUCCESS, or what mpi_fail returned. */
int exchange_check(const char *call, MPI_Comm comm, const struct blocks *from,
                   const struct blocks *to);
int exchange_begin(const char *call, MPI_Comm comm, const struct blocks *from,
                   const struct blocks *to, struct exchange *e);
/* What was received is unpacked. */
void exchange_end(struct exchange *e);
/* The blocking and the non-blocking form of a call. */
int exchange_now(const char *call, MPI_Comm comm, struct blocks from, struct blocks to);
int exchange_start(const char *call, MPI_Comm comm, struct blocks from, struct blocks to,
                   MPI_Request *request);
/* The same with arguments that were checked before. */
int exchange_again(const char *call, MPI_Comm comm, struct blocks from, struct blocks to,
                   MPI_Request *request);
/* type_hold() or type_release() of all types; topology: whose neighbours the lists are for. */
void exchange_types(const struct mpi_topology *topology, const struct blocks *from,
                    const struct blocks *to, void (*change)(MPI_Datatype t));

/* The sides as the calls of a collective give them. */
#define SEND_SAME                                                                  \
    (struct blocks)                                                                \
    {                                                                              \
        .buf = (void *)(uintptr_t)from, .count = count, .type = type, .same = true \
    }
#define SEND_EQUAL                                                   \
    (struct blocks)                                                  \
    {                                                                \
        .buf = (void *)(uintptr_t)from, .count = count, .type = type \
    }
#define SEND_VECTOR                                                       \
    (struct blocks)                                                       \
    {                                                                     \
        .buf = (void *)(uintptr_t)from, .listed = true, .counts = counts, \
        .displacements = displacements, .type = type                      \
    }
#define SEND_TYPES                                                        \
    (struct blocks)                                                       \
    {                                                                     \
        .buf = (void *)(uintptr_t)from, .listed = true, .counts = counts, \
        .addresses = displacements, .types = types                        \
    }
#define RECV_EQUAL                                    \
    (struct blocks)                                   \
    {                                                 \
        .buf = to, .count = to_count, .type = to_type \
    }
#define RECV_VECTOR                                                                        \
    (struct blocks)                                                                        \
    {                                                                                      \
        .buf = to, .listed = true, .counts = to_counts, .displacements = to_displacements, \
        .type = to_type                                                                    \
    }
#define RECV_TYPES                                                                     \
    (struct blocks)                                                                    \
    {                                                                                  \
        .buf = to, .listed = true, .counts = to_counts, .addresses = to_displacements, \
        .types = to_types                                                              \
    }

#endif
