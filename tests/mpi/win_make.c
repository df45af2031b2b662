/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows: how they are made, and what belongs to them beside their memory. */
#include "check.h"

static int handled, deleted;

static void handler(MPI_Win *win, int *code, ...)
{
    (void)win;
    handled = check_class(*code);
}

static int forget(MPI_Win win, int keyval, void *value, void *extra)
{
    (void)win;
    (void)keyval;
    (void)extra;
    deleted += *(int *)value;
    return MPI_SUCCESS;
}

static void check_given(MPI_Win win, const void *base, MPI_Aint bytes, int unit, int flavor)
{
    void *value = NULL;
    int flag = 0;

    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    CHECK("11.2.6", flag && value == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    CHECK("11.2.6", flag && *(MPI_Aint *)value == bytes);
    if (flavor != MPI_WIN_FLAVOR_DYNAMIC) {
        MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
        CHECK("11.2.6", flag && *(int *)value == unit);
    }
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    CHECK("11.2.6", flag && *(int *)value == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    CHECK("11.2.6",
          flag && (*(int *)value == MPI_WIN_SEPARATE || *(int *)value == MPI_WIN_UNIFIED));
}

static void flavors(void)
{
    int own[4] = {0}, piece = 0, *base = NULL, length;
    MPI_Win win;

    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_given(win, own, sizeof(own), sizeof(int), MPI_WIN_FLAVOR_CREATE);
    MPI_Win_free(&win);
    CHECK("11.2.5", win == MPI_WIN_NULL);

    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&base, &win);
    check_given(win, base, 64, 8, MPI_WIN_FLAVOR_ALLOCATE);
    base[5] = 1;
    MPI_Win_free(&win);

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_given(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
    CHECK("11.2.4", !MPI_Win_attach(win, &piece, sizeof(piece)));
    CHECK("11.2.4", !MPI_Win_detach(win, &piece));
    MPI_Win_free(&win);

    /* Each rank may give another length, or none, and another unit. */
    length = 4 * (check_rank % 4);
    MPI_Win_create(length ? own : NULL, length, 1 + check_rank, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    check_given(win, length ? own : NULL, length, 1 + check_rank, MPI_WIN_FLAVOR_CREATE);
    MPI_Win_free(&win);
}

static void shared(void)
{
    int *base = NULL, *found = NULL, unit = 0, size;
    MPI_Aint bytes = 0;
    MPI_Comm near;
    MPI_Win win;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
    MPI_Comm_size(near, &size);
    MPI_Win_allocate_shared(8, 4, MPI_INFO_NULL, near, (void *)&base, &win);
    MPI_Win_shared_query(win, size - 1, &bytes, &unit, (void *)&found);
    CHECK("11.2.3", bytes == 8 && unit == 4 && found);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, (void *)&found);
    CHECK("11.2.3", bytes == 8 && unit == 4 && found);
    MPI_Win_free(&win);
    MPI_Comm_free(&near);
}

static void hint_is(MPI_Info info, const char *key, const char *wanted)
{
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int flag = 0;

    MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
    CHECK("11.2.7", flag && !strcmp(value, wanted));
}

/* Those of the standard are told, as they were given or as they are without. */
static void hints(void)
{
    MPI_Info info;
    MPI_Win win;
    int own = 0;

    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "nobody_knows", "this");
    MPI_Win_create(&own, sizeof(own), 1, info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    hint_is(info, "no_locks", "true");
    hint_is(info, "accumulate_ordering", "rar,raw,war,waw");
    hint_is(info, "accumulate_ops", "same_op_no_op");
    MPI_Info_set(info, "no_locks", "false");
    CHECK("11.2.7", !MPI_Win_set_info(win, info));
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &info);
    hint_is(info, "no_locks", "false");
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

static void belongings(void)
{
    int own = 0, key, value = 3, flag = 0, length = -1, *got = NULL, same = -1;
    char name[MPI_MAX_OBJECT_NAME] = "x";
    MPI_Group of_win, of_comm;
    MPI_Errhandler mine, found;
    MPI_Info info;
    MPI_Win win;

    MPI_Win_create(&own, sizeof(own), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_name(win, name, &length);
    CHECK("6.8", length == 0 && !name[0]);
    MPI_Win_set_name(win, "the window");
    MPI_Win_get_name(win, name, &length);
    CHECK("6.8", length == 10 && !strcmp(name, "the window"));
    MPI_Win_get_group(win, &of_win);
    MPI_Comm_group(MPI_COMM_WORLD, &of_comm);
    MPI_Group_compare(of_win, of_comm, &same);
    CHECK("11.2.6", same == MPI_IDENT);
    MPI_Group_free(&of_win);
    MPI_Group_free(&of_comm);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "false");
    CHECK("11.2.7", !MPI_Win_set_info(win, info));
    MPI_Info_free(&info);
    CHECK("11.2.7", !MPI_Win_get_info(win, &info) && info != MPI_INFO_NULL);
    MPI_Info_free(&info);

    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &key, NULL);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK("6.7.3", !flag);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK("6.7.3", flag && got == &value);
    MPI_Win_delete_attr(win, key);
    CHECK("6.7.3", deleted == 3);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_free_keyval(&key);
    CHECK("6.7.3", key == MPI_KEYVAL_INVALID);

    MPI_Win_get_errhandler(win, &found);
    CHECK("8.3", found == MPI_ERRORS_ARE_FATAL);
    MPI_Win_create_errhandler(handler, &mine);
    MPI_Win_set_errhandler(win, mine);
    MPI_Win_get_errhandler(win, &found);
    CHECK("8.3.2", found == mine);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&mine);
    MPI_Win_call_errhandler(win, MPI_ERR_DISP);
    CHECK("8.3.5", handled == MPI_ERR_DISP);
    MPI_Put(&own, 1, MPI_INT, check_size, 0, 1, MPI_INT, win);
    CHECK("8.3.2", handled == MPI_ERR_RANK);
    MPI_Win_free(&win);
    CHECK("6.7.3", deleted == 6);
}

