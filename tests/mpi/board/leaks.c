/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a program makes and frees again leaves the heap as it was, also where a call fails half-way. Each
 * course is gone through until the layer has what it keeps for the next time, and then often.
 */
#include "check.h"

enum { TAG = 5, FIRST = 8, ROUNDS = 60, PIECE = 128, SLACK = 4 };

/* How many pieces the heap has room for. The layer keeps some for the next time, fewer than SLACK. */
static int heap_room(void)
{
    void *pieces = NULL, **next;
    int n = 0;

    while ((next = malloc(PIECE))) {
        *next = pieces;
        pieces = next;
        n++;
    }
    while ((next = pieces)) {
        pieces = *next;
        free(next);
    }
    return n;
}

static int fails(void *old, int key, void *extra, void *in, void *out, int *flag)
{
    (void)old, (void)key, (void)extra, (void)in, (void)out, (void)flag;
    return MPI_ERR_OTHER;
}

static int fails_of_type(MPI_Datatype old, int key, void *extra, void *in, void *out, int *flag)
{
    return fails(old, key, extra, in, out, flag);
}

static int fails_of_comm(MPI_Comm old, int key, void *extra, void *in, void *out, int *flag)
{
    return fails(old, key, extra, in, out, flag);
}

static void types(void)
{
    const int lengths[2] = {2, 3}, places[2] = {0, 7};
    MPI_Datatype vector, dup, indexed, made = MPI_DATATYPE_NULL;
    int key;

    MPI_Type_create_keyval(fails_of_type, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_vector(3, 2, 5, MPI_INT, &vector);
    MPI_Type_dup(vector, &dup);
    MPI_Type_indexed(2, lengths, places, dup, &indexed);
    MPI_Type_commit(&indexed);
    MPI_Type_set_attr(vector, key, &key);
    CHECK("4.1.10", MPI_Type_dup(vector, &made) != MPI_SUCCESS && made == MPI_DATATYPE_NULL);
    MPI_Type_free(&vector);
    MPI_Type_free(&dup);
    MPI_Type_free(&indexed);
    MPI_Type_free_keyval(&key);
}

static void communicators(void)
{
    MPI_Comm dup, half, made = MPI_COMM_NULL;
    MPI_Group group, some;
    int key, zero = 0;

    MPI_Comm_create_keyval(fails_of_comm, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_errhandler(dup, MPI_ERRORS_RETURN);
    MPI_Comm_split(dup, check_rank % 2, 0, &half);
    MPI_Comm_group(dup, &group);
    MPI_Group_incl(group, 1, &zero, &some);
    MPI_Comm_set_attr(dup, key, &key);
    CHECK("6.4.2", MPI_Comm_dup(dup, &made) != MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Group_free(&some);
    MPI_Group_free(&group);
    MPI_Comm_free(&half);
    MPI_Comm_free(&dup);
    MPI_Comm_free_keyval(&key);
}

static void topologies(void)
{
    const int dims = check_size, period = 1, next = (check_rank + 1) % check_size, one = 1;
    MPI_Comm cart, graph;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &dims, &period, 1, &cart);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &check_rank, &one, &next, &one, MPI_INFO_NULL, 0,
                          &graph);
    MPI_Comm_free(&cart);
    MPI_Comm_free(&graph);
}

static void messages(void)
{
    const int next = (check_rank + 1) % check_size;
    int from[3] = {1, 2, 3}, to[3], i;
    MPI_Request request[4], idle;
    MPI_Message message;
    MPI_Datatype holes;

    MPI_Type_vector(2, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    MPI_Irecv(to, 1, holes, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(from, 1, holes, next, TAG, MPI_COMM_WORLD, &request[1]);
    MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INT, from, 0, MPI_INT, MPI_COMM_WORLD, &request[2]);
    MPI_Ibarrier(MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    MPI_Recv_init(to, 1, MPI_INT, 0, TAG + 1, MPI_COMM_WORLD, &idle);
    MPI_Start(&idle);
    MPI_Cancel(&idle);
    MPI_Wait(&idle, MPI_STATUS_IGNORE);
    MPI_Request_free(&idle);
    for (i = 0; i < 2; i++) {
        MPI_Send(&i, 1, MPI_INT, next, TAG + 2, MPI_COMM_WORLD);
        MPI_Mprobe(MPI_ANY_SOURCE, TAG + 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        /* Longer than the buffer, the second time. */
        MPI_Mrecv(to, 1 - i, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&holes);
}

static void windows(void)
{
    MPI_Info info;
    MPI_Win win;
    int *base;

    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_allocate(4, 4, info, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&check_rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    static const struct {
        void (*course)(void);
        const char *name;
    } all[] = {{types, "types"},
               {communicators, "communicators"},
               {topologies, "topologies"},
               {messages, "messages"},
               {windows, "windows"}};
    size_t i;

    check_begin(&argc, &argv);
    for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        int before = 0, after, k;

        for (k = 0; k < FIRST + ROUNDS; k++) {
            if (k == FIRST) {
                before = heap_room();
            }
            all[i].course();
            MPI_Barrier(MPI_COMM_WORLD);
        }
        after = heap_room();
        if (after + SLACK < before) {
            check_failed++;
            printf("rank %d: %s lose %d bytes of the heap\n", check_rank, all[i].name,
                   (before - after) * PIECE);
        }
    }
    return check_end("leaks");
}
