/* SPDX-License-Identifier: BSD-2-Clause */
/* A place outside of a window, which this library tells the class of, and without an error handler in
 * one line; a request that is waited for behind a fence. */
#include "check.h"

int main(int argc, char **argv)
{
    int own[4] = {0}, got = -1;
    MPI_Request request;
    MPI_Win win;

    check_begin(&argc, &argv);
    MPI_Win_create(own, sizeof(own), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_ERROR("11.6.2", MPI_ERR_LOCKTYPE, MPI_Win_lock(7, 0, 0, win));
    CHECK_ERROR("11.6.2", MPI_ERR_ASSERT, MPI_Win_fence(1024, win));
    MPI_Win_lock_all(0, win);
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_RANGE, MPI_Get(&got, 1, MPI_INT, 1, 4, 1, MPI_INT, win));
    CHECK_ERROR("11.6.2", MPI_ERR_RMA_RANGE,
                MPI_Fetch_and_op(own, &got, MPI_INT, 1, 4, MPI_SUM, win));
    CHECK_ERROR("11.3.2", MPI_ERR_TRUNCATE, MPI_Get(&got, 1, MPI_INT, 1, 0, 2, MPI_INT, win));
    MPI_Rget(&got, 1, MPI_INT, 1, 3, 1, MPI_INT, win, &request);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK("11.3.5", got == 0);
    MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
    if (check_rank == 2 && !check_failed) {
        MPI_Put(own, 2, MPI_INT, 1, 3, 2, MPI_INT, win);
    }
    MPI_Win_free(&win);
    return check_end("window");
}
