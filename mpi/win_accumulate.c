/* SPDX-License-Identifier: BSD-2-Clause */
/* Operations on another rank's part of a window (11.3.4). */
#include "win.h"

MPI_WEAK(Accumulate);
MPI_WEAK(Get_accumulate);

static noc_err accumulate(const struct win_access *a, uint32_t offset, const void *from, void *to,
                          uint32_t bytes)
{
    (void)to;
    return noc_accumulate(a->win->window, (uint32_t)a->rank, offset, from, bytes / a->op->bytes,
                          a->op);
}

static noc_err get_accumulate(const struct win_access *a, uint32_t offset, const void *from,
                              void *to, uint32_t bytes)
{
    return noc_get_accumulate(a->win->window, (uint32_t)a->rank, offset, from, to,
                              a->op ? bytes / a->op->bytes : bytes, a->op);
}

/* All is of one basic type, the same on both sides, that the operation is for. */
static int check_op(struct win_access *a, MPI_Op op)
{
    const struct mpi_type *basic = a->target.type->basic;

    if (!mpi_is(op, MARK_OP)) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_OP,
                            op ? "this is no operation" : "the operation is MPI_OP_NULL");
    }
    if (!a->target.count || !a->target.type->size) {
        a->op = &noc_replace; /* nothing is to be done */
        return MPI_SUCCESS;
    }
    if (!basic || (op->number != OP_NO_OP && a->from.type->basic != basic)) {
        return mpi_fail_win(a->win, a->call, MPI_ERR_TYPE,
                            "the datatypes are not of the same predefined datatype");
    }
    a->op = win_op(op, (MPI_Datatype)(uintptr_t)basic);
    a->elements = a->op && a->op != &noc_replace;
    return a->op || op->number == OP_NO_OP
             ? MPI_SUCCESS
             : mpi_fail_win(a->win, a->call, MPI_ERR_OP,
                            "the operation is not predefined, or not for this datatype");
}

int win_accumulate(struct win_access *a, MPI_Op op)
{
    bool nothing = false;

    a->go = accumulate;
    CHECK(win_access_check(a, &nothing));
    CHECK(check_op(a, op));
    return nothing || !a->op ? MPI_SUCCESS : win_transfer(a);
}

int win_get_accumulate(struct win_access *a, MPI_Op op)
{
    const bool no_op = op == MPI_NO_OP;
    bool nothing = false;

    a->go = get_accumulate;
    a->no_from = no_op; /* what is given is not looked at */
    CHECK(win_access_check(a, &nothing));
    CHECK(check_op(a, op));
    a->op = no_op ? NULL : a->op;
    return nothing ? MPI_SUCCESS : win_transfer(a);
}

int PMPI_Accumulate(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint displacement,
                    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    return win_accumulate(&(struct win_access){.call = CALL,
                                               .win = win,
                                               .rank = rank,
                                               .displacement = displacement,
                                               .from = {from, count, type},
                                               .no_to = true,
                                               .target = {NULL, target_count, target_type}},
                          op);
}

int PMPI_Get_accumulate(const void *from, int count, MPI_Datatype type, void *result,
                        int result_count, MPI_Datatype result_type, int rank, MPI_Aint displacement,
                        int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win)
{
    return win_get_accumulate(&(struct win_access){.call = CALL,
                                                   .win = win,
                                                   .rank = rank,
                                                   .displacement = displacement,
                                                   .from = {from, count, type},
                                                   .to = {result, result_count, result_type},
                                                   .target = {NULL, target_count, target_type}},
                              op);
}
