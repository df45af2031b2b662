/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program may ask of its environment (8.1, 8.6, 8.7, 12.4). */
#include <stdio.h>

#include "mpi_priv.h"

MPI_WEAK(Initialized);
MPI_WEAK(Finalized);
MPI_WEAK(Query_thread);
MPI_WEAK(Is_thread_main);
MPI_WEAK(Get_processor_name);
MPI_WEAK(Get_version);
MPI_WEAK(Get_library_version);
MPI_WEAK(Wtime);
MPI_WEAK(Wtick);
MPI_WEAK(Pcontrol);
MPI_WEAK(Alloc_mem);
MPI_WEAK(Free_mem);

/* A second of the board, which counts cycles: what the C library's clock says too. */
#define CYCLES_PER_SECOND 100000000

int PMPI_Initialized(int *flag)
{
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    *flag = mpi_state.stage != STAGE_BEFORE;
    return MPI_SUCCESS;
}

int PMPI_Finalized(int *flag)
{
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    *flag = mpi_state.stage == STAGE_FINALIZED;
    return MPI_SUCCESS;
}

int PMPI_Query_thread(int *provided)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, provided, "the place for the level"));
    *provided = mpi_state.provided;
    return MPI_SUCCESS;
}

int PMPI_Is_thread_main(int *flag)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, flag, "the place for the flag"));
    *flag = 1;
    return MPI_SUCCESS;
}

int PMPI_Get_processor_name(char *name, int *length)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, name, "the place for the name"));
    CHECK(mpi_check_pointer(CALL, NULL, length, "the place for the length"));
    *length = snprintf(name, MPI_MAX_PROCESSOR_NAME, "node%u", (unsigned)noc_rank());
    return MPI_SUCCESS;
}

int PMPI_Get_version(int *version, int *subversion)
{
    CHECK(mpi_check_pointer(CALL, NULL, version, "the place for the version"));
    CHECK(mpi_check_pointer(CALL, NULL, subversion, "the place for the subversion"));
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

int PMPI_Get_library_version(char *version, int *length)
{
    CHECK(mpi_check_pointer(CALL, NULL, version, "the place for the version"));
    CHECK(mpi_check_pointer(CALL, NULL, length, "the place for the length"));
    *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "Nocturne MPI %d.%d", MPI_VERSION,
                       MPI_SUBVERSION);
    return MPI_SUCCESS;
}

double PMPI_Wtime(void)
{
    return (double)noc_now() / CYCLES_PER_SECOND;
}

double PMPI_Wtick(void)
{
    return 1.0 / CYCLES_PER_SECOND;
}

int PMPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}

int PMPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void *base)
{
    void *memory;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_hints(CALL, NULL, info));
    CHECK(mpi_check_pointer(CALL, NULL, base, "the place for the address"));
    if (bytes < 0) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "%ld bytes", (long)bytes);
    }
    memory = malloc(bytes ? (size_t)bytes : 1);
    if (!memory) {
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, "there is no memory for %ld bytes",
                        (long)bytes);
    }
    *(void **)base = memory;
    return MPI_SUCCESS;
}

int PMPI_Free_mem(void *base)
{
    CHECK(mpi_check_running(CALL));
    free(base);
    return MPI_SUCCESS;
}