static void errors(void)
{
    int own = 0, got = 0;
    MPI_Datatype raw;
    MPI_Group group;
    MPI_Win win;

    CHECK_ERROR("11.6.2", MPI_ERR_SIZE,
                MPI_Win_create(&own, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    CHECK_REFUSED("11.2.1", MPI_Win_create(&own, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    win = MPI_WIN_NULL;
    CHECK_ERROR("11.6.2", MPI_ERR_WIN, MPI_Win_fence(0, win));
    MPI_Win_create(&own, sizeof(own), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &raw);
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Put(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    CHECK_ERROR("11.3", MPI_ERR_RANK, MPI_Put(&got, 1, MPI_INT, -7, 0, 1, MPI_INT, win));
    CHECK_ERROR("11.3", MPI_ERR_COUNT, MPI_Put(&got, -1, MPI_INT, 0, 0, 1, MPI_INT, win));
    CHECK_ERROR("11.3", MPI_ERR_COUNT, MPI_Get(&got, 1, MPI_INT, 0, 0, -1, MPI_INT, win));
    CHECK_ERROR("11.3", MPI_ERR_TYPE, MPI_Get(&got, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
    CHECK_ERROR("11.3", MPI_ERR_TYPE, MPI_Put(&got, 1, MPI_INT, 0, 0, 1, raw, win));
    CHECK_ERROR("11.6.2", MPI_ERR_DISP, MPI_Put(&got, 1, MPI_INT, 0, -4, 1, MPI_INT, win));
    CHECK_ERROR("11.3.4", MPI_ERR_OP,
                MPI_Accumulate(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win));
    CHECK("3.11", !MPI_Put(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK_REFUSED("11.5.3", MPI_Win_lock(7, 0, 0, win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_unlock(0, win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_flush(0, win));
    MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win);
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_free(&win));
    MPI_Win_unlock(check_rank, win);
    MPI_Comm_group(MPI_COMM_SELF, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_SYNC, MPI_Win_start(group, 0, win));
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Type_free(&raw);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    flavors();
    shared();
    belongings();
    hints();
    errors();
    return check_end("win_make");
}
