/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups, communicators, what is attached to them, and their error handlers. */
#include "check.h"

/* A sum over a communicator tells who is in it. */
static int sum_of(MPI_Comm comm)
{
    int all = -1;

    MPI_Allreduce(&check_rank, &all, 1, MPI_INT, MPI_SUM, comm);
    return all;
}

static void groups(void)
{
    int range[1][3] = {{0, check_size - 1, 2}}, first[2] = {1, 0}, result, size, rank, ranks[2];
    MPI_Group world, even, odd, all, none, turned;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &even);
    MPI_Group_range_excl(world, 1, range, &odd);
    MPI_Group_union(even, odd, &all);
    MPI_Group_compare(all, world, &result);
    CHECK("6.3.2", result == (check_size > 2 ? MPI_SIMILAR : MPI_IDENT));
    MPI_Group_intersection(even, odd, &none);
    CHECK("6.3.2", none == MPI_GROUP_EMPTY);
    MPI_Group_difference(world, odd, &none);
    MPI_Group_compare(none, even, &result);
    CHECK("6.3.2", result == MPI_IDENT);
    MPI_Group_incl(world, 2, first, &turned);
    MPI_Group_translate_ranks(turned, 2, first, odd, ranks);
    CHECK("6.3.1", ranks[0] == MPI_UNDEFINED && ranks[1] == 0);
    MPI_Group_size(odd, &size);
    CHECK("6.3.1", size == check_size / 2);
    MPI_Group_rank(even, &rank);
    CHECK("6.3.1", rank == (check_rank % 2 ? MPI_UNDEFINED : check_rank / 2));
    MPI_Group_free(&none);
    MPI_Group_free(&turned);
    MPI_Group_free(&all);
    MPI_Group_free(&even);
    MPI_Group_free(&odd);
    MPI_Group_free(&world);
    CHECK("6.3.3", world == MPI_GROUP_NULL);
}

static void splits(void)
{
    MPI_Comm half, same, turned, none;
    int rank, size, result;

    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, -check_rank, &half);
    MPI_Comm_size(half, &size);
    MPI_Comm_rank(half, &rank);
    CHECK("6.4.2", size == (check_size + 1 - check_rank % 2) / 2);
    CHECK("6.4.2", rank == size - 1 - check_rank / 2); /* by key */
    MPI_Comm_dup(half, &same);
    MPI_Comm_compare(half, same, &result);
    CHECK("6.4.1", result == MPI_CONGRUENT);
    CHECK("6.4.2", sum_of(half) == sum_of(same));
    MPI_Comm_split(MPI_COMM_WORLD, 0, check_size - check_rank, &turned);
    MPI_Comm_compare(turned, MPI_COMM_WORLD, &result);
    CHECK("6.4.1", result == MPI_SIMILAR);
    MPI_Comm_split(MPI_COMM_WORLD, check_rank ? 0 : MPI_UNDEFINED, 0, &none);
    CHECK("6.4.2", (none == MPI_COMM_NULL) == !check_rank);
    if (none != MPI_COMM_NULL) {
        MPI_Comm_free(&none);
    }
    MPI_Comm_free(&turned);
    MPI_Comm_free(&same);
    MPI_Comm_free(&half);
}

static void created(void)
{
    int range[1][3] = {{0, check_size - 1, 2}}, evens = (check_size + 1) / 2;
    MPI_Group world, even;
    MPI_Comm comm, again;
    MPI_Request request;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &even);
    MPI_Comm_create(MPI_COMM_WORLD, even, &comm);
    CHECK("6.4.2", (comm == MPI_COMM_NULL) == check_rank % 2);
    if (comm != MPI_COMM_NULL) {
        CHECK("6.4.2", sum_of(comm) == evens * (evens - 1));
        MPI_Comm_create_group(comm, even, 5, &again);
        CHECK("6.4.2", sum_of(again) == evens * (evens - 1));
        MPI_Comm_free(&again);
        MPI_Comm_idup(comm, &again, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK("6.4.2", sum_of(again) == evens * (evens - 1));
        MPI_Comm_free(&again);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&even);
    MPI_Group_free(&world);
}

