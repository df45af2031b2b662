/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where things end: arrays with the memory of the core, communicators with the contexts of the layer,
 * lengths with nothing at all. And sums that do not depend on the root, where that is asked for.
 */
#define _POSIX_C_SOURCE 200112L /* setenv */

#include "check.h"

#include <noc.h>

/* The last word of the core's memory is an array like any other: a part of a group, by no rank. */
static void end_of_memory(void)
{
    uint32_t bytes = 0;
    char *begin = noc_memory(&bytes);
    const int *last = (const int *)(void *)(begin + bytes) - 1;
    MPI_Group group, part;
    int size = -1;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (*last == 0) {
        CHECK("6.3.2", !MPI_Group_incl(group, 1, last, &part));
        CHECK("6.3.1", !MPI_Group_size(part, &size) && size == 1);
        MPI_Group_free(&part);
    } else {
        CHECK_ERROR("6.3.2", MPI_ERR_RANK, MPI_Group_incl(group, 1, last, &part));
    }
    CHECK_ERROR("6.3.2", MPI_ERR_ARG, MPI_Group_incl(group, 2, last, &part));
    MPI_Group_free(&group);
}

/* As many communicators as there are contexts, and what the next one says. */
static void contexts(void)
{
    enum { MOST = 1100 };
    static MPI_Comm copies[MOST];
    int n = 0, error;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    do {
        error = MPI_Comm_dup(MPI_COMM_SELF, &copies[n]);
        n += !error;
    } while (!error && n < MOST);
    CHECK("8.4", check_class(error) == MPI_ERR_NO_MEM);
    CHECK("6.4.2", n > 1000 && n < MOST);
    while (n > 0) {
        MPI_Comm_free(&copies[--n]);
    }
}

/* Nothing is summed, from nowhere to nowhere. */
static void nothing(void)
{
    int *counts = calloc((size_t)check_size, sizeof(*counts));

    CHECK("5.10", !MPI_Reduce_scatter(NULL, NULL, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK("5.9", !MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
    free(counts);
}

/* NOC_REPRODUCIBLE: to the bit, whatever the root. */
static void sums(void)
{
    const double parts[] = {1e16, 1, -1e16, 3.14159, 1e-3, 7e15, -7e15, 0.1};
    const double mine = parts[(check_rank * 3 + 1) % 8];
    double all, sum = 0;
    int root;

    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (root = 0; root < check_size; root++) {
        MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        CHECK("5.9.1", check_rank != root || !memcmp(&sum, &all, sizeof(all)));
    }
}

int main(int argc, char **argv)
{
    setenv("NOC_REPRODUCIBLE", "1", 1);
    check_begin(&argc, &argv);
    end_of_memory();
    contexts();
    nothing();
    sums();
    return check_end("limits");
}
