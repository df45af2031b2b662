/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board without its harts: the network (net.h), a network interface for
 * each node as include/noc/ni_regs.def and docs/board.md specify it, and the
 * counters' window. The emulator puts harts and RAM around it; host tests
 * drive it register by register.
 *
 * Time is the caller's: every access says at which cycle it happens, and sees
 * what happened in cycles before it. Before an access at cycle t the caller
 * brings the board up to exactly t (noc_board_run), unless the access is
 * timeless: then the board may be behind. It may never be ahead: an access
 * before the board's now is a bug of the caller, and stops the program.
 *
 * So with harts of their own time: run the board up to the least clock of the
 * harts that are awake; when all sleep, up to the next line that rises.
 */
#ifndef LIBNOC_MODEL_BOARD_H
#define LIBNOC_MODEL_BOARD_H

#include "net.h"

/*
 * Cycles between the write that starts a worm and the first cycle in which
 * anything outside the NI can notice: whatever a hart does in cycle t, other
 * nodes' registers are the same up to cycle t + this.
 */
enum { NOC_NI_SEND_CYCLES = 8 };

/* Worms that an NI keeps whose tails have come and whose v has not (docs/board.md, 4.2, Visible). */
enum { NOC_NI_WAITING = 256 };

struct noc_board_config {
    struct noc_net_config net;
    uint32_t ram_bytes; /* of each node */
    uint32_t board;     /* NI_BOARD; 0: its reset value */
    uint32_t host;      /* NI_HOST */
    /* Words that docs/board.md leaves undefined are made wrong ones, so that software which reads them
     * is found: of a body that is changed too early, of a slot or window that a worm has taken. */
    bool scrambles;
    bool unicasts;       /* routers that do not copy worms, whatever the routing could do */
    uint32_t list_flits; /* of the longest list behind a COUNT; 0: any that a COUNT can say */
};

/* All but read and write may be NULL. None may call back into the board. */
struct noc_board_ops {
    void *opaque;
    /* Copy between a node's RAM or image and the NI; false if any of it is not there. */
    bool (*read)(void *opaque, uint32_t node, uint32_t addr, void *to, uint32_t bytes);
    bool (*write)(void *opaque, uint32_t node, uint32_t addr, const void *from, uint32_t bytes);
    /* A worm has taken these bytes of RAM: what they are until it is visible, and its body written, is
     * undefined. */
    void (*undefined)(void *opaque, uint32_t node, uint32_t addr, uint32_t bytes);
    /* The hart of node sees its interrupt line changed from cycle `when` on.
     * When it rises during noc_board_run the board stops, with `when` as its
     * now: the hart can go on in that very cycle. */
    void (*line)(void *opaque, uint32_t node, bool high, uint64_t when);
    void (*console)(void *opaque, uint32_t node, char c);
    void (*exit)(void *opaque, uint32_t node, uint32_t status, uint64_t when);
    /* The core of node ends the board in this cycle; it may have exited before. */
    void (*abort)(void *opaque, uint32_t node, uint32_t status, uint64_t when);
    void (*deadlock)(void *opaque, const struct noc_wait *wait, uint32_t n, uint64_t when);
    /* PENDING of node, which is watched, is another from cycle `when` on. Stops the board as a
     * line that rises does. */
    void (*pending)(void *opaque, uint32_t node, uint64_t when);
};

struct noc_board;

/* All nodes at reset, cycle 0. Config and ops are copied; topology and routing
 * must live on. NULL: out of memory, or noc_net_refuses() the configuration.
 * Memory that runs out later ends the program. */
struct noc_board *noc_board_new(const struct noc_board_config *config,
                                const struct noc_board_ops *ops);
void noc_board_free(struct noc_board *board);
/* As new: cycle 0, nothing under way. Lines that were high fall. RAM is the
 * caller's. */
void noc_board_reset(struct noc_board *board);

uint64_t noc_board_now(const struct noc_board *board);

/* The next cycle in which anything can happen by itself, deadlines included
 * (a line that rises for cycle D does so at the end of D - 1, so that
 * running up to next + 1 always makes it happen); NOC_NEVER: all is idle. */
uint64_t noc_board_next(const struct noc_board *board);

/* The same without deadlines: NOC_NEVER: nothing is under way. */
uint64_t noc_board_next_move(const struct noc_board *board);

/* Let cycles now .. until-1 happen; stops early, after a whole cycle, when a
 * line rose or a deadlock was found. Returns the new now. */
uint64_t noc_board_run(struct noc_board *board, uint64_t until);

/* Does this register's value, or effect, depend on the network's state? If
 * not, it may be accessed without bringing the board up to date. */
bool noc_ni_timeless(uint32_t offset, bool write);

/* A hart's access in cycle `when`. */
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
 * Watch PENDING of node until ops.pending has told that it is not what it is now, or that its
 * deadline is another; once. Returns it as it is in the board's now. It may change by itself in
 * cycle *due (NOC_NEVER: it will not), of which nothing tells.
 */
uint32_t noc_ni_watch(struct noc_board *board, uint32_t node, uint64_t *due);
void noc_ni_unwatch(struct noc_board *board, uint32_t node);

/* What the board cannot know of a node's hart: its clock, whether it is in WFI, and the
 * address of the instruction that it executes next. */
struct noc_hart {
    uint64_t time;
    uint32_t pc;
    bool asleep;
};

/* A word of node's counter block (counters.def). */
uint32_t noc_board_counter(const struct noc_board *board, uint32_t node, uint32_t offset,
                           const struct noc_hart *hart);

/* A word of node's state block (state.def), at the board's now. */
uint32_t noc_board_state(const struct noc_board *board, uint32_t node, uint32_t offset);

/* Routers write stamps from now on, or do not; those that there are stay (stamp.h). As it is, it
 * stays over a reset, which forgets the stamps. Costs nothing while it is off. */
void noc_board_stamp(struct noc_board *board, bool on);
/* A word of node's block of stamps; 0 where none has been written. */
uint32_t noc_board_stamp_word(const struct noc_board *board, uint32_t node, uint32_t offset);

/* NI_HOST of all nodes, from now on. As it is, it stays over a reset. */
void noc_board_set_host(struct noc_board *board, uint32_t host);

/* NI_BOOT, as a node's hart reads it at the board's now. */
uint32_t noc_board_boot(const struct noc_board *board);

/* The network, to be looked at; nobody else may tell of its stamps then. */
struct noc_net *noc_board_net(struct noc_board *board);

void noc_board_total(const struct noc_board *board, struct noc_net_total *total);

#endif
