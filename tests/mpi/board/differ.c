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

/* Legal: each member in turn is late by more than others wait before they ask. */
static void slow(void)
{
    MPI_Request request;
    MPI_Comm twin;
    int i, k;

    for (i = 0; i < 8; i++) {
        for (k = 0; k < 3 && i % 4 == rank; k++) {
            compute();
        }
        MPI_Iallreduce(in, out, 1, MPI_INT, MPI_SUM, world, &request);
        for (k = 0; k < 3 && (i + 1) % 4 == rank; k++) {
            compute();
        }
        MPI_Barrier(world);
        for (k = 0; k < 3 && (i + 2) % 4 == rank; k++) {
            compute();
        }
        MPI_Bcast(in, 1, MPI_INT, i % 4, world);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(world);
        for (k = 0; k < 3 && (i + 3) % 4 == rank; k++) {
            compute();
        }
        MPI_Comm_dup(world, &twin);
        sum();
        MPI_Comm_free(&twin);
    }
}

static void barrier_broadcast(void)
{
    if (!rank) {
        MPI_Barrier(world);
    } else {
        MPI_Bcast(in, 1, MPI_INT, 0, world);
    }
}

/* The same with a deadline behind it. */
static void layer(void)
{
    const noc_err err = rank ? noc_broadcast(noc_world(), in, 4, 0, SLEEP_CYCLES)
                             : noc_barrier(noc_world(), SLEEP_CYCLES);

    printf("%s; %s\n", noc_strerror(err), noc_last_mismatch());
    exit(0);
}

/* Rank 0 comes to MPI_Finalize instead. */
static void finalize_sum(void)
{
    if (rank) {
        sum();
    }
}

static void dup_broadcast(void)
{
    MPI_Comm twin;

    if (!rank) {
        MPI_Comm_dup(world, &twin);
    } else {
        MPI_Bcast(in, 1, MPI_INT, 0, world);
    }
}

static void dup_sum(void)
{
    MPI_Comm twin;

    if (!rank) {
        MPI_Comm_dup(world, &twin);
    } else {
        sum();
    }
}

static void dup_split(void)
{
    MPI_Comm made;

    if (!rank) {
        MPI_Comm_dup(world, &made);
    } else {
        MPI_Comm_split(world, 0, 0, &made);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"waits", waits},
    {"recv-after", recv_after},
    {"recv-instead", recv_instead},
    {"ended", ended},
    {"late", late},
    {"slow", slow},
    {"barrier-broadcast", barrier_broadcast},
    {"layer", layer},
    {"finalize-sum", finalize_sum},
    {"dup-broadcast", dup_broadcast},
    {"dup-sum", dup_sum},
    {"dup-split", dup_split},
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
