/* SPDX-License-Identifier: BSD-2-Clause */
/* Communicators out of others (6.4.2). Each has a group of the layer's. */
#include "mpi_priv.h"
#include "types.h"

MPI_WEAK(Comm_create);
MPI_WEAK(Comm_create_group);
MPI_WEAK(Comm_split);
MPI_WEAK(Comm_split_type);

#define PLACE "the place for the communicator"

/* The layer tells those alone who were to be in a group that could not be made. Here all members of comm
 * are told, so that none goes on without the others. */
static int all_or_none(const char *call, MPI_Comm comm, int error, MPI_Comm *made)
{
    const int32_t mine = error;
    int32_t worst = mine;

    if (noc_allreduce(comm->inner, &mine, &worst, 1, &noc_max_int32, NOC_FOREVER) ||
        (error != MPI_SUCCESS) == (worst != MPI_SUCCESS)) {
        return error;
    }
    if (*made) {
        mpi_comm_release(*made);
        *made = MPI_COMM_NULL;
    }
    return mpi_fail(comm, call, worst, "a member has no memory, or no place, for its communicator");
}

int mpi_comm_split(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    struct mpi_hunger *taken;
    noc_group *group = NULL;
    noc_err err;

    mpi_comms_poll();
    if (comm->inter) {
        return comm->inter->split(call, comm, color, key, made);
    }
    mpi_comm_begin(&taken);
    err = noc_group_split(comm->group, color, key, &group, NOC_FOREVER);
    mpi_comm_end(taken);
    return all_or_none(call, comm, mpi_comm_made(call, comm, err, group, made), made);
}

int mpi_comm_duplicate(const char *call, MPI_Comm comm, MPI_Comm *made)
{
    struct mpi_hunger *taken;
    noc_group *group = NULL;
    noc_err err;

    mpi_comms_poll();
    if (comm->inter) {
        return comm->inter->duplicate(call, comm, made);
    }
    mpi_comm_begin(&taken);
    err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);
    mpi_comm_end(taken);
    return mpi_comm_made(call, comm, err, group, made);
}

int mpi_comm_of_nodes(const char *call, MPI_Comm comm, const uint16_t *nodes, int size,
                      MPI_Comm *made)
{
    struct mpi_hunger *taken;
    noc_group *group = NULL;
    noc_err err;

    mpi_comms_poll();
    mpi_comm_begin(&taken);
    err = noc_group_create(nodes, (uint32_t)size, &group, NOC_FOREVER);
    mpi_comm_end(taken);
    return mpi_comm_made(call, comm, err, group, made);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, NULL, made, PLACE)); /* it is no communicator's */
    if (color < 0 && color != MPI_UNDEFINED) {
        return mpi_fail(comm, CALL, MPI_ERR_ARG, "the color is %d", color);
    }
    return mpi_comm_split(CALL, comm, color < 0 ? -1 : color, key, made);
}

/* No two cores share memory. */
int PMPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_hints(CALL, comm, info));
    CHECK(mpi_check_pointer(CALL, NULL, made, PLACE)); /* it is no communicator's */
    if (type != MPI_COMM_TYPE_SHARED && type != MPI_UNDEFINED) {
        return mpi_fail(comm, CALL, MPI_ERR_ARG, "there is no type %d", type);
    }
    return mpi_comm_split(CALL, comm, type == MPI_UNDEFINED ? -1 : (int)noc_rank(), key, made);
}

/* Whether all of a group are in the communicator. */
static int check_members(const char *call, MPI_Comm comm, MPI_Group group)
{
    int rank, there, outside = -1;

    CHECK(mpi_check_group(call, group));
    for (rank = 0; rank < group->size && outside < 0; rank++) {
        for (there = 0; there < comm->size; there++) {
            if (noc_group_node(comm->inner, (uint32_t)there) == mpi_group_node(group, rank)) {
                break;
            }
        }
        outside = there == comm->size ? rank : -1;
    }
    return outside < 0 ? MPI_SUCCESS
                       : mpi_fail(comm, call, MPI_ERR_GROUP,
                                  "rank %d of the group is not in the communicator", outside);
}

/* Groups that are made at once do not overlap: each has the number of its first node. With two sides
 * there is one. */
int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, NULL, made, PLACE)); /* it is no communicator's */
    CHECK(check_members(CALL, comm, group));
    return mpi_comm_split(CALL, comm,
                          group->rank == MPI_UNDEFINED ? -1
                          : comm->inter                ? 0
                                                       : mpi_group_node(group, 0),
                          group->rank == MPI_UNDEFINED ? 0 : group->rank, made);
}

/* The members of a group that this core is in. */
static int of_group(const char *call, MPI_Comm comm, const struct mpi_group *group, MPI_Comm *made)
{
    uint16_t few[MPI_FEW_NODES], *nodes = few;
    int rank, error;

    if (group->nodes) {
        return mpi_comm_of_nodes(call, comm, group->nodes, group->size, made);
    }
    if (group->size > MPI_FEW_NODES) {
        nodes = malloc((size_t)group->size * sizeof(*nodes));
    }
    if (!nodes) {
        return mpi_fail(comm, call, MPI_ERR_NO_MEM, NULL);
    }
    for (rank = 0; rank < group->size; rank++) {
        nodes[rank] = (uint16_t)rank;
    }
    error = mpi_comm_of_nodes(call, comm, nodes, group->size, made);
    if (nodes != few) {
        free(nodes);
    }
    return error;
}

/* The layer tells those who make a group by its members, so the tag is not needed. */
int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made)
{
    CHECK(mpi_check_intra(CALL, comm));
    CHECK(mpi_check_pointer(CALL, NULL, made, PLACE)); /* it is no communicator's */
    CHECK(check_members(CALL, comm, group));
    if ((unsigned)tag > NOC_TAG_MAX) {
        return mpi_fail(comm, CALL, MPI_ERR_TAG, "the tag is %d; tags are 0 to %d", tag,
                        NOC_TAG_MAX);
    }
    *made = MPI_COMM_NULL;
    if (group->rank == MPI_UNDEFINED) {
        return MPI_SUCCESS;
    }
    return of_group(CALL, comm, group, made);
}
