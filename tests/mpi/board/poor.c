/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One rank has no memory left, or little: calls that make communicators and windows fail at all
 * ranks alike, or at none, and the program goes on.
 */
#include "check.h"

/* MANY edges, or dimensions, take more memory than all else of a communicator. */
enum { POOR = 2, LEFT_MOST = 4096, LEFT_STEP = 16, MANY = 1000 };

struct block {
    struct block *next;
};

static struct block *taken;

static void take_of(size_t bytes)
{
    struct block *b;

    while ((b = malloc(bytes))) {
        b->next = taken;
        taken = b;
    }
}

/* All memory but one block of so many bytes. */
static void take_all(size_t left)
{
    void *rest = NULL;
    size_t bytes;

    if (left) {
        rest = malloc(left);
    }
    for (bytes = 1 << 18; bytes >= sizeof(struct block); bytes /= 2) {
        take_of(bytes);
    }
    free(rest);
}

static void give_back(void)
{
    struct block *b;

    while ((b = taken)) {
        taken = b->next;
        free(b);
    }
}

/* --- calls, each of which makes a communicator ------------------------------------------------ */

static MPI_Group all, some;
static MPI_Comm grid, three; /* three: of the ranks from 1 on, backwards */
static const int dims[2] = {2, 2}, periods[2] = {0, 0}, remain[2] = {1, 0};
static const int index_of[4] = {1, 2, 3, 4}, edges[4] = {1, 2, 3, 0};

static int create(MPI_Comm *made)
{
    return MPI_Comm_create(MPI_COMM_WORLD, some, made);
}

static int create_group(MPI_Comm *made)
{
    return MPI_Comm_create_group(MPI_COMM_WORLD, all, 0, made);
}

static int split(MPI_Comm *made)
{
    return MPI_Comm_split(MPI_COMM_WORLD, check_rank / 3, 0, made);
}

/* Nobody else is in what the poor rank wants. */
static int split_alone(MPI_Comm *made)
{
    return MPI_Comm_split(MPI_COMM_WORLD, check_rank, 0, made);
}

static int duplicate(MPI_Comm *made)
{
    return MPI_Comm_dup(grid, made);
}

static int cart(MPI_Comm *made)
{
    return MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, made);
}

static int cart_reordered(MPI_Comm *made)
{
    const int two[2] = {3, 1};

    return check_rank ? MPI_Cart_create(three, 2, two, periods, 1, made) : MPI_SUCCESS;
}

/* Its topology does not fit what the rest of it fits. */
static int cart_of_many(MPI_Comm *made)
{
    static int many[MANY], none[MANY];
    int i;

    for (i = 0; i < MANY; i++) {
        many[i] = i < 2 ? 2 : 1;
    }
    return MPI_Cart_create(MPI_COMM_WORLD, MANY, many, none, 0, made);
}

static int cart_sub(MPI_Comm *made)
{
    return MPI_Cart_sub(grid, remain, made);
}

static int graph(MPI_Comm *made)
{
    return MPI_Graph_create(MPI_COMM_WORLD, 4, index_of, edges, 0, made);
}

static int graph_of_many(MPI_Comm *made)
{
    static int index[4], to[4 * MANY];
    int i;

    for (i = 0; i < 4 * MANY; i++) {
        to[i] = (i / MANY + 1) % 4;
    }
    for (i = 0; i < 4; i++) {
        index[i] = (i + 1) * MANY;
    }
    return MPI_Graph_create(MPI_COMM_WORLD, 4, index, to, 0, made);
}

/* The poor rank is not in it, and needs nothing for it. */
static int graph_of_two(MPI_Comm *made)
{
    const int other[2] = {1, 0};

    return MPI_Graph_create(MPI_COMM_WORLD, 2, index_of, other, 0, made);
}

static int neighbours[MANY];

static int dist_graph(MPI_Comm *made)
{
    const int next = (check_rank + 1) % 4, one = 1;

    return MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &check_rank, &one, &next, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, made);
}

/* All name the edges of the poor rank. */
static int dist_graph_of_many(MPI_Comm *made)
{
    const int poor = POOR, many = MANY / 4;

    return MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &poor, &many, neighbours, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, made);
}

static int adjacent_of_many(MPI_Comm *made)
{
    return MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, MANY, neighbours, MPI_UNWEIGHTED, MANY,
                                          neighbours, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
}

