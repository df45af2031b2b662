/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lengths of which 32 bits hold only the rest: 0x40000001 ints are 4 bytes then. Every call refuses
 * them, nothing leaves, and the heap is as it was.
 */
#include <limits.h>

#include "check.h"

enum { MANY = 0x40000001, WORDS = 64 };

#define WORLD         MPI_COMM_WORLD
#define REFUSED(call) CHECK_REFUSED("3.2.2", call)

static int in[WORDS], out[WORDS];
static MPI_Datatype point; /* all elements at one place */
static MPI_Datatype far;   /* 1 GiB from one to the next */
static MPI_Datatype giant; /* of 4 GiB and 4 bytes */
static MPI_Datatype apart; /* two ints, 4 GiB apart */

static void make_types(void)
{
    MPI_Count size, lb, extent;
    int short_size;

    MPI_Type_create_resized(MPI_INT, 0, 0, &point);
    MPI_Type_create_resized(MPI_INT, 0, 0x40000000, &far);
    MPI_Type_contiguous(MANY, MPI_INT, &giant);
    MPI_Type_vector(2, 1, 4, far, &apart);
    MPI_Type_commit(&point);
    MPI_Type_commit(&far);
    MPI_Type_commit(&giant);
    MPI_Type_commit(&apart);
    MPI_Type_size_x(giant, &size);
    CHECK("4.1.5", size == 0x100000004LL);
    MPI_Type_size(giant, &short_size);
    CHECK("4.1.5", short_size == MPI_UNDEFINED);
    MPI_Type_get_true_extent_x(apart, &lb, &extent);
    CHECK("4.1.8", extent == 0x100000004LL);
}

static void free_types(void)
{
    MPI_Type_free(&point);
    MPI_Type_free(&far);
    MPI_Type_free(&giant);
    MPI_Type_free(&apart);
}

/* Types whose sizes, or bounds, 64 bits do not hold. */
static void too_large(void)
{
    MPI_Datatype t[4] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL, MPI_DATATYPE_NULL,
                         MPI_DATATYPE_NULL};
    const int sizes[3] = {INT_MAX, INT_MAX, INT_MAX}, ones[3] = {1, 1, 1}, zeros[3] = {0, 0, 0};
    const int length = INT_MAX, place = INT_MAX;
    const MPI_Aint nowhere = 0;
    const int none[3] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_NONE};
    const int some[3] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG,
                         MPI_DISTRIBUTE_DFLT_DARG};

    MPI_Type_contiguous(INT_MAX, MPI_INT, &t[0]);
    MPI_Type_create_resized(t[0], 0, INT_MAX, &t[1]);
    REFUSED(MPI_Type_contiguous(INT_MAX, t[0], &t[2]));
    REFUSED(MPI_Type_vector(INT_MAX, 1, INT_MAX, t[0], &t[2]));
    REFUSED(MPI_Type_vector(2, INT_MAX, 1, t[0], &t[2]));
    REFUSED(MPI_Type_indexed(1, &length, &place, t[0], &t[2]));
    REFUSED(MPI_Type_create_indexed_block(1, INT_MAX, &place, t[0], &t[2]));
    REFUSED(MPI_Type_create_hindexed(1, &length, &nowhere, t[0], &t[2]));
    REFUSED(MPI_Type_create_struct(1, &length, &nowhere, &t[0], &t[2]));
    REFUSED(MPI_Type_create_subarray(3, sizes, ones, zeros, MPI_ORDER_C, MPI_INT, &t[2]));
    REFUSED(MPI_Type_create_darray(1, 0, 3, sizes, none, some, ones, MPI_ORDER_C, MPI_INT, &t[2]));
    MPI_Type_free(&t[0]);
    MPI_Type_free(&t[1]);
}

