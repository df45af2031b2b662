/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The message layer on the host: every core is a coroutine, the board is
 * libnoc/model, and bsp's BSP_MOCK functions join the two. Time is the
 * cores' own: an access to a register costs a cycle, and at random some more, so
 * that a seed is an interleaving. Accesses happen in the order of their times.
 *
 * The layer's one global object, noc_layer, is swapped at each change of
 * core. Stacks and heaps of the cores lie in memory below 4 GiB, since the NI
 * knows addresses of 32 bits.
 */
#ifndef TESTS_FIRMWARE_HOST_H
#define TESTS_FIRMWARE_HOST_H

#include <stdlib.h>

#include "cores.h"
#include "multicast/plan.h"

struct cores_config {
    const char *topology; /* "torus:4x4"; "graph" or "grid", and then its text */
    const char *text;
    const char *routing; /* NULL: the topology's own */
    bool force;          /* algorithms also where their proofs do not hold */
    uint32_t ports;
    uint32_t heap_bytes;  /* of each core; 0: as much as there is */
    uint32_t arena_bytes; /* 0: NOC_ARENA_BYTES */
    uint32_t jitter;      /* most extra cycles of an access */
    uint32_t slow;        /* further cycles of each access of core 0, as if it computed */
    uint32_t tau_r;
    bool wild_headers; /* a worm may be broken */
    bool unicasts;     /* routers do not copy worms, whatever the routing says */
    uint32_t wiring;   /* that the block is for; 0: the board's */
    uint64_t seed;
    uint64_t limit_cycles;
    bool *stood; /* NULL: it is a failure if all cores sleep for ever; else this says so */
    const char *algorithm_topology; /* NULL: no parameter block */
    const uint16_t
        *cuts; /* the block's experiment is a broadcast from node 0, cut so; NULL: none */
    void (*where)(
        uint32_t core); /* prints what a core is at that does not end; NULL: nobody knows */
};

/* The board's network and the run's seed, while a program runs. */
uint64_t cores_seed(void);
const struct noc_topology *cores_topology(void);
const struct noc_routing *cores_routing(void);
const char *core_console(void);   /* what this core has written by console.h */
uint32_t core_heap_blocks(void);  /* how many blocks of this core's heap are in use */
uint32_t core_arena_used(void);   /* of this core's arena, in bytes: what messages have */
uint32_t core_exit_instead(void); /* the status it ends with instead of 0, or 0 */
uint32_t core_sleeps(void);       /* how many times this core has slept */

/* What a core says that it sleeps for: its register WAITING (waiting.h). */
uint32_t cores_note(uint32_t node);
/* This core's next allocations succeed, so many of them; UINT32_MAX: as long as there is memory. */
void core_allow(uint32_t allocations);

/* Run program on every core until all have returned. False: it failed, and why
 * was printed. */
bool cores_run(const struct cores_config *config, void (*program)(void *arg), void *arg);

#endif
