/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board of verilated tiles: what wires them, the image that they share, their consoles, and how a
 * run ends.
 */
#ifndef GATEWARE_BOARD_H
#define GATEWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "routing/routing.h"
#include "tile.h"
#include "topology/topology.h"

enum { BOARD_NODES_MAX = TILE_NODES_MAX };

/* Where a port leads. */
struct board_way {
    bool there;
    uint8_t node, port;
};

enum board_end { BOARD_GOES_ON, BOARD_EXIT, BOARD_ABORT, BOARD_LIMIT, BOARD_DIFFERS };

struct board {
    const struct noc_topology *topology;
    const struct noc_routing *routing;
    struct board_way to[BOARD_NODES_MAX][TILE_LINKS_MAX], from[BOARD_NODES_MAX][TILE_LINKS_MAX];
    struct tile *tile[BOARD_NODES_MAX];
    struct tile_out out[BOARD_NODES_MAX];   /* at the end of the cycle before */
    struct tile_said said[BOARD_NODES_MAX]; /* in the last cycle */
    struct tile_watch watch[BOARD_NODES_MAX];
    uint64_t image_word[BOARD_NODES_MAX]; /* what each read last */
    uint64_t *image;                      /* NOC_IMAGE_SIZE bytes */
    uint32_t wiring, profile;             /* WIRING, PROFILE */
    uint64_t now, limit;                  /* limit: 0: none */
    uint32_t exited[BOARD_NODES_MAX];     /* 1 and above: the status + 1 */
    uint32_t left;                        /* cores that have not exited */
    uint32_t aborter;                     /* of BOARD_ABORT */
    uint32_t status;                      /* the largest, or the abort's */
    bool stamps;                          /* routers make some */
    bool silent;                          /* nothing is printed */
    bool watched;                         /* watch[] is filled in */
    bool skips;                           /* tiles skip cycles in which nothing happens to them */
    void (*given)(void *opaque); /* called when all tiles have been given a cycle, or NULL */
    void *given_opaque;
    void (*restarted)(void *opaque); /* called behind a reset, or NULL */
    void *restarted_opaque;
    /* The first flit that crosses a link from this cycle on has a wrong bit; the first credit is
     * lost; 0: none. */
    uint64_t flip, lose;
};

/* NULL: all is well. Else why these tiles cannot be such a board. */
const char *board_refuses(const struct noc_topology *topology, const struct noc_routing *routing);

/* All at reset. image: NOC_IMAGE_SIZE bytes that stay. skips: as above. */
void board_begin(struct board *b, const struct noc_topology *topology,
                 const struct noc_routing *routing, uint64_t *image, uint64_t limit, bool skips);
void board_free(struct board *b);

/* One cycle. */
enum board_end board_cycle(struct board *b);

/* All at reset again, in cycle 0; RAM and image stay. */
void board_reset(struct board *b);

/* A word of node as a debugger sees it, between two cycles. */
uint32_t board_peek(const struct board *b, uint32_t node, enum tile_block block, uint32_t offset);
/* Routers make stamps from now on, or none. */
void board_stamp(struct board *b, bool on);

#endif
