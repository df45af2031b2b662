/* SPDX-License-Identifier: BSD-2-Clause */
/* Sends and receives in all modes, requests, probes and what they leave. Two ranks or more. */
#include "check.h"

enum { TAG = 7, LONG = 5000, MANY = 40 };

static int other(void)
{
    return check_rank ^ 1;
}

static int is_paired(void)
{
    return other() < check_size;
}

typedef int sender(const void *, int, MPI_Datatype, int, int, MPI_Comm);

/* Rank 0 of a pair sends by each mode, short and long. */
static void modes(void)
{
    static sender *const send[] = {MPI_Send, MPI_Ssend, MPI_Bsend};
    static char buffer[(LONG + 200) * 4 + 5 * MPI_BSEND_OVERHEAD];
    static const int counts[] = {0, 1, 64, 65, LONG};
    static int a[LONG];
    MPI_Status status;
    int mode, c, got, size;
    void *detached;

    MPI_Buffer_attach(buffer, sizeof(buffer));
    for (mode = 0; mode < 3; mode++) {
        for (c = 0; c < 5; c++) {
            if (check_rank % 2 == 0) {
                check_fill(a, counts[c], mode * 5 + c);
                send[mode](a, counts[c], MPI_INT, other(), TAG + c, MPI_COMM_WORLD);
                continue;
            }
            check_fill(a, LONG, 99);
            MPI_Recv(a, LONG, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &got);
            CHECK("3.2.5", status.MPI_SOURCE == other() && status.MPI_TAG == TAG + c);
            CHECK("3.2.5", got == counts[c]);
            CHECK("3.4", check_holds(a, counts[c], mode * 5 + c));
        }
    }
    MPI_Buffer_detach(&detached, &size);
    CHECK("3.6", detached == buffer && size == sizeof(buffer));
}

/* Messages of one source with one tag are received in their order, whatever waits first. */
static void order(void)
{
    static int out[MANY][100], in[MANY][100];
    MPI_Request requests[2 * MANY];
    MPI_Status statuses[2 * MANY];
    int i, index, done;

    for (i = 0; i < MANY; i++) {
        check_fill(out[i], 100, check_rank * MANY + i);
        MPI_Irecv(in[i], 100, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[i]);
    }
    for (i = 0; i < MANY; i++) {
        MPI_Isend(out[i], i % 2 ? 100 : 3, MPI_INT, other(), TAG, MPI_COMM_WORLD,
                  &requests[MANY + i]);
    }
    MPI_Waitany(2 * MANY, requests, &index, &statuses[0]);
    CHECK("3.7.5", index >= 0 && index < 2 * MANY && requests[index] == MPI_REQUEST_NULL);
    MPI_Waitall(2 * MANY, requests, statuses);
    for (i = 0; i < MANY; i++) {
        CHECK("3.5", check_holds(in[i], i % 2 ? 100 : 3, other() * MANY + i));
    }
    MPI_Waitany(2 * MANY, requests, &index, &statuses[0]);
    CHECK("3.7.5", index == MPI_UNDEFINED);
    MPI_Testall(2 * MANY, requests, &done, statuses);
    CHECK("3.7.5", done);
}

