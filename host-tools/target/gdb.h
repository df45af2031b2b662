/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A client of the gdb remote protocol: QEMU's stub and OpenOCD's server speak
 * it. Only what noct needs: memory reads, many under way at once, and writes.
 *
 *   $payload#cs   cs: sum of the payload's bytes, two hex digits
 *   }x            an escaped byte, x ^ 0x20
 *   c*n           c repeated n - 29 times more
 *   + -           the last packet was, or was not, received well
 */
#ifndef NOCT_TARGET_GDB_H
#define NOCT_TARGET_GDB_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { GDB_PACKET_MAX = 32768 };

/* Frame a payload. out: 2 * length + 5 bytes. Returns the frame's length. */
size_t gdb_frame(const char *payload, size_t length, char *out);

/* Takes bytes, gives packets. */
struct gdb_decoder {
    enum { GDB_IDLE, GDB_BODY, GDB_ESCAPE, GDB_REPEAT, GDB_SUM1, GDB_SUM2 } state;
    size_t length;
    unsigned char sum, said;
    char packet[GDB_PACKET_MAX + 1];
};
enum gdb_event { GDB_NOTHING, GDB_PACKET, GDB_DAMAGED, GDB_AGAIN /* a '-' */ };

/* After GDB_PACKET: d->packet has d->length bytes and a NUL. A packet that is
 * too long counts as damaged. */
enum gdb_event gdb_decode(struct gdb_decoder *d, char byte);

struct gdb {
    int fd;
    size_t chunk;     /* bytes of memory one packet can ask for */
    bool quiet;       /* no acknowledgements from now on */
    bool openocd;     /* OpenOCD's server: the hart that it halts for whoever comes goes on */
    int core;         /* which it shows; -1: it does not say, or all */
    bool dead;        /* said so already */
    bool silent;      /* because nothing came in time */
    bool hung_up;     /* or it has ended the connection */
    bool again;       /* the first question may have to be asked twice */
    int seconds;      /* how long an answer may take */
    int64_t until_ms; /* when the one that is waited for must have come, by the monotonic clock */
    unsigned char in[65536];
    size_t in_length, in_at;
    struct gdb_decoder decoder;
};

/*
 * Begin to talk over a connected socket. running: the board runs, and will stop by
 * itself: wait until it says so, because a stub drops what it is sent before.
 */
enum status gdb_begin(struct gdb *g, int fd, bool running, struct error *error);

/* Connect to "HOST:PORT", as localhost:3333 or [::1]:3333, or a socket's file, and begin. seconds: how long the
 * first answer may take. QEMU's server holds the board from now on; of OpenOCD's a hart was halted
 * for a moment. Nothing is to be ended after an error. */
enum status gdb_connect(struct gdb *g, const char *address, int seconds, struct error *error);

/* Let the board go on, and hang up. */
void gdb_end(struct gdb *g);

/* What can be done of gdb_end() in a signal's handler, before the process ends. */
void gdb_abandon(struct gdb *g);

/* Hang up; a board that stands still goes on doing so. */
void gdb_leave(struct gdb *g);

/* One packet there, one back; *reply lives until the next call. */
enum status gdb_ask(struct gdb *g, const char *payload, const char **reply, struct error *error);

enum status gdb_memory(struct gdb *g, uint32_t address, void *to, size_t bytes,
                       struct error *error);

/* Write bytes of memory, as one access if they are a word. STATUS_ENVIRONMENT: the server refuses,
 * or has gone. */
enum status gdb_write(struct gdb *g, uint32_t address, const void *from, size_t bytes,
                      struct error *error);

#endif
