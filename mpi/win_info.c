/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hints for windows (11.2.1, 11.2.7). Those of the standard are kept and told, and none is needed: all
 * that a program may promise by them works without.
 */
#include "win.h"

MPI_WEAK(Win_set_info);
MPI_WEAK(Win_get_info);

static const struct {
    const char *key, *value; /* if the program has not said another one */
} hints[] = {
    {"no_locks", "false"},
    {"accumulate_ordering", "rar,raw,war,waw"},
    {"accumulate_ops", "same_op_no_op"},
    {"same_size", "false"},
    {"same_disp_unit", "false"},
    {"alloc_shared_noncontig", "false"},
};

enum { HINTS = sizeof(hints) / sizeof(hints[0]) };

/* What `info` says of them, or what they are without. */
static int copy_hints(MPI_Info to, MPI_Info info, bool defaults)
{
    char value[MPI_MAX_INFO_VAL + 1];
    int i, said;

    for (i = 0; i < HINTS; i++) {
        said = 0;
        if (info) {
            CHECK(PMPI_Info_get(info, hints[i].key, MPI_MAX_INFO_VAL, value, &said));
        }
        if (said || defaults) {
            CHECK(PMPI_Info_set(to, hints[i].key, said ? value : hints[i].value));
        }
    }
    return MPI_SUCCESS;
}

int win_hints(MPI_Win win, MPI_Info info)
{
    if (info == MPI_INFO_NULL) {
        return MPI_SUCCESS;
    }
    if (!win->info) {
        CHECK(PMPI_Info_create(&win->info));
    }
    return copy_hints(win->info, info, false);
}

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    CHECK(win_check(CALL, win));
    return mpi_is(info, MARK_INFO) ? win_hints(win, info)
                                   : mpi_fail_win(win, CALL, MPI_ERR_INFO, "this is no info");
}

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info)
{
    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, info, "the place for the info"));
    CHECK(PMPI_Info_create(info));
    return copy_hints(*info, win->info, true);
}
