/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verilated routers (gateware/rtl/noc_router.sv), one for each node, behind plain functions.
 * routers.cpp is compiled once for each number of links and virtual channels.
 */
#ifndef GATEWARE_ROUTERS_H
#define GATEWARE_ROUTERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ROUTER_LINKS_MAX = 6,
    ROUTER_VCS_MAX = 2,
    ROUTER_NODE_BITS = 6 /* of a routing table's index: nodes, at most 64 */
};

/* What this program was compiled for. */
unsigned routers_links(void);
unsigned routers_vcs(void);

/* A flit, and a tag of 30 bits that routers carry along. */
struct router_flit {
    uint32_t word, tag;
    bool follows; /* another header flit follows */
    bool tail;
};

/* What enters a router in a cycle. Bits of channels and inputs are port * VCs + VC; the injection
 * context is the last input. */
struct router_in {
    uint32_t vc;     /* the channels by which flits come, at most one of a link */
    uint32_t credit; /* places that became free behind these output channels */
    bool inject;
    struct router_flit flit[ROUTER_LINKS_MAX], injected;
};

/* What leaves it in the same cycle. */
struct router_out {
    uint32_t vc;     /* the channels by which flits leave, at most one of a link */
    uint32_t credit; /* inputs in which a place became free */
    uint32_t eject;  /* the input whose flit the NI gets, one bit or none */
    uint32_t sunk;   /* inputs from which the tail of a broken worm is removed */
    uint32_t broken; /* those of the cycle before; and the header of the highest, if a link's: */
    uint32_t broken_header;
    uint32_t headers; /* channels by which a header leaves */
    uint32_t relayed; /* those of them whose header came by a link */
    bool valid;       /* out_valid and eject_valid say the same as the bits above */
    uint32_t blocked; /* channels that a flit waits for, and none leaves by */
    struct router_flit flit[ROUTER_LINKS_MAX], ejected;
};

struct router;

/* A router behind reset, in which it was not idle before. turns: its routing follows turns. linked: bits of ports with links. */
struct router *router_new(bool turns, uint32_t linked);
void router_free(struct router *r);

/* The routing's entry for worms of an input to a node, of wiring_route(): a virtual channel and a
 * port. */
void router_route(struct router *r, unsigned input, unsigned node, unsigned vc, unsigned port);

/* What leaves in this cycle; what comes; then the cycle passes. */
void router_look(struct router *r, struct router_out *out);
void router_give(struct router *r, const struct router_in *in);
void router_pass(struct router *r);

/* An edge of the clock without `tick`, with nonsense drawn from seed at its inputs: nothing changes.
 * Behind router_pass(). */
void router_stop(struct router *r, uint64_t seed);

/* Write a waveform of all routers that there are, in the order in which they were made: FILE.fst,
 * for GTKWave. Then a cycle of it, behind router_give(), and its end. False: FILE.fst cannot be
 * written. */
bool routers_wave(const char *path);
void routers_wave_cycle(uint64_t cycle);
void routers_wave_end(void);

#ifdef __cplusplus
}
#endif

#endif
