/* SPDX-License-Identifier: BSD-2-Clause */
/* Fences (11.5.1). What the program promises saves nothing: the layer's fence is a barrier, before
 * which each rank waits for its own accesses. */
#include "win.h"

MPI_WEAK(Win_fence);

static int check(const char *call, MPI_Win win, int assertion)
{
    CHECK(win_check(call, win));
    CHECK(win_check_assertion(call, win, assertion,
                              MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE |
                                  MPI_MODE_NOSUCCEED));
    if (win->locks || win->locked_all || win->started || win->posted) {
        return mpi_fail_win(win, call, MPI_ERR_RMA_SYNC,
                            "what was begun by lock, start or post has not ended");
    }
    return MPI_SUCCESS;
}

int PMPI_Win_fence(int assertion, MPI_Win win)
{
    noc_err err;

    CHECK(check(CALL, win, assertion));
    win->fencing = true;
    do {
        err = noc_fence(win->window, win_patience());
    } while (win_again(err));
    win->fencing = false;
    win_buffers_end(win, NOC_ANY_SOURCE);
    win->fence = assertion & MPI_MODE_NOSUCCEED ? FENCE_NONE : FENCE_OPEN;
    return err ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}
