/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the arguments of a one-sided call make sense, and what a window's errors do (8.3, 11.6). */
#include <stdarg.h>

#include "win.h"

int mpi_fail_win(MPI_Win win, const char *call, int error_class, const char *format, ...)
{
    va_list arguments;
    int error;

    va_start(arguments, format);
    error = mpi_fail_to(win->errhandler, &win, call, error_class, format, arguments);
    va_end(arguments);
    return error;
}

int win_fail_noc(MPI_Win win, const char *call, noc_err err)
{
    if (err == NOC_ERR_MEMORY || err == NOC_ERR_BUSY) {
        return mpi_fail_win(win, call, MPI_ERR_NO_MEM, "there is no memory for one more access");
    }
    return mpi_fail_win(win, call, mpi_class_of(err), "%s", noc_strerror(err));
}

int win_check(const char *call, MPI_Win win)
{
    CHECK(mpi_check_running(call));
    if (LIKELY(mpi_is(win, MARK_WIN) && win->window)) {
        return MPI_SUCCESS;
    }
    return mpi_fail(NULL, call, MPI_ERR_WIN,
                    win ? "this is no window, or it was freed" : "the window is MPI_WIN_NULL");
}

int win_check_rank(const char *call, MPI_Win win, int rank)
{
    if (LIKELY((unsigned)rank < (unsigned)win->comm->size || rank == MPI_PROC_NULL)) {
        return MPI_SUCCESS;
    }
    return mpi_fail_win(win, call, MPI_ERR_RANK, "the target is %d, and there are %d ranks", rank,
                        win->comm->size);
}

int win_check_assertion(const char *call, MPI_Win win, int assertion, int known)
{
    return LIKELY(!(assertion & ~known))
             ? MPI_SUCCESS
             : mpi_fail_win(win, call, MPI_ERR_ASSERT, "the assertion %d is not for this call",
                            assertion);
}

bool win_is_locked(const struct mpi_win *win, int rank)
{
    return win->locked_all || (win->locks && win->locked[rank] & LOCKED);
}

int win_check_idle(const char *call, MPI_Win win)
{
    const char *why = win->started    ? "MPI_Win_complete has to be called first"
                    : win->locked_all ? "MPI_Win_unlock_all has to be called first"
                    : win->fence == FENCE_USED
                        ? "accesses after MPI_Win_fence wait for the next one"
                        : NULL;

    if (why) {
        return mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "%s", why);
    }
    return MPI_SUCCESS;
}

uint32_t win_patience(void)
{
    enum { STAGED_CYCLES = 500 }; /* as long as a wait for requests sleeps */

    return mpi_state.staged ? STAGED_CYCLES : NOC_FOREVER;
}

bool win_again(noc_err err)
{
    if (err != NOC_ERR_TIMEOUT || !mpi_state.staged) {
        return false;
    }
    mpi_progress();
    return true;
}

int win_lock_layer(const char *call, MPI_Win win, int rank, bool exclusive)
{
    noc_err err;

    do {
        err = noc_lock(win->window, (uint32_t)rank, exclusive, win_patience());
    } while (win_again(err));
    if (err) {
        return win_fail_noc(win, call, err);
    }
    win->locked[rank] |= LOCKED_LAYER;
    return MPI_SUCCESS;
}