/* Of two communicators, in another order at every second rank. */
static void crossed(void)
{
    MPI_Comm from[2], made[2];
    MPI_Request requests[2];
    const int first = check_rank % 2;

    MPI_Comm_dup(MPI_COMM_WORLD, &from[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &from[1]);
    MPI_Comm_idup(from[first], &made[first], &requests[0]);
    MPI_Comm_idup(from[!first], &made[!first], &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK("6.4.2", sum_of(made[0]) == check_size * (check_size - 1) / 2);
    CHECK("6.4.2", sum_of(made[1]) == check_size * (check_size - 1) / 2);
    MPI_Comm_free(&made[0]);
    MPI_Comm_free(&made[1]);
    MPI_Comm_free(&from[0]);
    MPI_Comm_free(&from[1]);
}

/* What is under way in a communicator that is freed goes on (6.4.3). */
static void freed(void)
{
    MPI_Comm comm;
    MPI_Request request;
    int out = check_rank, in = -1;
    const int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&in, 1, MPI_INT, from, 3, comm, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&out, 1, MPI_INT, to, 3, comm);
    MPI_Comm_free(&comm);
    CHECK("6.4.3", comm == MPI_COMM_NULL);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("6.4.3", in == from);
}

/* Even ranks on one side, odd ones on the other. */
static void two_sides(void)
{
    const int odd = check_rank % 2, all = check_size * (check_size - 1) / 2;
    int remote, rank, out = check_rank, in = -1, sum = 0, own = 0, flag, i;
    MPI_Comm half, both, merged, copy;
    MPI_Status status;

    MPI_Comm_split(MPI_COMM_WORLD, odd, check_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - odd, 9, &both);
    MPI_Comm_remote_size(both, &remote);
    MPI_Comm_rank(both, &rank);
    MPI_Comm_test_inter(both, &flag);
    CHECK("6.6.1", flag && remote == (check_size + odd) / 2);
    if (rank < remote && 2 * rank + (1 - odd) < check_size) {
        MPI_Sendrecv(&out, 1, MPI_INT, rank, 4, &in, 1, MPI_INT, MPI_ANY_SOURCE, 4, both, &status);
        CHECK("6.6", in == 2 * rank + 1 - odd && status.MPI_SOURCE == rank);
    }
    MPI_Comm_dup(both, &copy);
    for (i = 0; i < check_size; i++) {
        own += i % 2 == odd ? i : 0;
    }
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    CHECK("5.9.6", sum == all - own); /* that of the other side */
    out = check_rank == 0 ? 77 : -1;
    MPI_Bcast(&out, 1, MPI_INT, odd ? 0 : check_rank ? MPI_PROC_NULL : MPI_ROOT, copy);
    CHECK("5.4", out == (odd || !check_rank ? 77 : -1));
    MPI_Barrier(copy);
    MPI_Intercomm_merge(copy, odd, &merged);
    MPI_Comm_rank(merged, &rank);
    CHECK("6.6.2", rank == check_rank / 2 + (odd ? (check_size + 1) / 2 : 0));
    CHECK("6.6.2", sum_of(merged) == all);
    MPI_Comm_free(&merged);
    MPI_Intercomm_merge(copy, !odd, &merged);
    MPI_Comm_rank(merged, &rank);
    CHECK("6.6.2", rank == check_rank / 2 + (odd ? 0 : check_size / 2));
    MPI_Comm_free(&merged);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

static int copies, deletes;

static int copy_function(MPI_Comm comm, int key, void *extra, void *value, void *copied, int *flag)
{
    (void)comm;
    (void)key;
    copies += *(int *)extra;
    *(void **)copied = (char *)value + 4;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_function(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)value;
    deletes += *(int *)extra;
    return MPI_SUCCESS;
}

static void attributes(void)
{
    static int extra = 1, values[4];
    int key, flag, *value;
    MPI_Comm comm, copy;

    MPI_Comm_create_keyval(copy_function, delete_function, &key, &extra);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_get_attr(comm, key, &value, &flag);
    CHECK("6.7.2", !flag);
    MPI_Comm_set_attr(comm, key, values);
    MPI_Comm_set_attr(comm, key, &values[1]);
    CHECK("6.7.2", deletes == 1);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_get_attr(copy, key, &value, &flag);
    CHECK("6.7.2", flag && value == &values[2] && copies == 1);
    MPI_Comm_free_keyval(&key);
    CHECK("6.7.2", key == MPI_KEYVAL_INVALID);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
    CHECK("6.7.2", deletes == 3);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
    CHECK("8.1.2", flag && *value >= 32767);
}

static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    int class;

    MPI_Error_class(*code, &class);
    handled = *comm != MPI_COMM_NULL ? class : -1;
}

static void handlers(void)
{
    MPI_Errhandler own, old;
    MPI_Comm comm;
    char text[MPI_MAX_ERROR_STRING], name[MPI_MAX_OBJECT_NAME];
    int class, code, length;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_get_errhandler(comm, &old);
    CHECK("8.3.1", old == MPI_ERRORS_RETURN); /* that of the original */
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(comm, own);
    MPI_Errhandler_free(&own);
    CHECK("8.3", own == MPI_ERRHANDLER_NULL);
    CHECK_ERROR("8.3", MPI_ERR_RANK, MPI_Send(&class, 1, MPI_INT, check_size, 0, comm));
    CHECK("8.3", handled == MPI_ERR_RANK);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the program's own");
    MPI_Error_string(code, text, &length);
    CHECK("8.5", !strcmp(text, "the program's own") && length == (int)strlen(text));
    CHECK("8.5", check_class(code) == class && class > MPI_ERR_LASTCODE);
    MPI_Comm_call_errhandler(comm, code);
    CHECK("8.5", handled == class);
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK("6.8", !strcmp(name, "MPI_COMM_WORLD"));
    MPI_Comm_set_name(comm, "mine");
    MPI_Comm_get_name(comm, name, &length);
    CHECK("6.8", !strcmp(name, "mine") && length == 4);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    groups();
    splits();
    created();
    crossed();
    freed();
    two_sides();
    attributes();
    handlers();
    return check_end("comm_make");
}
