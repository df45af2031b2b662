/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks that need to know nothing of communicators and datatypes. */
#include "mpi_priv.h"

int mpi_check_running(const char *call)
{
    if (LIKELY(mpi_running())) {
        return MPI_SUCCESS;
    }
    mpi_die(call, MPI_ERR_OTHER,
            mpi_state.stage == STAGE_BEFORE ? "it was called before MPI_Init"
                                            : "it was called after MPI_Finalize");
}

int mpi_check_count(const char *call, MPI_Comm comm, int count)
{
    return LIKELY(count >= 0) ? MPI_SUCCESS
                              : mpi_fail(comm, call, MPI_ERR_COUNT, "the count is %d", count);
}

int mpi_check_pointer(const char *call, MPI_Comm comm, const void *pointer, const char *name)
{
    return LIKELY(pointer) ? MPI_SUCCESS : mpi_fail(comm, call, MPI_ERR_ARG, "%s is NULL", name);
}

int mpi_check_far_array(const char *call, MPI_Comm comm, const void *array, MPI_Count count,
                        size_t bytes, const char *name)
{
    const MPI_Count end = (MPI_Count)(uintptr_t)array + count * (MPI_Count)bytes;

    if (count <= 0) {
        return MPI_SUCCESS;
    }
    CHECK(mpi_check_pointer(call, comm, array, name));
    return LIKELY(end <= (MPI_Count)UINT32_MAX && mpi_is_memory((uint32_t)(uintptr_t)array) &&
                  mpi_is_memory((uint32_t)end - 1))
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_ARG,
                        "%s has %lld elements, which are not in the memory of the core", name,
                        (long long)count);
}

int mpi_check_hints(const char *call, MPI_Comm comm, MPI_Info info)
{
    return LIKELY(info == MPI_INFO_NULL || mpi_is(info, MARK_INFO))
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_INFO, "this is no info, or it was freed");
}

int mpi_check_group(const char *call, MPI_Group group)
{
    CHECK(mpi_check_running(call));
    return LIKELY(mpi_is(group, MARK_GROUP)) ? MPI_SUCCESS
                                             : mpi_fail(NULL, call, MPI_ERR_GROUP,
                                                        group ? "this is no group, or it was freed"
                                                              : "the group is MPI_GROUP_NULL");
}
