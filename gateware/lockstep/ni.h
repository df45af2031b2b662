/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock step of network interfaces (ni.c), and its parts: a run (ni_run.c), RAM (ni_memory.c), worms that interfaces
 * give (ni_worms.c), a node that has a router alone (ni_wild.c), counts that
 * go on from elsewhere (ni_more.c), and how nodes are made (ni_make.c).
 */
#ifndef GATEWARE_NI_H
#define GATEWARE_NI_H

#include "nodes.h"
#include "routers.h"
#include "routing/routings.h"
#include "topology/topologies.h"
#include "traffic.h"

enum {
    RAM_BYTES = 1 << NODE_RAM_BITS,
    NODES_MAX = TRAFFIC_NODES_MAX,
    FLITS_MAX = 1 << 11, /* of a worm that is compared */
    BODIES = 64,
    SCRATCH = 0x6000, /* in RAM, where harts read and write */
    WILD_FLITS = 1 << 12,
    CYCLES = 3000 /* of an episode, while registers are accessed */
};

/* A body that has become visible in v. */
struct body {
    uint64_t v;
    uint32_t at, bytes;
};

/* An access of the hart to RAM. */
struct load {
    bool pending, body; /* it reads a word of this body: */
    struct body of;
    uint32_t at, value;
    uint8_t write;
};

struct state {
    struct node *node;
    uint8_t model_ram[RAM_BYTES];
    uint64_t image; /* what it reads there is answered in the next cycle */
    struct body body[BODIES];
    uint32_t bodies;
    struct load load;
    bool asleep; /* the hart, in a wide episode */
    bool loaded; /* it read in the cycle before, and should have read: */
    uint32_t expected;
    bool asked; /* it read in the cycle before, and found in the model: */
    struct traffic_access access;
    uint32_t found;
    uint64_t head; /* the worm that is being given */
    uint32_t flits, flit[FLITS_MAX];
    bool follows[FLITS_MAX];
    struct node_said said; /* by the model, in this cycle */
};

/* What there is in a run (ni_run.c). */
extern struct noc_topology topology;
extern const struct noc_routing *routing;
extern struct traffic traffic;
extern struct state *state; /* of each node */
extern uint64_t now;
extern uint32_t number; /* of the episode */

/* What has been compared, of all episodes. */
struct totals {
    uint64_t cycles, worms, reads, bodies, wild;
    uint64_t counted[NI_COUNTS]; /* by the interfaces */
    uint64_t verdicts[NOC_TX_BAD_LIST + 1], reasons[NOC_BAD_LENGTH + 1];
    uint32_t most_behind, most_waits; /* writes; worms that wait for their v */
};
extern struct totals totals;

/* Say where gateware and model differ, and end with status 1. */
__attribute__((format(printf, 1, 2), noreturn)) void differ(const char *format, ...);

/* ni_memory.c: the model's RAM and image, of the kind of noc_board_ops. */
uint32_t image_word(uint32_t addr);
bool model_read(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes);
bool model_write(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes);
void fill_ram(uint32_t n);
/* What node's load has read; its next one. */
void compare_load(uint32_t node, uint32_t read);
/* Its access to RAM has been served in this cycle. */
void serve(uint32_t node);
/* What its interface is about to write is a body's; before the model comes to this cycle. */
void compare_put(uint32_t node, const struct node_out *o);

/* ni_worms.c: flit i of the model's worm; a node's flit of this cycle; its worm's tail has left in
 * this cycle, which has happened in the model too. */
uint32_t model_flit(const struct ni_worm *w, uint32_t i);
void gather(uint32_t node, const struct node_out *out);
void compare_worm(uint32_t node);

/* ni_wild.c: the node that traffic.wild names, and sends worms that no interface would. */
void wild_begin(void); /* of an episode */
void wild_is(struct router *router);
bool wild_gives(void);   /* a part of a worm has not left yet */
bool wild_goes_on(void); /* at random: the next one begins in this cycle */
void wild_draw(void);    /* the next worm, for the model too */
struct router *wild_router(void);
void look_wild(struct node_out *o);
void pass_wild(const struct node_in *from);

/* ni_more.c: node's counters go on from elsewhere, now and then. */
void draw_more(uint32_t node);

/* ni_make.c: node n of an episode, with its routing and route memory. */
void make_node(uint32_t n);

#endif
