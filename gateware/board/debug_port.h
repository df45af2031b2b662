/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board's debug port when it has ended: a gdb server on a connected socket, which answers reads
 * of memory. `noct run` reads the counter blocks by it.
 */
#ifndef GATEWARE_DEBUG_PORT_H
#define GATEWARE_DEBUG_PORT_H

#include "board.h"

/* Until whoever is there hangs up. */
void debug_port_serve(struct board *b, int socket);

#endif
