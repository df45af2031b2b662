/* SPDX-License-Identifier: BSD-2-Clause */
/* The same members again, in a communicator of their own, with what is attached (6.4.2). */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Comm_dup);
MPI_WEAK(Comm_dup_with_info);
MPI_WEAK(Comm_idup);

/* What a duplicate has of the original beside its members; an error of a copy function. */
static int adorn(MPI_Comm comm, MPI_Comm made)
{
    if (comm->topology) {
        topo_hold(comm->topology);
        made->topology = comm->topology;
    }
    return comm->attributes
             ? mpi_attributes_copy(OF_COMM, comm, comm->attributes, &made->attributes)
             : MPI_SUCCESS;
}

static int duplicate(const char *call, MPI_Comm comm, MPI_Comm *made)
{
    noc_group *group = NULL;
    noc_err err;
    int error;

    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_check_pointer(call, comm, made, "the place for the communicator"));
    mpi_comms_poll();
    if (comm->inter) {
        CHECK(comm->inter->duplicate(call, comm, made));
    } else {
        err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);
        CHECK(mpi_comm_made(call, comm, err, group, made));
    }
    error = adorn(comm, *made);
    if (error) {
        (void)PMPI_Comm_free(made);
        return mpi_fail(comm, call, error, "the copy function of an attribute failed");
    }
    return MPI_SUCCESS;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    return duplicate(CALL, comm, made);
}

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
    (void)info; /* no hint is known */
    return duplicate(CALL, comm, made);
}

/* --- started, and finished later ----------------------------------------------------------- */

/* Of one communicator one is made at a time, in the order of the calls. */
static bool is_first(const struct mpi_request *request)
{
    const struct mpi_request *r;

    for (r = mpi_state.staged; r != request; r = r->after) {
        if (r->next == request->next && r->message.comm == request->message.comm) {
            return false;
        }
    }
    return true;
}

static int idup_next(struct mpi_request *r)
{
    MPI_Comm comm = r->message.comm, made, *place = r->message.buf;
    noc_group *group = NULL;
    noc_err err;

    if (!is_first(r)) {
        return NEXT_LATER;
    }
    err = noc_group_duplicate(comm->group, &group, 0);
    if (err == NOC_ERR_TIMEOUT) {
        return NEXT_LATER;
    }
    if (err) {
        return mpi_class_of(err);
    }
    made = mpi_comm_new(comm, group, NULL, noc_group_size(group));
    if (!made) {
        return MPI_ERR_NO_MEM;
    }
    made->attributes = r->work;
    if (comm->topology) {
        topo_hold(comm->topology);
        made->topology = comm->topology;
    }
    *place = made;
    return NEXT_DONE;
}

/* Attributes are copied as they are now. */
int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    const struct mpi_message_of m = {.buf = made, .comm = comm};
    struct mpi_attribute *attributes = NULL;
    struct mpi_request *r;
    int error;

    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, made, "the place for the communicator"));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    if (comm->inter) {
        return mpi_fail(comm, CALL, MPI_ERR_UNSUPPORTED_OPERATION,
                        "an intercommunicator cannot be duplicated without waiting");
    }
    error = comm->attributes
              ? mpi_attributes_copy(OF_COMM, comm, comm->attributes, &attributes)
              : MPI_SUCCESS;
    if (error) {
        return mpi_fail(comm, CALL, error, "the copy function of an attribute failed");
    }
    r = mpi_request_new(REQUEST_COLLECTIVE, &m);
    if (!r) {
        return mpi_fail(comm, CALL, MPI_ERR_NO_MEM, NULL);
    }
    *made = MPI_COMM_NULL;
    r->work = attributes;
    r->next = idup_next;
    mpi_request_list(r);
    *request = r;
    (void)mpi_request_poll(r);
    return MPI_SUCCESS;
}
