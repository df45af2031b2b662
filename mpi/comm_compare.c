/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether two communicators have the same members (6.4.1, 6.6.1). */
#include "mpi_priv.h"

MPI_WEAK(Comm_compare);

static int both(const char *call, MPI_Comm comm, struct mpi_group *a, struct mpi_group *b,
                int *result)
{
    return a && b ? mpi_group_compare(call, a, b, result)
                  : mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
}

int PMPI_Comm_compare(MPI_Comm a, MPI_Comm b, int *result)
{
    int other;

    CHECK(mpi_check_comm(CALL, a));
    CHECK(mpi_check_comm(CALL, b));
    CHECK(mpi_check_pointer(CALL, a, result, "the place for the result"));
    *result = a == b ? MPI_IDENT : MPI_UNEQUAL;
    if (a == b || !a->inter != !b->inter) {
        return MPI_SUCCESS;
    }
    CHECK(both(CALL, a, mpi_comm_own(a), mpi_comm_own(b), result));
    if (a->inter) {
        CHECK(both(CALL, a, mpi_comm_other(a), mpi_comm_other(b), &other));
        *result = other > *result ? other : *result;
    }
    *result = *result == MPI_IDENT ? MPI_CONGRUENT : *result;
    return MPI_SUCCESS;
}
