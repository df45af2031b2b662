/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What communicators are made of, and how they go. MPI_Comm_free waits for nobody: a barrier is
 * begun in what was freed, and when it is through, at a later call, the layer's group goes. So its
 * place in the layer is free again at all members alike.
 */
#include <string.h>

#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Comm_free);
MPI_WEAK(Comm_disconnect);

enum {
    PATIENCE = 1000000, /* cycles that MPI_Finalize waits for who has not freed a communicator */
    DYING_MAX = 512,    /* then who makes another one waits for those */
    AT_ONCE = 4,        /* so many that are not through are looked at in a call, */
    BEGUN_MAX = 16      /* and have begun: members that have not freed them keep their messages */
};

/* A group of the layer's that was freed. */
struct dying {
    struct dying *next;
    noc_group *group, *inner; /* inner: the same, or that of one side, or that of coll_mend.c */
    noc_group *asked;         /* in which its members say that they have freed it */
    noc_request barrier;
    bool begun, passed; /* the barrier */
    /* Where its members called different things there is no barrier: messages instead, in rounds. */
    bool broken, asks;
    uint8_t round;
    noc_request sent, got;
};

static struct dying *dying;
static unsigned dyings;

/* --- what is freed ------------------------------------------------------------------------ */

static bool is_over(noc_request *request)
{
    bool done = true;

    if (request->index != NOC_NO_REQUEST.index) {
        (void)!noc_test(request, &done, NULL);
    }
    return done;
}

/* Whether all members have said in messages to each other that they have freed it: in round k to who is
 * 2^k ranks further on, who has heard of as many before. */
static bool all_said_so(struct dying *d, uint32_t timeout)
{
    const uint32_t count = noc_group_size(d->asked), me = (uint32_t)noc_group_rank(d->asked);

    for (; 1u << d->round < count; d->round++, d->asks = false) {
        const uint32_t away = 1u << d->round, from = (me + count - away) % count;

        if (!d->asks) {
            if (noc_irecv_in(d->asked, (int32_t)from, NOC_TAG_MAX, NULL, 0, &d->got)) {
                return false;
            }
            d->asks = true;
            d->sent = NOC_NO_REQUEST; /* without memory it is not said, and the group stays */
            (void)!noc_isend_in(d->asked, (me + away) % count, NOC_TAG_MAX, NULL, 0, &d->sent);
        }
        if (timeout && !is_over(&d->got)) {
            (void)!noc_wait(&d->got, NULL, timeout);
        }
        if (!is_over(&d->got) || !is_over(&d->sent)) {
            return false;
        }
    }
    return true;
}

/* Whether all members have freed it by now, and it is gone. */
static bool bury(struct dying *d, uint32_t timeout)
{
    noc_err err = NOC_ERR_OK;
    bool done = d->passed;

    if (d->broken) {
        d->passed = d->passed || all_said_so(d, timeout);
    } else if (!d->begun) {
        d->begun = true;
        err = noc_ibarrier(d->asked, &d->barrier);
        done = err != NOC_ERR_OK;
    } else if (!d->passed) {
        if (timeout) {
            err = noc_wait(&d->barrier, NULL, timeout);
            done = d->barrier.index == NOC_NO_REQUEST.index;
        } else {
            err = noc_test(&d->barrier, &done, NULL);
        }
        d->passed = done && !err;
    }
    d->broken = d->broken || (done && err);
    if (!d->passed || noc_group_leave(d->group, timeout) == NOC_ERR_TIMEOUT) {
        return false;
    }
    if (d->inner != d->group) {
        (void)!noc_group_leave(d->inner, timeout);
    }
    return true;
}

/* The oldest first; `most` that are not through are looked at. */
static void bury_all(uint32_t timeout, unsigned most)
{
    struct dying **link = &dying, *d;

    while ((d = *link) && most) {
        if (bury(d, timeout)) {
            *link = d->next;
            dyings--;
            free(d);
        } else {
            link = &d->next;
            most--;
        }
    }
}

void mpi_comms_poll(void)
{
    if (dying) {
        bury_all(dyings > DYING_MAX ? PATIENCE : 0, AT_ONCE);
    }
}

static void begin_some(void)
{
    unsigned begun = 0;
    struct dying *d;

    for (d = dying; d && begun < BEGUN_MAX; d = d->next) {
        begun++;
        if (!d->begun) {
            (void)bury(d, 0);
        }
    }
}

static void comms_end(void)
{
    struct dying *d;

    while ((d = dying)) {
        begin_some();
        bury_all(PATIENCE, 1);
        if (dying == d) { /* some have not freed it */
            dying = d->next;
            free(d);
        }
    }
}

/* both: it has two sides. */
static void die(noc_group *group, noc_group *inner, bool both)
{
    struct dying *d = malloc(sizeof(*d)), **link = &dying;

    if (!d) {
        return; /* it stays until the program ends */
    }
    d->group = group;
    d->inner = inner;
    d->asked = both ? group : inner;
    d->begun = d->passed = d->broken = d->asks = false;
    d->round = 0;
    d->next = NULL;
    while (*link) {
        link = &(*link)->next;
    }
    *link = d;
    dyings++;
    mpi_state.comms_end = comms_end;
    bury_all(0, AT_ONCE);
    begin_some();
}

