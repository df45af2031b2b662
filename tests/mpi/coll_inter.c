/* SPDX-License-Identifier: BSD-2-Clause */
/* Collectives between two sides of which one is larger: one rank, and all others (5.2.2). */
#include "check.h"

enum { MOST = 64, EACH = 2 };

/* What comes lies right behind what is sent. */
static int out[2 * EACH * MOST + 1], *in;
static int side, own, other, rank; /* side 0: one rank */
static MPI_Comm both;

static void clear(void)
{
    int i;

    for (i = 0; i <= 2 * EACH * MOST; i++) {
        out[i] = out + i < in ? (side + 1) * 1000 * (rank + 1) + i : -1;
    }
}

/* Element i of the sum over the other side. */
static int sum_of(int i)
{
    return (2 - side) * 1000 * (other * (other + 1) / 2) + other * i;
}

/* So many elements came, from the sum's element `first` on, and nothing else. */
static int holds(int first, int count)
{
    int i;

    for (i = 0; i < count && in[i] == sum_of(first + i); i++) {
    }
    return i == count && in[count] == -1;
}

static void reductions(void)
{
    const int total = EACH * (check_size - 1), each = total / own;
    int counts[MOST], i;
    MPI_Request request;

    for (i = 0; i < own; i++) {
        counts[i] = each + (own > 1 && i < 2 ? 1 - 2 * i : 0);
    }
    clear();
    MPI_Reduce_scatter_block(out, in, each, MPI_INT, MPI_SUM, both);
    CHECK("5.10.1", holds(rank * each, each));
    clear();
    MPI_Ireduce_scatter_block(out, in, each, MPI_INT, MPI_SUM, both, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("5.12.9", holds(rank * each, each));
    clear();
    MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, both);
    CHECK("5.10.2", holds(rank * each + (own > 1 && rank == 1), counts[rank]));
    clear();
    MPI_Allreduce(out, in, 3, MPI_INT, MPI_SUM, both);
    CHECK("5.9.6", holds(0, 3));
    clear();
    MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, side ? 0 : MPI_ROOT, both);
    CHECK("5.9.1", side ? in[0] == -1 : holds(0, 3));
}

static void moves(void)
{
    int i, good = 1;

    clear();
    MPI_Allgather(out, EACH, MPI_INT, in, EACH, MPI_INT, both);
    for (i = 0; i < other * EACH; i++) {
        good = good && in[i] == (2 - side) * 1000 * (i / EACH + 1) + i % EACH;
    }
    CHECK("5.7", good && in[other * EACH] == -1);
    clear();
    MPI_Alltoall(out, EACH, MPI_INT, in, EACH, MPI_INT, both);
    for (good = 1, i = 0; i < other * EACH; i++) {
        good = good && in[i] == (2 - side) * 1000 * (i / EACH + 1) + rank * EACH + i % EACH;
    }
    CHECK("5.8", good && in[other * EACH] == -1);
    clear();
    MPI_Gather(out, EACH, MPI_INT, in, EACH, MPI_INT, side ? 0 : MPI_ROOT, both);
    CHECK("5.5",
          side ? in[0] == -1 : in[0] == 2000 && in[other * EACH - 1] == 2000 * other + EACH - 1);
    clear();
    MPI_Scatter(out, EACH, MPI_INT, in, EACH, MPI_INT, side ? 0 : MPI_ROOT, both);
    CHECK("5.6", !side ? in[0] == -1 : in[0] == 1000 + rank * EACH && in[EACH] == -1);
    clear();
    MPI_Bcast(side ? in : out, 3, MPI_INT, side ? 0 : MPI_ROOT, both);
    CHECK("5.4", !side || (in[2] == 1002 && in[3] == -1));
}

int main(int argc, char **argv)
{
    MPI_Comm half;

    check_begin(&argc, &argv);
    if (check_size > 1 && check_size <= MOST) {
        in = out + EACH * (check_size - 1);
        side = check_rank > 0;
        MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !side, 1, &both);
        MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
        MPI_Comm_rank(both, &rank);
        MPI_Comm_size(both, &own);
        MPI_Comm_remote_size(both, &other);
        reductions();
        moves();
        MPI_Comm_free(&both);
        MPI_Comm_free(&half);
    }
    return check_end("coll_inter");
}
