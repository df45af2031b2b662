/* SPDX-License-Identifier: BSD-2-Clause */
/* Codes, classes and their texts, those that a program adds included (8.4, 8.5). */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "mpi_priv.h"

MPI_WEAK(Error_string);
MPI_WEAK(Error_class);
MPI_WEAK(Add_error_class);
MPI_WEAK(Add_error_code);
MPI_WEAK(Add_error_string);

enum { FIRST_CODE = MPI_ERR_LASTCODE + 1 };

/* One that the program added. */
struct added {
    int error_class; /* its own number: it is a class */
    char *text;
};

static struct added *added;
static int count;

static struct added *find(int code)
{
    const int place = code - FIRST_CODE;

    return place >= 0 && place < count ? &added[place] : NULL;
}

static bool exists(int code)
{
    return mpi_class_text(code) || find(code);
}

/* error_class negative: it is one. */
static int add(const char *call, int error_class, int *code)
{
    struct added *more;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, code, "the place for the code"));
    if (error_class >= 0 && !exists(error_class)) {
        return mpi_fail(NULL, call, MPI_ERR_ARG, "there is no error class %d", error_class);
    }
    more = realloc(added, (size_t)(count + 1) * sizeof(*added));
    if (!more) {
        return mpi_fail(NULL, call, MPI_ERR_NO_MEM, NULL);
    }
    added = more;
    *code = FIRST_CODE + count;
    added[count++] = (struct added){error_class < 0 ? *code : error_class, NULL};
    mpi_last_code = *code;
    return MPI_SUCCESS;
}

int PMPI_Add_error_class(int *error_class)
{
    return add(CALL, -1, error_class);
}

int PMPI_Add_error_code(int error_class, int *code)
{
    return add(CALL, error_class < 0 ? INT_MAX : error_class, code);
}

int PMPI_Add_error_string(int code, const char *string)
{
    struct added *a = find(code);
    char *text;

    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, string, "the text"));
    if (!a) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "the code %d was not added by this program", code);
    }
    text = malloc(strlen(string) + 1);
    if (!text) {
        return mpi_fail(NULL, CALL, MPI_ERR_NO_MEM, NULL);
    }
    strcpy(text, string);
    free(a->text);
    a->text = text;
    return MPI_SUCCESS;
}

int PMPI_Error_class(int code, int *error_class)
{
    const struct added *a = find(code);

    CHECK(mpi_check_pointer(CALL, NULL, error_class, "the place for the class"));
    if (!exists(code)) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "there is no error code %d", code);
    }
    *error_class = a ? a->error_class : code;
    return MPI_SUCCESS;
}

int PMPI_Error_string(int code, char *string, int *length)
{
    const struct added *a = find(code);
    const char *text = a ? a->text ? a->text : "" : mpi_class_text(code);

    CHECK(mpi_check_pointer(CALL, NULL, string, "the place for the text"));
    CHECK(mpi_check_pointer(CALL, NULL, length, "the place for the length"));
    if (!text) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "there is no error code %d", code);
    }
    *length = snprintf(string, MPI_MAX_ERROR_STRING, "%s", text);
    if (*length >= MPI_MAX_ERROR_STRING) {
        *length = MPI_MAX_ERROR_STRING - 1;
    }
    return MPI_SUCCESS;
}
