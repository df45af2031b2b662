/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A live board, whatever it is reached by: words at the addresses of memmap.h,
 * as a debugger sees them. docs/contract.md, "Live boards", lists the ways.
 *
 *   counters, console, why, trace, flash
 *        |
 *      transport.c ---- transport_gdb.c: gdb:HOST:PORT, gdb:/FILE, and emu (noct board's own server)
 *              \-- transport_openocd.c: openocd:HOST:PORT, and descriptions, for which an
 *                  OpenOCD is started
 *
 * Nothing here halts a hart or stops the clock but transport_stop(), and what connecting to
 * a gdb server does by itself.
 */
#ifndef NOCT_TARGET_TRANSPORT_H
#define NOCT_TARGET_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "board_description.h"

struct transport;
enum { TRANSPORT_SERVER = 300 }; /* "HOST:PORT", or a file that gdb takes */

/*
 * Connect to what --board says; NULL: an error, that it is missing. Checks that it is a
 * Nocturne board of this register map (CTL_VERSION). Errors: STATUS_BAD: no such kind of
 * board, or description; STATUS_ENVIRONMENT: nobody there, no answer, another debugger has
 * it, no OpenOCD or one too old, nonsense.
 */
enum status transport_open(struct transport **transport, const char *board, struct error *error);
/* The same to the board that *d describes, which --board calls by this name; NULL: it says all. */
enum status transport_open_described(struct transport **transport, const char *board,
                                     const struct board_description *d, struct error *error);

/* Let the clock go on if transport_stop() stopped it, and hang up; NULL: nothing. */
void transport_close(struct transport *transport);

/* Bytes at `address`, both multiples of 4. The connection may have been cut: STATUS_ENVIRONMENT. */
enum status transport_read(struct transport *transport, uint32_t address, void *to, size_t bytes,
                           struct error *error);
/* Read one word. */
enum status transport_word(struct transport *transport, uint32_t address, uint32_t *word,
                           struct error *error);
enum status transport_write(struct transport *transport, uint32_t address, uint32_t word,
                            struct error *error);

/*
 * The same in node's own address space, NOC_NI_BASE to NOC_OWN_BASE and RAM only, through
 * CTL_PEEK. All of [address, address + bytes) is one or the other.
 */
enum status transport_read_node(struct transport *transport, uint32_t node, uint32_t address,
                                void *to, size_t bytes, struct error *error);

/*
 * Stop the clock for a snapshot, and let it go on (CTL_STOP, with a limit: who vanishes does
 * not hold the board). Stopped again it stays stopped for longer. Stopped, all harts have come to
 * one cycle (CTL_AHEAD), however long that takes, a minute at most; else transport_doubt() says so.
 */
enum status transport_stop(struct transport *transport, struct error *error);
enum status transport_go(struct transport *transport, struct error *error);
enum { TRANSPORT_DOUBT_TEXT = 320 };
/* What of all that is read since transport_stop() is not of one cycle, and why, one line; NULL: all is. */
const char *transport_doubt(const struct transport *transport);

/*
 * Let the clock go on, and stop by itself before this cycle (CTL_UNTIL; 0: it does not). Only
 * transport_stop() says that it has come there, or not yet: is CTL_STOP 0?
 */
enum status transport_go_until(struct transport *transport, uint64_t cycle, struct error *error);
/* The board's clock, cycles. */
enum status transport_cycle(struct transport *transport, uint64_t *cycle, struct error *error);

/* Nodes of the board, bytes of RAM of each, and its board id, as it said when it was connected to. */
uint32_t transport_nodes(const struct transport *transport);
uint32_t transport_ram(const struct transport *transport);
uint32_t transport_board(const struct transport *transport);
/* The routing that its description names; "": none. */
const char *transport_routing(const struct transport *transport);
/*
 * Its topology, as whoever keeps it up has announced it (`emu` boards); "": not known, or from
 * a file, whose name may mean another one here.
 */
const char *transport_topology(const struct transport *transport);
/* The description that it was opened by; NULL: none. */
const struct board_description *transport_description(const struct transport *transport);
/* "gdb:localhost:3333": for messages. */
const char *transport_name(const struct transport *transport);
/* What being connected does to the run, one line; NULL: nothing but what transport_stop() does. */
const char *transport_disturbs(const struct transport *transport);
/* Can gdb's `target remote` be given this socket's file, also in a shell's quotes? */
bool transport_gdb_takes(const char *file);
/*
 * A gdb server that shows this core, once this connection has ended: its "HOST:PORT" or its socket's file, and as which
 * of its threads, from 1 on. False: none that is known, or it ends with the connection.
 */
bool transport_gdb_server(struct transport *transport, uint32_t core,
                          char address[TRANSPORT_SERVER], uint32_t *thread);

#endif
