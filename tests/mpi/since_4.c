/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls that MPI 4.0 added; the clauses are those of that version. Two ranks or more. */
#include "check.h"

/* MPI_Isendrecv of MPICH 4.0 leaves the status empty and releases datatypes too often, and its
 * request cannot be freed. No peer, nothing to replace, and wrong arguments make it trap. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000
#define IS_MPICH_4_0 1
#else
#define IS_MPICH_4_0 0
#endif

enum { TAG = 11, LONG = 3000 };

static int left(void)
{
    return (check_rank + check_size - 1) % check_size;
}

static int right(void)
{
    return (check_rank + 1) % check_size;
}

/* --- a send and a receive at once ------------------------------------------------------------- */

static int is_of(const MPI_Status *status, int count, int source, int tag)
{
    int got = -1;

    MPI_Get_count(status, MPI_INT, &got);
    return IS_MPICH_4_0 || (got == count && status->MPI_SOURCE == source && status->MPI_TAG == tag);
}

/* Round the ring, short and long; the status is the receive's. */
static void rings(void)
{
    static int out[LONG], in[LONG + 1];
    static const int counts[] = {0, 1, 64, LONG};
    MPI_Request request;
    MPI_Status status;
    int c;

    for (c = 0; c < 4; c++) {
        check_fill(out, LONG, check_rank);
        memset(in, 0, sizeof(in));
        MPI_Isendrecv(out, counts[c], MPI_INT, right(), TAG + c, in, LONG + 1, MPI_INT, left(),
                      TAG + c, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
        CHECK("3.10", request == MPI_REQUEST_NULL);
        CHECK("3.10", is_of(&status, counts[c], left(), TAG + c));
        CHECK("3.10", check_holds(in, counts[c], left()) && !in[counts[c]]);
        if (IS_MPICH_4_0 && !counts[c]) {
            continue;
        }
        check_fill(in, LONG, check_rank);
        MPI_Isendrecv_replace(in, counts[c], MPI_INT, left(), TAG, right(), TAG, MPI_COMM_WORLD,
                              &request);
        MPI_Wait(&request, &status);
        CHECK("3.10", is_of(&status, counts[c], right(), TAG));
        CHECK("3.10", check_holds(in, counts[c], right()));
    }
}

/* The other side uses other calls, and datatypes with gaps. */
static void mixed(void)
{
    int a[8], b[8] = {0}, i;
    MPI_Datatype odd;
    MPI_Request request[2];

    MPI_Type_vector(4, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    for (i = 0; i < 8; i++) {
        a[i] = 10 * check_rank + i;
    }
    if (check_rank % 2 == 0 && check_rank + 1 < check_size) {
        MPI_Isendrecv(a, 1, odd, check_rank + 1, TAG, b, 1, odd, check_rank + 1, TAG,
                      MPI_COMM_WORLD, &request[0]);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
        CHECK("3.10", b[0] == 10 * check_rank + 10 && b[2] == b[0] + 2 && b[6] == b[0] + 6);
        CHECK("3.10", !b[1] && !b[3] && !b[7]);
        MPI_Isendrecv_replace(a, 1, odd, check_rank + 1, TAG, check_rank + 1, TAG, MPI_COMM_WORLD,
                              &request[0]);
        MPI_Wait(&request[0], MPI_STATUS_IGNORE);
        CHECK("3.10", a[0] == 10 * check_rank + 10 && a[1] == 10 * check_rank + 1);
    } else if (check_rank % 2) {
        for (i = 0; i < 2; i++) {
            MPI_Irecv(b, 4, MPI_INT, check_rank - 1, TAG, MPI_COMM_WORLD, &request[0]);
            MPI_Isend(a, 1, odd, check_rank - 1, TAG, MPI_COMM_WORLD, &request[1]);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
            CHECK("3.10", b[0] == 10 * check_rank - 10 && b[3] == b[0] + 6);
        }
    }
    MPI_Type_free(&odd);
}

/* Several at once, which are done in any order; nobody; what is freed goes on. */
static void several(void)
{
    int out[4] = {check_rank, check_rank + 1, check_rank + 2, check_rank + 3}, in[4], i, flag = 0;
    MPI_Request request[4];
    MPI_Status status;

    for (i = 0; i < 4; i++) {
        MPI_Isendrecv(&out[i], 1, MPI_INT, right(), TAG + 3 - i, &in[i], 1, MPI_INT, left(),
                      TAG + 3 - i, MPI_COMM_WORLD, &request[i]);
    }
    MPI_Request_free(&request[2]);
    CHECK("3.7.3", request[2] == MPI_REQUEST_NULL);
    while (!flag) {
        MPI_Testall(4, request, &flag, MPI_STATUSES_IGNORE);
    }
    CHECK("3.10", in[0] == left() && in[1] == left() + 1 && in[3] == left() + 3);
    MPI_Isendrecv(out, 4, MPI_INT, MPI_PROC_NULL, TAG, in, 4, MPI_INT, MPI_PROC_NULL, TAG,
                  MPI_COMM_WORLD, &request[0]);
    MPI_Wait(&request[0], &status);
    CHECK("3.10", is_of(&status, 0, MPI_PROC_NULL, MPI_ANY_TAG));
    MPI_Isendrecv(out, 4, MPI_INT, 0, TAG, in, 4, MPI_INT, 0, TAG, MPI_COMM_SELF, &request[0]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    CHECK("3.10", in[0] == check_rank && in[3] == check_rank + 3);
}

/* What was sent is longer than the buffer; what cannot be meant. */
static void refused(void)
{
    int out[2] = {1, 2}, in[2];
    MPI_Request request;

    MPI_Isendrecv(out, 2, MPI_INT, right(), TAG, in, 1, MPI_INT, left(), TAG, MPI_COMM_WORLD,
                  &request);
    CHECK_ERROR("3.2.4", MPI_ERR_TRUNCATE, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_ERROR("3.10", MPI_ERR_RANK,
                MPI_Isendrecv(out, 1, MPI_INT, check_size, TAG, in, 1, MPI_INT, left(), TAG,
                              MPI_COMM_WORLD, &request));
    CHECK_ERROR("3.10", MPI_ERR_COUNT,
                MPI_Isendrecv_replace(out, -1, MPI_INT, right(), TAG, left(), TAG, MPI_COMM_WORLD,
                                      &request));
}

/* --- info ------------------------------------------------------------------------------------- */

static void infos(MPI_Info early)
{
    char value[8] = "unused";
    int length = 8, flag = -1;
    MPI_Info info;

    MPI_Info_get_string(early, "key", &length, value, &flag);
    CHECK("11.4.1", flag && !strcmp(value, "early")); /* made before MPI_Init */
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "a value");
    length = 0;
    strcpy(value, "unused");
    MPI_Info_get_string(info, "key", &length, value, &flag);
    CHECK("10", flag && length == 8 && !strcmp(value, "unused"));
    MPI_Info_get_string(info, "key", &length, value, &flag);
    CHECK("10", flag && length == 8 && !strcmp(value, "a value"));
    length = 4;
    MPI_Info_get_string(info, "key", &length, value, &flag);
    CHECK("10", flag && length == 8 && !strcmp(value, "a v"));
    MPI_Info_get_string(info, "other", &length, value, &flag);
    CHECK("10", !flag && !strcmp(value, "a v"));
    MPI_Info_free(&info);
}

/* --- duplicates ------------------------------------------------------------------------------- */

static void duplicates(void)
{
    int sum = 0, one = 1, result;
    MPI_Request request;
    MPI_Comm made;
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "nobody_knows", "this");
    MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &made, &request);
    MPI_Info_free(&info);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_compare(made, MPI_COMM_WORLD, &result);
    CHECK("7.4.2", result == MPI_CONGRUENT);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, made);
    CHECK("7.4.2", sum == check_size);
    MPI_Comm_free(&made);
    MPI_Comm_idup_with_info(MPI_COMM_SELF, MPI_INFO_NULL, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_compare(made, MPI_COMM_SELF, &result);
    CHECK("7.4.2", result == MPI_CONGRUENT);
    MPI_Comm_free(&made);
}

/* --- persistent collectives ------------------------------------------------------------------- */

/* Ranks start them in different orders: they were made in one. */
static void crossed(void)
{
    int sum = -1, word = -1, i;
    MPI_Request request[2];

    MPI_Bcast_init(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request[0]);
    MPI_Allreduce_init(&check_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request[1]);
    for (i = 0; i < 3; i++) {
        const int first = (check_rank + i) % 2;

        word = check_rank ? -1 : 40 + i;
        sum = -1;
        MPI_Start(&request[first]);
        MPI_Start(&request[!first]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        CHECK("6.13", word == 40 + i && sum == check_size * (check_size - 1) / 2);
    }
    MPI_Request_free(&request[1]);
    MPI_Request_free(&request[0]);
}

/* Neighbourhood collectives on a ring that are made once, two of them started in different orders
 * (7.7). */
static void neighbours(void)
{
    const int periodic = 1, ones[2] = {1, 1}, places[2] = {0, 1};
    const MPI_Aint bytes[2] = {0, sizeof(int)};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    const int last = (check_rank + check_size - 1) % check_size,
              next = (check_rank + 1) % check_size;
    int out[5][2], in[5][2], i, k;
    MPI_Request r[5];
    MPI_Comm ring;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &periodic, 0, &ring);
    MPI_Neighbor_allgather_init(out[0], 1, MPI_INT, in[0], 1, MPI_INT, ring, MPI_INFO_NULL, &r[0]);
    MPI_Neighbor_allgatherv_init(out[1], 1, MPI_INT, in[1], ones, places, MPI_INT, ring,
                                 MPI_INFO_NULL, &r[1]);
    MPI_Neighbor_alltoall_init(out[2], 1, MPI_INT, in[2], 1, MPI_INT, ring, MPI_INFO_NULL, &r[2]);
    MPI_Neighbor_alltoallv_init(out[3], ones, places, MPI_INT, in[3], ones, places, MPI_INT, ring,
                                MPI_INFO_NULL, &r[3]);
    MPI_Neighbor_alltoallw_init(out[4], ones, bytes, types, in[4], ones, bytes, types, ring,
                                MPI_INFO_NULL, &r[4]);
    for (i = 0; i < 3; i++) {
        for (k = 0; k < 5; k++) {
            out[k][0] = 1000 * i + 100 * k + check_rank;
            out[k][1] = out[k][0] + 50;
            in[k][0] = in[k][1] = -1;
        }
        if (check_rank % 2) {
            MPI_Startall(5, r);
        } else {
            for (k = 4; k >= 0; k--) {
                MPI_Start(&r[k]);
            }
        }
        MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
        for (k = 0; k < 5; k++) {
            CHECK("7.7", in[k][0] == 1000 * i + 100 * k + last + (k < 2 ? 0 : 50));
            CHECK("7.7", in[k][1] == 1000 * i + 100 * k + next);
        }
    }
    for (k = 0; k < 5; k++) {
        MPI_Request_free(&r[k]);
    }
    MPI_Comm_free(&ring);
}

int main(int argc, char **argv)
{
    MPI_Info early, environment;

    MPI_Info_create(&early);
    MPI_Info_set(early, "key", "early");
    MPI_Info_create_env(argc, argv, &environment);
    check_begin(&argc, &argv);
    if (check_size > 1) {
        rings();
        if (!IS_MPICH_4_0) {
            several();
            mixed();
            refused();
        }
    }
    infos(early);
    MPI_Info_free(&early);
    CHECK("11.2.1", environment != MPI_INFO_NULL);
    MPI_Info_free(&environment);
    neighbours();
    duplicates();
    crossed();
    return check_end("since_4");
}
