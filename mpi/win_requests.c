/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses with a request each (11.3.5). It is done when a flush of that rank is. */
#include "win.h"

MPI_WEAK(Rput);
MPI_WEAK(Rget);
MPI_WEAK(Raccumulate);
MPI_WEAK(Rget_accumulate);

static int next(struct mpi_request *r)
{
    MPI_Win win = r->work;
    noc_err err = NOC_ERR_OK;

    if (win->fencing) {
        return NEXT_LATER;
    }
    if (win->window && r->message.peer != MPI_PROC_NULL) {
        err = win_flush(win, r->message.peer, 0);
    }
    return err == NOC_ERR_TIMEOUT ? NEXT_LATER : mpi_class_of(err);
}

static void ends(struct mpi_request *r)
{
    win_release(r->work);
}

/* The access is under way, or error says why not. */
static int follow(const struct win_access *a, int error, MPI_Request *request)
{
    const struct mpi_message_of m = {.comm = MPI_COMM_WORLD, .peer = a->rank};
    struct mpi_request *r;

    CHECK(error);
    CHECK(mpi_check_pointer(a->call, NULL, request, "the place for the request"));
    r = mpi_request_new(REQUEST_NOTHING, &m);
    if (!r) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_NO_MEM, "there is no memory for the request");
    }
    r->work = a->win;
    a->win->references++;
    r->next = next;
    r->ends = ends;
    mpi_request_list(r);
    *request = mpi_request_handle(r);
    return MPI_SUCCESS;
}

int PMPI_Rput(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
              int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request)
{
    struct win_access a = {.call = CALL,
                           .win = win,
                           .rank = rank,
                           .displacement = displacement,
                           .from = {from, count, type},
                           .no_to = true,
                           .target = {NULL, target_count, target_type}};

    return follow(&a, win_put(&a), request);
}

int PMPI_Rget(void *to, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
              int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request)
{
    struct win_access a = {.call = CALL,
                           .win = win,
                           .rank = rank,
                           .displacement = displacement,
                           .to = {to, count, type},
                           .no_from = true,
                           .target = {NULL, target_count, target_type}};

    return follow(&a, win_get(&a), request);
}

int PMPI_Raccumulate(const void *from, int count, MPI_Datatype type, int rank,
                     MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Op op,
                     MPI_Win win, MPI_Request *request)
{
    struct win_access a = {.call = CALL,
                           .win = win,
                           .rank = rank,
                           .displacement = displacement,
                           .from = {from, count, type},
                           .no_to = true,
                           .target = {NULL, target_count, target_type}};

    return follow(&a, win_accumulate(&a, op), request);
}

int PMPI_Rget_accumulate(const void *from, int count, MPI_Datatype type, void *result,
                         int result_count, MPI_Datatype result_type, int rank,
                         MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                         MPI_Op op, MPI_Win win, MPI_Request *request)
{
    struct win_access a = {.call = CALL,
                           .win = win,
                           .rank = rank,
                           .displacement = displacement,
                           .from = {from, count, type},
                           .to = {result, result_count, result_type},
                           .target = {NULL, target_count, target_type}};

    return follow(&a, win_get_accumulate(&a, op), request);
}
