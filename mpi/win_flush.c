/* SPDX-License-Identifier: BSD-2-Clause */
/* What was begun is done at both ends, also where the origin's would do (11.5.4). */
#include "win.h"

MPI_WEAK(Win_flush);
MPI_WEAK(Win_flush_all);
MPI_WEAK(Win_flush_local);
MPI_WEAK(Win_flush_local_all);
MPI_WEAK(Win_sync);

static int flush(const char *call, int rank, MPI_Win win)
{
    noc_err err;

    do {
        err = win_flush(win, rank, win_patience());
    } while (win_again(err));
    return err ? win_fail_noc(win, call, err) : MPI_SUCCESS;
}

static int flush_one(const char *call, int rank, MPI_Win win)
{
    CHECK(win_check(call, win));
    CHECK(win_check_rank(call, win, rank));
    if (rank == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    return win_is_locked(win, rank)
             ? flush(call, rank, win)
             : mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "rank %d is not locked", rank);
}

static int flush_all(const char *call, MPI_Win win)
{
    CHECK(win_check(call, win));
    return win->locked_all || win->locks
             ? flush(call, NOC_ANY_SOURCE, win)
             : mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "no rank is locked");
}

int PMPI_Win_flush(int rank, MPI_Win win)
{
    return flush_one(CALL, rank, win);
}

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    return flush_one(CALL, rank, win);
}

int PMPI_Win_flush_all(MPI_Win win)
{
    return flush_all(CALL, win);
}

int PMPI_Win_flush_local_all(MPI_Win win)
{
    return flush_all(CALL, win);
}

/* There is one copy of the memory. What others have sent is looked at, since a program may wait for it
 * in a loop of these calls. */
int PMPI_Win_sync(MPI_Win win)
{
    noc_err err;

    CHECK(win_check(CALL, win));
    mpi_progress();
    err = noc_flush(win->window, win->comm->rank, 0);
    return err && err != NOC_ERR_TIMEOUT ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}
