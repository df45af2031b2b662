/* SPDX-License-Identifier: BSD-2-Clause */
/* Sizes, bounds and names of datatypes (3.1: 4.1.5, 4.1.7, 4.1.8, 6.8). */
#include "type_make.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "mpi_priv.h"

static int check(const char *call, MPI_Datatype type, const void *a, const void *b)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_any_type(call, NULL, type));
    CHECK(mpi_check_pointer(call, NULL, a, "the result"));
    CHECK(mpi_check_pointer(call, NULL, b, "the result"));
    return MPI_SUCCESS;
}

/* What does not fit is MPI_UNDEFINED (4.1.5). */
static int fit(MPI_Count n)
{
    return n > INT_MAX || n < INT_MIN ? MPI_UNDEFINED : (int)n;
}

MPI_WEAK(Type_size);
int PMPI_Type_size(MPI_Datatype type, int *size)
{
    CHECK(check(CALL, type, size, size));
    *size = fit(type->size);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_size_x);
int PMPI_Type_size_x(MPI_Datatype type, MPI_Count *size)
{
    CHECK(check(CALL, type, size, size));
    *size = type->size;
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_extent);
int PMPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    CHECK(check(CALL, type, lb, extent));
    *lb = fit(type->lb);
    *extent = fit(type->extent);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_extent_x);
int PMPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
    CHECK(check(CALL, type, lb, extent));
    *lb = type->lb;
    *extent = type->extent;
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_true_extent);
int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    CHECK(check(CALL, type, lb, extent));
    *lb = fit(type->true_lb);
    *extent = fit(type->true_extent);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_true_extent_x);
int PMPI_Type_get_true_extent_x(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent)
{
    CHECK(check(CALL, type, lb, extent));
    *lb = type->true_lb;
    *extent = type->true_extent;
    return MPI_SUCCESS;
}

MPI_WEAK(Type_extent);
int PMPI_Type_extent(MPI_Datatype type, MPI_Aint *bytes)
{
    CHECK(check(CALL, type, bytes, bytes));
    *bytes = fit(type->extent);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_lb);
int PMPI_Type_lb(MPI_Datatype type, MPI_Aint *bytes)
{
    CHECK(check(CALL, type, bytes, bytes));
    *bytes = fit(type->lb);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_ub);
int PMPI_Type_ub(MPI_Datatype type, MPI_Aint *bytes)
{
    CHECK(check(CALL, type, bytes, bytes));
    *bytes = fit(type->lb + type->extent);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_set_name);
int PMPI_Type_set_name(MPI_Datatype type, const char *name)
{
    size_t length;
    char *copy;

    CHECK(check(CALL, type, name, name));
    length = strlen(name);
    if (length >= MPI_MAX_OBJECT_NAME) {
        length = MPI_MAX_OBJECT_NAME - 1;
    }
    copy = calloc(1, length + 1);
    if (!copy) {
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, "the name does not fit the heap");
    }
    memcpy(copy, name, length);
    if (type->owns_name) {
        free(type->name);
    }
    type->owns_name = true;
    type->name = copy;
    return MPI_SUCCESS;
}

MPI_WEAK(Type_get_name);
int PMPI_Type_get_name(MPI_Datatype type, char *name, int *length)
{
    CHECK(check(CALL, type, name, length));
    strcpy(name, type->name ? type->name : "");
    *length = (int)strlen(name);
    return MPI_SUCCESS;
}
