/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of communicators, the library's own included (6.7.2, 8.1.2). */
#include "mpi_priv.h"

MPI_WEAK(Comm_create_keyval);
MPI_WEAK(Comm_free_keyval);
MPI_WEAK(Comm_set_attr);
MPI_WEAK(Comm_get_attr);
MPI_WEAK(Comm_delete_attr);
MPI_WEAK(Keyval_create);
MPI_WEAK(Keyval_free);
MPI_WEAK(Attr_put);
MPI_WEAK(Attr_get);
MPI_WEAK(Attr_delete);

int mpi_dup_fn(MPI_Comm comm, int keyval, void *extra, void *value, void *copied, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    *(void **)copied = value;
    *flag = 1;
    return MPI_SUCCESS;
}

/* NULL: it is none of the library's. */
static int *own_value(int keyval)
{
    static int tag_ub = NOC_TAG_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, global = 1;
    static int universe, application;

    switch (keyval) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_HOST:
        return &host;
    case MPI_IO:
        return &io;
    case MPI_WTIME_IS_GLOBAL:
        return &global;
    case MPI_UNIVERSE_SIZE:
        universe = (int)noc_size();
        return &universe;
    case MPI_LASTUSEDCODE:
        return &mpi_last_code;
    case MPI_APPNUM:
        return &application;
    default:
        return NULL;
    }
}

static int ends(MPI_Comm comm)
{
    return mpi_attributes_delete(OF_COMM, comm, &comm->attributes);
}

static int set(const char *call, MPI_Comm comm, int keyval, void *value)
{
    CHECK(mpi_check_comm(call, comm));
    mpi_state.attributes_end = ends;
    return mpi_attribute_set(call, comm, OF_COMM, comm, &comm->attributes, keyval, value);
}

static int get(const char *call, MPI_Comm comm, int keyval, void *value, int *flag)
{
    int *own;

    CHECK(mpi_check_comm(call, comm));
    own = own_value(keyval);
    if (own && value && flag) {
        *(int **)value = own;
        *flag = 1;
        return MPI_SUCCESS;
    }
    return mpi_attribute_get(call, comm, OF_COMM, comm->attributes, keyval, value, flag);
}

static int delete (const char *call, MPI_Comm comm, int keyval)
{
    CHECK(mpi_check_comm(call, comm));
    return mpi_attribute_delete(call, comm, OF_COMM, comm, &comm->attributes, keyval);
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy,
                            MPI_Comm_delete_attr_function *remove, int *keyval, void *extra)
{
    return mpi_key_new(CALL, OF_COMM, (void (*)(void))copy, (void (*)(void))remove, keyval, extra);
}

int PMPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *remove, int *keyval,
                       void *extra)
{
    return mpi_key_new(CALL, OF_COMM, (void (*)(void))copy, (void (*)(void))remove, keyval, extra);
}

int PMPI_Comm_free_keyval(int *keyval)
{
    return mpi_key_free(CALL, OF_COMM, keyval);
}

int PMPI_Keyval_free(int *keyval)
{
    return mpi_key_free(CALL, OF_COMM, keyval);
}

int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void *value)
{
    return set(CALL, comm, keyval, value);
}

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *value)
{
    return set(CALL, comm, keyval, value);
}

int PMPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag)
{
    return get(CALL, comm, keyval, value, flag);
}

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag)
{
    return get(CALL, comm, keyval, value, flag);
}

int PMPI_Comm_delete_attr(MPI_Comm comm, int keyval)
{
    return delete (CALL, comm, keyval);
}

int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
    return delete (CALL, comm, keyval);
}
