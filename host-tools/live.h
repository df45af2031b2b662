/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Boards that this user's `noct board` commands keep up on this machine: a file for each in
 * $XDG_RUNTIME_DIR/nocturne, or where there is no such directory in /tmp/nocturne-UID, which only
 * the user can read or write. The process that keeps the board keeps its file locked, so a file
 * that is not locked is left over from one that was killed, and is removed by whoever finds it.
 */
#ifndef NOCT_LIVE_H
#define NOCT_LIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "complain.h"
#include "experiment.h"

enum { LIVE_MAX = 256 }; /* more than anybody keeps up at once */

/* What starts one, as it may be typed. */
#define LIVE_START "noct board --topology torus:8x8"

struct live {
    pid_t pid;                   /* of noct board */
    uint16_t gdb, jtag, console; /* ports on the loopback; 0: none */
    uint32_t board;              /* its id, CTL_BOARD */
    char topology[TOPOLOGY_TEXT];
};

/*
 * Tell the user's other commands of a board; until this process ends, or live_withdraw().
 * One at a time. STATUS_ENVIRONMENT: there is no place for it that is the user's alone.
 */
enum status live_announce(const struct live *live, struct complaint *why);

/* Undo it. May be called by a signal's handler. */
void live_withdraw(void);

/* "emu" or "emu:..."? */
bool live_is_name(const char *board);

/* All that are up, at most `room`. STATUS_ENVIRONMENT: where they would be told of is not this
 * user's alone. */
enum status live_list(struct live *list, unsigned room, unsigned *boards, struct complaint *why);

/* The board "emu", the only one there is, or "emu:PID". STATUS_BAD: no such name, or there are
 * several; STATUS_ENVIRONMENT: there is none. */
enum status live_find(struct live *live, const char *board, struct complaint *why);

#endif
