/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the routers of an emulated board say of each worm of a run (include/noc/stamp.h): the board
 * stands now and then while they are read, which costs it no cycle. And the worms that they make.
 */
#ifndef NOCT_RUN_STAMPS_H
#define NOCT_RUN_STAMPS_H

#include <jansson.h>
#include <stdio.h>

#include "qemu.h"
#include "target/transport.h"

/* A worm that has left a router. */
struct stamp {
    uint64_t head, tail; /* cycles in which its first and last flit left */
    uint32_t node, source, to;
    uint8_t port, vc; /* port: NOC_STAMP_TO_NI, consumed there */
    bool used;
};

struct stamps {
    struct stamp *at; /* malloc'd */
    size_t n, room;
    uint64_t lost; /* that were overwritten before they were read */
};

/* Let the board run to its end, and take all its stamps. It has not begun. */
enum status stamps_record(struct stamps *s, struct transport *transport, struct qemu *q,
                          const struct experiment *e, FILE *console, struct error *error);
void stamps_free(struct stamps *s);

/*
 * The worms of e's plan, in the form of worm_log.h, and with kinds what network interfaces and the
 * layer sent besides, from cycle `begin` of the board on, which is cycle 0 of the answer, to `end`.
 */
json_t *stamps_worms(struct stamps *s, const struct experiment *e, uint64_t begin, uint64_t end);

struct collective;

/* The same of a collective operation: all worms between these cycles, with their kinds. */
json_t *stamps_collective(struct stamps *s, const struct collective *c, uint64_t begin,
                          uint64_t end);

#endif
