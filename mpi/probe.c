/* SPDX-License-Identifier: BSD-2-Clause */
/* Looking for a message before it is received (3.8.1, 3.8.2). */
#include "mpi_priv.h"

MPI_WEAK(Probe);
MPI_WEAK(Iprobe);
MPI_WEAK(Mprobe);
MPI_WEAK(Improbe);

enum { TURN_CYCLES = 1000 }; /* between looks at what is under way with stages */

struct mpi_message mpi_message_no_proc = {.mark = MARK_MESSAGE};

/* What is looked for; message: to be taken, or NULL. */
struct look {
    int from, tag;
    MPI_Comm comm;
    noc_message *message;
};

static noc_err look_once(const struct look *l, noc_status *got, uint32_t timeout)
{
    const int32_t from = l->from < 0 ? NOC_ANY_SOURCE : l->from + (int32_t)l->comm->shift;

    return l->message ? noc_take_in(l->comm->group, from, l->tag, l->message, got, timeout)
                      : noc_probe_in(l->comm->group, from, l->tag, got, timeout);
}

/* NOC_ERR_TIMEOUT: there is none, and nobody waits for it. */
static noc_err look(const struct look *l, bool waits, noc_status *got)
{
    noc_err err;

    do {
        mpi_progress();
        err = look_once(l, got, !waits ? 0 : mpi_state.staged ? TURN_CYCLES : NOC_FOREVER);
    } while (err == NOC_ERR_TIMEOUT && waits);
    return err;
}

static void set_status(MPI_Status *status, const struct look *l, const noc_status *got)
{
    if (l->from == MPI_PROC_NULL) {
        mpi_status_set(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    } else {
        mpi_status_set(status, mpi_source_of(l->comm, got), (int)got->tag, got->bytes);
    }
}

static int probe(const char *call, const struct look *l, bool waits, int *flag, MPI_Status *status)
{
    noc_err err = NOC_ERR_OK;
    noc_status got;

    CHECK(mpi_check_source(call, l->comm, l->from, l->tag));
    CHECK(mpi_check_pointer(call, l->comm, flag, "the place for the flag"));
    if (l->from != MPI_PROC_NULL) {
        err = look(l, waits, &got);
    }
    *flag = !err;
    if (!err) {
        set_status(status, l, &got);
    }
    return err && err != NOC_ERR_TIMEOUT ? mpi_fail_noc(l->comm, call, err) : MPI_SUCCESS;
}

int PMPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    int flag;

    return probe(CALL, &(struct look){from, tag, comm, NULL}, true, &flag, status);
}

int PMPI_Iprobe(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    return probe(CALL, &(struct look){from, tag, comm, NULL}, false, flag, status);
}

static int mprobe(const char *call, int from, int tag, MPI_Comm comm, bool waits, int *flag,
                  MPI_Message *message, MPI_Status *status)
{
    MPI_Status found;
    struct look l = {from, tag, comm, NULL};
    struct mpi_message *m;
    int error;

    CHECK(mpi_check_source(call, comm, from, tag));
    CHECK(mpi_check_pointer(call, comm, message, "the place for the message"));
    m = mpi_object_new(sizeof(*m));
    if (!m) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    l.message = &m->taken;
    error = probe(call, &l, waits, flag, &found);
    if (error || !*flag || from == MPI_PROC_NULL) {
        free(m);
        *message = !error && *flag ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
    } else {
        mpi_comm_hold(comm);
        m->mark = MARK_MESSAGE;
        m->comm = comm;
        m->bytes = (uint32_t)found.mpi_bytes;
        *message = m;
    }
    if (!error && *flag) {
        mpi_status_set(status, found.MPI_SOURCE, found.MPI_TAG, (uint32_t)found.mpi_bytes);
    }
    return error;
}

int PMPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    int flag;

    return mprobe(CALL, from, tag, comm, true, &flag, message, status);
}

int PMPI_Improbe(int from, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                 MPI_Status *status)
{
    CHECK(mpi_check_pointer(CALL, comm, flag, "the place for the flag"));
    return mprobe(CALL, from, tag, comm, false, flag, message, status);
}
