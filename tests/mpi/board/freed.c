/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Requests that are freed as soon as they are begun, more than there is memory for: each send works,
 * or says that there is none, and what was begun arrives.
 */
#include "check.h"

enum { SENDS = 5000, TAG_BODY = 1, TAG_END = 2 };

/* How many were begun. */
static int send_all(void)
{
    static int body[SENDS];
    int i, begun = 0, error;
    MPI_Request request;

    for (i = 0; i < SENDS; i++) {
        body[begun] = begun;
        error = MPI_Isend(body + begun, 1, MPI_INT, 1, TAG_BODY, MPI_COMM_WORLD, &request);
        CHECK("8.3", !error || check_class(error) == MPI_ERR_NO_MEM);
        if (!error) {
            CHECK("3.7.3", !MPI_Request_free(&request));
            begun++;
        }
    }
    return begun;
}

static void receive_all(void)
{
    int count = 0, got = -1, end = 0;
    MPI_Status status;

    while (!end) {
        CHECK("3.5", !MPI_Recv(&got, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        end = status.MPI_TAG == TAG_END;
        CHECK("3.7.3", got == count);
        count += !end;
    }
}

int main(int argc, char **argv)
{
    int begun, error, i;
    double until;

    check_begin(&argc, &argv);
    for (i = 0; i < 2; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (check_rank == 0) {
            begun = send_all();
            do {
                error = MPI_Send(&begun, 1, MPI_INT, 1, TAG_END, MPI_COMM_WORLD);
                CHECK("8.3", !error || check_class(error) == MPI_ERR_NO_MEM);
            } while (error);
        } else if (check_rank == 1) {
            for (until = MPI_Wtime() + 0.05; MPI_Wtime() < until;) {
            }
            receive_all();
        }
    }
    return check_end("freed");
}
