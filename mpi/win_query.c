/* SPDX-License-Identifier: BSD-2-Clause */
/* The group, the hints and the name of a window (11.2.6, 11.2.7, 6.8). */
#include <string.h>

#include "win.h"

MPI_WEAK(Win_get_group);
MPI_WEAK(Win_set_name);
MPI_WEAK(Win_get_name);

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    struct mpi_group *own;

    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, group, "the place for the group"));
    own = mpi_comm_own(win->comm);
    if (!own) {
        return mpi_fail_win(win, CALL, MPI_ERR_NO_MEM, "there is no memory for the group");
    }
    *group = mpi_group_give(own);
    return MPI_SUCCESS;
}

int PMPI_Win_set_name(MPI_Win win, const char *name)
{
    size_t length;
    char *copy;

    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, name, "the name"));
    length = strlen(name);
    length = length < MPI_MAX_OBJECT_NAME ? length : MPI_MAX_OBJECT_NAME - 1;
    copy = malloc(length + 1);
    if (!copy) {
        return mpi_fail_win(win, CALL, MPI_ERR_NO_MEM, "there is no memory for the name");
    }
    memcpy(copy, name, length);
    copy[length] = 0;
    free(win->name);
    win->name = copy;
    return MPI_SUCCESS;
}

int PMPI_Win_get_name(MPI_Win win, char *name, int *length)
{
    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, name, "the place for the name"));
    CHECK(mpi_check_pointer(CALL, NULL, length, "the place for the length"));
    strcpy(name, win->name ? win->name : "");
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}
