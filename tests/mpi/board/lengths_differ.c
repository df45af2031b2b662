/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One rank gives a collective call another length than the others: of every call, in its blocking, its
 * non-blocking and its persistent form, shorter and longer, with roots, operations and datatypes of
 * several kinds. Whoever notices it gets MPI_ERR_TRUNCATE, somebody does, nobody gets anything else, and
 * the communicator works on.
 *
 * usage: lengths_differ [-v] [CALL...]       only these; -v: each case is told before it is tried
 */
#include <string.h>

#include "check.h"

enum { RANKS_MAX = 8, LONG = 700, FAR = 1500, GAP = 2 };
enum form { NOW, LATER, PERSISTENT, FORMS };
enum kind {
    BCAST,
    REDUCE,
    ALLREDUCE,
    SCAN,
    EXSCAN,
    REDUCE_SCATTER_BLOCK,
    REDUCE_SCATTER,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    NEIGHBOR_ALLGATHER,
    NEIGHBOR_ALLGATHERV,
    NEIGHBOR_ALLTOALL,
    NEIGHBOR_ALLTOALLV,
    NEIGHBOR_ALLTOALLW,
    KINDS
};
static const char *const names[KINDS] = {"bcast",
                                         "reduce",
                                         "allreduce",
                                         "scan",
                                         "exscan",
                                         "reduce_scatter_block",
                                         "reduce_scatter",
                                         "gather",
                                         "gatherv",
                                         "scatter",
                                         "scatterv",
                                         "allgather",
                                         "allgatherv",
                                         "alltoall",
                                         "alltoallv",
                                         "alltoallw",
                                         "neighbor_allgather",
                                         "neighbor_allgatherv",
                                         "neighbor_alltoall",
                                         "neighbor_alltoallv",
                                         "neighbor_alltoallw"};

static int from[RANKS_MAX * FAR * GAP], to[RANKS_MAX * FAR * GAP];
static int rank, ranks, failed, tried, talks;
static MPI_Datatype gaps;
static MPI_Op last;

/* A case; its arguments of one rank. */
struct differ {
    enum kind kind;
    enum form form;
    MPI_Comm comm;
    int root, odd, most, one;
    int own; /* the odd rank has the other length only where it sends */
    MPI_Datatype type;
    MPI_Op op;
};

static int counts[RANKS_MAX], sent[RANKS_MAX], places[RANKS_MAX], bytes[RANKS_MAX];
static MPI_Aint far_places[RANKS_MAX];
static MPI_Datatype types[RANKS_MAX];

static void set_lists(const struct differ *d, int out, int count)
{
    MPI_Aint lb, extent;
    int i;

    MPI_Type_get_extent(d->type, &lb, &extent);
    for (i = 0; i < RANKS_MAX; i++) {
        sent[i] = out;
        counts[i] = count;
        places[i] = i * FAR;
        bytes[i] = (int)(i * FAR * extent);
        far_places[i] = i * FAR * extent;
        types[i] = d->type;
    }
}

#define FORM(name, ...)                                     \
    (d->form == NOW     ? MPI_##name(__VA_ARGS__)           \
     : d->form == LATER ? MPI_I##name(__VA_ARGS__, request) \
                        : MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, request))
/* The names of the non-blocking forms are in small letters. */
#define MPI_IBcast                MPI_Ibcast
#define MPI_IReduce               MPI_Ireduce
#define MPI_IAllreduce            MPI_Iallreduce
#define MPI_IScan                 MPI_Iscan
#define MPI_IExscan               MPI_Iexscan
#define MPI_IReduce_scatter       MPI_Ireduce_scatter
#define MPI_IReduce_scatter_block MPI_Ireduce_scatter_block
#define MPI_IGather               MPI_Igather
#define MPI_IGatherv              MPI_Igatherv
#define MPI_IScatter              MPI_Iscatter
#define MPI_IScatterv             MPI_Iscatterv
#define MPI_IAllgather            MPI_Iallgather
#define MPI_IAllgatherv           MPI_Iallgatherv
#define MPI_IAlltoall             MPI_Ialltoall
#define MPI_IAlltoallv            MPI_Ialltoallv
#define MPI_IAlltoallw            MPI_Ialltoallw
#define MPI_INeighbor_allgather   MPI_Ineighbor_allgather
#define MPI_INeighbor_allgatherv  MPI_Ineighbor_allgatherv
#define MPI_INeighbor_alltoall    MPI_Ineighbor_alltoall
#define MPI_INeighbor_alltoallv   MPI_Ineighbor_alltoallv
#define MPI_INeighbor_alltoallw   MPI_Ineighbor_alltoallw

