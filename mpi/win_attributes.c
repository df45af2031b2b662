/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of windows (6.7.3), and those that the library gives (11.2.6). */
#include "win.h"

MPI_WEAK(Win_create_keyval);
MPI_WEAK(Win_free_keyval);
MPI_WEAK(Win_set_attr);
MPI_WEAK(Win_get_attr);
MPI_WEAK(Win_delete_attr);

int mpi_win_dup_fn(MPI_Win win, int keyval, void *extra, void *value, void *copied, int *flag)
{
    (void)win;
    (void)keyval;
    (void)extra;
    *(void **)copied = value;
    *flag = 1;
    return MPI_SUCCESS;
}

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *copy, MPI_Win_delete_attr_function *remove,
                           int *keyval, void *extra)
{
    return mpi_key_new(CALL, OF_WIN, (void (*)(void))copy, (void (*)(void))remove, keyval, extra);
}

int PMPI_Win_free_keyval(int *keyval)
{
    return mpi_key_free(CALL, OF_WIN, keyval);
}

/* What a key of the library's stands for; NULL: it is none of them. */
static void *given(MPI_Win win, int keyval)
{
    switch (keyval) {
    case MPI_WIN_BASE:
        return win; /* that it is there */
    case MPI_WIN_SIZE:
        return &win->bytes;
    case MPI_WIN_DISP_UNIT:
        return &win->unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &win->flavor;
    case MPI_WIN_MODEL:
        return &win->model;
    default:
        return NULL;
    }
}

static void *win_base(const struct mpi_win *win)
{
    return win->flavor == MPI_WIN_FLAVOR_DYNAMIC ? MPI_BOTTOM : win->base;
}

static int check_own(const char *call, MPI_Win win, int keyval)
{
    CHECK(win_check(call, win));
    return given(win, keyval)
             ? mpi_fail_win(win, call, MPI_ERR_KEYVAL, "the key %d is the library's", keyval)
             : MPI_SUCCESS;
}

int PMPI_Win_set_attr(MPI_Win win, int keyval, void *value)
{
    CHECK(check_own(CALL, win, keyval));
    return mpi_attribute_set(CALL, NULL, OF_WIN, win, &win->attributes, keyval, value);
}

int PMPI_Win_get_attr(MPI_Win win, int keyval, void *value, int *flag)
{
    CHECK(win_check(CALL, win));
    if (value && flag && given(win, keyval)) {
        *(void **)value = keyval == MPI_WIN_BASE ? win_base(win) : given(win, keyval);
        *flag = 1;
        return MPI_SUCCESS;
    }
    return mpi_attribute_get(CALL, NULL, OF_WIN, win->attributes, keyval, value, flag);
}

int PMPI_Win_delete_attr(MPI_Win win, int keyval)
{
    CHECK(check_own(CALL, win, keyval));
    return mpi_attribute_delete(CALL, NULL, OF_WIN, win, &win->attributes, keyval);
}
