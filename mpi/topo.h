/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of topologies share (3.1: 7). */
#ifndef MPI_TOPO_H
#define MPI_TOPO_H

#include "mpi_priv.h"
#include "types.h"

/*
 * A group of the layer's for the messages of neighbourhood collectives, so that no receive of the
 * program finds them. It lasts until the end, and serves every topology whose members it has.
 */
struct topo_traffic {
    struct topo_traffic *next;
    struct mpi_group *members;
    noc_group *group;
};

struct mpi_topology {
    uint8_t kind; /* MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH */
    bool weighted;
    uint32_t references;
    int count; /* dimensions; nodes; neighbours in */
    int more;  /* -; edges; neighbours out */
    struct topo_traffic *traffic;
    int32_t *peers; /* of neighbourhood collectives, `in` first, ranks in traffic's group or -1;
                        NULL: not asked for yet */
    int in, out;    /* how many of them */
    /*
     * MPI_CART:       dims[count], periods[count]
     * MPI_GRAPH:      index[count], edges[more]
     * MPI_DIST_GRAPH: sources[count], weights[count], destinations[more], weights[more]
     */
    int data[];
};

/* A topology with room for this data. NULL: no memory. */
struct mpi_topology *topo_new(int kind, int count, int more, int words);
/* made gets a topology and what its neighbours' messages need; comm is what it was made of, all of
 * whose members call. An error gives both back. */
int topo_attach(const char *call, MPI_Comm comm, struct mpi_topology *topology, MPI_Comm *made);
/* Checks of a call: that comm has such a topology. */
int topo_check(const char *call, MPI_Comm comm, int kind);

/* Of a Cartesian topology. */
static inline const int *cart_dims(const struct mpi_topology *t)
{
    return t->data;
}
static inline const int *cart_periods(const struct mpi_topology *t)
{
    return t->data + t->count;
}
void cart_coordinates(const struct mpi_topology *t, int rank, int coordinates[]);
/* MPI_PROC_NULL: there is nobody. */
int cart_neighbour(const struct mpi_topology *t, int rank, int dimension, int steps);

/*
 * Which rank of a grid this core should be, so that neighbours of the grid are neighbours of the
 * board; -1: none. *place stays if the order there is is as good. All members find the same, with
 * memory or without.
 */
void topo_reorder(const struct mpi_group *group, int count, const int dims[], int nodes,
                  int *place);

#endif
