/* SPDX-License-Identifier: BSD-2-Clause */
/* Puts, gets and accumulates between fences, with datatypes that have gaps on either side. */
#include "check.h"

enum { LONG = 3000, SIDE = 12 };

static int next, previous;

static void short_and_long(void)
{
    static int own[LONG + 1], from[LONG], got[LONG];
    MPI_Win win;
    int i, right = 1;

    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (i = 0; i < LONG; i++) {
        from[i] = 1000 * check_rank + i;
    }
    own[LONG] = -1;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(from, LONG, MPI_INT, next, 0, LONG, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (i = 0; i < LONG; i++) {
        right &= own[i] == 1000 * previous + i;
    }
    CHECK("11.3.1", right && own[LONG] == -1);
    MPI_Win_fence(0, win); /* own loads are over */
    MPI_Get(got, LONG - 5, MPI_INT, previous, 5, LONG - 5, MPI_INT, win);
    MPI_Put(&check_rank, 1, MPI_INT, next, LONG, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (i = 0, right = 1; i < LONG - 5; i++) {
        right &= got[i] == 1000 * ((previous + check_size - 1) % check_size) + 5 + i;
    }
    CHECK("11.3.2", right);
    CHECK("11.3.1", own[LONG] == previous);
    /* A target buffer may be longer than what is put. */
    MPI_Put(&check_rank, 1, MPI_INT, check_rank, 0, 2, MPI_INT, win);
    MPI_Put(got, 0, MPI_INT, next, 0, 0, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK("11.3.1", own[0] == check_rank && own[1] == 1000 * previous + 1);
    MPI_Win_free(&win);
}

/* A column of one matrix into a row of another, and back. */
static void gaps(void)
{
    static int own[SIDE][SIDE], local[SIDE][SIDE], back[SIDE][SIDE];
    MPI_Datatype column, holes;
    MPI_Win win;
    int i, k, right = 1;

    for (i = 0; i < SIDE; i++) {
        for (k = 0; k < SIDE; k++) {
            own[i][k] = -1;
            back[i][k] = -2;
            local[i][k] = 100 * check_rank + i * SIDE + k;
        }
    }
    MPI_Type_vector(SIDE, 1, SIDE, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_vector(SIDE / 2, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&local[0][2], 1, column, next, 0, SIDE, MPI_INT, win);
    MPI_Put(local[3], SIDE / 2, MPI_INT, next, 5 * SIDE, 1, holes, win);
    MPI_Win_fence(0, win);
    for (i = 0; i < SIDE; i++) {
        right &= own[0][i] == 100 * previous + i * SIDE + 2;
        right &= own[5][i] == (i % 2 ? -1 : 100 * previous + 3 * SIDE + i / 2);
        right &= own[6][i] == -1 && own[1][i] == -1;
    }
    CHECK("11.3.1", right);
    MPI_Win_fence(0, win);
    MPI_Get(&back[0][7], 1, column, next, 0, SIDE, MPI_INT, win);
    MPI_Get(&back[0][1], SIDE / 2, MPI_INT, next, 5 * SIDE, 1, holes, win);
    MPI_Win_fence(0, win);
    for (i = 0, right = 1; i < SIDE; i++) {
        right &= back[i][7] == 100 * check_rank + i * SIDE + 2 && back[i][8] == -2;
    }
    for (i = 0; i < SIDE / 2; i++) {
        right &= back[0][1 + i] == 100 * check_rank + 3 * SIDE + i;
    }
    CHECK("11.3.2", right);
    MPI_Win_free(&win);
    MPI_Type_free(&column);
    MPI_Type_free(&holes);
}

/* How a pair lies in memory. */
struct pair {
    double value;
    int place;
};

static void accumulates(void)
{
    static int own[2 * LONG];
    static int ones[LONG];
    struct pair best = {-1, -1}, mine = {check_rank % 3, check_rank}, pairs[3];
    double sum = 0, product = 1;
    MPI_Datatype holes, two;
    MPI_Win win;
    int i, right = 1, winner = check_size > 2 ? 2 : check_size - 1;

    for (i = 0; i < LONG; i++) {
        ones[i] = 1 + check_rank;
    }
    MPI_Type_vector(LONG, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    for (i = 0; i < check_size; i++) {
        MPI_Accumulate(ones, LONG, MPI_INT, i, 0, LONG, MPI_INT, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    for (i = 0; i < LONG; i++) {
        right &= own[i] == check_size * (check_size + 1) / 2;
    }
    CHECK("11.3.4", right && own[LONG] == 0);
    memset(own, 0, sizeof(own));
    MPI_Win_fence(0, win);
    MPI_Accumulate(ones, LONG, MPI_INT, next, 1, 1, holes, MPI_SUM, win);
    MPI_Accumulate(ones, LONG, MPI_INT, next, 1, 1, holes, MPI_SUM, win);
    MPI_Accumulate(ones, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(ones, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    for (i = 0, right = 1; i < LONG - 1; i++) {
        right &= own[2 * i + 1] == 2 * (1 + previous) && own[2 * i + 2] == 0;
    }
    CHECK("11.3.4", right && own[0] == 1 + previous);
    MPI_Win_free(&win);

    MPI_Win_create(&sum, sizeof(sum), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&product, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Win_fence(0, win);
    CHECK("11.3.4", check_rank || sum == check_size);
    MPI_Win_free(&win);

    MPI_Win_create(&best, sizeof(best), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    CHECK("11.3.4", check_rank || (best.value == winner && best.place == winner));
    MPI_Win_free(&win);

    /* Pairs with gaps between them, on both sides. */
    for (i = 0; i < 3; i++) {
        pairs[i] = (struct pair){10 * check_rank, i};
    }
    MPI_Type_vector(2, 1, 2, MPI_DOUBLE_INT, &two);
    MPI_Type_commit(&two);
    MPI_Win_create(pairs, sizeof(pairs), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (check_rank == 1) {
        struct pair given[3] = {{7, 70}, {8, 80}, {9, 90}};

        MPI_Accumulate(given, 1, two, 0, 0, 1, two, MPI_MAXLOC, win);
        MPI_Win_fence(0, win);
    } else {
        MPI_Win_fence(0, win);
    }
    CHECK("11.3.4",
          check_rank || (pairs[0].value == 7 && pairs[0].place == 70 && pairs[1].value == 0 &&
                         pairs[1].place == 1 && pairs[2].value == 9 && pairs[2].place == 90));
    MPI_Win_free(&win);
    MPI_Type_free(&two);
    MPI_Type_free(&holes);
}

/* Other units at each rank, and memory that is attached. */
static void places(void)
{
    int own[8] = {0}, piece[4] = {0}, i;
    MPI_Aint *where = malloc((size_t)check_size * sizeof(*where));
    MPI_Win win;

    MPI_Win_create(own, sizeof(own), check_rank % 2 ? 4 : 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    for (i = 0; i < check_size; i++) {
        if (i == next) {
            MPI_Put(&check_rank, 1, MPI_INT, i, 3, 1, MPI_INT, win);
        }
    }
    MPI_Win_fence(0, win);
    CHECK("11.3.1", own[check_rank % 2 ? 3 : 6] == previous);
    MPI_Win_free(&win);

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, piece, sizeof(piece));
    MPI_Get_address(&piece[2], &where[check_rank]);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, where, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Put(&check_rank, 1, MPI_INT, next, where[next], 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK("11.2.4", piece[2] == previous && !piece[1] && !piece[3]);
    MPI_Win_detach(win, piece);
    MPI_Win_free(&win);
    free(where);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size;
    previous = (check_rank + check_size - 1) % check_size;
    short_and_long();
    gaps();
    accumulates();
    places();
    return check_end("win_access");
}
