/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the MPI standard, version 3.1: each names the clause that promises what is checked.
 * A program prints a line for each check that fails, and one line in the end.
 */
#ifndef TESTS_MPI_CHECK_H
#define TESTS_MPI_CHECK_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_rank, check_size, check_failed;

#define CHECK(clause, condition)                                                          \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            check_failed++;                                                               \
            printf("rank %d: %s:%d: clause %s: %s does not hold\n", check_rank, __FILE__, \
                   __LINE__, (clause), #condition);                                       \
        }                                                                                 \
    } while (0)

/* The call returns an error of this class; and: of any class, where the standard leaves it open. */
#define CHECK_ERROR(clause, wanted, call) CHECK(clause, check_class(call) == (wanted))
#define CHECK_REFUSED(clause, call)       CHECK(clause, check_class(call) > MPI_SUCCESS)

static inline int check_class(int code)
{
    int class = -1;

    return MPI_Error_class(code, &class) ? -1 : class;
}

static inline void check_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

/* Numbers that another seed does not have; and: whether they are these. */
static inline void check_fill(int *a, int count, int seed)
{
    int i;

    for (i = 0; i < count; i++) {
        a[i] = seed * 100003 + i;
    }
}

static inline int check_holds(const int *a, int count, int seed)
{
    int i;

    for (i = 0; i < count && a[i] == seed * 100003 + i; i++) {
    }
    return i == count;
}

static inline int check_end(const char *name)
{
    int all = 0;

    if (MPI_Reduce(&check_failed, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD)) {
        all = 1; /* ranks have called different things before */
    }
    if (check_rank == 0) {
        printf("%s: %d ranks, %s\n", name, check_size, all ? "FAILED" : "all checks hold");
    }
    MPI_Finalize();
    return all || check_failed;
}

#endif
