/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Communicators with two sides (6.6.2). Both sides together are one group of the layer's, the lower
 * side's members first; messages go in it. Each side has a group of its own as well, for its part of
 * a collective call. The lower side is the one whose rank 0 has the lower node.
 */
#include <string.h>

#include "coll.h"
#include "inter.h"

MPI_WEAK(Intercomm_create);
MPI_WEAK(Intercomm_merge);

/* A side's nodes, by rank. */
struct side {
    uint16_t *nodes;
    int32_t count;
};

const struct mpi_inter mpi_inter = {mpi_inter_duplicate, mpi_inter_split, mpi_inter_collective};

/* Both sides as one list, the lower first; of malloc. *shift: of the other, *own_shift: of mine. */
static uint16_t *join(const struct side *mine, const struct side *other, uint32_t *shift,
                      uint32_t *own_shift)
{
    const bool lower = mine->nodes[0] < other->nodes[0];
    const struct side *first = lower ? mine : other, *second = lower ? other : mine;
    uint16_t *all = malloc((size_t)(mine->count + other->count) * sizeof(*all));

    if (all) {
        memcpy(all, first->nodes, (size_t)first->count * sizeof(*all));
        memcpy(all + first->count, second->nodes, (size_t)second->count * sizeof(*all));
        *shift = lower ? (uint32_t)mine->count : 0;
        *own_shift = lower ? 0 : (uint32_t)other->count;
    }
    return all;
}

/* The communicator of two sides that know each other; `inner` is the group of this one. */
static int make(const char *call, MPI_Comm comm, const struct side *mine, const struct side *other,
                noc_group *inner, MPI_Comm *made)
{
    uint32_t shift = 0, own_shift = 0;
    uint16_t *all = join(mine, other, &shift, &own_shift);
    noc_group *group;
    noc_err err;

    if (!all) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    err = noc_group_create(all, (uint32_t)(mine->count + other->count), &group, NOC_FOREVER);
    free(all);
    if (err) {
        return mpi_fail_noc(comm, call, err);
    }
    *made = mpi_comm_new(comm, group, inner, (uint32_t)mine->count);
    if (!*made) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    (*made)->inter = &mpi_inter;
    (*made)->peers = (uint32_t)other->count;
    (*made)->shift = shift;
    (*made)->own_shift = own_shift;
    return MPI_SUCCESS;
}

/* --- between two communicators -------------------------------------------------------------- */

/* The ranks of one group of the layer's; nodes of malloc. */
static noc_err side_of(noc_group *group, uint32_t first, int count, struct side *s)
{
    int rank;

    s->count = count;
    s->nodes = malloc((size_t)count * sizeof(*s->nodes));
    for (rank = 0; s->nodes && rank < count; rank++) {
        s->nodes[rank] = (uint16_t)noc_group_node(group, first + (uint32_t)rank);
    }
    return s->nodes ? NOC_ERR_OK : NOC_ERR_MEMORY;
}

/* Leaders: each sends its list to the other. */
static int exchange(MPI_Comm peer, int leader, int tag, const struct side *mine, struct side *other)
{
    const uint32_t to = (uint32_t)leader + peer->shift;
    noc_status got;
    noc_err err;

    err = noc_exchange_in(peer->group, to, (uint32_t)tag, &mine->count, sizeof(mine->count),
                          (int32_t)to, tag, &other->count, sizeof(other->count), &got, NOC_FOREVER);
    if (err) {
        return mpi_class_of(err);
    }
    other->nodes = malloc((size_t)other->count * sizeof(*other->nodes));
    if (!other->nodes) {
        return MPI_ERR_NO_MEM;
    }
    return mpi_class_of(noc_exchange_in(
        peer->group, to, (uint32_t)tag, mine->nodes, (uint32_t)mine->count * sizeof(*mine->nodes),
        (int32_t)to, tag, other->nodes, (uint32_t)other->count * sizeof(*other->nodes), &got,
        NOC_FOREVER));
}

