/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One wrong call on rank 2, which the argument names, while the others wait in a barrier. Without an
 * error handler it ends the job (8.3); check-wrong says how.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int in[64], out[64], rank;
static MPI_Datatype loose; /* not committed */
static MPI_Comm freed;     /* a copy of a handle that was freed */
static MPI_Request none = MPI_REQUEST_NULL;

#define WORLD MPI_COMM_WORLD

static void send_calls(const char *wrong)
{
    static int word;

    if (!strcmp(wrong, "count")) {
        MPI_Send(&word, -1, MPI_INT, 0, 0, WORLD);
    } else if (!strcmp(wrong, "tag")) {
        MPI_Send(&word, 1, MPI_INT, 0, 65536, WORLD);
    } else if (!strcmp(wrong, "tag-any")) {
        MPI_Send(&word, 1, MPI_INT, 0, MPI_ANY_TAG, WORLD);
    } else if (!strcmp(wrong, "rank")) {
        MPI_Recv(&word, 1, MPI_INT, -7, 0, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "type")) {
        MPI_Send(&word, 1, MPI_DATATYPE_NULL, 0, 0, WORLD);
    } else if (!strcmp(wrong, "type-loose")) {
        MPI_Send(&word, 1, loose, 0, 0, WORLD);
    } else if (!strcmp(wrong, "comm")) {
        MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_NULL);
    } else if (!strcmp(wrong, "comm-freed")) {
        MPI_Barrier(freed);
    } else if (!strcmp(wrong, "buffer")) {
        MPI_Recv(NULL, 1, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "buffer-full")) {
        MPI_Recv(malloc(1 << 20), 1 << 18, MPI_INT, 0, 0, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "cut")) {
        MPI_Sendrecv(in, 2, MPI_INT, 2, 0, out, 1, MPI_INT, 2, 0, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "request")) {
        MPI_Start(&none);
    } else if (!strcmp(wrong, "buffered")) {
        MPI_Bsend(in, 1, MPI_INT, 0, 0, WORLD);
    }
}

static void collective_calls(const char *wrong)
{
    if (!strcmp(wrong, "root")) {
        MPI_Bcast(in, 1, MPI_INT, 4, WORLD);
    } else if (!strcmp(wrong, "op")) {
        MPI_Allreduce(in, out, 1, MPI_FLOAT, MPI_BAND, WORLD);
    } else if (!strcmp(wrong, "op-null")) {
        MPI_Allreduce(in, out, 1, MPI_INT, MPI_OP_NULL, WORLD);
    } else if (!strcmp(wrong, "in-place")) {
        MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, WORLD);
    } else if (!strcmp(wrong, "same")) {
        MPI_Allreduce(in, in, 4, MPI_INT, MPI_SUM, WORLD);
    } else if (!strcmp(wrong, "overlap")) {
        MPI_Allreduce(in, in + 3, 4, MPI_INT, MPI_SUM, WORLD);
    } else if (!strcmp(wrong, "overlap-behind")) {
        MPI_Allgather(in + 7, 2, MPI_INT, in, 2, MPI_INT, WORLD);
    } else if (!strcmp(wrong, "overlap-gather")) {
        MPI_Gather(in + 7, 2, MPI_INT, in, 2, MPI_INT, 2, WORLD);
    } else if (!strcmp(wrong, "overlap-sendrecv")) {
        MPI_Sendrecv(in, 8, MPI_INT, 2, 0, in + 7, 8, MPI_INT, 2, 0, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "never")) {
        MPI_Recv(in, 1, MPI_INT, 3, 9, WORLD, MPI_STATUS_IGNORE);
    } else if (!strcmp(wrong, "abort")) {
        MPI_Abort(WORLD, 77);
    }
}

/* What touches, but does not overlap, is right. */
static void right(void)
{
    MPI_Request request;

    MPI_Allgather(in + 8, 2, MPI_INT, in, 2, MPI_INT, WORLD);
    MPI_Gather(in + 8, 2, MPI_INT, in, 2, MPI_INT, 2, WORLD);
    MPI_Scatter(in, 2, MPI_INT, in + (rank == 2 ? 8 : 0), 2, MPI_INT, 2, WORLD);
    MPI_Alltoall(in, 4, MPI_INT, in + 16, 4, MPI_INT, WORLD);
    MPI_Allreduce(in, in + 4, 4, MPI_INT, MPI_SUM, WORLD);
    MPI_Allreduce(in, in, 0, MPI_INT, MPI_SUM, WORLD);
    MPI_Isendrecv(in, 8, MPI_INT, rank, 0, in + 8, 8, MPI_INT, rank, 0, WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    const char *wrong = argc > 1 ? argv[1] : "";

    if (!strcmp(wrong, "before")) {
        MPI_Comm_rank(WORLD, &rank);
    }
    MPI_Init(&argc, &argv);
    if (!strcmp(wrong, "twice")) {
        MPI_Init(&argc, &argv);
    }
    MPI_Comm_rank(WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &loose);
    MPI_Comm_dup(WORLD, &freed);
    {
        MPI_Comm copy = freed;

        MPI_Comm_free(&copy);
    }
    right();
    if (rank == 2) {
        send_calls(wrong);
        collective_calls(wrong);
    }
    MPI_Barrier(WORLD);
    MPI_Type_free(&loose);
    MPI_Finalize();
    if (!strcmp(wrong, "after") && rank == 2) {
        MPI_Barrier(WORLD);
    }
    printf("rank %d is through\n", rank);
    return 0;
}
