/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * As much of MPI as shows that the message layer carries it: six calls, and the two that tell rank
 * and size. MPI: A Message-Passing Interface Standard, version 3.1; each call says its section. An
 * error ends the program (MPI_ERRORS_ARE_FATAL, 8.3).
 */
#ifndef TESTS_MPI_H
#define TESTS_MPI_H

typedef int MPI_Comm;
typedef int MPI_Op;

/* A datatype is its size, and which of the layer's operations are for it. */
typedef const struct probe_type *MPI_Datatype;
extern const struct probe_type probe_int, probe_double, probe_byte;
#define MPI_INT    (&probe_int)
#define MPI_LONG   (&probe_int) /* a long of these cores has 32 bits */
#define MPI_DOUBLE (&probe_double)
#define MPI_BYTE   (&probe_byte)

typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
    int bytes; /* received */
} MPI_Status;

enum { MPI_SUCCESS = 0 };
enum { MPI_COMM_WORLD = 0 };
enum { MPI_SUM, MPI_MAX, MPI_MIN };
enum { MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1 };
#define MPI_STATUS_IGNORE ((MPI_Status *)0)

int MPI_Init(int *argc, char ***argv);       /* 8.7 */
int MPI_Finalize(void);                      /* 8.7 */
int MPI_Comm_rank(MPI_Comm comm, int *rank); /* 6.4.1 */
int MPI_Comm_size(MPI_Comm comm, int *size); /* 6.4.1 */
int MPI_Send(const void *body, int count, MPI_Datatype type, int to, int tag,
             MPI_Comm comm); /* 3.2.1 */
int MPI_Recv(void *body, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status);                                                 /* 3.2.4 */
int MPI_Bcast(void *body, int count, MPI_Datatype type, int root, MPI_Comm comm); /* 5.4 */
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm); /* 5.9.6 */

#endif
