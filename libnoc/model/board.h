/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board without its harts: the network (net.h), a network interface for
 * each node as include/noc/ni_regs.def and docs/board.md specify it, and the
 * counters' window. The emulator puts harts and RAM around it; host tests
 * drive it register by register.
 *
 * Time is the caller's: every access says at which cycle it happens. Before
 * an access at cycle t the caller brings the board up to t (noc_board_run);
 * an access never happens before the board's now.
 */
#ifndef LIBNOC_MODEL_BOARD_H
#define LIBNOC_MODEL_BOARD_H

#include "net.h"

/*
 * Cycles between the write that starts a worm and the first cycle in which
 * anything outside the NI can notice. The emulator's lookahead: the board may
 * run this far ahead of the slowest runnable hart.
 */
enum { NOC_NI_SEND_CYCLES = 8 };

struct noc_board_config {
    struct noc_net_config net;
    uint32_t ram_bytes; /* of each node */
};

struct noc_board_ops {
    void *opaque;
    /* Copy between a node's RAM or image and the NI; false if any of it is not there. */
    bool (*read)(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes);
    bool (*write)(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes);
    /* The interrupt line of node changed, in cycle `when`. When it rises the
     * board stops running after this cycle, so that the hart can run. */
    void (*line)(void *opaque, uint32_t node, bool high, uint64_t when);
    void (*console)(void *opaque, uint32_t node, char c);
    void (*exit)(void *opaque, uint32_t node, uint32_t status, uint64_t when);
    void (*deadlock)(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when);
};

struct noc_board;

struct noc_board *noc_board_new(const struct noc_board_config *config,
                                const struct noc_board_ops *ops);
void noc_board_free(struct noc_board *board);
void noc_board_reset(struct noc_board *board);

uint64_t noc_board_now(const struct noc_board *board);
uint64_t noc_board_next(const struct noc_board *board); /* as noc_net_next */
uint64_t noc_board_run(struct noc_board *board, uint64_t until); /* as noc_net_run */

/* Does this register's value, or effect, depend on the network's state? If
 * not, it may be accessed without bringing the board up to date. */
bool noc_ni_timeless(uint32_t offset, bool write);

/* A hart's access at cycle `when`. */
uint32_t noc_ni_read(struct noc_board *board, uint32_t node, uint32_t offset, uint64_t when);
void noc_ni_write(struct noc_board *board, uint32_t node, uint32_t offset, uint32_t value,
                  uint64_t when);

/* The same without any side effect, for debuggers, at the board's now. */
uint32_t noc_ni_peek(const struct noc_board *board, uint32_t node, uint32_t offset);

/* Cycle at which node's DEADLINE will raise its line by itself; NOC_NEVER if
 * it is not set, not in WAKE, or past. */
uint64_t noc_ni_deadline(const struct noc_board *board, uint32_t node);
bool noc_ni_line(const struct noc_board *board, uint32_t node);

/*
 * A word of node's counter block (counters.def). time: the node's clock;
 * asleep: its hart is in WFI: both are the caller's to know.
 */
uint32_t noc_board_counter(const struct noc_board *board, uint32_t node, uint32_t offset,
                           uint64_t time, bool asleep);

void noc_board_total(const struct noc_board *board, struct noc_net_total *total);

#endif
