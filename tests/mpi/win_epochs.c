/* SPDX-License-Identifier: BSD-2-Clause */
/* Locks, flushes, requests, and the epochs of post and start; elements that are changed at once. */
#include "check.h"

enum { ROUNDS = 20 };

static int next, previous;

/* Without the lock some increments would be lost. */
static void exclusive(void)
{
    int own = 0, value, i;
    MPI_Win win;

    MPI_Win_create(&own, sizeof(own), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (i = 0; i < ROUNDS; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    CHECK("11.5.3", value == ROUNDS * check_size);
    MPI_Win_free(&win);
}

static void shared(void)
{
    int *own = NULL, values[2] = {0, 0}, i, sum = 0;
    MPI_Win win;

    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&own,
                     &win);
    own[0] = own[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < check_size; i++) {
        MPI_Accumulate(&check_rank, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, win);
        sum += i;
    }
    MPI_Win_flush_all(win);
    MPI_Put(&check_rank, 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_flush(next, win);
    MPI_Win_flush_local_all(win);
    MPI_Get(&values[1], 1, MPI_INT, next, 1, 1, MPI_INT, win);
    MPI_Win_flush_local(next, win);
    CHECK("11.5.4", values[1] == check_rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    CHECK("11.5.4", own[0] == sum && own[1] == previous);
    MPI_Win_unlock_all(win);
    MPI_Win_lock(MPI_LOCK_SHARED, next, MPI_MODE_NOCHECK, win);
    MPI_Get(values, 2, MPI_INT, next, 0, 2, MPI_INT, win);
    MPI_Win_unlock(next, win);
    CHECK("11.5.3", values[0] == sum && values[1] == check_rank);
    MPI_Win_free(&win);
}

static void at_once(void)
{
    static int own[3];
    int one = 1, got = -1, i, empty = -1, wins = 0, ordered = 1, last = -1;
    double number = 1.5, half = 0.5, old = 0;
    MPI_Win win;

    own[1] = -1;
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < ROUNDS; i++) {
        MPI_Fetch_and_op(&one, &got, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        ordered &= got > last;
        last = got;
    }
    CHECK("11.3.4", ordered && last < ROUNDS * check_size);
    MPI_Compare_and_swap(&check_rank, &empty, &got, MPI_INT, 0, 1, win);
    MPI_Win_flush(0, win);
    wins = got == -1;
    CHECK("11.3.4", wins || (got >= 0 && got < check_size && got != check_rank));
    MPI_Allreduce(MPI_IN_PLACE, &wins, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK("11.3.4", wins == 1);
    MPI_Fetch_and_op(NULL, &got, MPI_INT, 0, 0, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    CHECK("11.3.4", got == ROUNDS * check_size);
    MPI_Get_accumulate(&check_rank, 1, MPI_INT, &got, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_REPLACE,
                       win);
    MPI_Win_flush(next, win);
    CHECK("11.3.4", got == 0);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);
    CHECK("11.3.4", got == check_rank);
    MPI_Win_free(&win);

    MPI_Win_create(&number, sizeof(number), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(&half, 1, MPI_DOUBLE, &old, 1, MPI_DOUBLE, next, 0, 1, MPI_DOUBLE, MPI_PROD,
                       win);
    MPI_Win_fence(0, win);
    CHECK("11.3.4", old == 1.5 && number == 0.75);
    MPI_Win_free(&win);
}

static void requests(void)
{
    static int own[600], from[300], to[300], old[2];
    MPI_Request r[3];
    MPI_Win win;
    int i, right = 1;

    for (i = 0; i < 300; i++) {
        from[i] = check_rank + i;
    }
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    MPI_Rput(from, 300, MPI_INT, next, 0, 300, MPI_INT, win, &r[0]);
    MPI_Raccumulate(from, 300, MPI_INT, next, 300, 300, MPI_INT, MPI_SUM, win, &r[1]);
    MPI_Rput(from, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &r[2]);
    MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
    CHECK("11.3.5", r[0] == MPI_REQUEST_NULL && r[2] == MPI_REQUEST_NULL);
    MPI_Win_flush(next, win);
    MPI_Rget(to, 300, MPI_INT, next, 0, 300, MPI_INT, win, &r[0]);
    MPI_Rget_accumulate(from, 2, MPI_INT, old, 2, MPI_INT, next, 300, 2, MPI_INT, MPI_SUM, win,
                        &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    for (i = 0; i < 300; i++) {
        right &= to[i] == check_rank + i;
    }
    CHECK("11.3.5", right && old[0] == check_rank && old[1] == check_rank + 1);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK("11.3.5", own[300] == 2 * previous && own[302] == previous + 2);
    MPI_Win_free(&win);
}

/* Each rank is accessed by the one before it. */
static void generalised(void)
{
    int own[2] = {-1, -1}, got = 0, flag = 0, i, rounds = 0;
    MPI_Group world, to, from;
    MPI_Win win;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &next, &to);
    MPI_Group_incl(world, 1, &previous, &from);
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (i = 0; i < 3; i++) {
        int value = 10 * check_rank + i;

        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, win);
        MPI_Get(&got, 1, MPI_INT, next, 1, 1, MPI_INT, win);
        MPI_Win_complete(win);
        CHECK("11.5.2", got == (i ? 100 * next + i - 1 : -1));
        if (i < 2) {
            MPI_Win_wait(win);
        } else {
            for (flag = 0; !flag; rounds++) {
                MPI_Win_test(win, &flag);
            }
        }
        CHECK("11.5.2", own[0] == 10 * previous + i);
        own[1] = 100 * check_rank + i;
    }
    /* All at the first one, which has nothing to do; and an empty group. */
    if (check_rank == 0) {
        MPI_Win_post(world, 0, win);
    }
    MPI_Group_free(&to);
    i = 0;
    MPI_Group_incl(world, 1, &i, &to);
    MPI_Win_start(to, 0, win);
    if (check_rank == 1) {
        MPI_Put(&check_size, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    }
    MPI_Win_complete(win);
    if (check_rank == 0) {
        MPI_Win_wait(win);
        CHECK("11.5.2", own[0] == check_size);
    }
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&world);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    next = (check_rank + 1) % check_size;
    previous = (check_rank + check_size - 1) % check_size;
    exclusive();
    shared();
    at_once();
    requests();
    generalised();
    return check_end("win_epochs");
}
