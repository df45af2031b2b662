/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What single calls of MPI take. With the word "mpi" a ping-pong of neighbours by MPI_Send and
 * MPI_Recv, with "noc" the same by noc_send and noc_recv: bytes, cycles there and back. With
 * "calls" broadcasts that all ranks enter in the same cycle: name, cycles until the last rank is
 * out of it.
 */
#include <mpi.h>
#include <noc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 32, TAG = 1, MOST = 16384, SHORT = 512, SETTLE = 20000 };

static char body[MOST];
static int rank, size;

/* --- ping-pong -------------------------------------------------------------------------------- */

static void mpi_send(int bytes)
{
    MPI_Send(body, bytes, MPI_CHAR, 1 - rank, TAG, MPI_COMM_WORLD);
}

static void mpi_receive(int bytes)
{
    MPI_Recv(body, bytes, MPI_CHAR, 1 - rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void must(noc_err err)
{
    if (err) {
        printf("%s\n", noc_strerror(err));
        exit(1);
    }
}

static void plain_send(int bytes)
{
    must(noc_send(1 - (uint32_t)rank, TAG, body, (uint32_t)bytes, NOC_FOREVER));
}

static void plain_receive(int bytes)
{
    must(noc_recv(1 - (uint32_t)rank, TAG, body, (uint32_t)bytes, NULL, NOC_FOREVER));
}

/* The first round is not measured. */
static void ping_pong(void (*give)(int bytes), void (*take)(int bytes), int bytes)
{
    uint64_t begin = 0;
    int i;

    for (i = 0; i <= ROUNDS; i++) {
        if (i == 1) {
            begin = noc_now();
        }
        if (rank == 0) {
            give(bytes);
            take(bytes);
        } else {
            take(bytes);
            give(bytes);
        }
    }
    if (rank == 0) {
        printf("%d %u\n", bytes, (unsigned)((noc_now() - begin + ROUNDS / 2) / ROUNDS));
    }
}

static void ping_pongs(void (*give)(int bytes), void (*take)(int bytes))
{
    static const int lengths[] = {0, 4, 16, 64, 256, 1024};
    size_t i;

    for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        ping_pong(give, take, lengths[i]);
    }
}

/* --- calls ------------------------------------------------------------------------------------ */

static void bcast(int bytes, int root)
{
    MPI_Bcast(body, bytes, MPI_CHAR, root, MPI_COMM_WORLD);
}

static void ibcast(int bytes, int root)
{
    MPI_Request request;

    MPI_Ibcast(body, bytes, MPI_CHAR, root, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* All begin in the same cycle. */
static void call(const char *name, void (*go)(int bytes, int root), int bytes, int root)
{
    unsigned long begin, taken, most;

    MPI_Barrier(MPI_COMM_WORLD);
    begin = (unsigned long)noc_now() + SETTLE;
    MPI_Bcast(&begin, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
    while ((long)((unsigned long)noc_now() - begin) < 0) {
    }
    go(bytes, root);
    taken = (unsigned long)noc_now() - begin;
    MPI_Reduce(&taken, &most, 1, MPI_UNSIGNED_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0 && name) {
        printf("%s %lu\n", name, most);
    }
}

static void calls(void)
{
    call(NULL, bcast, SHORT, 0);
    call("bcast", bcast, SHORT, 0);
    call("bcast-new-root", bcast, SHORT, size - 1);
    call("ibcast", ibcast, SHORT, 0);
    call("bcast-long", bcast, MOST, 0);
    call("ibcast-long", ibcast, MOST, 0);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    if (strcmp(what, "noc") == 0) {
        must(noc_init());
        rank = (int)noc_rank();
        ping_pongs(plain_send, plain_receive);
        return 0;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(what, "mpi") == 0) {
        ping_pongs(mpi_send, mpi_receive);
    } else {
        calls();
    }
    MPI_Finalize();
    return 0;
}
