/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups, communicators, their attributes and error handlers; the environment. Four ranks or more. */
#include "check.h"

static void groups(void)
{
    const int picked[3] = {3, 1, 0};
    int ranges[1][3] = {{0, 2, 2}}, size, rank, result, got[2], i;
    MPI_Group all, some, even, made;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_size(all, &size);
    MPI_Group_rank(all, &rank);
    CHECK("6.3.1", size == check_size && rank == check_rank);
    MPI_Group_incl(all, 3, picked, &some);
    MPI_Group_rank(some, &rank);
    CHECK("6.3.2", rank == (check_rank == 3   ? 0
                            : check_rank == 1 ? 1
                            : check_rank == 0 ? 2
                                              : MPI_UNDEFINED));
    MPI_Group_range_incl(all, 1, ranges, &even);
    MPI_Group_translate_ranks(some, 2, (int[]){2, 0}, even, got);
    CHECK("6.3.1", got[0] == 0 && got[1] == MPI_UNDEFINED);
    MPI_Group_union(some, even, &made);
    MPI_Group_translate_ranks(made, 2, (int[]){0, 3}, all, got);
    MPI_Group_size(made, &size);
    CHECK("6.3.2", size == 4 && got[0] == 3 && got[1] == 2);
    MPI_Group_free(&made);
    MPI_Group_intersection(some, even, &made);
    MPI_Group_size(made, &size);
    CHECK("6.3.2", size == 1);
    MPI_Group_free(&made);
    MPI_Group_difference(some, even, &made);
    MPI_Group_size(made, &size);
    CHECK("6.3.2", size == 2);
    MPI_Group_compare(made, some, &result);
    CHECK("6.3.1", result == MPI_UNEQUAL);
    MPI_Group_free(&made);
    MPI_Group_incl(all, 3, (int[]){0, 1, 3}, &made);
    MPI_Group_compare(made, some, &result);
    CHECK("6.3.1", result == MPI_SIMILAR);
    MPI_Group_free(&made);
    MPI_Group_excl(all, 1, (int[]){1}, &made);
    MPI_Group_translate_ranks(made, 1, (int[]){1}, all, &i);
    CHECK("6.3.2", i == 2);
    MPI_Group_free(&made);
    MPI_Group_free(&some);
    MPI_Group_free(&even);
    MPI_Group_free(&all);
    CHECK("6.3.3", all == MPI_GROUP_NULL);
}

static void contexts(void)
{
    int value = check_rank, got = -1, result, rank, size, sum,
        other = (check_rank + 1) % check_size;
    MPI_Comm copy, half;
    MPI_Request request;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
    CHECK("6.4.1", result == MPI_CONGRUENT);
    /* A message in one communicator is not received in another. */
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &request);
    MPI_Sendrecv(&value, 1, MPI_INT, other, 1, &sum, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK("6.4", sum == (check_rank + check_size - 1) % check_size);
    value += 100;
    MPI_Send(&value, 1, MPI_INT, other, 1, copy);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("6.4", got == 100 + (check_rank + check_size - 1) % check_size);
    MPI_Comm_split(copy, check_rank % 2, -check_rank, &half);
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    CHECK("6.4.2", size == (check_size + 1 - check_rank % 2) / 2);
    CHECK("6.4.2", rank == size - 1 - check_rank / 2);
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, half);
    CHECK("6.4.2", sum == size * (size - 1) + size * (check_rank % 2));
    MPI_Comm_free(&half);
    MPI_Comm_split(copy, check_rank ? 0 : MPI_UNDEFINED, 0, &half);
    CHECK("6.4.2", (half == MPI_COMM_NULL) == (check_rank == 0));
    if (half != MPI_COMM_NULL) {
        MPI_Comm_free(&half);
    }
    MPI_Comm_free(&copy);
    CHECK("6.4.3", copy == MPI_COMM_NULL);
}

static void between(void)
{
    const int side = check_rank % 2;
    int flag = 0, local = 0, remote = 0, value = check_rank, got = -1, rank, sum = -1;
    MPI_Comm half, inter, merged;

    MPI_Comm_split(MPI_COMM_WORLD, side, check_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 7, &inter);
    MPI_Comm_test_inter(inter, &flag);
    MPI_Comm_size(inter, &local);
    MPI_Comm_remote_size(inter, &remote);
    CHECK("6.6.1", flag && local + remote == check_size);
    MPI_Comm_rank(half, &rank);
    if (rank == 0) {
        MPI_Sendrecv(&value, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE);
        CHECK("6.6", got == 1 - side);
    }
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK("5.9.6", sum == remote * (remote - 1) + remote * (1 - side));
    MPI_Intercomm_merge(inter, side, &merged);
    MPI_Comm_rank(merged, &rank);
    CHECK("6.6.2", rank == (side ? remote : 0) + check_rank / 2);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static int copies, deletes;

static int copy_one(MPI_Comm comm, int keyval, void *extra, void *value, void *made, int *flag)
{
    (void)comm;
    (void)keyval;
    copies++;
    *(void **)made = value;
    *flag = extra != NULL;
    return MPI_SUCCESS;
}

static int delete_one(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    deletes++;
    return MPI_SUCCESS;
}

static void attributes(void)
{
    int keyval, value = 5, *got = NULL, flag = 1, *tag_ub = NULL, with = 0;
    MPI_Comm comm, copy;

    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_ub, &flag);
    CHECK("8.1.2", flag && *tag_ub >= 32767);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy_one, delete_one, &keyval, &with);
    MPI_Comm_get_attr(comm, keyval, &got, &flag);
    CHECK("6.7.2", !flag);
    MPI_Comm_set_attr(comm, keyval, &value);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_get_attr(copy, keyval, &got, &flag);
    CHECK("6.7.2", copies == 1 && flag && got == &value);
    MPI_Comm_free(&copy);
    CHECK("6.7.2", deletes == 1);
    MPI_Comm_delete_attr(comm, keyval);
    CHECK("6.7.2", deletes == 2);
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&comm);
}

static int handled;

static void handler(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    handled = check_class(*code);
}

static void error_handlers(void)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0, class, code, value = 0;
    MPI_Comm comm;
    MPI_Errhandler own, got;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_get_errhandler(comm, &got);
    CHECK("8.3.1", got == MPI_ERRORS_RETURN);
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(comm, own);
    MPI_Errhandler_free(&own);
    CHECK("8.3.4", own == MPI_ERRHANDLER_NULL);
    MPI_Send(&value, 1, MPI_INT, check_size + 5, 0, comm);
    CHECK("8.3", handled == MPI_ERR_RANK);
    MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
    CHECK("8.3.4", handled == MPI_ERR_OTHER);
    MPI_Comm_free(&comm);
    MPI_Error_string(MPI_ERR_TAG, text, &length);
    CHECK("8.3", length > 0 && length == (int)strlen(text));
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "out of ink");
    MPI_Error_string(code, text, &length);
    CHECK("8.5", check_class(code) == class && !strcmp(text, "out of ink"));
}

static void environment(void)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int version, subversion, length, flag = 0;
    double before, after;

    MPI_Get_version(&version, &subversion);
    CHECK("8.1.1", version >= 3);
    MPI_Get_processor_name(name, &length);
    CHECK("8.1.2", length == (int)strlen(name));
    MPI_Initialized(&flag);
    CHECK("8.7", flag);
    MPI_Finalized(&flag);
    CHECK("8.7", !flag);
    before = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    after = MPI_Wtime();
    CHECK("8.6", after >= before && MPI_Wtick() > 0);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    groups();
    contexts();
    between();
    attributes();
    error_handlers();
    environment();
    return check_end("communicators");
}
