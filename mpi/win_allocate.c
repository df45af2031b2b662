/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows of new memory, also of memory that is to be shared, which no two cores can (11.2.2,
 * 11.2.3). */
#include <string.h>

#include "win.h"

MPI_WEAK(Win_allocate);
MPI_WEAK(Win_allocate_shared);
MPI_WEAK(Win_shared_query);

static int allocate(const char *call, MPI_Comm comm, MPI_Aint bytes, int unit, int flavor,
                    MPI_Info info, void *base, MPI_Win *win)
{
    struct mpi_win wanted = {
        .bytes = bytes, .unit = unit, .flavor = flavor, .allocated = true, .info = info};
    int error;

    if (bytes < 0) {
        return mpi_fail(comm, call, MPI_ERR_SIZE, "the window has %ld bytes", (long)bytes);
    }
    if (unit <= 0) {
        return mpi_fail(comm, call, MPI_ERR_DISP, "the unit of displacements is %d", unit);
    }
    CHECK(mpi_check_hints(call, comm, info));
    CHECK(mpi_check_pointer(call, comm, base, "the place for the address"));
    CHECK(mpi_check_pointer(call, comm, win, "the place for the window"));
    wanted.base = malloc(bytes ? (size_t)bytes : 1);
    if (!wanted.base) {
        wanted.unit = 0; /* win_make tells all members */
    }
    error = win_make(call, comm, &wanted, win);
    if (error) {
        free(wanted.base);
    } else {
        *(void **)base = wanted.base;
    }
    return error;
}

int PMPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                      MPI_Win *win)
{
    CHECK(mpi_check_intra(CALL, comm));
    return allocate(CALL, comm, bytes, unit, MPI_WIN_FLAVOR_ALLOCATE, info, base, win);
}

int PMPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *base,
                             MPI_Win *win)
{
    CHECK(mpi_check_intra(CALL, comm));
    if (comm->size > 1) {
        return mpi_fail(comm, CALL, MPI_ERR_RMA_SHARED,
                        "no two cores share memory, and there are %d ranks", comm->size);
    }
    return allocate(CALL, comm, bytes, unit, MPI_WIN_FLAVOR_SHARED, info, base, win);
}

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *bytes, int *unit, void *base)
{
    CHECK(win_check(CALL, win));
    CHECK(win_check_rank(CALL, win, rank));
    if (win->flavor != MPI_WIN_FLAVOR_SHARED) {
        return mpi_fail_win(win, CALL, MPI_ERR_RMA_FLAVOR,
                            "the window is not of MPI_Win_allocate_shared");
    }
    CHECK(mpi_check_pointer(CALL, NULL, bytes, "the place for the size"));
    CHECK(mpi_check_pointer(CALL, NULL, unit, "the place for the unit"));
    CHECK(mpi_check_pointer(CALL, NULL, base, "the place for the address"));
    *bytes = win->bytes;
    *unit = win->unit;
    *(void **)base = win->base;
    return MPI_SUCCESS;
}
