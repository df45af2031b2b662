/* SPDX-License-Identifier: BSD-2-Clause */
/* All collective calls, blocking and not, with MPI_IN_PLACE, gaps, and operations of the program. */
#include "check.h"

enum { MOST = 64, ROOT = 1 };

static int in[MOST * 8], out[MOST * 8], counts[MOST], places[MOST], others[MOST],
    other_places[MOST];

/* Element k of what rank r gives to rank s. */
static int word(int r, int s, int k)
{
    return r * 10000 + s * 100 + k;
}

static void clear(void)
{
    int i;

    for (i = 0; i < MOST * 8; i++) {
        in[i] = -1;
    }
}

static void broadcasts(void)
{
    MPI_Datatype column;
    MPI_Request request;
    int i;

    clear();
    for (i = 0; check_rank == ROOT && i < 500; i++) {
        in[i] = word(1, 2, i);
    }
    MPI_Bcast(in, 500, MPI_INT, ROOT, MPI_COMM_WORLD);
    CHECK("5.4", in[0] == word(1, 2, 0) && in[499] == word(1, 2, 499));
    /* One word in two at the root, a block elsewhere. */
    MPI_Type_vector(10, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    clear();
    for (i = 0; check_rank == ROOT && i < 20; i++) {
        in[i] = i;
    }
    MPI_Ibcast(in, check_rank == ROOT ? 1 : 10, check_rank == ROOT ? column : MPI_INT, ROOT,
               MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; check_rank != ROOT && i < 10; i++) {
        CHECK("5.12.2", in[i] == 2 * i);
    }
    CHECK("5.12.2", check_rank == ROOT || in[10] == -1);
    /* And a block at the root, one word in two elsewhere. */
    clear();
    for (i = 0; check_rank == ROOT && i < 10; i++) {
        in[i] = i;
    }
    MPI_Ibcast(in, check_rank == ROOT ? 10 : 1, check_rank == ROOT ? MPI_INT : column, ROOT,
               MPI_COMM_WORLD, &request);
    MPI_Type_free(&column);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; check_rank != ROOT && i < 20; i++) {
        CHECK("5.12.2", in[i] == (i % 2 ? -1 : i / 2));
    }
}

static void gathers(void)
{
    int mine[2] = {word(check_rank, 0, 0), word(check_rank, 0, 1)}, i;

    clear();
    if (check_rank == ROOT) {
        in[2 * ROOT] = mine[0];
        in[2 * ROOT + 1] = mine[1];
        MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, in, 2, MPI_INT, ROOT, MPI_COMM_WORLD);
    } else {
        MPI_Gather(mine, 2, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, ROOT, MPI_COMM_WORLD);
    }
    for (i = 0; check_rank == ROOT && i < 2 * check_size; i++) {
        CHECK("5.5", in[i] == word(i / 2, 0, i % 2));
    }
    /* i % 3 words of rank i, in turned order and with gaps. */
    clear();
    for (i = 0; i < check_size; i++) {
        counts[i] = i % 3;
        places[i] = (check_size - 1 - i) * 4;
    }
    MPI_Gatherv(mine, check_rank % 3, MPI_INT, in, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    for (i = 0; check_rank == 0 && i < check_size; i++) {
        CHECK("5.5", in[places[i]] == (i % 3 > 0 ? word(i, 0, 0) : -1));
        CHECK("5.5", in[places[i] + 1] == (i % 3 > 1 ? word(i, 0, 1) : -1));
    }
    clear();
    MPI_Allgatherv(mine, check_rank % 3, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.7", in[places[i]] == (i % 3 > 0 ? word(i, 0, 0) : -1));
    }
    in[check_rank] = check_rank * 3;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.7", in[i] == 3 * i);
    }
}

