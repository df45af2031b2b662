/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board of our own that ends with its program, and, if --gdb asks for it, has a gdb look at that
 * from main() on. Its gdb server listens where only this user can reach it.
 */
#ifndef NOCT_RUN_DEBUGGER_H
#define NOCT_RUN_DEBUGGER_H

#include <stdint.h>

#include "base/options.h"
#include "base/private_socket.h"
#include "image/elf_image.h"
#include "qemu.h"

struct debugger {
    const char *command; /* whose notices these are, as "noct run" */
    const char *program; /* its file */
    uint32_t stop_at;    /* main(); 0: no gdb was asked for */
    uint16_t port;       /* for gdb */
    int listener; /* the gdb server's socket, for qemu_start_board(); QEMU_NO_SOCKET: given up */
    char address[PRIVATE_ADDRESS];
};

/*
 * Open the server's socket, and with --gdb gdb's port. STATUS_BAD: the port is none, or the program
 * has no main(); STATUS_ENVIRONMENT: the port is taken.
 */
enum status debugger_open(struct debugger *d, const char *command, const struct options *o,
                          const char *program, const struct elf_image *image, struct error *error);

/* The board has started, or never will: give up our end of the server's socket. */
void debugger_close(struct debugger *d);

/*
 * As qemu_follow(), until the program has ended and gdb has left. With --gdb, say how to start gdb
 * as soon as the cores stand at main().
 */
enum status debugger_follow(const struct debugger *d, struct qemu *q, const struct experiment *e,
                            FILE *console, struct error *error);

#endif