static void persistent(void)
{
    int out[10], in[10], i, flag;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Send_init(out, 10, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(in, 10, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Test(&requests[0], &flag, &statuses[0]);
    CHECK("3.7.3", flag && statuses[0].MPI_SOURCE == MPI_ANY_SOURCE);
    for (i = 0; i < 5; i++) {
        check_fill(out, 10, check_rank + i);
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
        CHECK("3.9", check_holds(in, 10, other() + i) && statuses[1].MPI_SOURCE == other());
        CHECK("3.9", requests[0] != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    CHECK("3.7.3", requests[1] == MPI_REQUEST_NULL);
}

static void probes(void)
{
    int in[70], got, flag = 0;
    MPI_Status status;
    MPI_Message message;
    MPI_Request requests[3];

    if (check_rank % 2 == 0) {
        check_fill(in, 70, 1);
        MPI_Isend(in, 70, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(in, 5, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(in, 6, MPI_INT, other(), TAG, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        return;
    }
    MPI_Probe(other(), MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK("3.8.1", got == 70 && status.MPI_TAG == TAG);
    MPI_Mprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &message, &status);
    while (!flag) {
        MPI_Iprobe(other(), TAG, MPI_COMM_WORLD, &flag, &status);
    }
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK("3.8.2", got == 5); /* the first is not found again */
    MPI_Recv(in, 70, MPI_INT, other(), TAG, MPI_COMM_WORLD, &status);
    MPI_Mrecv(in, 70, MPI_INT, &message, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK("3.8.3", got == 70 && check_holds(in, 70, 1) && message == MPI_MESSAGE_NULL);
    MPI_Recv(in, 6, MPI_INT, other(), TAG, MPI_COMM_WORLD, &status);
}

/* To oneself: synchronous, and longer than what anybody keeps. */
static void oneself(void)
{
    static int out[LONG], in[LONG];
    MPI_Request request;
    MPI_Status status;
    int flag;

    check_fill(out, LONG, check_rank);
    MPI_Issend(out, LONG, MPI_INT, check_rank, TAG, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &flag, &status);
    CHECK("3.4", !flag);
    MPI_Recv(in, LONG, MPI_INT, check_rank, TAG, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("3.4", check_holds(in, LONG, check_rank) && status.MPI_SOURCE == check_rank);
    check_fill(out, LONG, check_rank + 1);
    MPI_Sendrecv(out, LONG, MPI_INT, 0, 1, in, LONG, MPI_INT, 0, 1, MPI_COMM_SELF, &status);
    CHECK("3.10", check_holds(in, LONG, check_rank + 1) && status.MPI_SOURCE == 0);
    check_fill(out, 1000, 5);
    MPI_Sendrecv_replace(out, 1000, MPI_INT, MPI_PROC_NULL, 1, MPI_PROC_NULL, 1, MPI_COMM_WORLD,
                         &status);
    CHECK("3.11", check_holds(out, 1000, 5) && status.MPI_SOURCE == MPI_PROC_NULL);
}

static void cancelled(void)
{
    MPI_Request request;
    MPI_Status status;
    int in, flag;

    MPI_Irecv(&in, 1, MPI_INT, check_rank, TAG + 1, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK("3.8.4", flag);
}

static void errors(void)
{
    int word = 0, in;
    MPI_Status status;

    CHECK_ERROR("3.2.2", MPI_ERR_COUNT, MPI_Send(&word, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.3", MPI_ERR_TAG, MPI_Send(&word, 1, MPI_INT, 0, -5, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.3", MPI_ERR_RANK, MPI_Send(&word, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.3", MPI_ERR_COMM, MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    CHECK_ERROR("3.2.2", MPI_ERR_TYPE, MPI_Send(&word, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    CHECK_ERROR("3.2.4", MPI_ERR_RANK, MPI_Recv(&word, 1, MPI_INT, -9, 0, MPI_COMM_WORLD, &status));
    if (check_rank % 2 == 0) {
        int two[2] = {3, 4};

        MPI_Send(two, 2, MPI_INT, other(), TAG, MPI_COMM_WORLD);
        MPI_Send(&two[1], 1, MPI_INT, other(), TAG, MPI_COMM_WORLD);
    } else {
        CHECK_ERROR("3.2.4", MPI_ERR_TRUNCATE,
                    MPI_Recv(&word, 1, MPI_INT, other(), TAG, MPI_COMM_WORLD, &status));
        MPI_Recv(&in, 1, MPI_INT, other(), TAG, MPI_COMM_WORLD, &status);
        CHECK("3.2.4", in == 4); /* what was too long is gone */
    }
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (is_paired()) {
        modes();
        order();
        persistent();
        probes();
        errors();
    }
    oneself();
    cancelled();
    return check_end("p2p_modes");
}
