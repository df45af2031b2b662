/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Windows to which memory is attached later (11.2.4). Displacements are addresses, so that the layer's
 * window is all of the core's memory; what is attached is known to the core itself alone.
 */
#include "win.h"

MPI_WEAK(Win_create_dynamic);
MPI_WEAK(Win_attach);
MPI_WEAK(Win_detach);

struct win_attached {
    uint32_t count;
    struct {
        uintptr_t base;
        uint32_t bytes;
    } piece[];
};

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    struct mpi_win wanted = {.unit = 1, .flavor = MPI_WIN_FLAVOR_DYNAMIC, .info = info};
    uint32_t bytes;

    CHECK(mpi_check_intra(CALL, comm));
    CHECK(mpi_check_hints(CALL, comm, info));
    CHECK(mpi_check_pointer(CALL, comm, win, "the place for the window"));
    wanted.base = noc_memory(&bytes);
    wanted.bytes = (MPI_Aint)bytes;
    CHECK(win_make(CALL, comm, &wanted, win));
    (*win)->bytes = 0; /* as an attribute */
    return MPI_SUCCESS;
}

static int check(const char *call, MPI_Win win)
{
    CHECK(win_check(call, win));
    return win->flavor == MPI_WIN_FLAVOR_DYNAMIC
             ? MPI_SUCCESS
             : mpi_fail_win(win, call, MPI_ERR_RMA_FLAVOR,
                            "the window is not of MPI_Win_create_dynamic");
}

static int check_piece(const char *call, MPI_Win win, uintptr_t base, MPI_Aint bytes)
{
    const struct win_attached *a = win->attached;
    const uintptr_t memory = (uintptr_t)win->base;
    uint32_t i, all;

    (void)noc_memory(&all);
    if (bytes < 0) {
        return mpi_fail_win(win, call, MPI_ERR_SIZE, "the memory has %ld bytes", (long)bytes);
    }
    if (bytes && (base - memory > all || (uint32_t)bytes > all - (base - memory))) {
        return mpi_fail_win(win, call, MPI_ERR_RMA_ATTACH, "the memory is not in the core's RAM");
    }
    for (i = 0; a && i < a->count; i++) {
        if (base < a->piece[i].base + a->piece[i].bytes &&
            a->piece[i].base < base + (uint32_t)bytes) {
            return mpi_fail_win(win, call, MPI_ERR_RMA_ATTACH,
                                "the memory overlaps what is attached");
        }
    }
    return MPI_SUCCESS;
}

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint bytes)
{
    struct win_attached *more;
    uint32_t count;

    CHECK(check(CALL, win));
    CHECK(check_piece(CALL, win, (uintptr_t)base, bytes));
    count = win->attached ? win->attached->count : 0;
    more = realloc(win->attached, sizeof(*more) + (count + 1) * sizeof(more->piece[0]));
    if (!more) {
        return mpi_fail_win(win, CALL, MPI_ERR_NO_MEM, "there is no memory for one more");
    }
    more->piece[count].base = (uintptr_t)base;
    more->piece[count].bytes = (uint32_t)bytes;
    more->count = count + 1;
    win->attached = more;
    return MPI_SUCCESS;
}

int PMPI_Win_detach(MPI_Win win, const void *base)
{
    struct win_attached *a;
    uint32_t i;

    CHECK(check(CALL, win));
    a = win->attached;
    for (i = 0; a && i < a->count; i++) {
        if (a->piece[i].base == (uintptr_t)base) {
            a->piece[i] = a->piece[--a->count];
            return MPI_SUCCESS;
        }
    }
    return mpi_fail_win(win, CALL, MPI_ERR_BASE, "no memory is attached at this address");
}
