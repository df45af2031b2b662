/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Beginning and end (8.7). Which cores run the program's ranks is in the environment:
 *
 *     NOC_RANKS   how many there are; not set: every core is one
 *     NOC_MAP     1,0,3: rank r runs on the r-th node of the list; not set: on node r
 *
 * All other cores end in MPI_Init. And how the library is to go about it:
 *
 *     NOC_REPRODUCIBLE=1   reductions combine in an order that depends on the number of ranks alone
 *     NOC_SHOW=1           broadcasts say which way they go (coll_show.c)
 */
#define _DEFAULT_SOURCE /* NOLINT: sbrk's name */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mpi_priv.h"

MPI_WEAK(Init);
MPI_WEAK(Init_thread);
MPI_WEAK(Finalize);
MPI_WEAK(Abort);

/* What the layer may keep of messages that came before their receives. A program that wants more, or
 * less, says NOC_ARENA. */
enum { ARENA_BYTES = 7776 };

/* What MPI needs beside the layer: the first collective's memory, and standard output's. A board's RAM
 * is a number of pages. */
enum { ROOM_BYTES = 4096, PAGE_BYTES = 4096 };

__attribute__((weak)) void *noc_arena(uint32_t *bytes)
{
    static uint64_t memory[ARENA_BYTES / 8] __attribute__((section(".noinit.noc_arena")));

    *bytes = sizeof(memory);
    return memory;
}

static const char *heap_taken; /* where the program's own part of it ends */

/* The heap ends with RAM. */
static _Noreturn void no_room(void)
{
    const uint32_t ram = noc_ram_bytes(), used = (uint32_t)((uintptr_t)heap_taken - RAM_BASE);
    const uint32_t needed = used + noc_init_bytes() + ROOM_BYTES;
    const uint32_t missing = needed > ram ? needed - ram : PAGE_BYTES; /* or there are gaps */
    char reason[MPI_MAX_ERROR_STRING];
    uint32_t more = ram; /* a core has a power of two */

    while (more < ram + missing) {
        more *= 2;
    }
    snprintf(reason, sizeof(reason),
             "the program needs %u more bytes of RAM: run it with --ram %uK", (unsigned)missing,
             (unsigned)(more / 1024));
    mpi_die("MPI_Init", MPI_ERR_NO_MEM, reason);
}

static bool has_room(void)
{
    void *room = malloc(ROOM_BYTES);
    const bool found = room != NULL;

    free(room);
    return found;
}

static bool is_on(const char *variable)
{
    const char *text = getenv(variable);

    return text && *text && strcmp(text, "0") != 0;
}

static _Noreturn void bad_job(const char *format, const char *value, unsigned number)
{
    char reason[MPI_MAX_ERROR_STRING];

    snprintf(reason, sizeof(reason), format, value, number);
    mpi_die("MPI_Init", MPI_ERR_OTHER, reason);
}

/* How many ranks there are. */
static unsigned ranks_wanted(void)
{
    const char *text = getenv("NOC_RANKS");
    char *end;
    unsigned long ranks;

    if (!text) {
        return noc_size();
    }
    ranks = strtoul(text, &end, 10);
    if (*end || end == text || !ranks || ranks > noc_size()) {
        bad_job("NOC_RANKS is \"%s\", and this board has %u cores", text, (unsigned)noc_size());
    }
    return (unsigned)ranks;
}

/* The node of each rank; of malloc. */
static uint16_t *read_map(const char *text, unsigned ranks)
{
    uint16_t *nodes = malloc(ranks * sizeof(*nodes));
    const char *at = text;
    unsigned long node;
    unsigned rank;
    char *end;

    if (!nodes) {
        bad_job("there is no memory for NOC_MAP%.0s of %u ranks", "", ranks);
    }
    for (rank = 0; rank < ranks; rank++) {
        node = strtoul(at, &end, 10);
        if (end == at || node >= noc_size() || (*end && *end != ',')) {
            bad_job("NOC_MAP is \"%s\": the node of rank %u is missing, or not on this board", text,
                    rank);
        }
        nodes[rank] = (uint16_t)node;
        at = *end ? end + 1 : end;
    }
    return nodes;
}

/* The node of each rank; NULL: rank r is node r. */
static uint16_t *job_map(unsigned ranks)
{
    const char *text = getenv("NOC_MAP");
    uint16_t *nodes;
    unsigned rank;

    if (text && *text) {
        return read_map(text, ranks);
    }
    if (ranks == noc_size()) {
        return NULL;
    }
    nodes = malloc(ranks * sizeof(*nodes));
    for (rank = 0; nodes && rank < ranks; rank++) {
        nodes[rank] = (uint16_t)rank;
    }
    if (!nodes) {
        bad_job("there is no memory%.0s for %u ranks", "", ranks);
    }
    return nodes;
}

