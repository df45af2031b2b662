/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Who waits for whom on a board that stands still, from its nodes' state blocks alone (state.def;
 * docs/board.md, 3.2 and 5.2): what a debugger can know of an emulated board and of a real one.
 * The network itself finds the same cycles of waits as it runs (net.h, noc_net_ops.deadlock).
 *
 * A row is an input buffer with a worm in front. It waits
 *
 *   asks for a channel   for the rows of its node that have the channel's lanes, any of them
 *   asks for a context   for the row of its node that has it
 *   no credit, none on   for the row of the next node that the channel it has leads to
 *   the way
 *
 * A row that asks for a channel and a context waits for both. What it asks for and nobody has, and
 * a credit that is on its way, are no wait. Rows that can only be freed by rows of which the same
 * is true are caught, for ever; from each of them a way leads into a cycle of waits.
 *
 *      node 2 | row 0 ---- no credit ----> row 1 | node 3
 *               ^ has what row 3 asks for    |
 *               |                            v asks for what row 2 has
 *      node 2 | row 3 <--- no credit ----- row 2 | node 3
 *
 * The blocks must be of one cycle (CTL_STOP). Memory: 36 bytes for each row with a worm, and for
 * each wait; time: a read of each word of rows with worms, of two words of the others.
 */
#ifndef LIBNOC_MODEL_WAIT_GRAPH_H
#define LIBNOC_MODEL_WAIT_GRAPH_H

#include "routing/routing.h"
#include "topology/topology.h"

/* A buffer with a worm in front: a row of state.def with THERE. */
struct noc_wait_graph_row {
    uint32_t node, row;            /* row of node's block */
    uint32_t in, front, out, worm; /* its words, STATE_IN to STATE_WORM */
    uint32_t wait;                 /* whom it waits for: noc_waits.on[wait] and on ... */
    uint8_t channel, context;      /* ... so many for channel or credit, then for its context */
    bool caught;                   /* it can never go on */
    uint32_t walk;                 /* noc_wait_graph_cycle()'s that was there first; 0: none yet */
};

struct noc_wait_graph {
    const struct noc_topology *topology;
    uint32_t lanes;                 /* of each virtual channel, as the rows tell */
    uint32_t unseen;                /* buffers that have no row in their block: what they wait for,
                                  or hold, is not known, and a cycle through them is not found */
    uint32_t wrong;                 /* noc_wait_graph_read() refused: whose block it is */
    struct noc_wait_graph_row *row; /* by node, then row */
    uint32_t rows;
    uint32_t *first; /* [node]: its first row in row[]; [nodes]: rows */
    uint32_t *on;    /* indices in row[] */
    uint32_t ons, walks;
    uint32_t *back; /* [node * ports + port]: the link that arrives there, numbered so */
};

/* The word at `offset` of node's state block; 0 for a node that has not been read: it has no rows
 * then. */
typedef uint32_t noc_wait_graph_word(void *opaque, uint32_t node, uint32_t offset);

/* Read all nodes' blocks into *w, whose contents do not matter. The topology must live on. NULL;
 * or what is wrong, in words: blocks that make no sense on this topology (w->wrong says of which
 * node), or no memory; then there is nothing to free. */
const char *noc_wait_graph_read(struct noc_wait_graph *w, const struct noc_topology *t,
                                noc_wait_graph_word *word, void *opaque);
void noc_wait_graph_free(struct noc_wait_graph *w);

/* The channel by which the worm in front of row[i] came; of an injection buffer the node's own
 * (from the node to itself, NOC_PORT_LOCAL). */
struct noc_channel noc_wait_graph_holds(const struct noc_wait_graph *w, uint32_t i);

/* The channel that it has, or asks for (context: the consumption context, the channel from the
 * node to itself). Only where it has or asks for one. */
struct noc_channel noc_wait_graph_wants(const struct noc_wait_graph *w, uint32_t i, bool context);

/* The node whose NI the worm in front of row[i] comes from, if its tail has not left there; else
 * NOC_ANYWHERE. (Who it is for the row's FRONT says, if it has come so far.) */
uint32_t noc_wait_graph_source(const struct noc_wait_graph *w, uint32_t i);

/* One worm of a cycle of waits: as noc_wait (net.h). */
struct noc_wait_graph_entry {
    uint32_t row;             /* index in row[] */
    struct noc_channel holds; /* the last channel its header, or what follows it, came by */
    struct noc_channel wants; /* the next one has it, or fills the buffer behind it */
};

/*
 * The next cycle of waits, into entry[] (room for w->rows): each waits for the next one, the last
 * for the first; the lowest row first. Waits of a worm for its own header are left out, so that
 * each worm is there once for each time the cycle of waits meets it. Returns how many there are; 0:
 * no cycle of waits, or none more. No row is in two of them; where several lanes, or a context and
 * a channel, are waited for there may be others, through the same rows.
 */
uint32_t noc_wait_graph_cycle(struct noc_wait_graph *w, struct noc_wait_graph_entry *entry);

#endif
