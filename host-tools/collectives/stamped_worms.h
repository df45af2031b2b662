/* SPDX-License-Identifier: BSD-2-Clause */
/* The worms of a board, built again from what its routers say of them (include/noc/stamp.h). */
#ifndef NOCT_COLLECTIVES_STAMPED_WORMS_H
#define NOCT_COLLECTIVES_STAMPED_WORMS_H

#include <jansson.h>

#include "experiment/experiment.h"

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

void stamps_add(struct stamps *s, const struct stamp *stamp);
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
