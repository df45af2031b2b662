/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors: what is printed, and who is asked. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mpi_priv.h"

static const char *const texts[] = {
#define MPI_ERROR_CLASS(name, text) text,
#include "mpi_errors.def"
#undef MPI_ERROR_CLASS
};
static const char *const names[] = {
#define MPI_ERROR_CLASS(name, text) #name,
#include "mpi_errors.def"
#undef MPI_ERROR_CLASS
};

/* Who dies waits for those of lower ranks, of so many at most, each as long as a line takes. */
enum { TURNS = 256, TURN_CYCLES = 20000 };

int mpi_last_code = MPI_ERR_LASTCODE;

const char *mpi_class_text(int error_class)
{
    return error_class >= 0 && error_class < MPI_ERR_LASTCODE ? texts[error_class] : NULL;
}

/* What all run into is told by the first: the others' turn comes when the board has ended. */
static void wait_for_turn(unsigned rank)
{
    noc_sleep_until(noc_now() + (rank < TURNS ? rank : TURNS) * TURN_CYCLES);
}

void mpi_die(const char *call, int error_class, const char *reason)
{
    const bool known = error_class > 0 && error_class < MPI_ERR_LASTCODE;
    const noc_err err = noc_world() ? NOC_ERR_OK : noc_init(); /* so that it can be told who */
    const bool ranked = mpi_comm_world.peers != 0;
    const unsigned who = ranked ? (unsigned)mpi_comm_world.rank : (unsigned)noc_rank();

    (void)err;
    fflush(stdout);
    wait_for_turn(who);
    fprintf(stderr, "%s %u: %s: %s (%s)\n", ranked ? "rank" : "node", who, call, reason,
            known ? names[error_class] : "error");
    noc_abort(known ? error_class : 1);
}

/* The sentence, or the class's text. */
static void explain(char *to, size_t room, int error_class, const char *format, va_list arguments)
{
    const char *text = mpi_class_text(error_class);

    if (format) {
        vsnprintf(to, room, format, arguments);
    } else {
        snprintf(to, room, "%s", text ? text : "an error of the program's own");
    }
}

int mpi_fail_to(struct mpi_errhandler *handler, void *handle, const char *call, int error_class,
                const char *format, va_list arguments)
{
    char reason[MPI_MAX_ERROR_STRING];
    int code = error_class;

    if (handler == &mpi_errors_return) {
        return error_class;
    }
    explain(reason, sizeof(reason), error_class, format, arguments);
    if (!handler->function) {
        mpi_die(call, error_class, reason);
    }
    handler->function(handle, &code, call, reason);
    return error_class;
}

int mpi_fail(MPI_Comm comm, const char *call, int error_class, const char *format, ...)
{
    const bool there = mpi_is(comm, MARK_COMM) || mpi_is(comm, MARK_COMM_IN_USE);
    MPI_Comm of = there ? comm : MPI_COMM_WORLD;
    va_list arguments;
    int error;

    va_start(arguments, format);
    error = mpi_fail_to(of->errhandler, &of, call, error_class, format, arguments);
    va_end(arguments);
    return error;
}

int mpi_class_of(noc_err err)
{
    switch (err) {
    case NOC_ERR_OK:
        return MPI_SUCCESS;
    case NOC_ERR_RANK:
        return MPI_ERR_RANK;
    case NOC_ERR_TAG:
        return MPI_ERR_TAG;
    case NOC_ERR_LENGTH:
        return MPI_ERR_COUNT;
    case NOC_ERR_TRUNCATED:
        return MPI_ERR_TRUNCATE;
    case NOC_ERR_MEMORY:
    case NOC_ERR_BUSY:
        return MPI_ERR_NO_MEM;
    case NOC_ERR_GROUP:
        return MPI_ERR_COMM;
    case NOC_ERR_ARGUMENT:
        return MPI_ERR_BUFFER;
    case NOC_ERR_MISMATCH:
        return noc_mismatch_was_length() ? MPI_ERR_TRUNCATE : MPI_ERR_OTHER;
    default:
        return MPI_ERR_INTERN;
    }
}

static const char *noc_text(noc_err err, char room[MPI_MAX_ERROR_STRING])
{
    switch (err) {
    case NOC_ERR_MISMATCH:
        mpi_mismatch(room);
        return room;
    case NOC_ERR_ARGUMENT: /* all others are checked here */
        return MPI_NOT_IN_MEMORY;
    case NOC_ERR_LENGTH:
        return MPI_TOO_LONG;
    default:
        return noc_strerror(err);
    }
}

int mpi_fail_noc(MPI_Comm comm, const char *call, noc_err err)
{
    char room[MPI_MAX_ERROR_STRING];

    return mpi_fail(comm, call, mpi_class_of(err), "%s", noc_text(err, room));
}
