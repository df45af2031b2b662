/* SPDX-License-Identifier: BSD-2-Clause */
/* The stamps of a board's routers (include/noc/stamp.h), read again and again while it runs. */
#ifndef NOCT_TARGET_STAMP_RING_H
#define NOCT_TARGET_STAMP_RING_H

#include "transport.h"

/* A worm that has left by a channel of a router. */
struct stamp_taken {
    uint64_t head;
    uint32_t cycles; /* from the first flit's to the last one's, both included */
    uint32_t header, w1;
    uint8_t port, vc; /* port: NOC_STAMP_TO_NI, consumed there */
};

/* Of one router: how far it was read; what a look brought. */
struct stamp_ring {
    uint32_t read;
    uint32_t fresh, lost; /* stamps since the look before; of these, overwritten */
};

typedef void stamp_function(void *opaque, const struct stamp_taken *stamp);

/* The times of a board are 32 bits: the whole one nearest to its clock, `cycle`. */
uint64_t stamp_whole_time(uint64_t cycle, uint32_t low);

/* Call for each stamp that is new; NULL: they are skipped. The clock stands, in `cycle`. */
enum status stamp_ring_look(struct stamp_ring *ring, struct transport *transport, uint32_t node,
                            uint64_t cycle, stamp_function *call, void *opaque,
                            struct error *error);

#endif
