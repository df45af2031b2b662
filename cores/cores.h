/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The firmware's own message layer on the host: each core is a coroutine that runs firmware/ compiled
 * for the host, its network interface is libnoc/model's, and its clock goes on by what each function
 * was measured to take on a board (charge.h). A core goes on up to its next access to a register whose
 * value depends on the network; accesses happen in the order of their cycles.
 *
 * One run at a time: the layer knows one core, which is the one that runs.
 */
#ifndef CORES_H
#define CORES_H

#include "charge.h"
#include "model/board.h"
#include "program.h"

struct cores_setup {
    struct noc_board_config board; /* but RAM, which cores.c has */
    void *params;                  /* the parameter block */
    const struct cores_program *program;
    struct cores_call call;
    uint32_t tau_s, tau_r; /* in the call that is told of */
    uint64_t limit;        /* cycles of that; 0: none */
    struct charges *charges;
    void *opaque;
    /* That call begins: this is cycle 0. */
    void (*begin)(void *opaque, struct noc_board *board, uint64_t when);
    /* Worms wait for each other for ever. */
    void (*deadlock)(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when);
    /* Everybody has returned, or nobody goes on. */
    void (*end)(void *opaque, struct noc_board *board);
    void (*returned)(void *opaque, uint32_t rank, uint64_t cycles);
};

enum cores_end {
    CORES_DONE,
    CORES_LIMIT,
    CORES_DEADLOCK,
    CORES_STUCK,    /* all sleep, and nothing is under way */
    CORES_REFUSED,  /* the layer ends a call with an error */
    CORES_NO_MEMORY /* of the host */
};

/* *why: CORES_REFUSED: the layer's words. */
enum cores_end cores_run(const struct cores_setup *setup, const char **why);

#endif
