/* SPDX-License-Identifier: BSD-2-Clause */
/* Flushing the buffer of buffered sends (MPI 4.1: 3.6). Each rank by itself. */
#include "check.h"

enum { LONG = 5000 /* more than the layer keeps of messages to oneself */, TAG = 3 };

static int out[LONG], in[LONG];
/* Room for one message. */
static char buffer[sizeof(out) + 2 * MPI_BSEND_OVERHEAD];

static void receive(int count, int value)
{
    MPI_Status status;
    int got;

    MPI_Recv(in, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK("3.6", got == count && in[0] == value);
}

/* It waits for what was there when it began, and for nothing later. */
static void later(void)
{
    MPI_Request flush;
    int flag;

    out[0] = 1;
    MPI_Bsend(out, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF);
    CHECK_ERROR("3.6", MPI_ERR_BUFFER, MPI_Bsend(out, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF));
    MPI_Buffer_iflush(&flush);
    MPI_Test(&flush, &flag, MPI_STATUS_IGNORE);
    CHECK("3.6", !flag);
    receive(LONG, 1);
    out[0] = 2;
    MPI_Bsend(out, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF); /* there is room again */
    MPI_Wait(&flush, MPI_STATUS_IGNORE);
    CHECK("3.6", flush == MPI_REQUEST_NULL);
    receive(LONG, 2);
}

static void now(void)
{
    MPI_Request receives;

    MPI_Irecv(in, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF, &receives);
    out[0] = 3;
    MPI_Bsend(out, LONG, MPI_INT, 0, TAG, MPI_COMM_SELF);
    MPI_Buffer_flush();
    CHECK("3.6", in[0] == 3 && in[LONG - 1] == out[LONG - 1]);
    MPI_Wait(&receives, MPI_STATUS_IGNORE);
    MPI_Buffer_flush(); /* of nothing */
}

int main(int argc, char **argv)
{
    void *detached;
    int bytes;

    check_begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Buffer_attach(buffer, sizeof(buffer));
    later();
    now();
    MPI_Buffer_detach(&detached, &bytes);
    CHECK("3.6", detached == buffer && bytes == (int)sizeof(buffer));
    return check_end("buffer_flush");
}