static bool overlap(const struct side *a, const struct side *b)
{
    int32_t i, k;

    for (i = 0; i < a->count; i++) {
        for (k = 0; k < b->count; k++) {
            if (a->nodes[i] == b->nodes[k]) {
                return true;
            }
        }
    }
    return false;
}

/* What the leader knows, to all of its side. error: the leader's. */
static int tell(MPI_Comm local, int leader, int error, struct side *other)
{
    int32_t word[2] = {error, other->count};
    noc_err err = noc_broadcast(local->group, word, sizeof(word), (uint32_t)leader, NOC_FOREVER);

    if (err || word[0]) {
        return err ? mpi_class_of(err) : (int)word[0];
    }
    other->count = word[1];
    if (local->rank != leader) {
        other->nodes = malloc((size_t)other->count * sizeof(*other->nodes));
    }
    if (!other->nodes) {
        return MPI_ERR_NO_MEM;
    }
    return mpi_class_of(noc_broadcast(local->group, other->nodes,
                                      (uint32_t)other->count * sizeof(*other->nodes),
                                      (uint32_t)leader, NOC_FOREVER));
}

static int check_leader(const char *call, MPI_Comm comm, int leader)
{
    CHECK(mpi_check_comm(call, comm));
    return (unsigned)leader < comm->peers
             ? MPI_SUCCESS
             : mpi_fail(comm, call, MPI_ERR_RANK, "the leader is %d, and there are %u ranks",
                        leader, (unsigned)comm->peers);
}

int PMPI_Intercomm_create(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader,
                          int tag, MPI_Comm *made)
{
    struct side mine = {NULL, 0}, other = {NULL, 0};
    noc_group *inner = NULL;
    int error, told;
    noc_err err;

    CHECK(mpi_check_intra(CALL, local));
    CHECK(check_leader(CALL, local, local_leader));
    CHECK(mpi_check_pointer(CALL, local, made, "the place for the communicator"));
    if (local->rank == local_leader) {
        CHECK(check_leader(CALL, peer, remote_leader));
        CHECK(mpi_check_source(CALL, peer, remote_leader, tag));
    }
    mpi_comms_poll();
    *made = MPI_COMM_NULL;
    error = mpi_class_of(side_of(local->group, 0, local->size, &mine));
    if (local->rank == local_leader) {
        error = error ? error : exchange(peer, remote_leader, tag, &mine, &other);
        error = !error && overlap(&mine, &other) ? MPI_ERR_COMM : error;
    }
    told = tell(local, local_leader, error, &other);
    error = error ? error : told;
    if (!error) {
        err = noc_group_duplicate(local->group, &inner, NOC_FOREVER);
        error = mpi_class_of(err);
    }
    error = error == MPI_ERR_COMM ? mpi_fail(local, CALL, error, "the two sides overlap")
          : error                 ? mpi_fail(local, CALL, error, NULL)
                                  : make(CALL, local, &mine, &other, inner, made);
    free(mine.nodes);
    free(other.nodes);
    return error;
}

/* All nodes of both sides, the higher side first. NULL: no memory. */
static uint16_t *turned(const struct side *all, uint32_t first)
{
    const uint32_t total = (uint32_t)all->count;
    uint16_t *nodes = malloc(total * sizeof(*nodes));

    if (nodes) {
        memcpy(nodes, all->nodes + first, (total - first) * sizeof(*nodes));
        memcpy(nodes + total - first, all->nodes, first * sizeof(*nodes));
    }
    return nodes;
}

/* Whether the higher side goes first: each member says which side its own is to be. */
static noc_err ask_order(MPI_Comm comm, int high, uint32_t first, bool *turns)
{
    const uint32_t total = (uint32_t)comm->size + comm->peers;
    const int32_t mine = high != 0;
    int32_t *flags = malloc(total * sizeof(*flags));
    noc_err err = flags ? noc_allgather(comm->group, &mine, flags, sizeof(mine), NOC_FOREVER)
                        : NOC_ERR_MEMORY;

    *turns = !err && flags[0] && !flags[first];
    free(flags);
    return err;
}