static void scatters(void)
{
    int mine[2] = {-1, -1}, i;

    for (i = 0; i < check_size; i++) {
        counts[i] = i % 3;
        places[i] = 3 * i;
        out[2 * i] = out[3 * i] = -1;
    }
    for (i = 0; i < check_size; i++) {
        out[2 * i] = word(0, i, 0);
        out[2 * i + 1] = word(0, i, 1);
    }
    MPI_Scatter(out, 2, MPI_INT, check_rank == ROOT ? MPI_IN_PLACE : mine, 2, MPI_INT, ROOT,
                MPI_COMM_WORLD);
    CHECK("5.6", check_rank == ROOT ||
                     (mine[0] == word(0, check_rank, 0) && mine[1] == word(0, check_rank, 1)));
    for (i = 0; i < 3 * check_size; i++) {
        out[i] = i;
    }
    mine[0] = mine[1] = -1;
    MPI_Scatterv(out, counts, places, MPI_INT, mine, check_rank % 3, MPI_INT, 0, MPI_COMM_WORLD);
    CHECK("5.6", mine[0] == (check_rank % 3 > 0 ? 3 * check_rank : -1));
    CHECK("5.6", mine[1] == (check_rank % 3 > 1 ? 3 * check_rank + 1 : -1));
}

static void all_to_all(void)
{
    MPI_Datatype types[MOST];
    MPI_Request request;
    int i;

    for (i = 0; i < check_size; i++) {
        out[i] = word(check_rank, i, 0);
    }
    MPI_Ialltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[i] == word(i, check_rank, 0));
    }
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[i] == out[i]); /* there and back */
    }
    /* Rank r sends (r + s) % 3 words to s. */
    clear();
    for (i = 0; i < check_size; i++) {
        counts[i] = others[i] = (check_rank + i) % 3;
        places[i] = other_places[i] = 3 * i;
        out[3 * i] = word(check_rank, i, 0);
        out[3 * i + 1] = word(check_rank, i, 1);
        types[i] = MPI_INT;
    }
    MPI_Alltoallv(out, counts, places, MPI_INT, in, others, other_places, MPI_INT, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[3 * i + 1] == (counts[i] > 1 ? word(i, check_rank, 1) : -1));
        places[i] *= 4;
        other_places[i] *= 4;
    }
    clear();
    MPI_Alltoallw(out, counts, places, types, in, others, other_places, types, MPI_COMM_WORLD);
    for (i = 0; i < check_size; i++) {
        CHECK("5.8", in[3 * i] == (counts[i] > 0 ? word(i, check_rank, 0) : -1));
    }
}

/* Two by two matrices: the order matters. */
static void multiply(void *a, void *b, int *count, MPI_Datatype *type)
{
    int i, *x = a, *y = b;

    (void)type;
    for (i = 0; i < *count; i++, x += 4, y += 4) {
        const int p = x[0] * y[0] + x[1] * y[2], q = x[0] * y[1] + x[1] * y[3];
        const int r = x[2] * y[0] + x[3] * y[2], s = x[2] * y[1] + x[3] * y[3];

        y[0] = p;
        y[1] = q;
        y[2] = r;
        y[3] = s;
    }
}

static void product_of(int first, int last, int to[4])
{
    int one = 1, r;

    to[0] = to[3] = 1;
    to[1] = to[2] = 0;
    for (r = last; r >= first; r--) {
        int m[4] = {1, r + 1, r % 2, 1};

        multiply(m, to, &one, NULL);
    }
}

static void ordered(void)
{
    int mine[4] = {1, check_rank + 1, check_rank % 2, 1}, got[4], want[4];
    MPI_Datatype matrix;
    MPI_Op op;

    MPI_Type_contiguous(4, MPI_INT, &matrix);
    MPI_Type_commit(&matrix);
    MPI_Op_create(multiply, 0, &op);
    MPI_Reduce(mine, got, 1, matrix, op, ROOT, MPI_COMM_WORLD);
    product_of(0, check_size - 1, want);
    CHECK("5.9.5", check_rank != ROOT || !memcmp(got, want, sizeof(want)));
    MPI_Scan(mine, got, 1, matrix, op, MPI_COMM_WORLD);
    product_of(0, check_rank, want);
    CHECK("5.11.1", !memcmp(got, want, sizeof(want)));
    MPI_Exscan(mine, got, 1, matrix, op, MPI_COMM_WORLD);
    product_of(0, check_rank - 1, want);
    CHECK("5.11.2", !check_rank || !memcmp(got, want, sizeof(want)));
    MPI_Op_free(&op);
    MPI_Type_free(&matrix);
}

