/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What this library says of wrong programs, and how they end: tests/mpi/check-errors starts it, its
 * first argument says what it is to do.
 */
#include <stdint.h>

#include "check.h"

#define WORLD MPI_COMM_WORLD

/* As much of the heap as the second argument says is gone before MPI begins. */
static int memory(int argc, char **argv)
{
    char *own = malloc((size_t)atoi(argv[2]));
    int sum = 0;

    if (!own) {
        printf("main: no memory\n");
        return 1;
    }
    memset(own, 1, (size_t)atoi(argv[2]));
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &check_rank);
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    if (check_rank == 0) {
        printf("sum %d, byte %d\n", sum, own[atoi(argv[2]) - 1]);
    }
    MPI_Finalize();
    free(own);
    return 0;
}

/* Rank 1 ends the job with this code. */
static void end_it(const char *code)
{
    if (check_rank == 1) {
        MPI_Abort(WORLD, atoi(code));
    }
    MPI_Barrier(WORLD);
}

/* Addresses where there is nothing, that are not aligned, or where there is something else. */
static void handles(void)
{
    static const uintptr_t wild[] = {91, 12345, 0x12345678, 0x40000000, 0x800fff00, 0xfffffffc};
    int i, body = 0, out = 0, place;
    MPI_Request none;

    for (i = 0; i < (int)(sizeof(wild) / sizeof(wild[0])); i++) {
        void *w = (void *)wild[i];
        MPI_Request request = w;
        MPI_Datatype type = w;

        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Send(&body, 1, w, 0, 0, WORLD));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Recv(&body, 1, w, 0, 0, WORLD, MPI_STATUS_IGNORE));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Isend(&body, 1, w, 0, 0, WORLD, &none));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Bcast(&body, 1, w, 0, WORLD));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Allreduce(&body, &out, 1, w, MPI_SUM, WORLD));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Type_commit(&type));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Type_contiguous(2, w, &type));
        CHECK_ERROR("2.5.1", MPI_ERR_TYPE, MPI_Type_size(w, &out));
        CHECK_ERROR("2.5.1", MPI_ERR_OP, MPI_Allreduce(&body, &out, 1, MPI_INT, w, WORLD));
        CHECK_ERROR("2.5.1", MPI_ERR_COMM, MPI_Send(&body, 1, MPI_INT, 0, 0, w));
        CHECK_ERROR("2.5.1", MPI_ERR_COMM, MPI_Recv(&body, 1, MPI_INT, 0, 0, w, MPI_STATUS_IGNORE));
        CHECK_ERROR("2.5.1", MPI_ERR_COMM, MPI_Barrier(w));
        CHECK_ERROR("2.5.1", MPI_ERR_GROUP, MPI_Group_size(w, &out));
        CHECK_ERROR("2.5.1", MPI_ERR_REQUEST, MPI_Wait(&request, MPI_STATUS_IGNORE));
        CHECK_ERROR("2.5.1", MPI_ERR_REQUEST, MPI_Test(&request, &out, MPI_STATUS_IGNORE));
        CHECK_ERROR("2.5.1", MPI_ERR_REQUEST, MPI_Waitany(1, &request, &place, MPI_STATUS_IGNORE));
        CHECK_ERROR("2.5.1", MPI_ERR_REQUEST, MPI_Cancel(&request));
        CHECK_ERROR("2.5.1", MPI_ERR_WIN, MPI_Win_fence(0, w));
    }
    CHECK_ERROR("2.5.1", MPI_ERR_TYPE,
                MPI_Send(&body, 1, (MPI_Datatype)(void *)WORLD, 0, 0, WORLD));
}

static void buffers(const char *which)
{
    char byte = 0;

    if (check_rank == 0 && !strcmp(which, "nowhere")) {
        MPI_Send((void *)0x12345678, 1, MPI_INT, 1, 0, WORLD);
    } else if (check_rank == 0 && !strcmp(which, "long")) {
        MPI_Send(&byte, 5000000, MPI_CHAR, 1, 0, WORLD);
    }
    MPI_Barrier(WORLD);
}

/* All but rank 0 reduce. */
static void mismatch(void)
{
    int in = 1, out;

    if (check_rank == 0) {
        MPI_Bcast(&in, 1, MPI_INT, 0, WORLD);
    } else {
        MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, WORLD);
    }
}

enum { MANY = 2000 };

/* The same numbers, alone and among others, to one and to all. */
static void sums(void)
{
    double *in = malloc(3 * MANY * sizeof(double)), *all = in + MANY, *one = all + MANY;
    double alone = 0, at_last = 0, first;
    int i;

    for (i = 0; i < MANY; i++) {
        in[i] = check_rank % 3 == 0 ? 1e16 + i : check_rank % 3 == 1 ? -1e16 : check_rank;
    }
    first = in[0];
    MPI_Allreduce(&first, &alone, 1, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Allreduce(in, all, MANY, MPI_DOUBLE, MPI_SUM, WORLD);
    MPI_Reduce(in, one, MANY, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    MPI_Reduce(in, one + 1, 1, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    MPI_Reduce(in, &at_last, 1, MPI_DOUBLE, MPI_SUM, check_size - 1, WORLD);
    MPI_Bcast(&at_last, 1, MPI_DOUBLE, check_size - 1, WORLD);
    if (check_rank == 0) {
        printf("sums: %s\n",
               alone == all[0] && alone == one[0] && alone == one[1] && alone == at_last
                   ? "the same"
                   : "different");
    }
    free(in);
}

/* Two broadcasts of each length from each of two roots. */
static void broadcasts(void)
{
    static const int bytes[] = {4, 16384};
    char *body = malloc(16384);
    int i, root;

    for (i = 0; i < 2; i++) {
        for (root = 0; root < 4; root++) {
            MPI_Bcast(body, bytes[i], MPI_CHAR, root / 2, WORLD);
        }
    }
    free(body);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (!strcmp(what, "memory")) {
        return memory(argc, argv);
    }
    check_begin(&argc, &argv);
    if (!strcmp(what, "handles")) {
        handles();
        return check_end("handles");
    }
    MPI_Comm_set_errhandler(WORLD, MPI_ERRORS_ARE_FATAL);
    if (!strcmp(what, "abort")) {
        end_it(argv[2]);
    } else if (!strcmp(what, "mismatch")) {
        mismatch();
    } else if (!strcmp(what, "buffer")) {
        buffers(argv[2]);
    } else if (!strcmp(what, "sums")) {
        sums();
    } else if (!strcmp(what, "broadcasts")) {
        broadcasts();
    }
    MPI_Finalize();
    return 0;
}
