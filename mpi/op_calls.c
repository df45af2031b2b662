/* SPDX-License-Identifier: BSD-2-Clause */
/* The program's own operations, and reductions of one core alone (3.1: 5.9.5 to 5.9.7). */
#include "mpi_priv.h"
#include "types.h"

void op_hold(MPI_Op op)
{
    if (op->number == OP_USER) {
        op->references++;
    }
}

void op_release(MPI_Op op)
{
    if (op->number == OP_USER && !--op->references) {
        mpi_object_free(op);
    }
}

MPI_WEAK(Op_create);
int PMPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *op)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, op, "op"));
    if (!function) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "the function is NULL");
    }
    *op = mpi_object_new(sizeof(**op));
    if (!*op) {
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, "the operation does not fit the heap");
    }
    **op = (struct mpi_op){.mark = MARK_OP,
                           .number = OP_USER,
                           .commutative = commutes,
                           .function = function,
                           .references = 1};
    return MPI_SUCCESS;
}

static int check(const char *call, MPI_Op op)
{
    if (!mpi_is(op, MARK_OP)) {
        return mpi_fail(NULL, call, MPI_ERR_OP,
                        op ? "this is no operation, or it was freed"
                           : "the operation is MPI_OP_NULL");
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Op_free);
int PMPI_Op_free(MPI_Op *op)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, op, "op"));
    CHECK(check(CALL, *op));
    if ((*op)->number != OP_USER) {
        return mpi_fail(NULL, CALL, MPI_ERR_OP, "a predefined operation cannot be freed");
    }
    (*op)->mark = 0;
    op_release(*op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

MPI_WEAK(Op_commutative);
int PMPI_Op_commutative(MPI_Op op, int *flag)
{
    CHECK(mpi_check_running(CALL));
    CHECK(check(CALL, op));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "flag"));
    *flag = op->commutative;
    return MPI_SUCCESS;
}

MPI_WEAK(Reduce_local);
int PMPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_count(CALL, NULL, count));
    CHECK(mpi_check_type(CALL, NULL, type));
    CHECK(mpi_check_op(CALL, NULL, op, type));
    if (in == MPI_IN_PLACE || inout == MPI_IN_PLACE || (count && in == inout)) {
        return mpi_fail(NULL, CALL, MPI_ERR_BUFFER, "the two buffers are not two");
    }
    CHECK(mpi_check_buffer(CALL, NULL, in, count, type));
    CHECK(mpi_check_buffer(CALL, NULL, inout, count, type));
    CHECK(mpi_check_place(CALL, NULL, in, 0, count, type));
    CHECK(mpi_check_place(CALL, NULL, inout, 0, count, type));
    op_apply(op, in, inout, count, type);
    return MPI_SUCCESS;
}