static int reduce(const struct differ *d, int n, MPI_Request *request)
{
    switch (d->kind) {
    case REDUCE:
        return FORM(Reduce, from, to, n, d->type, d->op, d->root, d->comm);
    case ALLREDUCE:
        return FORM(Allreduce, from, to, n, d->type, d->op, d->comm);
    case SCAN:
        return FORM(Scan, from, to, n, d->type, d->op, d->comm);
    case EXSCAN:
        return FORM(Exscan, from, to, n, d->type, d->op, d->comm);
    case REDUCE_SCATTER_BLOCK:
        return FORM(Reduce_scatter_block, from, to, n, d->type, d->op, d->comm);
    default:
        return FORM(Reduce_scatter, from, to, counts, d->type, d->op, d->comm);
    }
}

static int with_root(const struct differ *d, int out, int n, MPI_Request *request)
{
    switch (d->kind) {
    case BCAST:
        return FORM(Bcast, to, n, d->type, d->root, d->comm);
    case GATHER:
        return FORM(Gather, from, out, d->type, to, n, d->type, d->root, d->comm);
    case GATHERV:
        return FORM(Gatherv, from, out, d->type, to, counts, places, d->type, d->root, d->comm);
    case SCATTER:
        return FORM(Scatter, from, out, d->type, to, n, d->type, d->root, d->comm);
    default:
        return FORM(Scatterv, from, sent, places, d->type, to, n, d->type, d->root, d->comm);
    }
}

static int with_all(const struct differ *d, int out, int n, MPI_Request *request)
{
    switch (d->kind) {
    case ALLGATHER:
        return FORM(Allgather, from, out, d->type, to, n, d->type, d->comm);
    case ALLGATHERV:
        return FORM(Allgatherv, from, out, d->type, to, counts, places, d->type, d->comm);
    case ALLTOALL:
        return FORM(Alltoall, from, out, d->type, to, n, d->type, d->comm);
    case ALLTOALLV:
        return FORM(Alltoallv, from, sent, places, d->type, to, counts, places, d->type, d->comm);
    default:
        return FORM(Alltoallw, from, sent, bytes, types, to, counts, bytes, types, d->comm);
    }
}

static int with_neighbours(const struct differ *d, int out, int n, MPI_Request *request)
{
    switch (d->kind) {
    case NEIGHBOR_ALLGATHER:
        return FORM(Neighbor_allgather, from, out, d->type, to, n, d->type, d->comm);
    case NEIGHBOR_ALLGATHERV:
        return FORM(Neighbor_allgatherv, from, out, d->type, to, counts, places, d->type, d->comm);
    case NEIGHBOR_ALLTOALL:
        return FORM(Neighbor_alltoall, from, out, d->type, to, n, d->type, d->comm);
    case NEIGHBOR_ALLTOALLV:
        return FORM(Neighbor_alltoallv, from, sent, places, d->type, to, counts, places, d->type,
                    d->comm);
    default:
        return FORM(Neighbor_alltoallw, from, sent, far_places, types, to, counts, far_places,
                    types, d->comm);
    }
}

static int begin(const struct differ *d, int out, int n, MPI_Request *request)
{
    set_lists(d, out, n);
    return d->kind >= NEIGHBOR_ALLGATHER                  ? with_neighbours(d, out, n, request)
         : d->kind >= ALLGATHER                           ? with_all(d, out, n, request)
         : d->kind >= REDUCE && d->kind <= REDUCE_SCATTER ? reduce(d, n, request)
                                                          : with_root(d, out, n, request);
}

/* The whole call; its class. */
static int call(const struct differ *d, int out, int n)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int error = begin(d, out, n, &request);

    if (!error && d->form == PERSISTENT) {
        error = MPI_Start(&request);
    }
    if (!error && d->form != NOW) {
        error = MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (request != MPI_REQUEST_NULL) {
        MPI_Request_free(&request);
    }
    return check_class(error);
}

