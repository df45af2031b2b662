/* SPDX-License-Identifier: BSD-2-Clause */
/* Hints for windows (11.2.7): none is known, so none is kept. */
#include "win.h"

MPI_WEAK(Win_set_info);
MPI_WEAK(Win_get_info);

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    CHECK(win_check(CALL, win));
    return mpi_is(info, MARK_INFO) ? MPI_SUCCESS
                                   : mpi_fail_win(win, CALL, MPI_ERR_INFO, "this is no info");
}

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info)
{
    CHECK(win_check(CALL, win));
    return PMPI_Info_create(info);
}
