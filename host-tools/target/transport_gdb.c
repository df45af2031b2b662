/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board behind a gdb server. QEMU's stops the machine for as long as somebody is connected, so
 * while the board is to go on we are not, but for each access.
 *
 * OpenOCD's halts its hart for whoever connects. gdb.c lets that go on at once, and all that is
 * asked for comes over the system bus while it runs; so we stay connected. To connect again would
 * not do: while the clock stands a hart cannot halt, and it would when the clock goes on, with
 * nobody there who knows.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <time.h>

#include "gdb.h"
#include "transport_priv.h"
#include "base/alloc.h"

enum { CONNECT_SECONDS = 10 };

struct gdb_way {
    struct gdb gdb;
    char *address;
    bool held, connected, openocd;
};

/*
 * No signal ends us between a server's having us and our knowing it, nor between our good-bye and
 * its end: QEMU would stop the machine for what abandon() said then. It waits for seconds at most.
 */
static void block_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, before);
}

static enum status connect_to(struct gdb_way *w, struct error *error)
{
    sigset_t before;
    if (w->connected && w->gdb.dead && w->openocd) {
        return error_set(error, STATUS_ENVIRONMENT,
                         "the connection to the board's gdb server was lost");
    }
    if (w->connected && w->gdb.dead) {
        gdb_end(&w->gdb);
        w->connected = false;
    }
    if (w->connected) {
        return STATUS_DONE;
    }
    block_signals(&before);
    enum status status = gdb_connect(&w->gdb, w->address, CONNECT_SECONDS, error);
    w->connected = !status;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void leave(struct gdb_way *w)
{
    sigset_t before;
    block_signals(&before);
    if (w->connected) {
        gdb_end(&w->gdb);
    }
    w->connected = false;
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* The board is to go on. */
static void let_go(struct gdb_way *w)
{
    if (!w->openocd) {
        leave(w);
    }
}

static void end(void *self)
{
    struct gdb_way *w = self;
    leave(w);
    free(w->address);
    free(w);
}

static void abandon(void *self)
{
    struct gdb_way *w = self;
    if (w->connected) {
        gdb_abandon(&w->gdb);
    }
}

enum status transport_gdb_open(void **self, const char *address, struct error *error)
{
    struct gdb_way *w = alloc_zeroed(sizeof *w);
    w->address = alloc_text(address);
    w->held = true;
    *self = w; /* for abandon(), from the moment on when we are connected */
    enum status status = connect_to(w, error);
    if (status) {
        *self = NULL;
        end(w);
        return status;
    }
    w->openocd = w->gdb.openocd;
    return STATUS_DONE;
}

/* QEMU's goes on holding a board whose connection is cut, as long as nobody says otherwise. */
static enum status say_held(const struct gdb_way *w, enum status status, struct error *error)
{
    if (status && w->gdb.dead && !w->openocd) {
        error_remark(error, "the board may stay stopped until another command connects to it");
    }
    return status;
}

static enum status read_bytes(void *self, uint32_t address, void *to, size_t bytes,
                              struct error *error)
{
    struct gdb_way *w = self;
    enum status status = connect_to(w, error);
    if (!status) {
        status = say_held(w, gdb_memory(&w->gdb, address, to, bytes, error), error);
        if (!w->held) {
            let_go(w);
        }
    }
    return status;
}

static enum status write_word(void *self, uint32_t address, uint32_t word, struct error *error)
{
    const unsigned char byte[] = {(unsigned char)word, (unsigned char)(word >> 8),
                                  (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    struct gdb_way *w = self;
    enum status status = connect_to(w, error);
    if (!status) {
        status = say_held(w, gdb_write(&w->gdb, address, byte, sizeof byte, error), error);
        if (!w->held) {
            let_go(w);
        }
    }
    return status;
}

static enum status hold(void *self, bool held, struct error *error)
{
    struct gdb_way *w = self;
    w->held = held;
    if (held) {
        return connect_to(w, error);
    }
    let_go(w);
    return STATUS_DONE;
}

static enum status lend(void *self, unsigned ms, struct error *error)
{
    const struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    struct gdb_way *w = self;
    if (w->openocd) { /* holds nothing */
        return STATUS_DONE;
    }
    leave(w);
    nanosleep(&pause, NULL);
    return connect_to(w, error);
}

/* QEMU's stops the machine, time included, as CTL_STOP does. */
static const char *disturbs(const void *self)
{
    const struct gdb_way *w = self;
    return w->openocd
             ? "OpenOCD's gdb server halts one core for a moment when noct connects; openocd:HOST:PORT halts none"
             : NULL;
}

bool transport_gdb_takes(const char *file)
{
    /* No longer than a socket's address, and a word to gdb and to a shell. */
    return *file == '/' && strlen(file) < sizeof((struct sockaddr_un *)0)->sun_path &&
           !strpbrk(file, " \t\n'\"\\");
}

/* QEMU's, whose threads are the harts; OpenOCD's shows one. */
static bool gdb_server(void *self, uint32_t core, char address[TRANSPORT_SERVER], uint32_t *thread)
{
    const struct gdb_way *w = self;
    const char *port = strrchr(w->address, ':');
    bool here = strncmp(w->address, "localhost:", 10) == 0; /* gdb would look for a file of names */
    *thread = w->openocd ? 1 : core + 1;
    if (*w->address == '/') {
        snprintf(address, TRANSPORT_SERVER, "%s", w->address);
        return transport_gdb_takes(w->address);
    }
    snprintf(address, TRANSPORT_SERVER, "%s%s", here ? "127.0.0.1" : w->address, here ? port : "");
    return !w->openocd || w->gdb.core == (int)core;
}

const struct transport_kind transport_gdb = {
    .read = read_bytes,
    .write = write_word,
    .hold = hold,
    .lend = lend,
    .disturbs = disturbs,
    .gdb_server = gdb_server,
    .end = end,
    .abandon = abandon,
};
