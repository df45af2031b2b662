/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * external32 (3.1: 4.3, 13.5.2): the form in which any two implementations understand each other.
 * Basic elements follow each other, the most significant byte first.
 */
#include <limits.h>
#include <string.h>

#include "mpi_priv.h"
#include "types.h"

static int external_bytes(const struct mpi_type *basic)
{
    return basic->external ? basic->external : (int)basic->size;
}

/* How many bytes are swapped at once: of a complex number each half. */
static int swapped(const struct mpi_type *basic, int bytes)
{
    return basic->kind == TYPE_COMPLEX ? bytes / 2 : bytes;
}

/* One basic element, which may be wider or narrower outside. */
static void to_external(unsigned char *out, const unsigned char *in, const struct mpi_type *basic)
{
    const int wide = external_bytes(basic), own = (int)basic->size, part = swapped(basic, wide);
    const bool negative = basic->kind == TYPE_SIGNED && in[own - 1] >> 7;
    int i;

    for (i = 0; i < wide; i++) {
        const int from = i / part * part + part - 1 - i % part;

        out[i] = from < own ? in[from] : negative ? 0xff : 0;
    }
}

static void from_external(unsigned char *out, const unsigned char *in, const struct mpi_type *basic)
{
    const int wide = external_bytes(basic), own = (int)basic->size, part = swapped(basic, wide);
    int i;

    for (i = 0; i < own; i++) {
        const int from = i / part * part + part - 1 - i % part;

        out[i] = from >= 0 && i < wide ? in[from] : 0;
    }
}

/* The packed elements of a type, to or from external32. Returns the bytes of the latter. */
static MPI_Count convert(MPI_Datatype t, MPI_Count count, unsigned char *packed,
                         unsigned char *external, bool out)
{
    const MPI_Count all = count * t->size;
    MPI_Count at = 0, bytes = 0, run, i;

    while (at < all) {
        const struct mpi_type *basic = type_basic_at(t, at, &run);

        for (i = 0; external && i < run; i++) {
            unsigned char *own = packed + at + i * basic->size;
            unsigned char *outside = external + bytes + i * external_bytes(basic);

            if (out) {
                to_external(outside, own, basic);
            } else {
                from_external(own, outside, basic);
            }
        }
        at += run * basic->size;
        bytes += run * external_bytes(basic);
    }
    return bytes;
}

static int check(const char *call, const char *representation, int count, MPI_Datatype type)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_count(call, NULL, count));
    CHECK(mpi_check_type(call, NULL, type));
    CHECK(mpi_check_pointer(call, NULL, representation, "the representation"));
    if (strcmp(representation, "external32") != 0) {
        return mpi_fail(NULL, call, MPI_ERR_ARG, "the only representation is \"external32\"");
    }
    return MPI_SUCCESS;
}

/* What is packed in between, and whether there is room. */
static int begin(const char *call, const void *buf, int count, MPI_Datatype type,
                 const void *external, MPI_Aint room, const MPI_Aint *position,
                 unsigned char **packed)
{
    const MPI_Count needed = type_times(count, convert(type, 1, NULL, NULL, true));

    CHECK(mpi_check_pointer(call, NULL, position, "the position"));
    if (*position < 0 || *position + needed > room) {
        return mpi_fail(NULL, call, MPI_ERR_TRUNCATE, "the packed buffer has %d bytes, not enough",
                        (int)room);
    }
    CHECK(mpi_check_buffer(call, NULL, buf, count, type));
    CHECK(mpi_check_place(call, NULL, buf, 0, count, type));
    CHECK(mpi_check_array(call, NULL, external, *position + needed, 1, "the packed buffer"));
    *packed = malloc(type_bytes((uint32_t)count, type) + 1);
    if (!*packed) {
        return mpi_fail(NULL, call, MPI_ERR_NO_MEM, "the packed data does not fit the heap");
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Pack_external);
int PMPI_Pack_external(const char representation[], const void *in, int count, MPI_Datatype type,
                       void *out, MPI_Aint bytes, MPI_Aint *position)
{
    unsigned char *packed;

    CHECK(check(CALL, representation, count, type));
    CHECK(begin(CALL, in, count, type, out, bytes, position, &packed));
    type_pack(packed, in, count, type);
    *position += (MPI_Aint)convert(type, count, packed, (unsigned char *)out + *position, true);
    free(packed);
    return MPI_SUCCESS;
}

MPI_WEAK(Unpack_external);
int PMPI_Unpack_external(const char representation[], const void *in, MPI_Aint bytes,
                         MPI_Aint *position, void *out, int count, MPI_Datatype type)
{
    unsigned char *packed;

    CHECK(check(CALL, representation, count, type));
    CHECK(begin(CALL, out, count, type, in, bytes, position, &packed));
    *position +=
        (MPI_Aint)convert(type, count, packed, (unsigned char *)(uintptr_t)in + *position, false);
    type_unpack(out, count, type, packed, type_bytes((uint32_t)count, type));
    free(packed);
    return MPI_SUCCESS;
}

MPI_WEAK(Pack_external_size);
int PMPI_Pack_external_size(const char representation[], int count, MPI_Datatype type,
                            MPI_Aint *bytes)
{
    MPI_Count all;

    CHECK(check(CALL, representation, count, type));
    CHECK(mpi_check_pointer(CALL, NULL, bytes, "bytes"));
    all = type_times(count, convert(type, 1, NULL, NULL, true));
    *bytes = all > LONG_MAX ? MPI_UNDEFINED : (MPI_Aint)all;
    return MPI_SUCCESS;
}
