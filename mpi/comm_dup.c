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

/*
 * A barrier tells that all members have begun. Then the layer makes the group in one go, for which
 * the others come by themselves. Several are made in the order in which they were begun, which is to
 * be the same at cores that are in several of the communicators.
 */
struct idup {
    MPI_Comm *place;
    struct mpi_attribute *attributes;
    bool met;
};

static bool is_first(const struct mpi_request *request)
{
    const struct mpi_request *r;

    for (r = mpi_state.staged; r != request; r = r->after) {
        if (r->next == request->next) {
            return false;
        }
    }
    return true;
}

static int idup_next(struct mpi_request *r)
{
    MPI_Comm comm = r->message.comm, made;
    struct idup *d = r->work;
    noc_group *group = NULL, *inner = NULL;
    noc_err err;

    if (!d->met) {
        d->met = true;
        err = noc_ibarrier(comm->group, &r->layer);
        return err ? mpi_class_of(err) : NEXT_BEGUN;
    }
    if (!is_first(r)) {
        return NEXT_LATER;
    }
    err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);
    if (!err && comm->inter) {
        err = noc_group_duplicate(comm->inner, &inner, NOC_FOREVER);
    }
    if (err) {
        return mpi_class_of(err);
    }
    made = mpi_comm_new(comm, group, inner, (uint32_t)comm->size);
    if (!made) {
        return MPI_ERR_NO_MEM;
    }
    made->inter = comm->inter;
    made->peers = comm->peers;
    made->shift = comm->shift;
    made->own_shift = comm->own_shift;
    made->attributes = d->attributes;
    if (comm->topology) {
        topo_hold(comm->topology);
        made->topology = comm->topology;
    }
    *d->place = made;
    return NEXT_DONE;
}

static void idup_ends(struct mpi_request *r)
{
    free(r->work);
}

/* A request that is not begun, with a copy of the attributes as they are now. NULL: *error says why. */
static struct mpi_request *idup_new(MPI_Comm comm, MPI_Comm *made, int *error)
{
    const struct mpi_message_of m = {.comm = comm};
    struct idup *d = malloc(sizeof(*d));
    struct mpi_request *r = d ? mpi_request_new(REQUEST_COLLECTIVE, &m) : NULL;

    *error = MPI_ERR_NO_MEM;
    if (!r) {
        free(d);
        return NULL;
    }
    *d = (struct idup){made, NULL, false};
    *error = comm->attributes ? mpi_attributes_copy(OF_COMM, comm, comm->attributes, &d->attributes)
                              : MPI_SUCCESS;
    if (*error) {
        free(d);
        mpi_request_delete(r);
        return NULL;
    }
    r->work = d;
    r->next = idup_next;
    r->ends = idup_ends;
    return r;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    struct mpi_request *r;
    int error;

    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, made, "the place for the communicator"));
    CHECK(mpi_check_pointer(CALL, comm, request, "the place for the request"));
    r = idup_new(comm, made, &error);
    if (!r) {
        return mpi_fail(comm, CALL, error, NULL);
    }
    *made = MPI_COMM_NULL;
    mpi_request_list(r);
    *request = r;
    (void)mpi_request_poll(r);
    return MPI_SUCCESS;
}
