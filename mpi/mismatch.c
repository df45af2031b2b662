/* SPDX-License-Identifier: BSD-2-Clause */
/* The layer's sentence on members that called different things names cores; programs know ranks. */
#include <stdio.h>
#include <string.h>

#include "mpi_priv.h"

enum { ROOM = MPI_MAX_ERROR_STRING };

int mpi_rank_at(unsigned node)
{
    const uint32_t ranks = mpi_comm_world.peers;
    uint32_t rank;

    for (rank = 0; rank < ranks && noc_group_node(mpi_comm_world.group, rank) != (int32_t)node;) {
        rank++;
    }
    return rank < ranks ? (int)rank : -1;
}

void mpi_mismatch(char text[ROOM])
{
    const char *from = noc_last_mismatch(), *core;
    size_t used = 0;
    unsigned node;
    char *end;
    int rank;

    while ((core = strstr(from, "core "))) {
        node = (unsigned)strtoul(core + strlen("core "), &end, 10);
        rank = mpi_rank_at(node);
        used += (size_t)snprintf(text + used, ROOM - used, rank < 0 ? "%.*snode %u" : "%.*srank %u",
                                 (int)(core - from), from, rank < 0 ? node : (unsigned)rank);
        from = end;
    }
    snprintf(text + used, ROOM - used, "%s", from);
}