/* --- memory ----------------------------------------------------------------------------------- */

static void comm_delete(MPI_Comm comm)
{
    die(comm->group, comm->inner, comm->inter);
    mpi_errhandler_release(comm->errhandler);
    mpi_group_release(comm->own);
    mpi_group_release(comm->remote);
    if (comm->topology) {
        topo_release(comm->topology);
    }
    free(comm->name);
    mpi_object_free(comm);
}

static MPI_Comm spare; /* memory of the next one */
static bool poor;      /* there shall be none */

void mpi_comm_poor(void)
{
    poor = true;
}

/* Without memory the layer's call has to fail, and so to find none either: it gets nothing. */
void mpi_comm_begin(struct mpi_hunger **taken)
{
    enum { LARGEST = 1 << 19 };
    struct mpi_hunger *one;
    size_t bytes;

    *taken = NULL;
    spare = spare ? spare : mpi_object_new(sizeof(*spare));
    if (spare && !poor) {
        return;
    }
    for (bytes = LARGEST; bytes >= sizeof(*one); bytes /= 2) {
        while ((one = malloc(bytes))) {
            one->next = *taken;
            *taken = one;
        }
    }
}

void mpi_comm_end(struct mpi_hunger *taken)
{
    struct mpi_hunger *one;

    while ((one = taken)) {
        taken = one->next;
        free(one);
    }
    poor = false;
}

MPI_Comm mpi_comm_new(MPI_Comm comm, noc_group *group, noc_group *inner, uint32_t own_size)
{
    MPI_Comm made = spare ? spare : mpi_object_new(sizeof(*made));

    spare = NULL;
    if (!made) {
        return NULL;
    }
    memset(made, 0, sizeof(*made));
    made->mark = MARK_COMM;
    made->group = group;
    made->inner = inner ? inner : group;
    made->size = (int)own_size;
    made->rank = noc_group_rank(made->inner);
    made->peers = own_size;
    made->errhandler = comm->errhandler;
    mpi_errhandler_hold(made->errhandler);
    made->references = 1;
    mpi_state.comm_delete = comm_delete;
    return made;
}

/* Of `size` ranks of a group of the layer's, from this one on. */
static struct mpi_group *group_of(noc_group *group, uint32_t first, uint32_t size)
{
    struct mpi_group *made;
    uint16_t *nodes = malloc(size * sizeof(*nodes));
    uint32_t rank;

    if (!nodes) {
        return NULL;
    }
    for (rank = 0; rank < size; rank++) {
        nodes[rank] = (uint16_t)noc_group_node(group, first + rank);
    }
    made = mpi_group_new(nodes, (int)size);
    if (made) {
        mpi_group_hold(made);
    }
    free(nodes);
    return made;
}

struct mpi_group *mpi_comm_own(MPI_Comm comm)
{
    if (!comm->own) {
        comm->own = group_of(comm->inner, 0, (uint32_t)comm->size);
    }
    return comm->own;
}

struct mpi_group *mpi_comm_other(MPI_Comm comm)
{
    if (!comm->remote) {
        comm->remote = group_of(comm->group, comm->shift, comm->peers);
    }
    return comm->remote;
}

int mpi_comm_made(const char *call, MPI_Comm comm, noc_err err, noc_group *group, MPI_Comm *made)
{
    *made = MPI_COMM_NULL;
    if (err == NOC_ERR_ARGUMENT) { /* those of this rank have been checked */
        return mpi_fail(comm, call, MPI_ERR_OTHER,
                        "rank %d called something else, or with other arguments",
                        mpi_rank_at((unsigned)noc_last_peer()));
    }
    if (err == NOC_ERR_MEMORY || err == NOC_ERR_GROUP) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM,
                        "a member has no memory, or no place, for the communicator");
    }
    if (err) {
        return mpi_fail_noc(comm, call, err);
    }
    if (group) {
        *made = mpi_comm_new(comm, group, NULL, noc_group_size(group));
        if (!*made) {
            return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
        }
    }
    return MPI_SUCCESS;
}

/* --- the program's end of it ---------------------------------------------------------------------- */

static int release(const char *call, MPI_Comm *comm, bool waits)
{
    int error = MPI_SUCCESS;
    MPI_Comm c;

    CHECK(mpi_check_running(call));
    CHECK(mpi_check_pointer(call, NULL, comm, "the place of the communicator"));
    c = *comm;
    CHECK(mpi_check_comm(call, c));
    if (c->predefined) {
        return mpi_fail(c, call, MPI_ERR_COMM, "the communicator is there from the start");
    }
    if (c->attributes) {
        error = mpi_state.attributes_end(c);
    }
    if (error) {
        return mpi_fail(c, call, error, "the delete function of an attribute failed");
    }
    while (waits && c->references > 1 && mpi_state.staged) {
        mpi_progress();
    }
    c->mark = MARK_COMM_IN_USE;
    mpi_comm_release(c);
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int PMPI_Comm_free(MPI_Comm *comm)
{
    return release(CALL, comm, false);
}

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    return release(CALL, comm, true);
}
