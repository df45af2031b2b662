/* SPDX-License-Identifier: BSD-2-Clause */
/* How a datatype was made (3.1: 4.1.13), and the predefined ones by their size (16.2.4). */
#include "type_make.h"

#include <string.h>

#include "mpi_priv.h"

MPI_WEAK(Type_get_envelope);
int PMPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types,
                           int *combiner)
{
    const struct type_contents *c;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_any_type(CALL, NULL, type));
    if (!integers || !addresses || !types || !combiner) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "a result is NULL");
    }
    c = type->contents;
    *integers = c ? c->integers : 0;
    *addresses = c ? c->addresses : 0;
    *types = c ? c->types : 0;
    *combiner = c ? c->combiner : MPI_COMBINER_NAMED;
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_contents);
int PMPI_Type_get_contents(MPI_Datatype type, int max_integers, int max_addresses, int max_types,
                           int integers[], MPI_Aint addresses[], MPI_Datatype types[])
{
    const struct type_contents *c;
    int i;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_any_type(CALL, NULL, type));
    c = type->contents;
    if (!c) {
        return mpi_fail(NULL, CALL, MPI_ERR_TYPE, "a predefined datatype has no contents");
    }
    if (max_integers < c->integers || max_addresses < c->addresses || max_types < c->types) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG,
                        "there are %d integers, %d addresses and %d types, and room for %d, %d, %d",
                        c->integers, c->addresses, c->types, max_integers, max_addresses,
                        max_types);
    }
    CHECK(
        mpi_check_array(CALL, NULL, integers, c->integers, sizeof(int), "the place for integers"));
    CHECK(mpi_check_array(CALL, NULL, addresses, c->addresses, sizeof(MPI_Aint),
                          "the place for addresses"));
    CHECK(mpi_check_array(CALL, NULL, types, c->types, sizeof(*types), "the place for types"));
    for (i = 0; i < c->integers; i++) {
        integers[i] = c->integer[i];
    }
    for (i = 0; i < c->addresses; i++) {
        addresses[i] = c->address[i];
    }
    for (i = 0; i < c->types; i++) {
        types[i] = type_give(c->type[i]);
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Type_match_size);
int PMPI_Type_match_size(int type_class, int size, MPI_Datatype *type)
{
    static const struct {
        int type_class;
        MPI_Datatype type;
    } known[] = {{MPI_TYPECLASS_REAL, MPI_FLOAT},
                 {MPI_TYPECLASS_REAL, MPI_DOUBLE},
                 {MPI_TYPECLASS_REAL, MPI_LONG_DOUBLE},
                 {MPI_TYPECLASS_INTEGER, MPI_INT8_T},
                 {MPI_TYPECLASS_INTEGER, MPI_INT16_T},
                 {MPI_TYPECLASS_INTEGER, MPI_INT32_T},
                 {MPI_TYPECLASS_INTEGER, MPI_INT64_T},
                 {MPI_TYPECLASS_COMPLEX, MPI_C_FLOAT_COMPLEX},
                 {MPI_TYPECLASS_COMPLEX, MPI_C_DOUBLE_COMPLEX},
                 {MPI_TYPECLASS_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX}};
    size_t i;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, type, "type"));
    for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (known[i].type_class == type_class && known[i].type->size == size) {
            *type = known[i].type;
            return MPI_SUCCESS;
        }
    }
    *type = MPI_DATATYPE_NULL;
    return mpi_fail(NULL, CALL, MPI_ERR_ARG, "no datatype of this class has %d bytes", size);
}
