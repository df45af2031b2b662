/* SPDX-License-Identifier: BSD-2-Clause */
/* One element at once (11.3.4): these have no layouts to find. */
#include "win.h"

MPI_WEAK(Fetch_and_op);
MPI_WEAK(Compare_and_swap);

static int check_type(const struct win_access *a)
{
    return a->target.type->predefined
             ? MPI_SUCCESS
             : mpi_fail_win(a->win, a->call, MPI_ERR_TYPE, "the datatype is not predefined");
}

/* Where the element is. */
static int find(const struct win_access *a, uint32_t *offset)
{
    const uint32_t bytes = (uint32_t)a->target.type->extent;

    return win_place(a->win, a->rank, a->displacement, 0, bytes, offset)
             ? MPI_SUCCESS
             : mpi_fail_win(a->win, a->call, MPI_ERR_RMA_RANGE,
                            "displacement %ld is not in the window of rank %d, with %u bytes "
                            "behind it",
                            (long)a->displacement, a->rank, (unsigned)bytes);
}

int PMPI_Fetch_and_op(const void *from, void *result, MPI_Datatype type, int rank,
                      MPI_Aint displacement, MPI_Op op, MPI_Win win)
{
    const struct win_access a = {.call = CALL,
                                 .win = win,
                                 .rank = rank,
                                 .displacement = displacement,
                                 .from = {from, 1, type},
                                 .no_from = op == MPI_NO_OP,
                                 .to = {result, 1, type},
                                 .target = {NULL, 1, type}};
    const noc_op *layers = NULL;
    uint32_t offset, elements, tries = 0;
    bool nothing = false;
    noc_err err;

    CHECK(win_access_check(&a, &nothing));
    CHECK(check_type(&a));
    if (op != MPI_NO_OP) {
        layers = mpi_is(op, MARK_OP) ? win_op(op, type) : NULL;
        if (!layers) {
            return mpi_fail_win(win, CALL, MPI_ERR_OP,
                                "the operation is not predefined, or not for this datatype");
        }
    }
    if (nothing) {
        return MPI_SUCCESS;
    }
    CHECK(find(&a, &offset));
    elements = layers && layers != &noc_replace ? 1 : (uint32_t)type->extent;
    do {
        err =
            noc_get_accumulate(win->window, (uint32_t)rank, offset, from, result, elements, layers);
    } while (err && !tries++ && win_make_room(win, err));
    return err ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}

/* Integers, logicals and bytes. */
static bool may_swap(MPI_Datatype type)
{
    return type->kind == TYPE_SIGNED || type->kind == TYPE_UNSIGNED ||
           (type->kind == TYPE_OTHER && type->size == 1);
}

int PMPI_Compare_and_swap(const void *from, const void *compare, void *result, MPI_Datatype type,
                          int rank, MPI_Aint displacement, MPI_Win win)
{
    const struct win_access a = {.call = CALL,
                                 .win = win,
                                 .rank = rank,
                                 .displacement = displacement,
                                 .from = {from, 1, type},
                                 .to = {result, 1, type},
                                 .target = {NULL, 1, type}};
    uint32_t offset, tries = 0;
    bool nothing = false;
    noc_err err;

    CHECK(win_access_check(&a, &nothing));
    CHECK(check_type(&a));
    CHECK(mpi_check_pointer(CALL, NULL, compare, "what to compare with"));
    if (!may_swap(type)) {
        return mpi_fail_win(win, CALL, MPI_ERR_TYPE,
                            "the datatype is none of integers, logicals and bytes");
    }
    if (nothing) {
        return MPI_SUCCESS;
    }
    CHECK(find(&a, &offset));
    do {
        err = noc_compare_and_swap(win->window, (uint32_t)rank, offset, compare, from, result,
                                   (uint32_t)type->size);
    } while (err && !tries++ && win_make_room(win, err));
    return err ? win_fail_noc(win, CALL, err) : MPI_SUCCESS;
}
