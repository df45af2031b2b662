/* SPDX-License-Identifier: BSD-2-Clause */
/* Topologies that several communicators share. */
#include "topo.h"

void topo_hold(struct mpi_topology *topology)
{
    if (topology) {
        topology->references++;
    }
}

void topo_release(struct mpi_topology *topology)
{
    if (topology && !--topology->references) {
        free(topology->peers);
        free(topology);
    }
}
