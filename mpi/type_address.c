/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses (3.1: 4.1.5). */
#include "mpi_priv.h"

MPI_WEAK(Get_address);
int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    CHECK(mpi_check_pointer(CALL, NULL, address, "the result"));
    *address = (MPI_Aint)(uintptr_t)location;
    return MPI_SUCCESS;
}

MPI_WEAK(Address);
int PMPI_Address(void *location, MPI_Aint *address)
{
    CHECK(mpi_check_pointer(CALL, NULL, address, "the result"));
    *address = (MPI_Aint)(uintptr_t)location;
    return MPI_SUCCESS;
}

MPI_WEAK(Aint_add);
MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint offset)
{
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)offset);
}

MPI_WEAK(Aint_diff);
MPI_Aint PMPI_Aint_diff(MPI_Aint a, MPI_Aint b)
{
    return (MPI_Aint)((uintptr_t)a - (uintptr_t)b);
}
