/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What programs seldom do, and the others here do not: results that are empty, errors among several
 * results, blocks of unequal lengths of a type that is packed, arguments that mean nothing at a rank.
 */
#include "check.h"

enum { TAG = 7 };

/* --- requests ------------------------------------------------------------------------------------ */

static void null_requests(void)
{
    MPI_Request none = MPI_REQUEST_NULL, idle;
    MPI_Status status;
    int flag = 0, count = -1, word;

    CHECK("3.7.6", !MPI_Request_get_status(none, &flag, &status) && flag == 1);
    CHECK("3.7.6", status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    CHECK("3.7.6", !MPI_Get_count(&status, MPI_INT, &count) && count == 0);
    MPI_Recv_init(&word, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &idle);
    flag = 0;
    CHECK("3.9", !MPI_Request_get_status(idle, &flag, MPI_STATUS_IGNORE) && flag == 1);
    MPI_Request_free(&idle);
}

/* A receive that is too short, between two that are not: each status has its own error. */
static void several_with_an_error(int how)
{
    int sent[3][2] = {{1, 2}, {3, 4}, {5, 6}}, got[3][2], indices[3], done = 0, i, error, total = 0;
    MPI_Request in[3], out[3];
    MPI_Status statuses[4];

    for (i = 0; i < 3; i++) {
        MPI_Irecv(got[i], i == 1 ? 1 : 2, MPI_INT, check_rank, TAG + i, MPI_COMM_WORLD, &in[i]);
    }
    for (i = 0; i < 3; i++) {
        MPI_Isend(sent[i], 2, MPI_INT, check_rank, TAG + i, MPI_COMM_WORLD, &out[i]);
    }
    MPI_Waitall(3, out, MPI_STATUSES_IGNORE);
    while (total < 3) {
        for (i = 0; i < 4; i++) {
            statuses[i].MPI_ERROR = -77;
        }
        error = how ? MPI_Testsome(3, in, &done, indices, statuses)
                    : MPI_Waitsome(3, in, &done, indices, statuses);
        CHECK("3.7.5", done >= 0 && done <= 3);
        for (i = 0; i < done; i++) {
            CHECK("3.7.5", check_class(statuses[i].MPI_ERROR) ==
                               (indices[i] == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS));
            CHECK("3.7.5", indices[i] != 1 || check_class(error) == MPI_ERR_IN_STATUS);
        }
        CHECK("3.7.5", statuses[done].MPI_ERROR == -77);
        total += done;
    }
}

static int query_fails(void *extra, MPI_Status *status)
{
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    return *(int *)extra;
}

static int release_fails(void *extra)
{
    return *(int *)extra == MPI_SUCCESS ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

/* The error of a general request's function is that of the call that ends it. */
static void general_errors(void)
{
    int codes[2] = {MPI_ERR_TYPE, MPI_SUCCESS}, i;
    MPI_Request r;

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (i = 0; i < 2; i++) {
        MPI_Grequest_start(query_fails, release_fails, cancel, &codes[i], &r);
        MPI_Grequest_complete(r);
        CHECK("12.2",
              check_class(MPI_Wait(&r, MPI_STATUS_IGNORE)) == (i ? MPI_ERR_OTHER : MPI_ERR_TYPE));
    }
}

/* More at once than few, of which the last comes first. */
static void many_requests(void)
{
    enum { MANY = 50 };
    MPI_Request in[MANY];
    int got[MANY], i, index, one = 1;
    const int next = (check_rank + 1) % check_size,
              last = (check_rank + check_size - 1) % check_size;

    for (i = 0; i < MANY; i++) {
        got[i] = -1;
        MPI_Irecv(&got[i], 1, MPI_INT, last, TAG + i, MPI_COMM_WORLD, &in[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = MANY - 1; i >= 0; i--) {
        MPI_Send(&i, 1, MPI_INT, next, TAG + i, MPI_COMM_WORLD);
        CHECK("3.7.5", !MPI_Waitany(MANY, in, &index, MPI_STATUS_IGNORE) && got[index] == index);
        one++;
    }
    CHECK("3.7.5", one == MANY + 1);
}

/* --- types ---------------------------------------------------------------------------------------- */

/* Blocks of elements that go backwards begin at their last one. */
static void backwards(void)
{
    MPI_Aint lb = 0, extent = 0, true_lb = 0, true_extent = 0;
    MPI_Datatype back, blocks;

    MPI_Type_create_resized(MPI_INT, 0, -8, &back);
    MPI_Type_create_hvector(2, 3, 100, back, &blocks);
    MPI_Type_get_true_extent(blocks, &true_lb, &true_extent);
    CHECK("4.1.8", true_lb == -16 && true_extent == 16 + 100 + 4);
    MPI_Type_get_extent(blocks, &lb, &extent);
    CHECK("4.1.7", lb <= -16);
    MPI_Type_free(&blocks);
    MPI_Type_contiguous(4, back, &blocks);
    MPI_Type_get_true_extent(blocks, &true_lb, &true_extent);
    CHECK("4.1.8", true_lb == -24 && true_extent == 28);
    MPI_Type_free(&blocks);
    MPI_Type_free(&back);
}

/* --- collectives ------------------------------------------------------------------------------------ */

static void add_pairs(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int *a = in, *b = inout, i;

    (void)type;
    for (i = 0; i < *count; i++, a += 3, b += 3) {
        b[0] += a[0];
        b[2] += a[2];
    }
}

/* Blocks of other lengths at each rank, of elements with a hole. */
static void unequal_blocks(void)
{
    int *counts = malloc((size_t)check_size * sizeof(*counts)), *from, *to, all = 0, before = 0, i;
    MPI_Datatype type;
    MPI_Op op;

    for (i = 0; i < check_size; i++) {
        counts[i] = (i * 5 + 3) % 7;
        before += i < check_rank ? counts[i] : 0;
        all += counts[i];
    }
    from = malloc((size_t)all * 3 * sizeof(*from));
    to = malloc(((size_t)counts[check_rank] * 3 + 3) * sizeof(*to));
    for (i = 0; i < all * 3; i++) {
        from[i] = i + check_rank;
    }
    for (i = 0; i < counts[check_rank] * 3 + 3; i++) {
        to[i] = -1;
    }
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_pairs, 1, &op);
    CHECK("5.10", !MPI_Reduce_scatter(from, to, counts, type, op, MPI_COMM_WORLD));
    for (i = 0; i < counts[check_rank] * 3; i++) {
        const int sum = (before * 3 + i) * check_size + check_size * (check_size - 1) / 2;

        CHECK("5.10", to[i] == (i % 3 == 1 ? -1 : sum));
    }
    CHECK("5.10", to[i] == -1 && to[i + 1] == -1 && to[i + 2] == -1);
    for (i = 0; i < check_size; i++) {
        counts[i] = 0;
    }
    CHECK("5.10", !MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    free(counts);
    free(from);
    free(to);
}

/* Two halves of the world, as an intercommunicator. */
static MPI_Comm make_inter(MPI_Comm *half)
{
    const int low = check_rank < check_size / 2;
    MPI_Comm inter;

    MPI_Comm_split(MPI_COMM_WORLD, low, 0, half);
    MPI_Intercomm_create(*half, 0, MPI_COMM_WORLD, low ? check_size / 2 : 0, TAG, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    return inter;
}

/* At the root of the other group the arguments of the other side mean nothing, and may be wrong. */
static void roots_of_intercommunicators(MPI_Comm inter)
{
    const int low = check_rank < check_size / 2;
    int remote = 0, rank, *all, word = -1, i;

    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_rank(inter, &rank);
    all = malloc((size_t)remote * sizeof(*all));
    for (i = 0; i < remote; i++) {
        all[i] = 10 + i;
    }
    if (low) {
        const int root = rank == 0 ? MPI_ROOT : MPI_PROC_NULL;

        CHECK("5.6", !MPI_Scatter(all, 1, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, root, inter));
        CHECK("5.5", !MPI_Gather(NULL, -1, MPI_DATATYPE_NULL, all, 1, MPI_INT, root, inter));
        for (i = 0; rank == 0 && i < remote; i++) {
            CHECK("5.5", all[i] == 10 + 2 * i);
        }
    } else {
        CHECK("5.6", !MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, &word, 1, MPI_INT, 0, inter));
        CHECK("5.6", word == 10 + rank);
        word += rank;
        CHECK("5.5", !MPI_Gather(&word, 1, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, 0, inter));
    }
    if (low && rank == 0) {
        CHECK("5.5", MPI_Gather(NULL, 0, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_ROOT, inter) !=
                         MPI_SUCCESS);
    }
    free(all);
}

/* Each group's even ranks get a communicator to the even ones of the other, the odd ones to the odd. */
static void split_intercommunicator(MPI_Comm inter)
{
    MPI_Comm made = MPI_COMM_NULL;
    int rank, size, remote, is_inter = 0, want = 0, i;

    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    CHECK("6.4.2", !MPI_Comm_split(inter, rank % 2, -rank, &made));
    for (i = rank % 2; i < remote; i += 2) {
        want++;
    }
    CHECK("6.4.2", (made == MPI_COMM_NULL) == (want == 0));
    if (made != MPI_COMM_NULL) {
        CHECK("6.4.2", !MPI_Comm_test_inter(made, &is_inter) && is_inter);
        CHECK("6.4.2", !MPI_Comm_remote_size(made, &size) && size == want);
        MPI_Comm_free(&made);
    }
}

/* --- windows ---------------------------------------------------------------------------------------- */

/* Nobody's lock of all lets it in while another has an exclusive one. */
static void locks_of_all(void)
{
    int word = 0, other = 5, flag;
    MPI_Win win;
    double until;

    MPI_Win_create(&word, sizeof(word), sizeof(word), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (check_rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        for (until = MPI_Wtime() + 0.0005; MPI_Wtime() < until;) {
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            if (*(volatile int *)&word) {
                break;
            }
        }
        CHECK("11.5.3", word == 0);
        MPI_Win_unlock(0, win);
    } else if (check_rank == 1) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&other, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        CHECK("11.5.3", word == 5);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    MPI_Comm half, inter;
    void *memory = NULL;

    check_begin(&argc, &argv);
    null_requests();
    several_with_an_error(0);
    several_with_an_error(1);
    general_errors();
    many_requests();
    backwards();
    unequal_blocks();
    inter = make_inter(&half);
    roots_of_intercommunicators(inter);
    split_intercommunicator(inter);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    locks_of_all();
    CHECK("8.2", !MPI_Alloc_mem(0, MPI_INFO_NULL, &memory));
    MPI_Free_mem(memory);
    return check_end("details");
}
