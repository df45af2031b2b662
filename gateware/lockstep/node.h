/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A core with memory, without a tile: an image that it can read, RAM, and registers that are the
 * caller's; the interpreter is beside it. In each cycle the caller says what else happens, and all
 * that the core and its memory are bound to is checked here.
 */
#ifndef GATEWARE_NODE_H
#define GATEWARE_NODE_H

#include "beside.h"
#include "cores.h"

struct node {
    struct core *core;
    struct beside beside;
    uint32_t image_base, image_bytes, ram_base, ram_bytes, io_base, io_bytes;
    uint32_t *image, *ram; /* the caller's */
    /* Registers: what a read answers, what a write does. Word accesses only. */
    uint32_t (*io_read)(void *opaque, uint32_t offset);
    void (*io_write)(void *opaque, uint32_t offset, uint32_t value);
    void *opaque;
    bool pending;          /* a word has been read, and no cycle with tick has come since */
    uint32_t read;         /* that word */
    uint64_t ticks, awake; /* cycles with tick; those in which the hart did not sleep or halt */
    uint64_t shown;        /* a hash of all that the core showed in them */
    struct core_request request;
    struct core_out out; /* in the last cycle with tick */
    bool line, halt, resumed, waited;
    unsigned halting; /* cycles since a halt was asked for */
};

/* What happens in a cycle beside the core. */
struct node_cycle {
    struct core_in in;   /* but for read */
    uint32_t noise;      /* what memory gives where nothing was read */
    bool busy;           /* memory lets the hart wait */
    uint32_t written[2]; /* by the NI */
};

void node_begin(struct node *node, uint32_t number, uint32_t start);
void node_end(struct node *node);

/* A cycle passes. */
void node_pass(struct node *node, struct node_cycle *cycle);

#endif
