/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boards, emulated or as gateware, that this user's `noct board` commands keep up on this machine: a file for each in
 * $XDG_RUNTIME_DIR/nocturne, or where there is no such directory in /tmp/nocturne-UID, which only
 * the user can read or write. The process that keeps the board keeps its file locked, so a file
 * that is not locked is left over from one that was killed, and is removed by whoever finds it.
 * Beside it are the sockets of the board's gdb server and of its JTAG.
 */
#ifndef NOCT_TARGET_REGISTRY_H
#define NOCT_TARGET_REGISTRY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "experiment/experiment.h"

enum { REGISTRY_MAX = 256 }; /* more than anybody keeps up at once */

/* What starts one, as it may be typed. */
#define REGISTRY_START     "noct board --topology torus:8x8"
#define REGISTRY_START_RTL "noct board --board rtl --topology mesh:2x2"

struct registered_board {
    pid_t pid;                   /* of noct board */
    char address[PATH_MAX];      /* of its gdb server, as gdb_connect() takes it */
    char jtag_socket[PATH_MAX];  /* the file of its JTAG's socket; "": none */
    uint16_t gdb, jtag, console; /* ports on the loopback; 0: none */
    uint32_t board;              /* its id, CTL_BOARD */
    bool gateware;               /* named rtl, not emu */
    char topology[TOPOLOGY_TEXT];
};

/* What debuggers of a board can connect to, besides its ports. */
enum registry_socket { REGISTRY_GDB, REGISTRY_JTAG, REGISTRY_SOCKETS };

/*
 * A listening socket for the gdb server or the JTAG of a board of this process, in the directory that
 * only the user may enter, with its address; until this process ends, or registry_remove().
 * STATUS_ENVIRONMENT: there is no place for it that is the user's alone.
 */
enum status registry_listen(enum registry_socket which, int *listener, char address[PATH_MAX],
                            struct error *error);

/*
 * Tell the user's other commands of a board; until this process ends, or registry_remove().
 * One at a time. STATUS_ENVIRONMENT: there is no place for it that is the user's alone.
 */
enum status registry_add(const struct registered_board *live, struct error *error);

/* Undo all of these. May be called by a signal's handler. */
void registry_remove(void);

/* "emu" or "emu:..."; "rtl" or "rtl:..."? */
bool registry_is_emulated(const char *board);
bool registry_is_gateware(const char *board);
/* Either? */
bool registry_is_name(const char *board);
/* "emu" or "rtl", as such a board is named if it is the only one of its kind. */
const char *registry_name(const struct registered_board *live);

/* All that are up, at most `room`. STATUS_ENVIRONMENT: where they would be told of is not this
 * user's alone. */
enum status registry_list(struct registered_board *list, unsigned room, unsigned *boards,
                          struct error *error);

/* The board "emu" or "rtl", the only one there is, or "emu:PID" or "rtl:PID". STATUS_BAD: no such name, or there are
 * several; STATUS_ENVIRONMENT: there is none. */
enum status registry_find(struct registered_board *live, const char *board, struct error *error);

#endif
