/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Passive targets (11.5.3). MPI_Win_lock waits for the layer's lock. MPI_Win_lock_all takes that of
 * its own rank at once, and of another with the first access there, so that it costs nothing for
 * those that are not accessed.
 */
#include "win.h"

MPI_WEAK(Win_lock);
MPI_WEAK(Win_unlock);
MPI_WEAK(Win_lock_all);
MPI_WEAK(Win_unlock_all);

/* Memory for locks. False: none. */
static bool locks_begin(MPI_Win win)
{
    if (!win->locked) {
        win->locked = calloc((size_t)win->comm->size, 1);
    }
    return win->locked;
}

/* What was begun there is done, and the layer's lock is another's. */
static int unlock_layer(const char *call, MPI_Win win, int rank)
{
    const bool held = win->locked[rank] & LOCKED_LAYER;
    noc_err err;

    do {
        err = held ? noc_unlock(win->window, (uint32_t)rank, win_patience())
                   : noc_flush(win->window, rank, win_patience());
    } while (win_again(err));
    win->locked[rank] = 0;
    win_buffers_end(win, rank);
    return err ? win_fail_noc(win, call, err) : MPI_SUCCESS;
}

static int begin(const char *call, MPI_Win win)
{
    CHECK(win_check_idle(call, win));
    if (!locks_begin(win)) {
        return mpi_fail_win(win, call, MPI_ERR_NO_MEM, "there is no memory for locks");
    }
    win->fence = FENCE_NONE;
    return MPI_SUCCESS;
}

int PMPI_Win_lock(int type, int rank, int assertion, MPI_Win win)
{
    CHECK(win_check(CALL, win));
    if (type != MPI_LOCK_EXCLUSIVE && type != MPI_LOCK_SHARED) {
        return mpi_fail_win(win, CALL, MPI_ERR_LOCKTYPE, "there is no type %d of locks", type);
    }
    CHECK(win_check_rank(CALL, win, rank));
    CHECK(win_check_assertion(CALL, win, assertion, MPI_MODE_NOCHECK));
    CHECK(begin(CALL, win));
    if (rank == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    if (win->locked[rank]) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "rank %d is locked already", rank);
    }
    if (!(assertion & MPI_MODE_NOCHECK)) {
        CHECK(win_lock_layer(CALL, win, rank, type == MPI_LOCK_EXCLUSIVE));
    }
    win->locked[rank] |= LOCKED;
    win->locks++;
    return MPI_SUCCESS;
}

int PMPI_Win_unlock(int rank, MPI_Win win)
{
    CHECK(win_check(CALL, win));
    CHECK(win_check_rank(CALL, win, rank));
    if (rank == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    if (!win->locks || !(win->locked[rank] & LOCKED)) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "rank %d is not locked", rank);
    }
    win->locks--;
    return unlock_layer(CALL, win, rank);
}

int PMPI_Win_lock_all(int assertion, MPI_Win win)
{
    CHECK(win_check(CALL, win));
    CHECK(win_check_assertion(CALL, win, assertion, MPI_MODE_NOCHECK));
    CHECK(begin(CALL, win));
    if (win->locks) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "a rank is locked already");
    }
    win->unchecked = assertion & MPI_MODE_NOCHECK;
    if (!win->unchecked) {
        CHECK(win_lock_layer(CALL, win, win->comm->rank, false));
    }
    win->locked_all = true;
    return MPI_SUCCESS;
}

int PMPI_Win_unlock_all(MPI_Win win)
{
    noc_err err;
    int rank;

    CHECK(win_check(CALL, win));
    if (!win->locked_all) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_SYNC, "MPI_Win_lock_all was not called");
    }
    win->locked_all = false;
    do {
        err = win_flush(win, NOC_ANY_SOURCE, win_patience());
    } while (win_again(err));
    for (rank = 0; !err && rank < win->comm->size; rank++) {
        if (win->locked[rank]) {
            CHECK(unlock_layer(CALL, win, rank));
        }
    }
    return err ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}
