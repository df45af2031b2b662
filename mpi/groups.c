/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups: what they are and who is in them (6.3.1). */
#include <string.h>

#include "mpi_priv.h"

MPI_WEAK(Group_size);
MPI_WEAK(Group_rank);
MPI_WEAK(Group_free);

struct mpi_group mpi_group_empty = {
    .mark = MARK_GROUP, .predefined = true, .handles = 1, .size = 0, .rank = MPI_UNDEFINED};

struct mpi_group *mpi_group_new(const uint16_t *nodes, int size)
{
    struct mpi_group *g = mpi_object_new(sizeof(*g) + (size_t)size * sizeof(*nodes));
    uint16_t *copy;
    int rank;

    if (!g) {
        return NULL;
    }
    copy = (uint16_t *)(g + 1);
    *g = (struct mpi_group){.size = size, .rank = MPI_UNDEFINED, .nodes = copy};
    for (rank = 0; rank < size; rank++) {
        copy[rank] = nodes[rank];
        if (nodes[rank] == noc_rank()) {
            g->rank = rank;
        }
    }
    return g;
}

void mpi_group_hold(struct mpi_group *group)
{
    group->references++;
}

static void end(struct mpi_group *group)
{
    if (!group->predefined && !group->references && !group->handles) {
        mpi_object_free(group);
    }
}

void mpi_group_release(struct mpi_group *group)
{
    if (group) {
        group->references--;
        end(group);
    }
}

MPI_Group mpi_group_give(struct mpi_group *group)
{
    group->mark = MARK_GROUP;
    mpi_handle_more(&group->handles);
    return group;
}

int PMPI_Group_size(MPI_Group group, int *size)
{
    CHECK(mpi_check_group(CALL, group));
    CHECK(mpi_check_pointer(CALL, NULL, size, "the place for the size"));
    *size = group->size;
    return MPI_SUCCESS;
}

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    CHECK(mpi_check_group(CALL, group));
    CHECK(mpi_check_pointer(CALL, NULL, rank, "the place for the rank"));
    *rank = group->rank;
    return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *group)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_pointer(CALL, NULL, group, "the place of the group"));
    CHECK(mpi_check_group(CALL, *group));
    if (!(*group)->predefined) {
        mpi_handle_less(&(*group)->handles);
        (*group)->mark = (*group)->handles ? MARK_GROUP : 0;
    }
    end(*group);
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