static void reductions(void)
{
    const int all = check_size * (check_size - 1) / 2;
    double part = 0.5 * check_rank, sum = -1;
    struct {
        double value;
        int place;
    } low = {-1.0 * (check_rank % 3), check_rank}, lowest;
    MPI_Request requests[3];
    MPI_Status statuses[3];
    int i, mine = check_rank, total = -1, before = check_rank, bits = 1 << check_rank % 30;

    MPI_Iallreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Ireduce(&mine, &total, 1, MPI_INT, MPI_MAX, ROOT, MPI_COMM_WORLD, &requests[1]);
    MPI_Iscan(MPI_IN_PLACE, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, statuses);
    CHECK("5.12.8", sum == 0.5 * all);
    CHECK("5.12.7", total == (check_rank == ROOT ? check_size - 1 : -1));
    CHECK("5.12.11", before == check_rank * (check_rank + 1) / 2);
    MPI_Allreduce(&low, &lowest, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    CHECK("5.9.4", lowest.place == (check_size > 2 ? 2 : 1));
    MPI_Allreduce(MPI_IN_PLACE, &bits, 1, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
    CHECK("5.9.2", check_size > 30 || bits == (int)((1u << check_size) - 1));
    for (i = 0; i < 2 * check_size; i++) {
        out[i] = check_rank + i;
    }
    clear();
    MPI_Reduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.10.1", in[0] == all + check_size * 2 * check_rank &&
                        in[1] == all + check_size * (2 * check_rank + 1) && in[2] == -1);
    for (i = 0; i < check_size; i++) {
        counts[i] = i == 0 ? 2 : 1;
    }
    MPI_Reduce_scatter(MPI_IN_PLACE, out, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("5.10.2", out[0] == all + check_size * (check_rank ? check_rank + 1 : 0));
}

/* Another order of finishing than of starting; and messages between. */
static void overlapped(void)
{
    MPI_Request requests[4];
    int a = check_rank, b = -1, c = check_rank == 0 ? 5 : -1, got = -1, i;
    const int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;

    MPI_Iallreduce(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(&c, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
    MPI_Irecv(&got, 1, MPI_INT, from, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Send(&a, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
    for (i = 3; i >= 0; i--) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    CHECK("5.12", b == check_size * (check_size - 1) / 2 && c == 5 && got == from);
}

static void errors(void)
{
    int a = 0, b;

    CHECK_ERROR("5.4", MPI_ERR_ROOT, MPI_Bcast(&a, 1, MPI_INT, check_size, MPI_COMM_WORLD));
    CHECK_ERROR("5.4", MPI_ERR_COUNT, MPI_Bcast(&a, -1, MPI_INT, 0, MPI_COMM_WORLD));
    CHECK_ERROR("5.9.2", MPI_ERR_OP,
                MPI_Allreduce(&a, &b, 1, MPI_DOUBLE_INT, MPI_SUM, MPI_COMM_WORLD));
    CHECK_ERROR("5.9.2", MPI_ERR_OP,
                MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD));
    CHECK_ERROR("5.2.1", MPI_ERR_BUFFER,
                MPI_Allreduce(&a, &a, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    if (check_size > 1 && check_size <= MOST) {
        broadcasts();
        gathers();
        scatters();
        all_to_all();
        ordered();
        reductions();
        overlapped();
        errors();
    }
    return check_end("coll_all");
}
