/* SPDX-License-Identifier: BSD-2-Clause */
/* How much came (3.2.5, 4.1.11, 12.3). */
#include <limits.h>

#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Get_count);
MPI_WEAK(Get_elements);
MPI_WEAK(Get_elements_x);
MPI_WEAK(Status_set_elements);
MPI_WEAK(Status_set_elements_x);

static int check(const char *call, const MPI_Status *status, MPI_Datatype type, const void *count)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, status, "the status"));
    CHECK(mpi_check_pointer(call, NULL, count, "the place for the count"));
    return mpi_check_any_type(call, NULL, type);
}

static int as_int(MPI_Count count)
{
    return count < 0 || count > INT_MAX ? MPI_UNDEFINED : (int)count;
}

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count)
{
    CHECK(check(CALL, status, type, count));
    if (!type->size) {
        *count = status->mpi_bytes ? MPI_UNDEFINED : 0;
    } else {
        *count =
            status->mpi_bytes % type->size ? MPI_UNDEFINED : as_int(status->mpi_bytes / type->size);
    }
    return MPI_SUCCESS;
}

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type, MPI_Count *count)
{
    CHECK(check(CALL, status, type, count));
    *count = status->mpi_bytes ? type_elements(type, status->mpi_bytes) : 0;
    *count = *count < 0 ? MPI_UNDEFINED : *count;
    return MPI_SUCCESS;
}

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype type, int *count)
{
    CHECK(check(CALL, status, type, count));
    *count = status->mpi_bytes ? as_int(type_elements(type, status->mpi_bytes)) : 0;
    return MPI_SUCCESS;
}

static int set_elements(const char *call, MPI_Status *status, MPI_Datatype type, MPI_Count count)
{
    MPI_Count bytes;

    CHECK(check(call, status, type, status));
    if (count < 0) {
        return mpi_fail(NULL, call, MPI_ERR_COUNT, "the count is less than 0");
    }
    bytes = type_element_at(type, count);
    if (bytes == INT64_MAX) {
        return mpi_fail(NULL, call, MPI_ERR_COUNT,
                        "so many elements have too many bytes for a count");
    }
    status->mpi_bytes = bytes;
    return MPI_SUCCESS;
}

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype type, MPI_Count count)
{
    return set_elements(CALL, status, type, count);
}

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype type, int count)
{
    return set_elements(CALL, status, type, count);
}
