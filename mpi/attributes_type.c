/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of datatypes (6.7.4). */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Type_create_keyval);
MPI_WEAK(Type_free_keyval);
MPI_WEAK(Type_set_attr);
MPI_WEAK(Type_get_attr);
MPI_WEAK(Type_delete_attr);

int mpi_type_dup_fn(MPI_Datatype type, int keyval, void *extra, void *value, void *copied,
                    int *flag)
{
    (void)type;
    (void)keyval;
    (void)extra;
    *(void **)copied = value;
    *flag = 1;
    return MPI_SUCCESS;
}

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *copy,
                            MPI_Type_delete_attr_function *remove, int *keyval, void *extra)
{
    return mpi_key_new(CALL, OF_TYPE, (void (*)(void))copy, (void (*)(void))remove, keyval, extra);
}

int PMPI_Type_free_keyval(int *keyval)
{
    return mpi_key_free(CALL, OF_TYPE, keyval);
}

int PMPI_Type_set_attr(MPI_Datatype type, int keyval, void *value)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_any_type(CALL, NULL, type));
    return mpi_attribute_set(CALL, NULL, OF_TYPE, type, &type->attributes, keyval, value);
}

int PMPI_Type_get_attr(MPI_Datatype type, int keyval, void *value, int *flag)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_any_type(CALL, NULL, type));
    return mpi_attribute_get(CALL, NULL, OF_TYPE, type->attributes, keyval, value, flag);
}

int PMPI_Type_delete_attr(MPI_Datatype type, int keyval)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_any_type(CALL, NULL, type));
    return mpi_attribute_delete(CALL, NULL, OF_TYPE, type, &type->attributes, keyval);
}
