/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether the arguments of a call make sense. */
#include <stdio.h>

#include "mpi_priv.h"
#include "types.h"

/* MPI_COMM_SELF gets its group when it is first needed. */
static noc_err self_begin(void)
{
    const uint16_t me = (uint16_t)noc_rank();
    noc_err err = noc_group_create(&me, 1, &mpi_comm_self.group, NOC_FOREVER);

    if (!err) {
        mpi_comm_self.inner = mpi_comm_self.group;
        mpi_comm_self.peers = 1;
    }
    return err;
}

int mpi_check_comm(const char *call, MPI_Comm comm)
{
    noc_err err;

    if (UNLIKELY(!mpi_running())) {
        return mpi_check_running(call);
    }
    if (UNLIKELY(!mpi_is(comm, MARK_COMM))) {
        return mpi_fail(NULL, call, MPI_ERR_COMM,
                        comm ? "this is no communicator, or it was freed"
                             : "the communicator is MPI_COMM_NULL");
    }
    if (UNLIKELY(comm == &mpi_comm_self && !comm->peers)) {
        err = self_begin();
        if (err) {
            return mpi_fail_noc(comm, call, err);
        }
    }
    return MPI_SUCCESS;
}

int mpi_check_intra(const char *call, MPI_Comm comm)
{
    CHECK(mpi_check_comm(call, comm));
    return comm->inter ? mpi_fail(comm, call, MPI_ERR_COMM, "this is an intercommunicator")
                       : MPI_SUCCESS;
}

int mpi_check_any_type(const char *call, MPI_Comm comm, MPI_Datatype type)
{
    if (LIKELY(mpi_is(type, MARK_TYPE))) {
        return MPI_SUCCESS;
    }
    return mpi_fail(comm, call, MPI_ERR_TYPE,
                    type ? "this is no datatype, or it was freed"
                         : "the datatype is MPI_DATATYPE_NULL");
}

int mpi_check_type(const char *call, MPI_Comm comm, MPI_Datatype type)
{
    CHECK(mpi_check_any_type(call, comm, type));
    return LIKELY(type->committed)
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_TYPE, "the datatype was not committed");
}

/* Whoever does not look at what malloc gives is told so. */
const char *mpi_null_text(char room[MPI_MAX_ERROR_STRING], int count, MPI_Datatype type)
{
    const uint32_t bytes = type_bytes((uint32_t)count, type);
    void *memory = malloc(bytes);

    free(memory);
    snprintf(room, MPI_MAX_ERROR_STRING,
             memory ? "the buffer is NULL"
                    : "the buffer is NULL, and the heap has no room for %u bytes",
             (unsigned)bytes);
    return room;
}

/* Apart, so that no other call has its room on the stack. */
static __attribute__((noinline)) int null_buffer(const char *call, MPI_Comm comm, int count,
                                                 MPI_Datatype type)
{
    char room[MPI_MAX_ERROR_STRING];

    return mpi_fail(comm, call, MPI_ERR_BUFFER, "%s", mpi_null_text(room, count, type));
}

/* Of no length, at an address of its own, or the type has addresses. */
int mpi_check_buffer(const char *call, MPI_Comm comm, const void *buf, int count, MPI_Datatype type)
{
    if (UNLIKELY(!buf && count && type->size && !type->true_lb)) {
        return null_buffer(call, comm, count, type);
    }
    /* What lies in one block is looked at by the layer. */
    return LIKELY(type->dense) ? MPI_SUCCESS : mpi_check_place(call, comm, buf, 0, count, type);
}

int mpi_check_place(const char *call, MPI_Comm comm, const void *buf, MPI_Count offset,
                    MPI_Count count, MPI_Datatype type)
{
    return LIKELY(type_reaches(buf, offset, count, type))
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_BUFFER, MPI_NOT_IN_MEMORY);
}

int mpi_check_op(const char *call, MPI_Comm comm, MPI_Op op, MPI_Datatype type)
{
    if (!op) {
        return mpi_fail(comm, call, MPI_ERR_OP, "the operation is MPI_OP_NULL");
    }
    return LIKELY(!op_check(op, type))
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_OP, "the operation is not for this datatype");
}

int mpi_check_root(const char *call, MPI_Comm comm, int root)
{
    if (LIKELY((unsigned)root < comm->peers) ||
        (comm->inter && (root == MPI_ROOT || root == MPI_PROC_NULL))) {
        return MPI_SUCCESS;
    }
    return mpi_fail(comm, call, MPI_ERR_ROOT, "the root is %d, and there are %u ranks", root,
                    (unsigned)comm->peers);
}
