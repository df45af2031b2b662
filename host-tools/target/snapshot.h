/* SPDX-License-Identifier: BSD-2-Clause */
/* A board in one cycle: what its debug windows show while the clock stands. */
#ifndef NOCT_TARGET_SNAPSHOT_H
#define NOCT_TARGET_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>

#include "transport.h"

struct snapshot {
    uint32_t nodes;
    uint64_t cycle;
    uint32_t boot;           /* CTL_BOOT */
    unsigned char *counters; /* [nodes * NOC_DEBUG_BLOCK], counters.def */
    unsigned char *states;   /* [nodes * NOC_STATE_BLOCK], state.def; NULL: not asked for */
};

/* Read more, while the clock still stands. */
typedef enum status snapshot_more(void *opaque, const struct snapshot *s,
                                  struct transport *transport, struct error *error);

/* Read all nodes; the clock stands. Else as snapshot_take(). */
enum status snapshot_read(struct snapshot *s, struct transport *transport, bool states,
                          struct error *error);

/* Stop the clock, read all nodes, and more (NULL: nothing), let it go on. STATUS_ENVIRONMENT: the
 * connection; nothing is to be freed then. */
enum status snapshot_take(struct snapshot *s, struct transport *transport, bool states,
                          snapshot_more *more, void *opaque, struct error *error);
void snapshot_free(struct snapshot *s);

const unsigned char *snapshot_counters(const struct snapshot *s, uint32_t node);
/* A word of node's state block. */
uint32_t snapshot_state(const struct snapshot *s, uint32_t node, uint32_t offset);
/* The same, as noc_wait_graph_read() asks for words. */
uint32_t snapshot_state_word(void *snapshot, uint32_t node, uint32_t offset);

#endif
