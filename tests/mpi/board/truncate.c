/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranks that give MPI_Bcast different lengths: those that notice it get MPI_ERR_TRUNCATE, nobody gets
 * anything else, and the communicator works on, whatever was called before the error was known.
 */
#include <string.h>

#include "check.h"

enum { LONGEST = 20000, ROUNDS = 2 };

static int data[LONGEST];
static int rank, ranks;

/* The next calls, in place or not, with a long body or none. */
static void work(MPI_Comm comm, int odd)
{
    int one = rank + 1, sum = 0, all[64], i, error;

    error = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK("5.9.6", !error && sum == ranks * (ranks + 1) / 2);
    CHECK("5.3", !MPI_Barrier(comm));
    memset(data, rank == odd ? 7 : 0, sizeof(data));
    CHECK("5.4", !MPI_Bcast(data, LONGEST, MPI_INT, odd, comm));
    for (i = 0; i < LONGEST && data[i] == 0x07070707; i++) {
    }
    CHECK("5.4", i == LONGEST);
    CHECK("5.7", !MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm));
    for (i = 0; i < ranks && all[i] == i; i++) {
    }
    CHECK("5.7", i == ranks);
}

/* One rank gives another length than the others. */
static void differ(MPI_Comm comm, int root, int odd, int most, int one)
{
    const int count = rank == odd ? one : most;
    int class = check_class(MPI_Bcast(data, count, MPI_INT, root, comm)), told = 0, error;

    CHECK("8.3", class == MPI_SUCCESS || class == MPI_ERR_TRUNCATE);
    class = class == MPI_ERR_TRUNCATE;
    error = MPI_Allreduce(&class, &told, 1, MPI_INT, MPI_MAX, comm);
    CHECK("8.3", !error && told == 1);
    work(comm, odd);
}

static void differ_all(MPI_Comm comm)
{
    static const int counts[][2] = {{1, 2}, {2, 1}, {4, 3000}, {3000, 4}, {3000, LONGEST}};
    unsigned i, n;

    work(comm, 0);
    for (n = 0; n < ROUNDS; n++) {
        for (i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
            differ(comm, 0, 0, counts[i][0], counts[i][1]);
            differ(comm, 0, ranks - 1, counts[i][0], counts[i][1]);
            differ(comm, ranks - 1, 1, counts[i][0], counts[i][1]);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Comm dup;

    check_begin(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    differ_all(dup);
    MPI_Comm_free(&dup);
    differ_all(MPI_COMM_WORLD);
    return check_end("truncate");
}
