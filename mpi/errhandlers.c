/* SPDX-License-Identifier: BSD-2-Clause */
/* Error handlers of communicators (8.3). */
#include "mpi_priv.h"

MPI_WEAK(Comm_create_errhandler);
MPI_WEAK(Comm_set_errhandler);
MPI_WEAK(Comm_get_errhandler);
MPI_WEAK(Comm_call_errhandler);
MPI_WEAK(Errhandler_create);
MPI_WEAK(Errhandler_set);
MPI_WEAK(Errhandler_get);
MPI_WEAK(Errhandler_free);

void mpi_errhandler_hold(struct mpi_errhandler *handler)
{
    handler->references++;
}

static void end(struct mpi_errhandler *handler)
{
    if (!handler->predefined && !handler->references && !handler->handles) {
        mpi_object_free(handler);
    }
}

void mpi_errhandler_release(struct mpi_errhandler *handler)
{
    handler->references--;
    end(handler);
}

MPI_Errhandler mpi_errhandler_give(struct mpi_errhandler *handler)
{
    handler->mark = MARK_ERRHANDLER;
    mpi_handle_more(&handler->handles);
    return handler;
}

int mpi_errhandler_new(const char *call, enum mpi_owner of, void (*function)(void *, int *, ...),
                       MPI_Errhandler *made)
{
    struct mpi_errhandler *handler;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, (const void *)(uintptr_t)function, "the function"));
    CHECK(mpi_check_pointer(call, NULL, made, "the place for the error handler"));
    handler = mpi_object_new(sizeof(*handler));
    if (!handler) {
        return mpi_fail(NULL, call, MPI_ERR_NO_MEM, NULL);
    }
    *handler = (struct mpi_errhandler){MARK_ERRHANDLER, (uint8_t)of, false, 0, 1, function};
    *made = handler;
    return MPI_SUCCESS;
}

int mpi_errhandler_check(const char *call, MPI_Comm comm, enum mpi_owner of, MPI_Errhandler handler)
{
    if (!mpi_is(handler, MARK_ERRHANDLER) || (!handler->predefined && handler->of != of)) {
        return mpi_fail(comm, call, MPI_ERR_ARG, "the error handler is not valid here");
    }
    return MPI_SUCCESS;
}

typedef void function_for_any(void *, int *, ...);

static int set(const char *call, MPI_Comm comm, MPI_Errhandler handler)
{
    struct mpi_errhandler *old;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_errhandler_check(call, comm, OF_COMM, handler));
    old = comm->errhandler;
    mpi_errhandler_hold(handler);
    comm->errhandler = handler;
    mpi_errhandler_release(old);
    return MPI_SUCCESS;
}

static int get(const char *call, MPI_Comm comm, MPI_Errhandler *handler)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_check_pointer(call, comm, handler, "the place for the error handler"));
    *handler = mpi_errhandler_give(comm->errhandler);
    return MPI_SUCCESS;
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler)
{
    return mpi_errhandler_new(CALL, OF_COMM, (function_for_any *)function, handler);
}

int PMPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *handler)
{
    return mpi_errhandler_new(CALL, OF_COMM, (function_for_any *)function, handler);
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler)
{
    return set(CALL, comm, handler);
}

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler)
{
    return set(CALL, comm, handler);
}

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler)
{
    return get(CALL, comm, handler);
}

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *handler)
{
    return get(CALL, comm, handler);
}

int PMPI_Errhandler_free(MPI_Errhandler *handler)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, handler, "the place of the error handler"));
    if (!mpi_is(*handler, MARK_ERRHANDLER)) {
        return mpi_fail(NULL, CALL, MPI_ERR_ARG, "the error handler is not valid");
    }
    if (!(*handler)->predefined) {
        mpi_handle_less(&(*handler)->handles);
        (*handler)->mark = (*handler)->handles ? MARK_ERRHANDLER : 0;
    }
    end(*handler);
    *handler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

int PMPI_Comm_call_errhandler(MPI_Comm comm, int code)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_comm(CALL, comm));
    if (comm->errhandler->function) {
        comm->errhandler->function(&comm, &code, CALL, mpi_class_text(code));
    } else if (comm->errhandler == &mpi_errors_are_fatal) {
        return mpi_fail(comm, CALL, code, NULL);
    }
    return MPI_SUCCESS;
}