static void send(int count, MPI_Datatype type)
{
    const int to = (check_rank + 1) % check_size;
    MPI_Request r = MPI_REQUEST_NULL;

    REFUSED(MPI_Send(out, count, type, to, 0, WORLD));
    REFUSED(MPI_Ssend(out, count, type, to, 0, WORLD));
    REFUSED(MPI_Rsend(out, count, type, to, 0, WORLD));
    REFUSED(MPI_Bsend(out, count, type, to, 0, WORLD));
    REFUSED(MPI_Isend(out, count, type, to, 0, WORLD, &r));
    REFUSED(MPI_Issend(out, count, type, to, 0, WORLD, &r));
    REFUSED(MPI_Irsend(out, count, type, to, 0, WORLD, &r));
    REFUSED(MPI_Ibsend(out, count, type, to, 0, WORLD, &r));
    REFUSED(MPI_Sendrecv(out, count, type, to, 0, in, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD,
                         MPI_STATUS_IGNORE));
    REFUSED(
        MPI_Sendrecv_replace(out, count, type, to, 0, MPI_PROC_NULL, 0, WORLD, MPI_STATUS_IGNORE));
    if (!MPI_Isendrecv(out, count, type, to, 0, in, 1, MPI_INT, MPI_PROC_NULL, 0, WORLD, &r)) {
        REFUSED(MPI_Wait(&r, MPI_STATUS_IGNORE));
    }
    if (!MPI_Isendrecv_replace(out, count, type, to, 0, MPI_PROC_NULL, 0, WORLD, &r)) {
        REFUSED(MPI_Wait(&r, MPI_STATUS_IGNORE));
    }
    if (!MPI_Send_init(out, count, type, to, 0, WORLD, &r)) {
        REFUSED(MPI_Start(&r));
        MPI_Request_free(&r);
    }
}

static void move(int count, MPI_Datatype type)
{
    int counts[WORDS], places[WORDS], i;
    MPI_Datatype types[WORDS];

    for (i = 0; i < check_size; i++) {
        counts[i] = count;
        places[i] = 0;
        types[i] = type;
    }
    REFUSED(MPI_Bcast(out, count, type, 0, WORLD));
    REFUSED(MPI_Gather(out, count, type, in, count, type, 0, WORLD));
    REFUSED(MPI_Gatherv(out, count, type, in, counts, places, type, 0, WORLD));
    REFUSED(MPI_Scatter(out, count, type, in, count, type, 0, WORLD));
    REFUSED(MPI_Scatterv(out, counts, places, type, in, count, type, 0, WORLD));
    REFUSED(MPI_Allgather(out, count, type, in, count, type, WORLD));
    REFUSED(MPI_Allgatherv(out, count, type, in, counts, places, type, WORLD));
    REFUSED(MPI_Alltoall(out, count, type, in, count, type, WORLD));
    REFUSED(MPI_Alltoallv(out, counts, places, type, in, counts, places, type, WORLD));
    REFUSED(MPI_Alltoallw(out, counts, places, types, in, counts, places, types, WORLD));
}

static void reduce(int count, MPI_Datatype type, MPI_Op op)
{
    int counts[WORDS], i;

    for (i = 0; i < check_size; i++) {
        counts[i] = count;
    }
    REFUSED(MPI_Reduce(out, in, count, type, op, 0, WORLD));
    REFUSED(MPI_Allreduce(out, in, count, type, op, WORLD));
    REFUSED(MPI_Scan(out, in, count, type, op, WORLD));
    REFUSED(MPI_Exscan(out, in, count, type, op, WORLD));
    REFUSED(MPI_Reduce_scatter_block(out, in, count, type, op, WORLD));
    REFUSED(MPI_Reduce_scatter(out, in, counts, type, op, WORLD));
}

/* Displacements, and blocks one behind the other, whose places 32 bits do not hold. */
static void places(void)
{
    int counts[WORDS], far_away[WORDS], i;

    for (i = 0; i < check_size; i++) {
        counts[i] = 1;
        far_away[i] = 4;
    }
    REFUSED(MPI_Allgather(out, 1, MPI_INT, in, 1, far, WORLD));
    REFUSED(MPI_Allgatherv(out, 1, MPI_INT, in, counts, far_away, far, WORLD));
    for (i = 0; i < check_size; i++) {
        far_away[i] = 0x40000000;
    }
    REFUSED(MPI_Allgatherv(out, 1, MPI_INT, in, counts, far_away, MPI_INT, WORLD));
    for (i = 0; i < check_size; i++) {
        far_away[i] = 4;
    }
    REFUSED(MPI_Alltoall(out, 1, far, in, 1, MPI_INT, WORLD));
    REFUSED(MPI_Alltoallv(out, counts, far_away, far, in, counts, far_away, far, WORLD));
    if (check_rank == 0) {
        REFUSED(MPI_Gather(out, 1, MPI_INT, in, 1, far, 0, WORLD));
        REFUSED(MPI_Gatherv(out, 1, MPI_INT, in, counts, far_away, far, 0, WORLD));
        REFUSED(MPI_Scatter(out, 1, far, in, 1, MPI_INT, 0, WORLD));
        REFUSED(MPI_Scatterv(out, counts, far_away, far, in, 1, MPI_INT, 0, WORLD));
    }
}

