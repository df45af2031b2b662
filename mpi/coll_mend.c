/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A communicator whose members gave a collective call different lengths works on. That call ends with
 * MPI_ERR_TRUNCATE at each member that notices it, or is told of it while it is in it; then the layer's
 * group takes no collective call any more. So the next one makes another group of the same members, in which
 * they first say how far each has come: some may have gone on, since they had what they wanted (a root that
 * sent). Calls that not all can make in the new group end with MPI_ERR_TRUNCATE, too, at all others.
 *
 * What is sent from one rank to another stays in the group that was there.
 */
#include "coll.h"

/* Another group is there, but so many calls more end with the error. */
static struct mended {
    struct mended *next;
    MPI_Comm comm;
    noc_group *broken, *group;
    uint32_t skip;
} * all;

static struct mended *find(MPI_Comm comm)
{
    struct mended *m = all;

    while (m && (m->comm != comm || m->broken != comm->inner)) {
        m = m->next;
    }
    return m;
}

/* The same members again; NULL: no memory. */
static noc_group *same_again(MPI_Comm comm)
{
    const uint32_t count = noc_group_size(comm->inner);
    uint16_t *nodes = malloc(count * sizeof(*nodes));
    noc_group *made = NULL;
    uint32_t i;

    for (i = 0; nodes && i < count; i++) {
        nodes[i] = (uint16_t)noc_group_node(comm->inner, i);
    }
    if (!nodes || noc_group_create(nodes, count, &made, NOC_FOREVER)) {
        made = NULL;
    }
    free(nodes);
    return made;
}

/* ahead: of the first call that this rank can make in the new group, counted from the one that broke it. */
static struct mended *mend(MPI_Comm comm, uint32_t ahead)
{
    struct mended *m = malloc(sizeof(*m));
    uint32_t most;

    if (!m) {
        return NULL;
    }
    m->comm = comm;
    m->broken = comm->inner;
    m->group = same_again(comm);
    if (!m->group || noc_allreduce(m->group, &ahead, &most, 1, &noc_max_uint32, NOC_FOREVER)) {
        free(m);
        return NULL;
    }
    m->skip = most - ahead;
    m->next = all;
    all = m;
    return m;
}

/* From now on its collective calls are in the new group. */
static void put_in_place(struct mended *m)
{
    struct mended **link = &all;

    while (*link != m) {
        link = &(*link)->next;
    }
    *link = m->next;
    if (m->comm->inner != m->comm->group) {
        (void)!noc_group_leave(m->comm->inner, NOC_FOREVER);
    }
    m->comm->inner = m->group;
    free(m);
}

/* more: calls without a number that this rank has made since the last one that has one. */
static bool again(const struct mpi_collective *c, int32_t more)
{
    struct mended *m = find(c->comm);
    int32_t ahead;
    bool begun, skips;

    if (c->comm->inter || !noc_mismatch_of_lengths(c->comm->inner, &ahead, &begun)) {
        return false;
    }
    ahead += more;
    if (ahead <= 0) {
        return false;
    }
    if (m) {
        m->skip--;
    } else {
        skips = begun && c->from.buf == MPI_IN_PLACE;
        m = mend(c->comm, (uint32_t)ahead + skips);
        if (!m || skips) {
            return false;
        }
    }
    if (m->skip) {
        return false;
    }
    put_in_place(m);
    return true;
}

bool mpi_collective_again(const struct mpi_collective *c)
{
    return again(c, 0);
}

void mpi_mend_at_end(MPI_Comm comm)
{
    (void)again(&(struct mpi_collective){.kind = KIND_BARRIER, .comm = comm}, 1);
}
