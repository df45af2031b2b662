/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random accesses to registers, as the lock step of network interfaces makes them: of any register,
 * and often what makes sense there in the state that the model shows, so that worms are taken.
 */
#ifndef GATEWARE_TRAFFIC_H
#define GATEWARE_TRAFFIC_H

#include "model/board_priv.h"

enum {
    TRAFFIC_NODES_MAX = 16,
    TRAFFIC_PLACE = 256,  /* bytes of a slot or window, at most */
    TRAFFIC_WIDE = 12000, /* cycles of a wide episode, while registers are accessed */
    TRAFFIC_EARLY = 8000, /* of these, in which an endless one is like all others */
    TRAFFIC_PLACES = 128  /* of each node, at the end of its RAM */
};

/* What a run is like. */
struct traffic {
    struct noc_board *board;
    uint64_t start; /* its first cycle */
    uint32_t nodes, ram_base, ram_bytes;
    uint32_t wild; /* this node's interface is not used; `nodes`: no such */
    uint32_t
        flood; /* this node gets many short worms of the wild one, and lets them wait; or `nodes` */
    uint32_t queue;  /* of most messages */
    uint32_t each;   /* a node makes an access in one of so many cycles */
    uint32_t length; /* most flits of a body */
    uint32_t tau;    /* most of TAU_S and TAU_R */
    bool orderly;    /* no two slots or windows share memory */
    bool silent;     /* no slots, no windows: all is discarded */
    bool set_up;     /* slots and windows are there from the beginning */
    bool storm;      /* most accesses send */
    bool wide;       /* numbers have all of their bits; and now and then: */
    bool endless;    /* what is long is not waited for at the end */
    bool roomy;   /* slots and windows are anywhere in RAM, of any size; bodies are in the image */
    bool hoards;  /* entries are seldom popped */
    bool signals; /* most accesses send signals, of any number */
    uint32_t
        spoilt; /* most worms of the wild one go to this node, to any queue, and many are too long or
                      * short; or `nodes` */
    bool lands; /* windows stay as they are; bodies for them are long */
};

struct traffic_access {
    bool writes, own;
    uint32_t offset, value;
};

/* The same numbers on every host. */
void traffic_seed(uint64_t seed);
uint32_t traffic_draw(uint32_t n);
/* A number of up to so many bits, small ones as often as great ones. */
uint32_t traffic_bits(uint32_t bits);

/* Node's next access, in the board's now. False: none. */
bool traffic_access(const struct traffic *t, uint32_t node, struct traffic_access *a);
/* The address of a place. */
uint32_t traffic_place(const struct traffic *t, uint32_t i);

#endif
