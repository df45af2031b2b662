/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board's gdb server or its JTAG as a TCP port, where one was asked for: the server itself listens
 * where only this user can reach it. A process of its own lets gdb's or OpenOCD's connections through
 * to it and nobody else's. Every web page can have its browser send a request to a port of this
 * machine, and may choose nearly all of what that says; it does not even stop the board.
 *
 * Such a request begins with its method, a word that a page may choose if it has the port's name
 * (DNS rebinding), and a space (RFC 9112, section 3). The word may be long, and may come in pieces; but
 * the browser does not wait for anybody before it has said all of its head. So whoever begins with a
 * character that no method may have is no browser, and neither is who waits for an answer.
 */
#ifndef NOCT_GUARDED_PORT_H
#define NOCT_GUARDED_PORT_H

#include <stddef.h>

#include "base/error.h"

/* What begins so is ... */
enum opening {
    OPENING_UNFINISHED, /* perhaps a debugger: what is there is too little to tell */
    OPENING_WORD, /* a debugger, if it now waits for an answer: it may be a browser's word, too */
    OPENING_GOOD, /* a debugger */
    OPENING_BAD
};

/* Judges all that has come by a connection so far, nothing of which has been let through. */
typedef enum opening opening_judge(const char *bytes, size_t n);

/* gdb, and whoever speaks its protocol, begins with whole packets of printable characters,
 * acknowledgements around them, and waits for an answer. */
opening_judge gdb_opening;

/* OpenOCD's remote_bitbang sends a byte for each change of a pin, and for each value of TDO that it
 * asks for; it waits for these. Each of its bytes may be part of a method. */
opening_judge jtag_opening;

enum { GUARDED_QUIET_MS = 1000 }; /* who has said nothing more for so long waits for an answer */

/*
 * As many may be connected at once as 16. Where one more comes, the one goes that has not said for
 * longest who he is; who has been let through stays.
 *
 * Serve `listener` in a process of its own, which ends with us. address: of the server behind it, as
 * tcp_connect() takes it; name: of the port, for errors. To be called before signals are handled,
 * since the process inherits how they are.
 */
enum status guarded_port_open(int listener, const char *address, const char *name,
                              opening_judge *judge, struct error *error);

#endif
