/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups out of groups (6.3.1, 6.3.2). Where a node stands in a group is found by a table of all
 * nodes, so that no call takes longer than the groups are. */
#include <string.h>

#include "mpi_priv.h"

MPI_WEAK(Group_translate_ranks);
MPI_WEAK(Group_compare);
MPI_WEAK(Group_union);
MPI_WEAK(Group_intersection);
MPI_WEAK(Group_difference);
MPI_WEAK(Group_incl);
MPI_WEAK(Group_excl);
MPI_WEAK(Group_range_incl);
MPI_WEAK(Group_range_excl);

enum { NOWHERE = 0xffff };

/* The rank of each node, or NOWHERE; of malloc. */
static uint16_t *table_of(const struct mpi_group *g)
{
    uint16_t *table = malloc(noc_size() * sizeof(*table));
    int rank;

    if (table) {
        memset(table, 0xff, noc_size() * sizeof(*table));
        for (rank = 0; rank < g->size; rank++) {
            table[mpi_group_node(g, rank)] = (uint16_t)rank;
        }
    }
    return table;
}

static int no_memory(const char *call)
{
    return mpi_fail(NULL, call, MPI_ERR_NO_MEM, NULL);
}

int PMPI_Group_translate_ranks(MPI_Group a, int count, const int ranks[], MPI_Group b,
                               int translated[])
{
    uint16_t *table, rank;
    int i;

    CHECK(mpi_check_group(CALL, a));
    CHECK(mpi_check_group(CALL, b));
    CHECK(mpi_check_count(CALL, NULL, count));
    CHECK(mpi_check_array(CALL, NULL, ranks, count, sizeof(*ranks), "the array of ranks"));
    CHECK(mpi_check_array(CALL, NULL, translated, count, sizeof(*translated),
                          "the place for the ranks"));
    for (i = 0; i < count; i++) {
        if (ranks[i] != MPI_PROC_NULL && (unsigned)ranks[i] >= (unsigned)a->size) {
            return mpi_fail(NULL, CALL, MPI_ERR_RANK, "rank %d, and the group has %d", ranks[i],
                            a->size);
        }
    }
    table = table_of(b);
    if (!table) {
        return no_memory(CALL);
    }
    for (i = 0; i < count; i++) {
        rank = ranks[i] == MPI_PROC_NULL ? NOWHERE : table[mpi_group_node(a, ranks[i])];
        translated[i] = ranks[i] == MPI_PROC_NULL ? MPI_PROC_NULL
                      : rank == NOWHERE           ? MPI_UNDEFINED
                                                  : rank;
    }
    free(table);
    return MPI_SUCCESS;
}

int PMPI_Group_compare(MPI_Group a, MPI_Group b, int *result)
{
    CHECK(mpi_check_group(CALL, a));
    CHECK(mpi_check_group(CALL, b));
    CHECK(mpi_check_pointer(CALL, NULL, result, "the place for the result"));
    return mpi_group_compare(CALL, a, b, result);
}

int mpi_group_compare(const char *call, const struct mpi_group *a, const struct mpi_group *b,
                      int *result)
{
    uint16_t *table;
    int rank;

    *result = MPI_UNEQUAL;
    if (a->size != b->size) {
        return MPI_SUCCESS;
    }
    table = table_of(b);
    if (!table) {
        return no_memory(call);
    }
    *result = MPI_IDENT;
    for (rank = 0; rank < a->size && *result != MPI_UNEQUAL; rank++) {
        const uint16_t there = table[mpi_group_node(a, rank)];

        *result = there == NOWHERE ? MPI_UNEQUAL : there == rank ? *result : MPI_SIMILAR;
    }
    free(table);
    return MPI_SUCCESS;
}

/* --- sets --------------------------------------------------------------------------------- */

/* Nodes that a group is made of, one after the other. */
struct list {
    uint16_t *nodes;
    int count;
};

static int finish(const char *call, struct list *l, MPI_Group *made)
{
    MPI_Group g = l->count ? mpi_group_new(l->nodes, l->count) : MPI_GROUP_EMPTY;

    free(l->nodes);
    if (!g) {
        return no_memory(call);
    }
    *made = g->predefined ? g : mpi_group_give(g);
    return MPI_SUCCESS;
}

static int begin(const char *call, struct list *l, int most)
{
    l->count = 0;
    l->nodes = malloc(((size_t)most + 1) * sizeof(*l->nodes));
    return l->nodes ? MPI_SUCCESS : no_memory(call);
}

/* The nodes of g that are in the table, or those that are not. */
static void add(struct list *l, const struct mpi_group *g, const uint16_t *table, bool there)
{
    int rank;

    for (rank = 0; rank < g->size; rank++) {
        const uint16_t node = mpi_group_node(g, rank);

        if ((table[node] != NOWHERE) == there) {
            l->nodes[l->count++] = node;
        }
    }
}

