/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ranks that call different things, or that others wait for in vain; the first argument says which. And
 * what only looks like that, which must not be told.
 */
#include <mpi.h>
#include <noc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLEEP_CYCLES = 1000000, AWAKE_INSTRUCTIONS = 1000 };
static const double late_s = 2;

static int rank, in[8], out[8];
static const MPI_Comm world = MPI_COMM_WORLD;

static unsigned instructions(void)
{
    unsigned n;

    __asm__ volatile(".option push\n.option arch, +zicsr\ncsrr %0, minstret\n.option pop"
                     : "=r"(n));
    return n;
}

static void sum(void)
{
    MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, world);
}

/* A while without calling the library. */
static void compute(void)
{
    volatile unsigned i;

    for (i = 0; i < 10000; i++) {
    }
}

/* A core that waits after a collective call sleeps. */
static void waits(void)
{
    unsigned before, after;

    sum();
    MPI_Barrier(world);
    before = instructions();
    (void)!noc_recv((noc_rank() + 1) % noc_size(), 5, in, 4, NULL, SLEEP_CYCLES);
    after = instructions();
    if (after - before > AWAKE_INSTRUCTIONS) {
        printf("rank %d: %u instructions in a wait\n", rank, after - before);
    }
}

/* Nobody sends what rank 0 waits for. */
static void recv_after(void)
{
    sum();
    if (!rank) {
        MPI_Recv(in, 1, MPI_INT, 1, 0, world, MPI_STATUS_IGNORE);
    }
}

static void recv_instead(void)
{
    if (!rank) {
        MPI_Recv(in, 1, MPI_INT, 1, 0, world, MPI_STATUS_IGNORE);
    } else {
        sum();
    }
}

static void ended(void)
{
    if (!rank) {
        exit(0);
    }
    sum();
}

/* Legal: rank 1 computes for long with an operation under way, and only then sends what rank 0 waits
 * for before it begins with the operation. */
static void late(void)
{
    double began = MPI_Wtime();
    MPI_Request request;
    int i = 0, done;

    if (!rank) {
        MPI_Recv(&i, 1, MPI_INT, 1, 0, world, MPI_STATUS_IGNORE);
    }
    in[0] = rank;
    MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, world, &request);
    while (rank == 1 && MPI_Wtime() < began + late_s) {
        compute();
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    if (rank == 1) {
        MPI_Send(&i, 1, MPI_INT, 0, 0, world);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (!rank) {
        printf("the sum is %d\n", out[0]);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"waits", waits}, {"recv-after", recv_after}, {"recv-instead", recv_instead}, {"ended", ended},
    {"late", late},
};

int main(int argc, char **argv)
{
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (argc > 1 && !strcmp(argv[1], cases[i].name)) {
            cases[i].run();
        }
    }
    MPI_Finalize();
    return 0;
}
