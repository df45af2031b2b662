/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Duplicates that are begun in one call and finished in later ones (3.1: 6.4.2).
 *
 * The layer makes a group in one go, for which all members have to come. Cores that are in several of
 * the communicators must therefore take them in the same order, whatever the order in which they
 * began. So each member proposes a number above all that it knows, and the greatest proposal, the
 * result of an allreduce, is the duplicate's. A member makes the duplicate once no other that it has
 * begun has a lower number, proposed or final (D. Skeen's total order). The allreduce also tells that
 * all members have begun.
 */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Comm_idup);
MPI_WEAK(Comm_idup_with_info);

struct idup {
    MPI_Comm *place;
    struct mpi_attribute *attributes;
    bool begun;
    bool poor; /* this core has no memory for what belongs to it */
    uint16_t attempts;
    uint64_t proposed; /* the clock, and below it the node: no two are equal */
    uint64_t number;   /* until it is known, what is proposed */
};

enum { NODE_BITS = 16 };

/* For a core that has no memory when it begins one, since all members have to learn that: one at a
 * time. The request is one like others from then on. */
static struct {
    struct mpi_request request;
    struct idup idup;
    bool given, taken;
    void *room; /* what the layer takes for an allreduce; NULL: used up */
} reserve;

enum { ROOM_BYTES = 1024, ATTEMPTS = 1000 };

/* The greatest clock of a number that this core has seen. */
static uint64_t clock_seen;

static int idup_next(struct mpi_request *r);

static bool is_lowest(const struct mpi_request *request)
{
    const struct idup *mine = request->work, *other;
    const struct mpi_request *r;

    for (r = mpi_state.staged; r; r = r->after) {
        other = r->next == idup_next ? r->work : NULL;
        if (other && other->number < mine->number) {
            return false;
        }
    }
    return true;
}

/* All members have begun, and it is this one's turn. */
static int idup_make(MPI_Comm comm, struct idup *d)
{
    noc_group *group = NULL, *inner = NULL;
    struct mpi_hunger *taken;
    MPI_Comm made;
    noc_err err;

    if (d->poor) {
        mpi_comm_poor();
    }
    mpi_comm_begin(&taken);
    err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);
    if (!err && comm->inter) {
        err = noc_group_duplicate(comm->inner, &inner, NOC_FOREVER);
    }
    mpi_comm_end(taken);
    if (err) {
        return err == NOC_ERR_GROUP ? MPI_ERR_NO_MEM : mpi_class_of(err);
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
    d->attributes = NULL;
    if (comm->topology) {
        topo_hold(comm->topology);
        made->topology = comm->topology;
    }
    *d->place = made;
    return NEXT_DONE;
}

static int idup_next(struct mpi_request *r)
{
    MPI_Comm comm = r->message.comm;
    struct idup *d = r->work;
    noc_err err;

    if (!d->begun) {
        d->begun = true;
        d->proposed = ++clock_seen << NODE_BITS | noc_rank();
        d->number = d->proposed;
        err = noc_iallreduce(comm->group, &d->proposed, &d->number, 1, &noc_max_uint64, &r->layer);
        if (err == NOC_ERR_MEMORY && d->attempts++ < ATTEMPTS) {
            free(reserve.room);
            reserve.room = NULL;
            d->begun = false; /* the others wait for it */
            d->number = UINT64_MAX;
            return NEXT_LATER;
        }
        return err ? mpi_class_of(err) : NEXT_BEGUN;
    }
    if (d->number >> NODE_BITS > clock_seen) {
        clock_seen = d->number >> NODE_BITS;
    }
    return is_lowest(r) ? idup_make(comm, d) : NEXT_LATER;
}

static void idup_ends(struct mpi_request *r)
{
    struct idup *d = r->work;

    if (d->attributes) {
        (void)mpi_attributes_delete(OF_COMM, r->message.comm, &d->attributes);
    }
    if (d == &reserve.idup) {
        reserve.taken = false;
    } else {
        free(d);
    }
}

static struct mpi_request *request_of(MPI_Comm comm)
{
    const struct mpi_message_of m = {.comm = comm};
    struct mpi_request *r = mpi_request_new(REQUEST_COLLECTIVE, &m);

    if (!r && !reserve.given) {
        reserve.given = true;
        mpi_request_give(&reserve.request);
        r = mpi_request_new(REQUEST_COLLECTIVE, &m);
    }
    return r;
}

static struct idup *memory_for_one(void)
{
    struct idup *d = malloc(sizeof(*d));

    if (!d && !reserve.taken) {
        reserve.taken = true;
        d = &reserve.idup;
    }
    return d;
}

/* A request that is not begun, with a copy of the attributes as they are now. NULL: *error says why. */
static struct mpi_request *idup_new(MPI_Comm comm, MPI_Comm *made, int *error)
{
    struct mpi_request *r = request_of(comm);
    struct idup *d = r ? memory_for_one() : NULL;

    *error = MPI_ERR_NO_MEM;
    if (!d) {
        if (r) {
            mpi_request_delete(r);
        }
        return NULL;
    }
    *d = (struct idup){.place = made, .number = UINT64_MAX, .poor = d == &reserve.idup};
    *error = comm->attributes ? mpi_attributes_copy(OF_COMM, comm, comm->attributes, &d->attributes)
                              : MPI_SUCCESS;
    d->poor = d->poor || *error == MPI_ERR_NO_MEM;
    r->work = d;
    if (*error && *error != MPI_ERR_NO_MEM) {
        idup_ends(r);
        mpi_request_delete(r);
        return NULL;
    }
    r->next = idup_next;
    r->ends = idup_ends;
    return r;
}

static int idup(const char *call, MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    struct mpi_request *r;
    int error;

    CHECK(mpi_check_comm(call, comm));
    CHECK(mpi_check_pointer(call, comm, made, "the place for the communicator"));
    CHECK(mpi_check_pointer(call, comm, request, "the place for the request"));
    r = idup_new(comm, made, &error);
    if (!r) {
        return mpi_fail(comm, call, error, NULL);
    }
    if (!reserve.room) {
        reserve.room = malloc(ROOM_BYTES);
    }
    *made = MPI_COMM_NULL;
    mpi_request_list(r);
    *request = mpi_request_handle(r);
    (void)mpi_request_poll(r);
    return MPI_SUCCESS;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    return idup(CALL, comm, made, request);
}

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request)
{
    CHECK(mpi_check_hints(CALL, comm, info)); /* none is known */
    return idup(CALL, comm, made, request);
}
