/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls of mpi.h, over noc.h alone. */
#include "mpi.h"

#include <stdio.h>
#include <stdlib.h>

#include "noc.h"

struct probe_type {
    uint32_t bytes;
    const noc_op *op[3]; /* by MPI_Op */
};

const struct probe_type probe_int = {4, {&noc_sum_int32, &noc_max_int32, &noc_min_int32}};
const struct probe_type probe_double = {8, {&noc_sum_double, &noc_max_double, &noc_min_double}};
const struct probe_type probe_byte = {1, {NULL, NULL, NULL}};

/* MPI_ERRORS_ARE_FATAL */
static int must(noc_err err, const char *call)
{
    if (err) {
        printf("rank %u: %s: %s\n", (unsigned)noc_rank(), call, noc_strerror(err));
        noc_abort(1);
    }
    return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return must(noc_init(), "MPI_Init");
}

int MPI_Finalize(void)
{
    return must(noc_finish(NOC_FOREVER), "MPI_Finalize");
}

int MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    (void)comm;
    *rank = (int)noc_rank();
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = (int)noc_size();
    return MPI_SUCCESS;
}

int MPI_Send(const void *body, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    (void)comm;
    return must(
        noc_send((uint32_t)to, (uint32_t)tag, body, (uint32_t)count * type->bytes, NOC_FOREVER),
        "MPI_Send");
}

int MPI_Recv(void *body, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    noc_status got;

    (void)comm;
    must(noc_recv(from, tag, body, (uint32_t)count * type->bytes, &got, NOC_FOREVER), "MPI_Recv");
    if (status) {
        *status = (MPI_Status){.MPI_SOURCE = (int)got.source,
                               .MPI_TAG = (int)got.tag,
                               .MPI_ERROR = MPI_SUCCESS,
                               .bytes = (int)got.bytes};
    }
    return MPI_SUCCESS;
}

int MPI_Bcast(void *body, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    (void)comm;
    return must(noc_broadcast(noc_world(), body, (uint32_t)count * type->bytes, (uint32_t)root,
                              NOC_FOREVER),
                "MPI_Bcast");
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    (void)comm;
    if (!type->op[op]) {
        return must(NOC_ERR_ARGUMENT, "MPI_Allreduce");
    }
    return must(noc_allreduce(noc_world(), in, out, (uint32_t)count, type->op[op], NOC_FOREVER),
                "MPI_Allreduce");
}
