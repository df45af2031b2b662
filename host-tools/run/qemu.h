/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The emulated board as a process. It is killed when noct ends, however noct
 * ends; nothing of it is left in any file system: the parameter block is an
 * anonymous file, the gdb server an end of a socket pair.
 */
#ifndef NOCT_RUN_QEMU_H
#define NOCT_RUN_QEMU_H

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <sys/types.h>

#include "experiment/experiment.h"
#include "split.h"

enum { QEMU_LAST_MAX = 1024, QEMU_LINE_MAX = 1 << 20, QEMU_NO_SOCKET = -1 };

struct qemu {
    pid_t pid;
    char path[PATH_MAX]; /* its program */
    int out, err;        /* what it prints; QEMU_NO_SOCKET: at its end */
    FILE *errors;        /* to be set after the start: where programs' standard error goes, apart
                          * from the console; NULL: it is a part of that, as "[NODE]! TEXT" */
    struct split split;
    int gdb;    /* our end of its gdb server; QEMU_NO_SOCKET: it listens itself */
    char *line; /* malloc'd, [QEMU_LINE_MAX]: of err, unfinished; headers may be long */
    size_t line_length;
    char last[QEMU_LAST_MAX]; /* the last line of err that is not the board's own; or where gateware
                               * and model differ */
    char wave_lost[QEMU_LAST_MAX]; /* why a waveform could not be written, or "" */
    bool ended;
    char reason[16]; /* exit, abort, deadlock, limit, boot, differs */
    uint64_t cycles;
    uint32_t stopped_cores; /* at stop_at, since cycle `cycles`; 0: it has not stopped there */
    json_t *deadlock;       /* the circular wait of worms it reported, or NULL */
};

/*
 * Start a board for *e with this ELF as everybody's firmware. gdb, jtag: listening
 * sockets for its gdb server and its JTAG; QEMU_NO_SOCKET: an end of a socket pair
 * (q->gdb), and none. limit_cycles 0: none.
 */
enum status qemu_start(struct qemu *q, const struct experiment *e, const char *firmware, int gdb,
                       int jtag, uint64_t limit_cycles, struct error *error);

/* What its programs may ask of this machine (host_calls.h). */
struct qemu_host {
    int directory;       /* open; whose files they may use; QEMU_NO_SOCKET: none */
    const char *line;    /* their command line; NULL: none */
    uint32_t input_node; /* its core reads our standard input; NOC_NODES_MAX: nobody does */
};

/* What else a board may be. */
struct qemu_board {
    const struct qemu_host *host; /* NULL: nothing is served */
    const char *firmware;         /* everybody's ELF; or NULL: it boots what is in its flash ... */
    const char *rom;              /* ... by this boot ROM's ELF */
    const char *flash; /* file of NOC_FLASH_SIZE bytes, to which all that is programmed goes at
                           * once; NULL: erased, and forgotten with the board */
    uint32_t id;       /* NI_BOARD */
    int profile;       /* a file's descriptor plus 1, to which it writes where cycles went when it
                        * ends (qemu-board/hw/noc/profile.c); 0: it does not */
    uint32_t profile_every; /* then: cycles between two samples */
    uint32_t stop_at;       /* address before which all cores stop, once; 0: they do not */
    uint32_t fpga;          /* IDCODE of the FPGA whose JTAG leads to it; 0: it has its own */
};
enum { QEMU_BOARD_ID = 1 }; /* of one that is told no other */

/* As qemu_start(). A board that boots is given neither firmware nor parameters. */
enum status qemu_start_board(struct qemu *q, const struct experiment *e,
                             const struct qemu_board *board, int gdb, int jtag,
                             uint64_t limit_cycles, struct error *error);

/* Pass its console on until it says that it has ended, or is gone. waiting:
 * show on a terminal how long it takes. */
enum status qemu_follow(struct qemu *q, const struct experiment *e, FILE *console, bool waiting,
                        struct error *error);

/* The same for at most so many milliseconds, or until something came. */
enum status qemu_look(struct qemu *q, const struct experiment *e, FILE *console, int ms,
                      struct error *error);

/* Kill it, wait for it. May be called again. */
void qemu_stop(struct qemu *q);

/* What Ctrl-C does: kill the board, call last (NULL: nothing; it is in a signal's handler), and
 * go, with this status; negative: die of the signal. */
void qemu_on_signal(int status, void (*last)(void));

#endif
