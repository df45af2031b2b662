/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board's console as a TCP port: whoever connects gets the last 64 KiB of it, and then what
 * comes. A process of its own serves, so that a slow reader never holds the board: one that does
 * not keep up is hung up on.
 */
#ifndef NOCT_RUN_CONSOLE_PORT_H
#define NOCT_RUN_CONSOLE_PORT_H

#include <stdio.h>

#include "base/error.h"

/*
 * A stream; what is written to it goes to `also` and to the port. listener: a listening socket, which
 * the server keeps; it ends with us, or when the stream is closed. To be called before signals
 * are handled, since the server inherits how they are.
 */
enum status console_port_open(FILE **stream, int listener, FILE *also, struct error *error);

#endif