int PMPI_Intercomm_merge(MPI_Comm comm, int high, MPI_Comm *made)
{
    struct side all = {NULL, 0};
    uint16_t *nodes = NULL;
    uint32_t first;
    noc_err err;
    bool turns;
    int error;

    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, made, "the place for the communicator"));
    if (!comm->inter) {
        return mpi_fail(comm, CALL, MPI_ERR_COMM, "this is no intercommunicator");
    }
    mpi_comms_poll();
    first = comm->shift ? comm->shift : comm->own_shift; /* of the higher side */
    err = ask_order(comm, high, first, &turns);
    err = err ? err : side_of(comm->group, 0, comm->size + (int)comm->peers, &all);
    if (!err && turns) {
        nodes = turned(&all, first);
        err = nodes ? NOC_ERR_OK : NOC_ERR_MEMORY;
    }
    error = err ? mpi_fail_noc(comm, CALL, err)
                : mpi_comm_of_nodes(CALL, comm, nodes ? nodes : all.nodes, all.count, made);
    free(all.nodes);
    free(nodes);
    return error;
}

/* --- out of one that is there ------------------------------------------------------------------ */

int mpi_inter_duplicate(const char *call, MPI_Comm comm, MPI_Comm *made)
{
    noc_group *group, *inner;
    noc_err err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);

    *made = MPI_COMM_NULL;
    err = err ? err : noc_group_duplicate(comm->inner, &inner, NOC_FOREVER);
    if (err) {
        return mpi_fail_noc(comm, call, err);
    }
    *made = mpi_comm_new(comm, group, inner, (uint32_t)comm->size);
    if (!*made) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    (*made)->inter = comm->inter;
    (*made)->peers = comm->peers;
    (*made)->shift = comm->shift;
    (*made)->own_shift = comm->own_shift;
    return MPI_SUCCESS;
}

/* A member's wish. */
struct wish {
    int32_t color, key;
};

/* The members of one side with this color, by key, and by rank where keys are equal. */
static int choose(MPI_Comm comm, const struct wish *wishes, uint32_t first, int count, int color,
                  struct side *s)
{
    int32_t *keys = malloc((size_t)count * sizeof(*keys));
    int rank, at;

    s->count = 0;
    s->nodes = malloc((size_t)count * sizeof(*s->nodes));
    if (!keys || !s->nodes) {
        free(keys);
        return MPI_ERR_NO_MEM;
    }
    for (rank = 0; rank < count; rank++) {
        const struct wish *w = &wishes[first + (uint32_t)rank];

        if (w->color != color) {
            continue;
        }
        for (at = s->count++; at > 0 && keys[at - 1] > w->key; at--) {
            keys[at] = keys[at - 1];
            s->nodes[at] = s->nodes[at - 1];
        }
        keys[at] = w->key;
        s->nodes[at] = (uint16_t)noc_group_node(comm->group, first + (uint32_t)rank);
    }
    free(keys);
    return MPI_SUCCESS;
}

/* All know what all wish: those with members on both sides become one. */
int mpi_inter_split(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    const struct wish mine = {color, key};
    struct side own = {NULL, 0}, other = {NULL, 0};
    struct wish *wishes = malloc(((uint32_t)comm->size + comm->peers) * sizeof(*wishes));
    noc_group *inner = NULL;
    int error = MPI_SUCCESS;
    noc_err err = wishes ? noc_allgather(comm->group, &mine, wishes, sizeof(mine), NOC_FOREVER)
                         : NOC_ERR_MEMORY;

    *made = MPI_COMM_NULL;
    if (!err && color >= 0) {
        error = choose(comm, wishes, comm->own_shift, comm->size, color, &own);
        error = error ? error : choose(comm, wishes, comm->shift, (int)comm->peers, color, &other);
        if (!error && other.count) {
            err = noc_group_create(own.nodes, (uint32_t)own.count, &inner, NOC_FOREVER);
        }
        if (!error && !err && other.count) {
            error = make(call, comm, &own, &other, inner, made);
        }
    }
    free(own.nodes);
    free(other.nodes);
    free(wishes);
    return err ? mpi_fail_noc(comm, call, err) : error;
}