enum set { UNION, INTERSECTION, DIFFERENCE };

static int combine(const char *call, MPI_Group a, MPI_Group b, enum set set, MPI_Group *made)
{
    uint16_t *table;
    struct list l;

    CHECK(mpi_check_group(call, a));
    CHECK(mpi_check_group(call, b));
    CHECK(mpi_check_pointer(call, NULL, made, "the place for the group"));
    table = table_of(set == UNION ? a : b);
    if (!table) {
        return no_memory(call);
    }
    if (begin(call, &l, a->size + b->size)) {
        free(table);
        return MPI_ERR_NO_MEM;
    }
    if (set == UNION) {
        add(&l, a, table, true);
        add(&l, b, table, false);
    } else {
        add(&l, a, table, set == INTERSECTION);
    }
    free(table);
    return finish(call, &l, made);
}

int PMPI_Group_union(MPI_Group a, MPI_Group b, MPI_Group *made)
{
    return combine(CALL, a, b, UNION, made);
}

int PMPI_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *made)
{
    return combine(CALL, a, b, INTERSECTION, made);
}

int PMPI_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *made)
{
    return combine(CALL, a, b, DIFFERENCE, made);
}

/* --- some ranks of a group -------------------------------------------------------------------- */

/* Each rank once, or why not. `chosen` has a byte for each rank of g. */
static int choose(const char *call, const struct mpi_group *g, char *chosen, int rank)
{
    if ((unsigned)rank >= (unsigned)g->size) {
        return mpi_fail(NULL, call, MPI_ERR_RANK, "rank %d, and the group has %d", rank, g->size);
    }
    if (chosen[rank]) {
        return mpi_fail(NULL, call, MPI_ERR_RANK, "rank %d is named twice", rank);
    }
    chosen[rank] = 1;
    return MPI_SUCCESS;
}

/* How the ranks are given: as a list, or as ranges of first, last and step. */
struct ranks {
    int count;
    const int *list;
    int (*ranges)[3];
};

/* Calls choose() for each, and lists their nodes. */
static int choose_all(const char *call, const struct mpi_group *g, const struct ranks *r,
                      char *chosen, struct list *l)
{
    int i, rank;

    for (i = 0; i < r->count; i++) {
        const int first = r->list ? r->list[i] : r->ranges[i][0];
        const int last = r->list ? first : r->ranges[i][1];
        const int step = r->list ? 1 : r->ranges[i][2];

        if (!step) {
            return mpi_fail(NULL, call, MPI_ERR_ARG, "range %d has step 0", i);
        }
        for (rank = first; step > 0 ? rank <= last : rank >= last; rank += step) {
            CHECK(choose(call, g, chosen, rank));
            l->nodes[l->count++] = mpi_group_node(g, rank);
        }
    }
    return MPI_SUCCESS;
}

static void take_the_others(const struct mpi_group *g, const char *chosen, struct list *l)
{
    int rank;

    l->count = 0;
    for (rank = 0; rank < g->size; rank++) {
        if (!chosen[rank]) {
            l->nodes[l->count++] = mpi_group_node(g, rank);
        }
    }
}

static int some(const char *call, MPI_Group g, const struct ranks *r, bool others, MPI_Group *made)
{
    struct list l;
    char *chosen;
    int error;

    CHECK(mpi_check_group(call, g));
    CHECK(mpi_check_count(call, NULL, r->count));
    CHECK(mpi_check_pointer(call, NULL, made, "the place for the group"));
    CHECK(mpi_check_array(call, NULL, r->list ? (const void *)r->list : r->ranges, r->count,
                          r->list ? sizeof(*r->list) : sizeof(*r->ranges), "the array of ranks"));
    CHECK(begin(call, &l, g->size));
    chosen = calloc((size_t)g->size + 1, 1);
    error = chosen ? choose_all(call, g, r, chosen, &l) : no_memory(call);
    if (!error && others) {
        take_the_others(g, chosen, &l);
    }
    free(chosen);
    if (error) {
        free(l.nodes);
        return error;
    }
    return finish(call, &l, made);
}

int PMPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
    return some(CALL, group, &(struct ranks){count, ranks, NULL}, false, made);
}

int PMPI_Group_excl(MPI_Group group, int count, const int ranks[], MPI_Group *made)
{
    return some(CALL, group, &(struct ranks){count, ranks, NULL}, true, made);
}

int PMPI_Group_range_incl(MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
    return some(CALL, group, &(struct ranks){count, NULL, ranges}, false, made);
}

int PMPI_Group_range_excl(MPI_Group group, int count, int ranges[][3], MPI_Group *made)
{
    return some(CALL, group, &(struct ranks){count, NULL, ranges}, true, made);
}
