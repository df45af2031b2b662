/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives that are made once and started again and again (MPI 4.0: 6.13), and MPI_Wtick. */
#include "check.h"
#include "clock.h"

static void reductions(void)
{
    int out = 0, in = -1, i;
    MPI_Datatype type;
    MPI_Request request;

    MPI_Type_contiguous(1, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Allreduce_init(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    CHECK("6.13.3", in == -1); /* not begun */
    for (i = 0; i < 3; i++) {
        out = check_rank + i;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK("6.13.3", in == check_size * (check_size - 1) / 2 + i * check_size);
        CHECK("6.13", request != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&request);
    CHECK("6.13", request == MPI_REQUEST_NULL);
    MPI_Type_free(&type);
}

/* Of a datatype that the program has freed, and beside another. */
static void broadcasts(void)
{
    int body[4] = {-1, -1, -1, -1}, i;
    MPI_Datatype type;
    MPI_Request requests[2];

    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Bcast_init(body, 1, type, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Type_free(&type);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (i = 0; i < 3; i++) {
        if (check_rank == 0) {
            body[0] = i;
            body[2] = 2 * i;
        }
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK("6.13.2", body[0] == i && body[1] == -1 && body[2] == 2 * i && body[3] == -1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void errors(void)
{
    int a = 0, b;
    MPI_Request request;

    CHECK_ERROR("6.13", MPI_ERR_OP,
                MPI_Allreduce_init(&a, &b, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD, MPI_INFO_NULL,
                                   &request));
    MPI_Ibarrier(MPI_COMM_WORLD, &request); /* it is begun at once, again */
    CHECK_ERROR("3.9", MPI_ERR_REQUEST, MPI_Start(&request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    reductions();
    broadcasts();
    errors();
    /* A second of MPI is one of the board. */
    CHECK("3.1: 8.6", MPI_Wtick() == 1.0 / NOC_CYCLES_PER_SECOND);
    return check_end("coll_init");
}