static void fault(const struct differ *d, const char *why, int class)
{
    static const char *const forms[FORMS] = {"now", "later", "persistent"};

    failed++;
    printf("rank %d: %s, %s, root %d, rank %d has %d and not %d%s%s: %s (class %d)\n", rank,
           names[d->kind], forms[d->form], d->root, d->odd, d->one, d->most,
           d->type == gaps ? ", with gaps" : "",
           d->op == last ? ", own operation"
           : d->own      ? ", to itself"
                         : "",
           why, class);
    fflush(stdout);
}

/* The next calls are right. */
static void work(const struct differ *d)
{
    int one = rank + 1, sum = 0, all[RANKS_MAX], i, error;

    error = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, d->comm);
    if (error || sum != ranks * (ranks + 1) / 2) {
        fault(d, "then the sum is wrong", check_class(error));
    }
    error = MPI_Barrier(d->comm);
    if (error) {
        fault(d, "then the barrier fails", check_class(error));
    }
    error = MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, d->comm);
    for (i = 0; i < ranks && all[i] == i; i++) {
    }
    if (error || i < ranks) {
        fault(d, "then MPI_Allgather is wrong", check_class(error));
    }
}

static void try_one(const struct differ *d)
{
    int class, told = 0, error, n;

    if (talks && rank == 0) {
        printf("%s, form %d, root %d, odd %d: %d, %d\n", names[d->kind], d->form, d->root, d->odd,
               d->one, d->most);
        fflush(stdout);
    }
    tried++;
    n = rank == d->odd ? d->one : d->most;
    class = call(d, n, d->own ? d->most : n);
    if (class != MPI_SUCCESS && class != MPI_ERR_TRUNCATE) {
        fault(d, "another error", class);
    }
    class = class != MPI_SUCCESS;
    error = MPI_Allreduce(&class, &told, 1, MPI_INT, MPI_MAX, d->comm);
    if (error) {
        fault(d, "the next call fails", check_class(error));
    } else if (!told && rank == 0) {
        fault(d, "nobody is told", 0);
    }
    work(d);
}

/* Lengths, roots and who is odd, of one call in one form. */
static void try_lengths(struct differ *d)
{
    static const int lengths[][2] = {{1, 2},    {2, 1},      {1, LONG},
                                     {LONG, 1}, {LONG, FAR}, {FAR, LONG}};
    const int who[][2] = {{0, 0}, {0, ranks - 1}, {ranks - 1, 1}};
    unsigned i, k;

    for (i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        for (k = 0; k < sizeof(who) / sizeof(*who); k++) {
            d->most = lengths[i][0];
            d->one = lengths[i][1];
            d->root = who[k][0];
            d->odd = who[k][1];
            d->own = 0;
            /* One of the datatypes and operations in turn: each with each of the others. */
            d->type = (i + k) % 2 ? gaps : MPI_INT;
            d->op = (i + k / 2) % 2 && d->type == MPI_INT ? MPI_SUM : last;
            try_one(d);
            d->own = d->kind >= GATHER;
            if (d->own && (d->kind < ALLGATHER ? d->odd == d->root : 1)) {
                try_one(d);
            }
        }
    }
}

static void take_last(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)inout;
    (void)count;
    (void)type;
}

static int is_wanted(int argc, char **argv, const char *name)
{
    int i, any = 0;

    for (i = 1; i < argc; i++) {
        any |= argv[i][0] != '-';
        if (!strcmp(argv[i], name)) {
            return 1;
        }
    }
    return !any;
}

int main(int argc, char **argv)
{
    struct differ d = {0};
    MPI_Comm plain, ring;
    int yes = 1;

    check_begin(&argc, &argv);
    rank = check_rank;
    ranks = check_size;
    talks = argc > 1 && !strcmp(argv[1], "-v");
    MPI_Comm_dup(MPI_COMM_WORLD, &plain);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &yes, 0, &ring);
    MPI_Type_create_resized(MPI_INT, 0, GAP * (MPI_Aint)sizeof(int), &gaps);
    MPI_Type_commit(&gaps);
    MPI_Op_create(take_last, 0, &last);
    for (d.kind = 0; d.kind < KINDS; d.kind++) {
        for (d.form = 0; d.form < FORMS && is_wanted(argc, argv, names[d.kind]); d.form++) {
            d.comm = d.kind >= NEIGHBOR_ALLGATHER ? ring : d.form == LATER ? MPI_COMM_WORLD : plain;
            try_lengths(&d);
        }
    }
    CHECK("8.3", !failed);
    if (rank == 0) {
        printf("%d calls with another length\n", tried);
    }
    return check_end("lengths_differ");
}
