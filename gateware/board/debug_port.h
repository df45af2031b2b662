/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The board's debug port: a gdb server for one debugger at a time, by which noct reads and writes
 * memory (control.h). As with QEMU's, who connects stops the board, who says good-bye lets it go on,
 * and who vanishes leaves it standing. Who reads no answer for DEBUG_PORT_SEND_S seconds is taken to
 * have vanished. It shows no registers of harts and sets no breakpoints.
 */
#ifndef GATEWARE_DEBUG_PORT_H
#define GATEWARE_DEBUG_PORT_H

#include "control.h"

enum { DEBUG_PORT_NONE = -1, DEBUG_PORT_PACKET = 4096, DEBUG_PORT_SEND_S = 10 };

struct debug_port {
    struct control *control;
    int listener, client; /* sockets, or DEBUG_PORT_NONE */
    bool holds;           /* a debugger has stopped the board */
    enum { PORT_OUTSIDE, PORT_INSIDE, PORT_SUM, PORT_SUM_LOW } state;
    size_t length;
    char packet[DEBUG_PORT_PACKET + 1]; /* the one that comes in */
};

/* listens: the socket takes connections; else it is one. holds: from the beginning on. */
void debug_port_begin(struct debug_port *p, struct control *c, int socket, bool listens,
                      bool holds);

/* Serve what has come within so many milliseconds; -1: however long that takes. */
void debug_port_look(struct debug_port *p, int ms);

/* The board has stopped by itself. */
void debug_port_stopped(struct debug_port *p);

/* Nobody is there, and nobody can come. */
bool debug_port_is_over(const struct debug_port *p);

#endif
