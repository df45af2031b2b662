/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parameter block at NOC_PARAMS_BASE: what a host tool tells the firmware
 * about the experiment to run. Little-endian 32-bit words, read-only to harts.
 * An erased or absent block (magic differs) means: no experiment.
 */
#ifndef NOC_PARAMS_H
#define NOC_PARAMS_H

#include <stdint.h>

#define NOC_PARAMS_MAGIC   0x50434f4e /* "NOCP" in memory */
#define NOC_PARAMS_VERSION 5
#define NOC_NAME_BYTES     32 /* names, zero-padded, 31 characters at most */
#define NOC_PARAMS_DIMS    14

/*
 *   struct noc_params (fixed part) | shape | dests: `m` node numbers of 16 bits
 *                                  | cuts: with NOC_PARAMS_CUTS, m + 1 words of 16 bits
 *
 * topology is written as its kind's name and widths so that the firmware
 * builds the same struct noc_topology as the host did. Of a kind that is read
 * from a file (graph, grid) the block has dims 0 and what software must know of
 * it: a struct noc_shape without links (libnoc/topology/shape.h), shape_bytes long, a
 * multiple of 4. The members of a collective operation are source and dests, their ranks in the
 * order of their numbers. cuts are a linear partition of the chain of source and dests as the algorithm
 * orders it: noc_partition.cuts (libnoc/multicast/plan.h).
 */
enum noc_params_relay {
    NOC_RELAY_GROUP = 0, /* each member makes the plan for itself, agreed once */
    NOC_RELAY_BODY = 1,  /* the source makes it; each message carries its receiver's part */
    NOC_RELAY_HEADER = 2 /* the same, but routers give each receiver of a worm its own (COUNT) */
};
enum noc_params_flags {
    NOC_PARAMS_FORCE = 1,        /* use the algorithm where its proof does not hold */
    NOC_PARAMS_CUTS = 2,         /* cuts follow dests */
    NOC_PARAMS_ORDERED = 4,      /* a collective operation combines in the order of ranks, */
    NOC_PARAMS_REPRODUCIBLE = 8, /* or in one that depends on their number alone */
    NOC_PARAMS_OP_SHIFT = 8,     /* with this operation: 4 bits, enum noc_combine_op, */
    NOC_PARAMS_TYPE_SHIFT = 12,  /* on elements of this type: the same, enum noc_combine_type */
    NOC_PARAMS_COMBINE_MASK = 15
};

struct noc_params {
    uint32_t magic;
    uint32_t version;
    uint32_t bytes;                /* of the whole block */
    char topology[NOC_NAME_BYTES]; /* "torus", "mesh", ... */
    uint32_t dims;
    uint16_t width[NOC_PARAMS_DIMS]; /* width[0]: lowest dimension */
    char routing[NOC_NAME_BYTES];
    char algorithm[NOC_NAME_BYTES];  /* its parameter with it, as "mu-torus:8"; of a collective
                                       operation its schedule's, or "auto" */
    char collective[NOC_NAME_BYTES]; /* the operation; "": a multicast */
    uint32_t ports;                  /* one: 1; k: k; all: 0 */
    uint32_t source;                 /* node; the root, where there is one */
    uint32_t length;                 /* body, flits; of a collective operation as `noct` has it */
    uint32_t tau_s;                  /* cycles */
    uint32_t tau_r;                  /* cycles */
    uint32_t deadline;               /* cycles any one wait may last; 0: firmware's default */
    uint32_t seed;                   /* of the body's contents */
    uint32_t relay;                  /* enum noc_params_relay */
    uint32_t flags;                  /* enum noc_params_flags */
    uint32_t segment;     /* flits of each of the body's; 0: it is sent whole, into slots */
    uint32_t shape_bytes; /* of the shape that follows; 0: there is none */
    uint32_t wiring;      /* what NI_WIRING reads on the board that it is for; 0: not said */
    uint32_t m;           /* destinations that follow it */
};

_Static_assert(sizeof(struct noc_params) == 224, "wire format");

#endif