static void neighbours(void)
{
    const int periodic = 1, counts[2] = {1, 1}, far_away[2] = {4, 4};
    const int many[2] = {MANY, MANY}, zeros[2] = {0, 0};
    MPI_Comm ring;

    MPI_Cart_create(WORLD, 1, &check_size, &periodic, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
    REFUSED(MPI_Neighbor_allgather(out, MANY, MPI_INT, in, MANY, MPI_INT, ring));
    REFUSED(MPI_Neighbor_alltoall(out, MANY, point, in, MANY, point, ring));
    REFUSED(MPI_Neighbor_alltoall(out, 2, far, in, 2, far, ring));
    REFUSED(MPI_Neighbor_alltoallv(out, counts, far_away, far, in, counts, far_away, far, ring));
    REFUSED(MPI_Neighbor_alltoallv(out, many, zeros, MPI_INT, in, many, zeros, MPI_INT, ring));
    MPI_Comm_free(&ring);
}

static void access_window(void)
{
    MPI_Win win;

    MPI_Win_create(in, sizeof(in), 1, MPI_INFO_NULL, WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    REFUSED(MPI_Put(out, MANY, MPI_INT, 0, 0, MANY, MPI_INT, win));
    REFUSED(MPI_Put(out, 1, giant, 0, 0, 1, giant, win));
    REFUSED(MPI_Put(out, MANY, point, 0, 0, 1, MPI_INT, win));
    REFUSED(MPI_Put(out, 1, MPI_INT, 0, 0, MANY, MPI_INT, win));
    REFUSED(MPI_Put(out, 2, MPI_INT, 0, 0, 1, apart, win));
    REFUSED(MPI_Put(out, 1, apart, 0, 0, 2, MPI_INT, win));
    REFUSED(MPI_Get(out, MANY, MPI_INT, 0, 0, MANY, MPI_INT, win));
    REFUSED(MPI_Get(out, MANY, point, 0, 0, 1, MPI_INT, win));
    REFUSED(MPI_Accumulate(out, MANY, MPI_INT, 0, 0, MANY, MPI_INT, MPI_SUM, win));
    REFUSED(MPI_Accumulate(out, 0x20000001, MPI_DOUBLE_INT, 0, 0, 0x20000001, MPI_DOUBLE_INT,
                           MPI_MAXLOC, win));
    REFUSED(MPI_Get_accumulate(out, MANY, MPI_INT, out, MANY, MPI_INT, 0, 0, MANY, MPI_INT, MPI_SUM,
                               win));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void pack(void)
{
    MPI_Aint place = 0, bytes = 0;
    int position = 0, size = 0;

    REFUSED(MPI_Pack(in, MANY, MPI_INT, out, sizeof(out), &position, WORLD));
    REFUSED(MPI_Pack(in, 1, giant, out, sizeof(out), &position, WORLD));
    REFUSED(MPI_Unpack(in, sizeof(in), &position, out, MANY, point, WORLD));
    REFUSED(MPI_Pack_external("external32", in, MANY, MPI_INT, out, sizeof(out), &place));
    REFUSED(MPI_Unpack_external("external32", in, sizeof(in), &place, out, MANY, point));
    CHECK("4.2", position == 0 && place == 0);
    MPI_Pack_size(MANY, MPI_INT, WORLD, &size);
    CHECK("4.2", size == MPI_UNDEFINED);
    MPI_Pack_external_size("external32", MANY, MPI_INT, &bytes);
    CHECK("4.3", bytes == MPI_UNDEFINED);
    REFUSED(MPI_Reduce_local(out, in, MANY, point, MPI_REPLACE));
}

/* The room of a receive may be larger than any message, and what comes is counted. */
static void receive(void)
{
    const int next = (check_rank + 1) % check_size;
    MPI_Message message;
    MPI_Status status;
    MPI_Request r;
    int count = 0;

    MPI_Isend(out, 1, MPI_INT, next, 1, WORLD, &r);
    CHECK("3.2.4", !MPI_Recv(in, 0x20000000, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, &status) ||
                       !MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 1, WORLD, &status));
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK("3.2.5", count == 1);
    MPI_Get_count(&status, giant, &count);
    CHECK("3.2.5", count == MPI_UNDEFINED);
    MPI_Isend(out, 1, MPI_INT, next, 1, WORLD, &r);
    MPI_Mprobe(MPI_ANY_SOURCE, 1, WORLD, &message, &status);
    REFUSED(MPI_Mrecv(in, MANY, point, &message, &status));
    if (message != MPI_MESSAGE_NULL) {
        MPI_Mrecv(in, 1, MPI_INT, &message, &status);
    }
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* The program says so many basic elements, and is told the same (12.3). */
static void set_elements(void)
{
    const int lengths[3] = {2, 1, 3}, firsts[7] = {0, 1, 2, 10, 12, 14, 16};
    const MPI_Aint places[3] = {0, 8, 16};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    MPI_Datatype t, nested, pair;
    MPI_Count many;
    MPI_Status status;
    int i, count, bytes;

    MPI_Type_create_struct(3, lengths, places, types, &t);
    MPI_Type_vector(2, 1, 3, t, &nested);
    MPI_Type_contiguous(3, MPI_SHORT_INT, &pair);
    for (i = 0; i < 100; i++) {
        CHECK("12.3", !MPI_Status_set_elements(&status, t, i));
        CHECK("12.3", !MPI_Get_elements(&status, t, &count) && count == i);
        CHECK("12.3",
              !MPI_Get_count(&status, MPI_BYTE, &bytes) && bytes == i / 6 * 16 + firsts[i % 6]);
        CHECK("12.3",
              !MPI_Get_count(&status, t, &count) && count == (i % 6 ? MPI_UNDEFINED : i / 6));
        CHECK("12.3", !MPI_Status_set_elements(&status, nested, i) &&
                          !MPI_Get_elements(&status, nested, &count) && count == i);
        CHECK("12.3", !MPI_Status_set_elements(&status, pair, i) &&
                          !MPI_Get_elements(&status, pair, &count) && count == i);
    }
    CHECK("12.3", !MPI_Status_set_elements_x(&status, t, 600000000007LL) &&
                      !MPI_Get_elements_x(&status, t, &many) && many == 600000000007LL);
    MPI_Status_set_elements(&status, t, 12);
    REFUSED(MPI_Status_set_elements_x(&status, MPI_DOUBLE, LLONG_MAX / 4));
    CHECK("12.3", !MPI_Get_elements(&status, t, &count) && count == 12);
    CHECK("12.3", !MPI_Status_set_elements_x(&status, MPI_BYTE, 0x7654321ff1234567) &&
                      !MPI_Get_elements_x(&status, MPI_BYTE, &many) && many == 0x7654321ff1234567);
    MPI_Type_free(&t);
    MPI_Type_free(&nested);
    MPI_Type_free(&pair);
}

/* The last word of the core's program memory: an array may end there, but not behind it. */
static void at_the_end(void)
{
    const int *last = (const int *)0x203ffffc;
    MPI_Group all, made;
    int class;

    MPI_Comm_group(WORLD, &all);
    class = check_class(MPI_Group_incl(all, 1, last, &made));
    CHECK("6.3.2", class == MPI_SUCCESS || class == MPI_ERR_RANK); /* whatever stands there */
    class = check_class(MPI_Group_incl(all, 1, last + 1, &made));
    CHECK("6.3.2", class == MPI_ERR_ARG);
    MPI_Group_free(&all);
}

int main(int argc, char **argv)
{
    static char room[1024];
    int flag = 1;

    check_begin(&argc, &argv);
    MPI_Buffer_attach(room, sizeof(room));
    check_fill(out, WORDS, check_rank);
    make_types();
    at_the_end();
    too_large();
    send(MANY, MPI_INT);
    send(MANY, point);
    send(1, giant);
    send(1, apart);
    send(0x200, giant);
    MPI_Iprobe(MPI_ANY_SOURCE, 0, WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK("3.2.2", !flag);
    move(MANY, MPI_INT);
    move(MANY, point);
    move(1, giant);
    move(1, apart);
    reduce(MANY, MPI_INT, MPI_SUM);
    reduce(0x20000001, MPI_DOUBLE_INT, MPI_MAXLOC);
    places();
    neighbours();
    access_window();
    pack();
    receive();
    set_elements();
    CHECK("3.2.2", check_holds(out, WORDS, check_rank));
    free_types();
    return check_end("lengths");
}