static int duplicate_later(MPI_Comm *made)
{
    MPI_Request request;
    int error = MPI_Comm_idup(grid, made, &request);

    return error ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int adjacent(MPI_Comm *made)
{
    const int next = (check_rank + 1) % 4, last = (check_rank + 3) % 4;

    return MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &last, MPI_UNWEIGHTED, 1, &next,
                                          MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
}

static int init(MPI_Comm *made)
{
    MPI_Request request;
    const int error = MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);

    (void)made;
    if (!error) {
        MPI_Request_free(&request);
    }
    return error;
}

static int window(MPI_Comm *made)
{
    static int memory[4];
    MPI_Win win;
    const int error =
        MPI_Win_create(memory, sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    (void)made;
    if (!error) {
        MPI_Win_free(&win);
    }
    return error;
}

static const struct {
    const char *name;
    int (*make)(MPI_Comm *made);
    unsigned together; /* bits: the ranks that call it together with the poor one */
} calls[] = {
    {"MPI_Comm_create", create, 0xf},
    {"MPI_Comm_create_group", create_group, 0xf},
    {"MPI_Comm_split", split, 0xf},
    {"MPI_Comm_split, each by itself", split_alone, 0xf},
    {"MPI_Comm_dup", duplicate, 0xf},
    {"MPI_Cart_create", cart, 0xf},
    {"MPI_Cart_sub", cart_sub, 0xf},
    {"MPI_Graph_create", graph, 0xf},
    {"MPI_Dist_graph_create_adjacent", adjacent, 0xf},
    {"MPI_Barrier_init", init, 0xf},
    {"MPI_Win_create", window, 0xf},
    {"MPI_Comm_idup", duplicate_later, 0xf},
    {"MPI_Cart_create with reorder", cart_reordered, 0xe},
    {"MPI_Cart_create of many dimensions", cart_of_many, 0xf},
    {"MPI_Graph_create of many edges", graph_of_many, 0xf},
    {"MPI_Dist_graph_create_adjacent of many edges", adjacent_of_many, 0xf},
    {"MPI_Dist_graph_create", dist_graph, 0xf},
    {"MPI_Dist_graph_create of many edges", dist_graph_of_many, 0xf},
    {"MPI_Graph_create of two ranks", graph_of_two, 0x4},
};

enum { CALLS = sizeof(calls) / sizeof(calls[0]) };

/* The class, the same at all ranks that belong together. */
static int try(int i, int left)
{
    MPI_Comm made = MPI_COMM_NULL;
    int class, classes[4], rank, good = 1;

    if (check_rank == POOR && left >= 0) {
        take_all((size_t)left);
    }
    class = check_class(calls[i].make(&made));
    give_back();
    MPI_Allgather(&class, 1, MPI_INT, classes, 1, MPI_INT, MPI_COMM_WORLD);
    for (rank = 0; rank < 4; rank++) {
        good = good && (classes[rank] == 0 || classes[rank] == MPI_ERR_NO_MEM) &&
               (!(calls[i].together >> rank & 1) || classes[rank] == classes[POOR]);
    }
    if (!good && check_rank == 0) {
        check_failed++;
        printf("%s with %d bytes left: classes %d, %d, %d, %d\n", calls[i].name, left, classes[0],
               classes[1], classes[2], classes[3]);
    }
    if (made != MPI_COMM_NULL) {
        MPI_Comm_free(&made);
    }
    return classes[POOR];
}

int main(int argc, char **argv)
{
    int first = 0, sum, i, left, failed;

    check_begin(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &first, &some);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
    MPI_Allreduce(&first, &sum, 1, MPI_INT, MPI_SUM, grid); /* the layer's part of it is there */
    MPI_Comm_split(MPI_COMM_WORLD, check_rank ? 0 : MPI_UNDEFINED, -check_rank, &three);
    if (check_rank) {
        MPI_Comm_set_errhandler(three, MPI_ERRORS_RETURN);
    }
    for (i = 0; i < CALLS; i++) {
        failed = try(i, -1);
        CHECK("8.3", !failed);
        for (failed = 0, left = 0; left <= LEFT_MOST; left += left < 256 ? LEFT_STEP : 256) {
            failed += try(i, left) != 0;
        }
        CHECK("8.3", failed || calls[i].make == graph_of_two);
        failed = try(i, -1);
        CHECK("8.3", !failed);
    }
    MPI_Comm_free(&grid);
    if (check_rank) {
        MPI_Comm_free(&three);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    return check_end("poor");
}
