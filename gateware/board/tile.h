/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verilated tiles (gateware/rtl/noc_tile.sv: hart, RAM, network interface and router), one for each
 * node, behind plain functions. tile.cpp is compiled once for each number of links and virtual
 * channels.
 */
#ifndef GATEWARE_TILE_H
#define GATEWARE_TILE_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/cores.h"
#include "shapes/shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What leaves a tile at the end of a cycle; vc: bit port * channels + channel. */
struct tile_out {
    uint32_t vc, credit;
    uint64_t flit[TILE_LINKS_MAX]; /* {tail, another header flit follows, 32 bits} */
    bool line;
    uint32_t pc;   /* of the next instruction */
    uint32_t boot; /* what it shows as BOOT, if it is node 0 */
};

/* What enters it in a cycle. */
struct tile_in {
    uint32_t vc, credit;
    uint64_t flit[TILE_LINKS_MAX]; /* of ports by which one comes */
    uint64_t image;                /* what was read in the cycle before */
    uint32_t boot;                 /* what node 0 shows as BOOT */
};

/* What happens in a cycle. */
struct tile_said {
    bool image_read, printed, exited, aborted;
    uint32_t image_at; /* of 64-bit words */
    uint8_t character, status;
};

/* And more of it, for who compares. */
struct tile_watch {
    bool happens; /* the hart has an access: */
    struct core_request access;
    uint32_t found;   /* what its last read has found */
    unsigned land;    /* of two words of RAM the NI writes the lower (1), the upper (2) */
    uint32_t land_at; /* bytes */
    bool line;
    uint64_t now;
    struct core_out core; /* but for Debug Mode */
    /* What the node counts in this cycle. */
    uint8_t in, out, discarded, bad, signals, relayed;
    uint32_t ejects;  /* the input whose flit goes to the interface: a bit; the highest: its own */
    uint64_t ejected; /* that flit */
};

struct tile;

unsigned tile_links(void);
unsigned tile_vcs(void);
bool tile_stamps(void);        /* routers can make stamps */
uint32_t tile_ram_bytes(void); /* of each node */

/* What a tile is. */
struct tile_config {
    uint32_t self, nodes, start; /* start: where its hart begins */
    uint32_t profile, wiring;    /* PROFILE, WIRING */
    uint32_t linked, used;       /* ports with a link; channels that have counters, */
    uint32_t used_in;            /* and inputs that have rows of state */
    bool turns;
    bool skips; /* cycles in which nothing changes but the time are not simulated */
};

/* One at reset. */
struct tile *tile_new(const struct tile_config *config);
void tile_free(struct tile *t);
/* A worm for `to` at this input leaves by this port and channel: wiring_route(). Before the first
 * cycle, as is the next. */
void tile_route(struct tile *t, unsigned input, unsigned to, unsigned vc, unsigned port);
/* The route memory: word i of wiring_way() for worms to a node. */
void tile_way(struct tile *t, unsigned to, unsigned i, unsigned value);

/* What happens in this cycle; then it passes. watch: NULL, if nobody compares. out stays as it is in
 * the cycles that a tile skips. */
void tile_give(struct tile *t, const struct tile_in *in, struct tile_said *said,
               struct tile_watch *watch);
void tile_pass(struct tile *t, struct tile_out *out);
/* As at reset, but for routes, ways and RAM. */
void tile_reset(struct tile *t);

/* What a debugger sees: registers of the interface, the blocks of counters, state and stamps. */
enum tile_block { TILE_REGISTERS, TILE_COUNTERS, TILE_STATE, TILE_STAMPS };
/* A word; no cycle passes, and nothing changes. */
uint32_t tile_peek(struct tile *t, enum tile_block block, uint32_t offset);
/* Make stamps from now on, or none. */
void tile_stamp(struct tile *t, bool on);
/* A word of RAM. */
uint32_t tile_ram(const struct tile *t, uint32_t offset);

/* Write a waveform of all tiles: FILE.fst. Then a cycle of it, when all have been given it: worm has
 * a number for each link of each tile and one for its NI (worms.h). And its end. False: FILE.fst
 * cannot be written. From the beginning on no cycle is skipped. */
bool tiles_wave(const char *path);
void tiles_wave_cycle(uint64_t cycle, const uint32_t *worm);
void tiles_wave_end(void);
/* Nothing more is written; its memory stays. */
void tiles_wave_forget(void);

#ifdef __cplusplus
}
#endif

#endif
