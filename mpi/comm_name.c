/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of communicators (6.8). */
#include <string.h>

#include "mpi_priv.h"

MPI_WEAK(Comm_set_name);
MPI_WEAK(Comm_get_name);

int PMPI_Comm_set_name(MPI_Comm comm, const char *name)
{
    size_t length;
    char *copy;

    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, name, "the name"));
    length = strlen(name);
    length = length < MPI_MAX_OBJECT_NAME ? length : MPI_MAX_OBJECT_NAME - 1;
    copy = malloc(length + 1);
    if (!copy) {
        return mpi_fail(comm, CALL, MPI_ERR_NO_MEM, NULL);
    }
    memcpy(copy, name, length);
    copy[length] = 0;
    free(comm->name);
    comm->name = copy;
    return MPI_SUCCESS;
}

int PMPI_Comm_get_name(MPI_Comm comm, char *name, int *length)
{
    const char *own;

    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, name, "the place for the name"));
    CHECK(mpi_check_pointer(CALL, comm, length, "the place for the length"));
    own = comm->name              ? comm->name
        : comm == &mpi_comm_world ? "MPI_COMM_WORLD"
        : comm == &mpi_comm_self  ? "MPI_COMM_SELF"
                                  : "";
    strcpy(name, own);
    *length = (int)strlen(own);
    return MPI_SUCCESS;
}
