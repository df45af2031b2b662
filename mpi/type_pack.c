/* SPDX-License-Identifier: BSD-2-Clause */
/* MPI_Pack and its like (3.1: 4.2): the packed form is the data alone, as it is sent. */
#include <limits.h>

#include "mpi_priv.h"
#include "types.h"

/* Whether `bytes` more fit behind `position` of a packed buffer of `room`. */
static int check_room(const char *call, MPI_Comm comm, int room, const int *position,
                      MPI_Count bytes)
{
    CHECK(mpi_check_pointer(call, comm, position, "the position"));
    if (*position < 0 || room < 0) {
        return mpi_fail(comm, call, MPI_ERR_ARG, "there is no such place in the packed buffer");
    }
    if (*position + bytes > room) {
        return mpi_fail(comm, call, MPI_ERR_TRUNCATE,
                        "the packed buffer has %d bytes, and %lld are needed behind byte %d", room,
                        (long long)bytes, *position);
    }
    return MPI_SUCCESS;
}

/* buf: of the elements; packed: so many bytes. */
static int check_memory(const char *call, MPI_Comm comm, const void *buf, int count,
                        MPI_Datatype type, const void *packed, MPI_Count bytes)
{
    CHECK(mpi_check_buffer(call, comm, buf, count, type));
    CHECK(mpi_check_place(call, comm, buf, 0, count, type));
    return mpi_check_array(call, comm, packed, bytes, 1, "the packed buffer");
}

static int check(const char *call, MPI_Comm comm, int count, MPI_Datatype type)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_check_count(call, comm, count));
    CHECK(mpi_check_type(call, comm, type));
    return MPI_SUCCESS;
}

MPI_WEAK(Pack);
int PMPI_Pack(const void *in, int count, MPI_Datatype type, void *out, int bytes, int *position,
              MPI_Comm comm)
{
    CHECK(check(CALL, comm, count, type));
    CHECK(check_room(CALL, comm, bytes, position, type_times(count, type->size)));
    CHECK(check_memory(CALL, comm, in, count, type, out,
                       *position + type_bytes((uint32_t)count, type)));
    type_pack((char *)out + *position, in, count, type);
    *position += (int)type_bytes((uint32_t)count, type);
    return MPI_SUCCESS;
}

MPI_WEAK(Unpack);
int PMPI_Unpack(const void *in, int bytes, int *position, void *out, int count, MPI_Datatype type,
                MPI_Comm comm)
{
    CHECK(check(CALL, comm, count, type));
    CHECK(check_room(CALL, comm, bytes, position, type_times(count, type->size)));
    CHECK(check_memory(CALL, comm, out, count, type, in,
                       *position + type_bytes((uint32_t)count, type)));
    type_unpack(out, count, type, (const char *)in + *position, type_bytes((uint32_t)count, type));
    *position += (int)type_bytes((uint32_t)count, type);
    return MPI_SUCCESS;
}

MPI_WEAK(Pack_size);
int PMPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *bytes)
{
    CHECK(check(CALL, comm, count, type));
    CHECK(mpi_check_pointer(CALL, comm, bytes, "bytes"));
    *bytes = type_times(count, type->size) > INT_MAX ? MPI_UNDEFINED
                                                     : (int)type_bytes((uint32_t)count, type);
    return MPI_SUCCESS;
}
