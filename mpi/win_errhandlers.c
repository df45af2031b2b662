/* SPDX-License-Identifier: BSD-2-Clause */
/* Error handlers of windows (8.3.2). */
#include "win.h"

MPI_WEAK(Win_create_errhandler);
MPI_WEAK(Win_set_errhandler);
MPI_WEAK(Win_get_errhandler);
MPI_WEAK(Win_call_errhandler);

typedef void function_for_any(void *, int *, ...);

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler)
{
    return mpi_errhandler_new(CALL, OF_WIN, (function_for_any *)function, handler);
}

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler)
{
    struct mpi_errhandler *old;

    CHECK(win_check(CALL, win));
    CHECK(mpi_errhandler_check(CALL, NULL, OF_WIN, handler));
    old = win->errhandler;
    mpi_errhandler_hold(handler);
    win->errhandler = handler;
    mpi_errhandler_release(old);
    return MPI_SUCCESS;
}

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *handler)
{
    CHECK(win_check(CALL, win));
    CHECK(mpi_check_pointer(CALL, NULL, handler, "the place for the error handler"));
    *handler = mpi_errhandler_give(win->errhandler);
    return MPI_SUCCESS;
}

int PMPI_Win_call_errhandler(MPI_Win win, int code)
{
    const char *text;

    CHECK(win_check(CALL, win));
    text = mpi_class_text(code);
    if (win->errhandler != &mpi_errors_return) {
        (void)mpi_fail_win(win, CALL, code, "%s", text ? text : "an error of the program's own");
    }
    return MPI_SUCCESS;
}
