/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies belong to communicators, those that were duplicated share one. */
#include "topo.h"

static struct topo_traffic *traffics;

struct mpi_topology *topo_new(int kind, int count, int more, int words)
{
    struct mpi_topology *t = malloc(sizeof(*t) + (size_t)words * sizeof(t->data[0]));

    if (t) {
        *t = (struct mpi_topology){
            .kind = (uint8_t)kind, .references = 1, .count = count, .more = more};
    }
    return t;
}

static bool has(const struct mpi_group *g, uint16_t node)
{
    int i;

    if (!g->nodes) {
        return node < g->size;
    }
    for (i = 0; i < g->size && g->nodes[i] != node; i++) {
    }
    return i < g->size;
}

static bool has_all(const struct mpi_group *g, const struct mpi_group *members)
{
    int i;

    for (i = 0; i < members->size && has(g, mpi_group_node(members, i)); i++) {
    }
    return i == members->size;
}

/* All members of comm find the same one, since each of its members has it: the first of equal ones
 * by the number that all have for a group, the low bits of its name. */
static struct topo_traffic *find_traffic(const struct mpi_group *own)
{
    struct topo_traffic *t, *found = NULL;

    for (t = traffics; t; t = t->next) {
        if (has_all(t->members, own) &&
            (!found || (uintptr_t)t->group % 4096 < (uintptr_t)found->group % 4096)) {
            found = t;
        }
    }
    return found;
}

static noc_err traffic_of(MPI_Comm comm, struct topo_traffic **found)
{
    struct mpi_group *own = mpi_comm_own(comm);
    struct topo_traffic *t = own ? find_traffic(own) : NULL;
    struct mpi_hunger *taken;
    noc_group *group;
    noc_err err;

    *found = t;
    if (t) {
        return NOC_ERR_OK;
    }
    t = own ? malloc(sizeof(*t)) : NULL;
    if (!t) {
        mpi_comm_poor();
    }
    mpi_comm_begin(&taken);
    err = noc_group_duplicate(comm->group, &group, NOC_FOREVER);
    mpi_comm_end(taken);
    if (err || !t) {
        free(t);
        return err ? err : NOC_ERR_MEMORY;
    }
    t->group = group;
    mpi_group_hold(own);
    t->members = own;
    t->next = traffics;
    traffics = t;
    *found = t;
    return NOC_ERR_OK;
}

int topo_attach(const char *call, MPI_Comm comm, struct mpi_topology *topology, MPI_Comm *made)
{
    struct topo_traffic *traffic;
    noc_err err = traffic_of(comm, &traffic);

    if (err) {
        topo_release(topology);
        if (*made) {
            (void)PMPI_Comm_free(made);
        }
        return err == NOC_ERR_GROUP
                 ? mpi_fail(comm, call, MPI_ERR_NO_MEM, "a member has no memory for the topology")
                 : mpi_fail_noc(comm, call, err);
    }
    if (*made) {
        topology->traffic = traffic;
        (*made)->topology = topology;
    } else {
        topo_release(topology);
    }
    return MPI_SUCCESS;
}

int topo_check(const char *call, MPI_Comm comm, int kind)
{
    CHECK(mpi_check_running(call));
    CHECK(mpi_check_comm(call, comm));
    if (!comm->topology || comm->topology->kind != kind) {
        return mpi_fail(comm, call, MPI_ERR_TOPOLOGY, NULL);
    }
    return MPI_SUCCESS;
}

MPI_WEAK(Topo_test);
int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    CHECK(mpi_check_running(CALL));
    CHECK(mpi_check_comm(CALL, comm));
    CHECK(mpi_check_pointer(CALL, comm, status, "status"));
    *status = comm->topology ? comm->topology->kind : MPI_UNDEFINED;
    return MPI_SUCCESS;
}
