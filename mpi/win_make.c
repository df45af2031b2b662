/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows: made of memory that is there, or of new memory, and freed (11.2.1, 11.2.2, 11.2.5). */
#include <string.h>

#include "win.h"

MPI_WEAK(Win_create);
MPI_WEAK(Win_free);

void win_release(MPI_Win win)
{
    if (--win->references) {
        return;
    }
    mpi_errhandler_release(win->errhandler);
    mpi_object_free(win);
}

/* --- making ---------------------------------------------------------------------------------- */

/* A communicator of the same members. Each tells how long its unit is; 0: it has no memory for the
 * window. */
static int gather(const char *call, MPI_Comm comm, MPI_Win win, uint32_t unit)
{
    uint32_t few[MPI_FEW_NODES], *units = malloc((size_t)comm->size * sizeof(*units));
    bool same = true, all = true;
    noc_err err;
    int i;

    if (!units) {
        unit = 0;
        units = comm->size <= MPI_FEW_NODES ? few : NULL;
    }
    if (!units) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    err = noc_allgather(comm->group, &unit, units, sizeof(unit), NOC_FOREVER);
    for (i = 0; !err && i < comm->size; i++) {
        same = same && units[i] == units[0];
        all = all && units[i];
    }
    if (win && !same && units != few) {
        win->units = units;
    } else if (units != few) {
        free(units);
    }
    if (!err && !all) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, "a rank has no memory for the window");
    }
    return err ? mpi_fail_noc(comm, call, err) : MPI_SUCCESS;
}

/* The layer agrees on a window by collective calls in a new group: a member that finds no memory for them
 * leaves the others waiting. */
static bool has_room(void)
{
    enum { ROOM_BYTES = 2048 };
    void *room = malloc(ROOM_BYTES);
    const bool found = room != NULL;

    free(room);
    return found;
}

static int window_begin(const char *call, MPI_Comm comm, MPI_Win win)
{
    noc_err err;

    CHECK(mpi_comm_duplicate(call, comm, &win->comm));
    err = noc_window_create(win->comm->group, win->base, (uint32_t)win->bytes, &win->window,
                            NOC_FOREVER);
    if (err) {
        mpi_comm_release(win->comm);
        return err == NOC_ERR_GROUP
                 ? mpi_fail(comm, call, MPI_ERR_NO_MEM, "a member has no memory for the window")
                 : mpi_fail_noc(comm, call, err);
    }
    return win_operations ? win_operations(call, win) : MPI_SUCCESS;
}

int win_make(const char *call, MPI_Comm comm, const struct mpi_win *wanted, MPI_Win *win)
{
    MPI_Win made = mpi_object_new(sizeof(*made));
    bool ready;
    int error;

    mpi_comms_poll();
    if (made) {
        *made = *wanted;
        made->mark = MARK_WIN;
        made->info = NULL;
        made->references = 1;
        made->model = MPI_WIN_UNIFIED;
        made->errhandler = &mpi_errors_are_fatal;
        mpi_errhandler_hold(made->errhandler);
    }
    ready = made && (!win_operations_ready || win_operations_ready()) && has_room();
    error = gather(call, comm, made, ready ? (uint32_t)made->unit : 0);
    error = error ? error : window_begin(call, comm, made);
    if (error) {
        if (made) {
            free(made->units);
            win_release(made);
        }
        return error;
    }
    *win = made;
    return win_hints ? win_hints(made, wanted->info) : MPI_SUCCESS;
}

int PMPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                    MPI_Win *win)
{
    const struct mpi_win wanted = {
        .base = base, .bytes = bytes, .unit = unit, .flavor = MPI_WIN_FLAVOR_CREATE, .info = info};

    CHECK(mpi_check_intra(CALL, comm));
    CHECK(mpi_check_hints(CALL, comm, info));
    CHECK(mpi_check_pointer(CALL, comm, win, "the place for the window"));
    if (bytes < 0) {
        return mpi_fail(comm, CALL, MPI_ERR_SIZE, "the window has %ld bytes", (long)bytes);
    }
    if (unit <= 0) {
        return mpi_fail(comm, CALL, MPI_ERR_DISP, "the unit of displacements is %d", unit);
    }
    if (!base && bytes) {
        return mpi_fail(comm, CALL, MPI_ERR_BUFFER, "the window's memory is NULL");
    }
    return win_make(CALL, comm, &wanted, win);
}

/* --- freeing ------------------------------------------------------------------------------------ */

static int check_free(const char *call, MPI_Win win)
{
    if (win->posted) {
        return mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "MPI_Win_wait has to be called first");
    }
    if (win->locks) {
        return mpi_fail_win(win, call, MPI_ERR_RMA_SYNC, "MPI_Win_unlock has to be called first");
    }
    return win->fence == FENCE_USED ? MPI_SUCCESS : win_check_idle(call, win);
}

int PMPI_Win_free(MPI_Win *win)
{
    MPI_Win w;
    noc_err err;
    int error;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, win, "the place of the window"));
    w = *win;
    CHECK(win_check(CALL, w));
    CHECK(check_free(CALL, w));
    error = w->attributes ? mpi_attributes_delete(OF_WIN, w, &w->attributes) : MPI_SUCCESS;
    if (error) {
        return mpi_fail_win(w, CALL, error, "the delete function of an attribute failed");
    }
    if (mpi_state.staged) { /* they are gone on with until all are here */
        CHECK(PMPI_Barrier(w->comm));
    }
    err = noc_window_free(w->window, NOC_FOREVER);
    win_buffers_end(w, NOC_ANY_SOURCE);
    w->window = NULL;
    if (w->allocated) {
        free(w->base);
    }
    if (w->info) {
        (void)PMPI_Info_free(&w->info);
    }
    free(w->units);
    free(w->locked);
    free(w->attached);
    free(w->name);
    mpi_comm_release(w->comm);
    *win = MPI_WIN_NULL;
    error = err ? win_fail_noc(w, CALL, err) : MPI_SUCCESS;
    win_release(w);
    return error;
}
