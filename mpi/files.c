/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files (13): there are none, but programs that have them as one choice among others compile. Each
 * call fails, and says which it is.
 */
#include "mpi_priv.h"

static int no_files(const char *call)
{
    CHECK(mpi_check_running(call));
    return mpi_fail(NULL, call, MPI_ERR_UNSUPPORTED_OPERATION,
                    "MPI has no files here; the C library has");
}

/* What they are given is not looked at. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define MPI_CALL(type, name, parameters) \
    MPI_WEAK(name);                      \
    type PMPI_##name parameters          \
    {                                    \
        return no_files(CALL);           \
    }
#include "mpi_file_calls.def"
