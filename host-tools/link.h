/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A live board, whatever it is reached by: words at the addresses of memmap.h,
 * as a debugger sees them. docs/contract.md, "Live boards", lists the ways.
 *
 *   counters, console, why, trace, flash
 *        |
 *      link.c ---- link_gdb.c: gdb:HOST:PORT, and emu (noct board's own server)
 *              \-- link_openocd.c: openocd:HOST:PORT, and descriptions, for which an
 *                  OpenOCD is started
 *
 * Nothing here halts a hart or stops the clock but link_stop(), and what connecting to
 * a gdb server does by itself.
 */
#ifndef NOCT_LINK_H
#define NOCT_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "complain.h"

struct link;
enum { LINK_SERVER = 300 }; /* "HOST:PORT" */

/*
 * Connect to what --board says; NULL: complains that it is missing. Checks that it is a
 * Nocturne board of this register map (CTL_VERSION). Complaints: STATUS_BAD: no such kind of
 * board, or description; STATUS_ENVIRONMENT: nobody there, no answer, another debugger has
 * it, no OpenOCD or one too old, nonsense.
 */
enum status link_open(struct link **link, const char *board, struct complaint *why);

/* Let the clock go on if link_stop() stopped it, and hang up; NULL: nothing. */
void link_close(struct link *link);

/* Bytes at `address`, both multiples of 4. The connection may have been cut: STATUS_ENVIRONMENT. */
enum status link_read(struct link *link, uint32_t address, void *to, size_t bytes,
                      struct complaint *why);
/* Read one word. */
enum status link_word(struct link *link, uint32_t address, uint32_t *word, struct complaint *why);
enum status link_write(struct link *link, uint32_t address, uint32_t word, struct complaint *why);

/*
 * The same in node's own address space, NOC_NI_BASE to NOC_OWN_BASE and RAM only, through
 * CTL_PEEK. All of [address, address + bytes) is one or the other.
 */
enum status link_read_node(struct link *link, uint32_t node, uint32_t address, void *to,
                           size_t bytes, struct complaint *why);

/*
 * Stop the clock for a snapshot, and let it go on (CTL_STOP, with a limit: who vanishes does
 * not hold the board). Stopped again it stays stopped for longer. Stopped, all harts have come to
 * one cycle (CTL_AHEAD), however long that takes, a minute at most; else link_doubt() says so.
 */
enum status link_stop(struct link *link, struct complaint *why);
enum status link_go(struct link *link, struct complaint *why);
enum { LINK_DOUBT_TEXT = 320 };
/* What of all that is read since link_stop() is not of one cycle, and why, one line; NULL: all is. */
const char *link_doubt(const struct link *link);

/*
 * Let the clock go on, and stop by itself before this cycle (CTL_UNTIL; 0: it does not). Only
 * link_stop() says that it has come there, or not yet: is CTL_STOP 0?
 */
enum status link_go_until(struct link *link, uint64_t cycle, struct complaint *why);
/* The board's clock, cycles. */
enum status link_cycle(struct link *link, uint64_t *cycle, struct complaint *why);

/* Nodes of the board, and its board id, as it said when it was connected to. */
uint32_t link_nodes(const struct link *link);
uint32_t link_board(const struct link *link);
/*
 * Its topology, as whoever keeps it up has announced it (`emu` boards); "": not known, or from
 * a file, whose name may mean another one here.
 */
const char *link_topology(const struct link *link);
/* "gdb:localhost:3333": for messages. */
const char *link_name(const struct link *link);
/* What being connected does to the run, one line; NULL: nothing but what link_stop() does. */
const char *link_disturbs(const struct link *link);
/*
 * A gdb server that shows this core, once this connection has ended: its "HOST:PORT", and as which
 * of its threads, from 1 on. False: none that is known, or it ends with the connection.
 */
bool link_gdb_server(struct link *link, uint32_t core, char address[LINK_SERVER],
                     uint32_t *thread);

#endif
