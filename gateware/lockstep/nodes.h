/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verilated nodes without their cores (gateware/rtl/noc_node.sv: router, network interface and RAM),
 * one for each node, behind plain functions. nodes.cpp is compiled once for each number of links and
 * virtual channels.
 */
#ifndef GATEWARE_NODES_H
#define GATEWARE_NODES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    NODE_LINKS_MAX = 6,
    NODE_BITS = 4,  /* of a node's number */
    NODE_TURNS = 4, /* most TURN flits of a header */
    NODE_RAM_BITS = 16,
    NODE_IMAGE_BITS = 22
};

/* What enters a node in a cycle. */
struct node_in {
    uint32_t vc, credit;           /* as in routers.h */
    uint64_t flit[NODE_LINKS_MAX]; /* {tail, another header flit follows, 32 bits} */
    bool access, writes, own;      /* the hart's access; own: of its counter block */
    bool asleep;                   /* the hart */
    uint32_t offset, value;
    uint32_t boot;  /* what node 0 shows as BOOT */
    uint64_t image; /* the words of the image that it asked for in the cycle before */
    bool ram;       /* the hart's access to RAM: this word, and these bytes of it; 0: a read */
    uint32_t ram_at, ram_value;
    uint8_t ram_write;
};

/* What leaves it in the same cycle. */
struct node_out {
    uint32_t vc, credit;
    uint64_t flit[NODE_LINKS_MAX];
    bool injects, ejects, line;
    uint64_t injected, ejected;
    uint32_t found;  /* what the access of the cycle before has read */
    uint32_t boot;   /* what it shows as BOOT, if it is node 0 */
    uint32_t behind; /* writes that have not been done */
    uint32_t ram;    /* what the hart's access of the cycle before has read of RAM */
    bool image;      /* it reads this 64-bit word of the image */
    uint32_t image_at;
    uint8_t write; /* the interface will write these bytes of this 64-bit word of RAM */
    uint32_t at;
};

/* What the hart's access says to the outside, in the same cycle. */
struct node_said {
    bool printed, exited, aborted;
    bool ram; /* its access to RAM is served */
    uint8_t character, status;
};

struct node;

/* What the board is: what NI_PROFILE, NI_WIRING and NI_HOST read, and more. */
struct node_board {
    uint32_t nodes, profile, wiring, host;
    bool turns; /* its routing follows turns */
    uint64_t now;
};

/* linked: bits of ports with links; used: of channels that the routing uses; used_in: of inputs. */
struct node *node_new(const struct node_board *board, uint32_t self, uint32_t linked, uint32_t used,
                      uint32_t used_in);
void node_free(struct node *n);
/* The routing table, as router_route() has it; and the route memory: word i of wiring_way(). */
void node_route(struct node *n, unsigned input, unsigned to, unsigned vc, unsigned port);
void node_way(struct node *n, unsigned to, unsigned i, unsigned value);

/* A byte of RAM, behind everybody's back. */
uint8_t node_ram(const struct node *n, uint32_t offset);
void node_set_ram(struct node *n, uint32_t offset, uint8_t value);

/* No cycle passes: a word of the state block, or of the stamps'. And CTL_STAMP from now on. */
uint32_t node_state(struct node *n, uint32_t offset);
uint32_t node_stamp(struct node *n, uint32_t offset);
void node_make_stamps(struct node *n, bool on);

/* As if a long run had counted more, behind everybody's back. A counter's low bits, node_count_low() of
 * them, stay as they are; the rest is in memory, in the row of {channel, kind} or {the node's, 3}, once
 * each row has been visited (node_counts_begun()). More stamps: 256 times so many. False: there have
 * not been 256 yet. */
unsigned node_count_low(void);
bool node_counts_begun(const struct node *n);
void node_count_more(struct node *n, unsigned row, uint32_t more);
void node_startup_more(struct node *n, uint32_t more);
bool node_stamps_more(struct node *n, uint32_t more);
/* A window has taken so many more flits, all of which have landed, and has been moved down by as
 * many words. It must not be landing. False: this is no cycle for it, since a flit is being decided
 * on. */
bool node_window_more(struct node *n, unsigned window, uint32_t more);

void node_look(struct node *n, struct node_out *out);
void node_pass(struct node *n, const struct node_in *in, struct node_said *said);

#ifdef __cplusplus
}
#endif

#endif
