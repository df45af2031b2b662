/* SPDX-License-Identifier: BSD-2-Clause */
/* What communicators with two sides do in another way (struct mpi_inter). */
#ifndef MPI_INTER_H
#define MPI_INTER_H

#include "coll.h"

extern const struct mpi_inter mpi_inter;

int mpi_inter_duplicate(const char *call, MPI_Comm comm, MPI_Comm *made);
int mpi_inter_split(const char *call, MPI_Comm comm, int color, int key, MPI_Comm *made);
/* coll_inter.c; request NULL: until it is done. */
int mpi_inter_collective(const char *call, const struct mpi_collective *c, MPI_Request *request);

#endif
