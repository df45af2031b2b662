/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sample sort: each rank sorts its keys, all agree on splitters from samples, and each key goes to
 * the rank whose range it is in.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 48, SAMPLES = 4 };

static int rank, size;

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

/* The ranks' ranges: the first keys of all but the first one. */
static uint32_t *choose_splitters(const uint32_t *keys)
{
    uint32_t own[SAMPLES], *all = malloc((size_t)size * sizeof(own));
    int i;

    for (i = 0; i < SAMPLES; i++) {
        own[i] = keys[(2 * i + 1) * KEYS / (2 * SAMPLES)];
    }
    MPI_Allgather(own, SAMPLES, MPI_UINT32_T, all, SAMPLES, MPI_UINT32_T, MPI_COMM_WORLD);
    qsort(all, (size_t)size * SAMPLES, sizeof(*all), compare);
    for (i = 1; i < size; i++) {
        all[i - 1] = all[i * SAMPLES];
    }
    return all;
}

static int places(const int *counts, int *at)
{
    int i, all = 0;

    for (i = 0; i < size; i++) {
        at[i] = all;
        all += counts[i];
    }
    return all;
}

/* The keys of this rank's range, sorted; *count of them. */
static uint32_t *exchange(const uint32_t *keys, const uint32_t *splitters, int *count)
{
    int *counts = calloc(4 * (size_t)size, sizeof(int)), *got = counts + size;
    int *at = got + size, *got_at = at + size, i, to = 0;
    uint32_t *sorted;

    for (i = 0; i < KEYS; i++) {
        while (to < size - 1 && keys[i] >= splitters[to]) {
            to++;
        }
        counts[to]++;
    }
    MPI_Alltoall(counts, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    places(counts, at);
    *count = places(got, got_at);
    sorted = malloc((size_t)*count * sizeof(*sorted) + 1);
    MPI_Alltoallv(keys, counts, at, MPI_UINT32_T, sorted, got, got_at, MPI_UINT32_T,
                  MPI_COMM_WORLD);
    qsort(sorted, (size_t)*count, sizeof(*sorted), compare);
    free(counts);
    return sorted;
}

/* Nothing was lost, and no key is less than one of a rank below. */
static int check(const uint32_t *keys, const uint32_t *sorted, int count)
{
    uint64_t own[2] = {KEYS, 0}, after[2] = {(uint64_t)count, 0}, all[4] = {0};
    uint32_t last = 0, below = 0;
    int i, ok = 1, all_ok = 0;

    for (i = 0; i < KEYS; i++) {
        own[1] += keys[i];
    }
    for (i = 0; i < count; i++) {
        after[1] += sorted[i];
        ok &= sorted[i] >= last;
        last = sorted[i];
    }
    MPI_Exscan(&last, &below, 1, MPI_UINT32_T, MPI_MAX, MPI_COMM_WORLD);
    ok &= !rank || !count || sorted[0] >= below;
    MPI_Allreduce(own, all, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(after, all + 2, 2, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    ok &= all[0] == all[2] && all[1] == all[3];
    MPI_Allreduce(&ok, &all_ok, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all_ok;
}

int main(int argc, char **argv)
{
    uint32_t keys[KEYS], *splitters, *sorted, seed;
    int i, count, ok;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    seed = 12345u + 7919u * (uint32_t)rank;
    for (i = 0; i < KEYS; i++) {
        seed = seed * 1664525u + 1013904223u;
        keys[i] = seed;
    }
    qsort(keys, KEYS, sizeof(*keys), compare);
    splitters = choose_splitters(keys);
    sorted = exchange(keys, splitters, &count);
    ok = check(keys, sorted, count);
    if (rank == 0) {
        printf("samplesort: %s\n", ok ? "the result is right" : "WRONG");
    }
    free(splitters);
    free(sorted);
    MPI_Finalize();
    return !ok;
}
