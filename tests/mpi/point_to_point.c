/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages from one rank to another. Two ranks or more; the first two do most of it. */
#include "check.h"

static int other; /* the partner of the first two, or MPI_PROC_NULL */

static void order(void)
{
    int i, got;
    MPI_Status status;

    if (check_rank == 0) {
        for (i = 0; i < 20; i++) {
            MPI_Send(&i, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
        }
    } else if (check_rank == 1) {
        for (i = 1; i < 20; i += 2) { /* the second of two tags first */
            MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
            CHECK("3.5", got == i && status.MPI_SOURCE == 0 && status.MPI_TAG == 1);
        }
        for (i = 0; i < 20; i += 2) {
            MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            CHECK("3.5", got == i && status.MPI_TAG == 0);
        }
    }
}

static void modes(void)
{
    static char buffer[1000 + MPI_BSEND_OVERHEAD];
    char *detached = NULL;
    int values[4] = {1, 2, 3, 4}, got[4] = {0}, size = 0, i;
    MPI_Request request;

    MPI_Buffer_attach(buffer, sizeof(buffer));
    MPI_Irecv(got, 1, MPI_INT, other, 10, MPI_COMM_WORLD, &request);
    MPI_Bsend(&values[0], 1, MPI_INT, other, 10, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("3.4", other < 0 || got[0] == 1);
    if (check_rank == 0) {
        MPI_Ssend(&values[1], 1, MPI_INT, 1, 11, MPI_COMM_WORLD);
        MPI_Recv(&got[2], 0, MPI_INT, 1, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rsend(&values[2], 1, MPI_INT, 1, 13, MPI_COMM_WORLD);
    } else if (check_rank == 1) {
        MPI_Recv(&got[1], 1, MPI_INT, 0, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&got[2], 1, MPI_INT, 0, 13, MPI_COMM_WORLD, &request);
        MPI_Send(NULL, 0, MPI_INT, 0, 12, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < 3; i++) {
            CHECK("3.4", got[i] == i + 1);
        }
    }
    MPI_Buffer_detach(&detached, &size);
    CHECK("3.6", detached == buffer && size == (int)sizeof(buffer));
}

static void truncation(void)
{
    int values[3] = {1, 2, 3}, got[4] = {0, 0, 0, 9}, count = -1;
    MPI_Status status;

    if (check_rank == 0) {
        MPI_Send(values, 3, MPI_INT, 1, 20, MPI_COMM_WORLD);
        MPI_Send(values, 2, MPI_INT, 1, 21, MPI_COMM_WORLD);
    } else if (check_rank == 1) {
        CHECK_ERROR("3.2.4", MPI_ERR_TRUNCATE,
                    MPI_Recv(got, 2, MPI_INT, 0, 20, MPI_COMM_WORLD, &status));
        CHECK("3.2.4", got[2] == 0);
        MPI_Recv(got, 4, MPI_INT, 0, 21, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK("3.2.5", count == 2 && got[1] == 2 && got[3] == 9);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        CHECK("3.2.5", count == (2 * sizeof(int) == sizeof(double) ? 1 : MPI_UNDEFINED));
    }
}

static void nobody(void)
{
    int got = 5, count = -1;
    MPI_Status status;

    MPI_Send(&got, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK("3.11", got == 5 && count == 0);
    CHECK("3.11", status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
}

static void probes(void)
{
    int value = 77, flag = 1, count = 0, got = 0;
    MPI_Message message;
    MPI_Status status;

    MPI_Iprobe(MPI_ANY_SOURCE, 999, MPI_COMM_WORLD, &flag, &status);
    CHECK("3.8.1", !flag);
    if (check_rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 30, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 31, MPI_COMM_WORLD);
    } else if (check_rank == 1) {
        MPI_Probe(MPI_ANY_SOURCE, 30, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK("3.8.1", count == 1 && status.MPI_SOURCE == 0 && status.MPI_TAG == 30);
        MPI_Recv(&got, 1, MPI_INT, 0, 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK("3.8.1", got == 77);
        got = 0;
        MPI_Mprobe(0, 31, MPI_COMM_WORLD, &message, &status);
        MPI_Iprobe(0, 31, MPI_COMM_WORLD, &flag, &status);
        CHECK("3.8.2", !flag && message != MPI_MESSAGE_NULL);
        MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
        CHECK("3.8.3", got == 77 && message == MPI_MESSAGE_NULL);
    }
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    CHECK("3.8.2", message == MPI_MESSAGE_NO_PROC);
    MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
    CHECK("3.8.3", status.MPI_SOURCE == MPI_PROC_NULL);
}

static void several(void)
{
    const int next = (check_rank + 1) % check_size;
    const int last = (check_rank + check_size - 1) % check_size;
    int out[4], in[4], i, index, count, indices[4], flag, seen = 0;
    MPI_Request requests[8];
    MPI_Status statuses[8];

    for (i = 0; i < 4; i++) {
        out[i] = 10 * check_rank + i;
        MPI_Irecv(&in[i], 1, MPI_INT, last, 40 + i, MPI_COMM_WORLD, &requests[i]);
    }
    for (i = 0; i < 4; i++) {
        MPI_Isend(&out[i], 1, MPI_INT, next, 43 - i, MPI_COMM_WORLD, &requests[4 + i]);
    }
    MPI_Waitany(4, requests, &index, &statuses[0]);
    CHECK("3.7.5", index >= 0 && index < 4 && requests[index] == MPI_REQUEST_NULL);
    CHECK("3.7.5", statuses[0].MPI_TAG == 40 + index);
    while (seen < 3) {
        MPI_Waitsome(4, requests, &count, indices, statuses);
        CHECK("3.7.5", count > 0);
        seen += count;
    }
    MPI_Waitsome(4, requests, &count, indices, statuses);
    CHECK("3.7.5", count == MPI_UNDEFINED);
    MPI_Waitall(8, requests, statuses);
    for (i = 0; i < 4; i++) {
        CHECK("3.7.3", in[i] == 10 * last + 3 - i);
    }
    MPI_Testall(8, requests, &flag, statuses);
    CHECK("3.7.5", flag);
    MPI_Waitany(8, requests, &index, &statuses[0]);
    MPI_Get_count(&statuses[0], MPI_INT, &count);
    CHECK("3.7.5", index == MPI_UNDEFINED && count == 0);
}

static void persistent(void)
{
    const int next = (check_rank + 1) % check_size;
    const int last = (check_rank + check_size - 1) % check_size;
    int out, in, i, flag = 0;
    MPI_Request requests[2];

    MPI_Send_init(&out, 1, MPI_INT, next, 50, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, last, 50, MPI_COMM_WORLD, &requests[1]);
    MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    CHECK("3.9", flag && requests[1] != MPI_REQUEST_NULL);
    for (i = 0; i < 3; i++) {
        out = 100 * i + check_rank;
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK("3.9", in == 100 * i + last && requests[0] != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK("3.7.3", requests[0] == MPI_REQUEST_NULL);
}

static void cancel(void)
{
    int got = 0, cancelled = 0;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 60, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    CHECK("3.8.4", cancelled && request == MPI_REQUEST_NULL);
}

static void long_messages(void)
{
    enum { COUNT = 3000 };
    static int out[COUNT], in[COUNT];
    const int next = (check_rank + 1) % check_size;
    const int last = (check_rank + check_size - 1) % check_size;
    int i, wrong = 0;

    for (i = 0; i < COUNT; i++) {
        out[i] = check_rank + 7 * i;
    }
    MPI_Sendrecv(out, COUNT, MPI_INT, next, 1, in, COUNT, MPI_INT, last, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (i = 0; i < COUNT; i++) {
        wrong += in[i] != last + 7 * i;
    }
    CHECK("3.10", wrong == 0);
    MPI_Sendrecv_replace(out, COUNT, MPI_INT, next, 2, last, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK("3.10", !memcmp(out, in, sizeof(in)));
}

static void wrong_arguments(void)
{
    int value = 0;

    CHECK_ERROR("3.2.4", MPI_ERR_COUNT, MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.4", MPI_ERR_RANK, MPI_Send(&value, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.4", MPI_ERR_TAG, MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.4", MPI_ERR_TYPE,
                MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.4", MPI_ERR_COMM, MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    other = check_rank < 2 ? 1 - check_rank : MPI_PROC_NULL;
    order();
    modes();
    truncation();
    nobody();
    probes();
    several();
    persistent();
    cancel();
    long_messages();
    wrong_arguments();
    return check_end("point_to_point");
}
