/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes to and from another rank's part of a window (11.3.1, 11.3.2). */
#include "win.h"

MPI_WEAK(Put);
MPI_WEAK(Get);

static noc_err put(const struct win_access *a, uint32_t offset, const void *from, void *to,
                   uint32_t bytes)
{
    (void)to;
    return noc_put(a->win->window, (uint32_t)a->rank, offset, from, bytes);
}

static noc_err get(const struct win_access *a, uint32_t offset, const void *from, void *to,
                   uint32_t bytes)
{
    (void)from;
    return noc_get(a->win->window, (uint32_t)a->rank, offset, to, bytes);
}

static int begin(struct win_access *a)
{
    bool nothing = false;

    CHECK(win_access_check(a, &nothing));
    return nothing ? MPI_SUCCESS : win_transfer(a);
}

int win_put(struct win_access *a)
{
    a->go = put;
    return begin(a);
}

int win_get(struct win_access *a)
{
    a->go = get;
    return begin(a);
}

int PMPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win win)
{
    return win_put(&(struct win_access){.call = CALL,
                                        .win = win,
                                        .rank = rank,
                                        .displacement = displacement,
                                        .from = {from, count, type},
                                        .no_to = true,
                                        .target = {NULL, target_count, target_type}});
}

int PMPI_Get(void *to, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win win)
{
    return win_get(&(struct win_access){.call = CALL,
                                        .win = win,
                                        .rank = rank,
                                        .displacement = displacement,
                                        .to = {to, count, type},
                                        .no_from = true,
                                        .target = {NULL, target_count, target_type}});
}
