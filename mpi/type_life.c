/* SPDX-License-Identifier: BSD-2-Clause */
/* Datatypes are counted: by the program, by types made of them, and by what is under way. */
#include "type_make.h"

#include <stdlib.h>
#include <string.h>

#include "mpi_priv.h"

bool type_exists(MPI_Datatype t)
{
    return mpi_is(t, MARK_TYPE) && t->references;
}

void type_hold(MPI_Datatype t)
{
    if (!t->predefined) {
        t->references++;
    }
}

static void let_go(struct mpi_type **list, struct mpi_type *t)
{
    if (t && !t->predefined && !--t->references) {
        t->gone = *list;
        *list = t;
    }
}

/* Types may be nested deeply, so those that go with this one wait in a list. */
void type_release(MPI_Datatype t)
{
    struct mpi_type *list = NULL;

    let_go(&list, t);
    while (list) {
        struct mpi_type *gone = list;
        int i;

        list = gone->gone;
        for (i = 0; gone->contents && i < gone->contents->types; i++) {
            let_go(&list, gone->contents->type[i]);
        }
        let_go(&list, gone->inner);
        if (gone->owns_map) {
            free((void *)(uintptr_t)gone->map);
        }
        free(gone->contents);
        free(gone->name);
        mpi_object_free(gone);
    }
}

MPI_Datatype type_give(MPI_Datatype t)
{
    if (!t->predefined) {
        t->references++;
        t->mark = MARK_TYPE;
        mpi_handle_more(&t->handles);
    }
    return t;
}

int type_check(MPI_Datatype t)
{
    return type_exists(t) && t->committed ? MPI_SUCCESS : MPI_ERR_TYPE;
}

MPI_WEAK(Type_commit);
int PMPI_Type_commit(MPI_Datatype *type)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, type, "type"));
    CHECK(mpi_check_any_type(CALL, NULL, *type));
    (*type)->committed = true;
    (*type)->brief = type_is_brief(*type);
    return MPI_SUCCESS;
}

MPI_WEAK(Type_free);
int PMPI_Type_free(MPI_Datatype *type)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, type, "type"));
    CHECK(mpi_check_any_type(CALL, NULL, *type));
    if ((*type)->predefined) {
        return mpi_fail(NULL, CALL, MPI_ERR_TYPE, "a predefined datatype cannot be freed");
    }
    CHECK(mpi_attributes_delete(OF_TYPE, *type, &(*type)->attributes));
    mpi_handle_less(&(*type)->handles);
    (*type)->mark = (*type)->handles ? MARK_TYPE : 0;
    type_release(*type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}
