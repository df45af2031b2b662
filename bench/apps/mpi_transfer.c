/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of MPI between two neighbours, over their length, as OSU's latency and bandwidth measure
 * them: half of a ping-pong, and windows of messages that are answered by one. A line for each
 * length: bytes, cycles, cycles of one of many.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 65536, ROUNDS = 8, WINDOW = 16, TAG = 1, CYCLES_PER_SECOND = 100000000 };

static int rank;
static MPI_Request request[WINDOW];

static void ping_pong(char *body, int bytes)
{
    if (!rank) {
        MPI_Send(body, bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD);
        MPI_Recv(body, bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(body, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(body, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
}

/* Each window lands in the same buffer, as with OSU. */
static void window(char *body, int bytes)
{
    int i;

    for (i = 0; i < WINDOW; i++) {
        if (!rank) {
            MPI_Isend(body, bytes, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, &request[i]);
        } else {
            MPI_Irecv(body, bytes, MPI_CHAR, 0, TAG, MPI_COMM_WORLD, &request[i]);
        }
    }
    MPI_Waitall(WINDOW, request, MPI_STATUSES_IGNORE);
    if (!rank) {
        MPI_Recv(body, 0, MPI_CHAR, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(body, 0, MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
    }
}

/* Cycles of a round; the first one is not measured. */
static int measure(void (*round)(char *body, int bytes), char *body, int bytes)
{
    double begin;
    int i;

    round(body, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    for (i = 0; i < ROUNDS; i++) {
        round(body, bytes);
    }
    return (int)((MPI_Wtime() - begin) * CYCLES_PER_SECOND / ROUNDS + 0.5);
}

int main(int argc, char **argv)
{
    char *body = malloc(MOST);
    int bytes, there_and_back, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (bytes = 1; body && bytes <= MOST; bytes *= 2) {
        there_and_back = measure(ping_pong, body, bytes);
        all = measure(window, body, bytes);
        if (!rank) {
            printf("%d %d %d\n", bytes, there_and_back / 2, all / WINDOW);
        }
    }
    free(body);
    MPI_Finalize();
    return 0;
}