static bool is_among(const uint16_t *nodes, unsigned ranks, unsigned node)
{
    unsigned rank;

    for (rank = 0; rank < ranks && nodes[rank] != node; rank++) {
    }
    return rank < ranks;
}

/* MPI_COMM_WORLD. A core that is no rank does not return. */
static void world_begin(void)
{
    const unsigned ranks = ranks_wanted();
    uint16_t *nodes = job_map(ranks);
    struct mpi_comm *c = &mpi_comm_world;
    noc_err err;

    if (!nodes) {
        c->group = noc_world();
        c->every = true;
    } else if (!is_among(nodes, ranks, noc_rank())) {
        exit(0);
    } else {
        err = noc_group_create(nodes, ranks, &c->group, NOC_FOREVER);
        if (err == NOC_ERR_MEMORY) {
            no_room();
        }
        if (err) {
            bad_job("the group of NOC_MAP cannot be made: %s, of %u ranks", noc_strerror(err),
                    ranks);
        }
        free(nodes);
    }
    c->inner = c->group;
    c->size = (int)ranks;
    c->rank = noc_group_rank(c->group);
    c->peers = ranks;
}

static int begin(const char *call, int provided)
{
    noc_err err;

    if (mpi_state.stage != STAGE_BEFORE) {
        mpi_die(call, MPI_ERR_OTHER,
                mpi_state.stage == STAGE_FINALIZED ? "it was called after MPI_Finalize"
                                                   : "it was called twice");
    }
    mpi_state.ram_bytes = noc_ram_bytes();
    heap_taken = sbrk(0);
    err = noc_init();
    if (err == NOC_ERR_MEMORY) {
        no_room();
    }
    if (err) {
        mpi_die(call, MPI_ERR_INTERN, noc_strerror(err));
    }
    mpi_state.provided = (uint8_t)provided;
    mpi_state.show = is_on("NOC_SHOW");
    mpi_state.reproducible = is_on("NOC_REPRODUCIBLE");
    world_begin();
    if (!has_room()) {
        no_room();
    }
    mpi_state.stage = STAGE_RUNNING;
    return MPI_SUCCESS;
}

int PMPI_Init(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return begin(CALL, MPI_THREAD_SINGLE);
}

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    (void)argc;
    (void)argv;
    if (provided) {
        *provided = required < MPI_THREAD_FUNNELED ? MPI_THREAD_SINGLE : MPI_THREAD_FUNNELED;
    }
    return begin(CALL, required < MPI_THREAD_FUNNELED ? MPI_THREAD_SINGLE : MPI_THREAD_FUNNELED);
}

/* Where lengths have differed others may wait for this rank to make another group (coll_mend.c), since it
 * is ahead of them. It looks for that a few times, and then sleeps. */
static noc_err last_barrier(void)
{
    enum { FIRST_CYCLES = 100000, LOOKS = 7 };
    uint32_t timeout = FIRST_CYCLES, looks = mpi_mend_at_end ? LOOKS : 0;
    noc_err err = NOC_ERR_TIMEOUT;

    for (; looks && err == NOC_ERR_TIMEOUT; looks--, timeout *= 2) {
        err = noc_barrier(mpi_comm_world.inner, timeout);
        if (err == NOC_ERR_TIMEOUT) {
            mpi_mend_at_end(MPI_COMM_WORLD);
        }
    }
    return err == NOC_ERR_TIMEOUT ? noc_barrier(mpi_comm_world.inner, NOC_FOREVER) : err;
}

/* Attributes of MPI_COMM_SELF go first, so that their functions may still call MPI (8.7.1). */
int PMPI_Finalize(void)
{
    noc_err err;

    CHECK(mpi_check_running(CALL));
    if (mpi_comm_self.attributes) {
        (void)mpi_state.attributes_end(&mpi_comm_self);
    }
    mpi_state.stage = STAGE_ENDING;
    mpi_requests_drain();
    if (mpi_state.buffers_end) {
        mpi_state.buffers_end();
    }
    if (mpi_state.comms_end) {
        mpi_state.comms_end();
    }
    err = last_barrier();
    err = err ? err : noc_finish(NOC_FOREVER);
    if (err) {
        return mpi_fail_noc(MPI_COMM_WORLD, CALL, err);
    }
    if (mpi_comm_world.attributes) {
        (void)mpi_state.attributes_end(&mpi_comm_world);
    }
    mpi_comm_world.peers = mpi_comm_self.peers = 0;
    mpi_state.stage = STAGE_FINALIZED;
    return MPI_SUCCESS;
}

int PMPI_Abort(MPI_Comm comm, int code)
{
    (void)comm;
    fflush(stdout);
    noc_abort(code);
}
