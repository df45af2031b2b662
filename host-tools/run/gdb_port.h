/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board's gdb server as a TCP port, where one was asked for: the server itself listens where only
 * this user can reach it. A process of its own lets gdb's connections through to it and nobody
 * else's. Every web page can have its browser send a request to a port of this machine, and may
 * choose nearly all of what that says; it does not even stop the board.
 */
#ifndef NOCT_GDB_PORT_H
#define NOCT_GDB_PORT_H

#include <stddef.h>

#include "base/error.h"

/* What begins so is ... */
enum gdb_opening {
    GDB_OPENING_UNFINISHED, /* perhaps gdb: what is there is too little to tell */
    GDB_OPENING_GOOD,       /* gdb */
    GDB_OPENING_BAD
};

/*
 * Judge all that has come by a connection so far, nothing of which has been let through. gdb, and
 * whoever speaks its protocol, begins with whole packets of printable characters, acknowledgements
 * around them, and waits for an answer. A browser's request begins with a word that a page may have
 * chosen, as "$D#44", but that is followed by a space.
 */
enum gdb_opening gdb_port_opening(const char *bytes, size_t n);

/*
 * Serve `listener` in a process of its own, which ends with us. address: of the gdb server, as
 * tcp_connect() takes it. To be called before signals are handled, since the process inherits how
 * they are.
 */
enum status gdb_port_open(int listener, const char *address, struct error *error);

#endif
