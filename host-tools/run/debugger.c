/* SPDX-License-Identifier: BSD-2-Clause */
#include "debugger.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/loopback.h"
#include "base/number.h"
#include "base/subprocess.h"
#include "guarded_port.h"
#include "target/gdb.h"

/* The port that --gdb names, or a free one. */
static enum status open_port(struct debugger *d, const char *text, struct error *error)
{
    uint64_t port = 0;
    int listener;
    if (strcmp(text, OPTION_GIVEN) != 0 && number_parse("gdb", text, 1, UINT16_MAX, &port, error)) {
        return STATUS_BAD;
    }
    d->port = (uint16_t)port;
    enum status status = loopback_listen("gdb", &d->port, &listener, error);
    if (!status) {
        status = guarded_port_open(listener, d->address, "gdb", gdb_opening, error);
        close(listener); /* its server has it */
    }
    return status;
}

enum status debugger_open(struct debugger *d, const char *command, const struct options *o,
                          const char *program, const struct elf_image *image, struct error *error)
{
    const char *port = o->text[KEY_gdb];
    *d = (struct debugger){.command = command, .program = program, .listener = QEMU_NO_SOCKET};
    if (port && !elf_image_symbol(image, "main", &d->stop_at)) {
        error_set(error, STATUS_BAD, "gdb: '%s' has no symbol main, at which it should stop",
                  program);
        return error_fix(error, "build it without -s, and do not strip it");
    }
    enum status status = private_listen(&d->listener, d->address, error);
    if (!status && port) {
        status = open_port(d, port, error);
    }
    if (status) {
        debugger_close(d);
    }
    return status;
}

void debugger_close(struct debugger *d)
{
    if (d->listener >= 0) {
        close(d->listener);
        d->listener = QEMU_NO_SOCKET;
    }
}

static void announce(const struct debugger *d, const struct qemu *q, uint32_t cores)
{
    char word[PATH_MAX];
    program_word(word, sizeof word, d->program);
    if (q->stopped_cores == cores) {
        fprintf(stderr, "%s: all cores stand at main(), in cycle %" PRIu64, d->command, q->cycles);
    } else {
        fprintf(stderr,
                "%s: %" PRIu32 " of %" PRIu32 " cores stand at main(), in cycle %" PRIu64
                "; the others have ended or sleep before it",
                d->command, q->stopped_cores, cores, q->cycles);
    }
    fprintf(stderr,
            "; start gdb elsewhere, and Ctrl-C here ends the board:\n"
            "    gdb-multiarch %s -ex 'target remote 127.0.0.1:%u'\n",
            word, d->port);
    fflush(stderr);
}

/* The server has one client at a time: it turns to us when gdb has left. */
static enum status wait_for_leave(const struct debugger *d, struct error *error)
{
    enum { PATIENCE_SECONDS = 1000000 };
    struct gdb *g = alloc_zeroed(sizeof *g);
    enum status status = gdb_connect(g, d->address, PATIENCE_SECONDS, error);
    if (!status) {
        gdb_leave(g);
    }
    free(g);
    return status;
}

enum status debugger_follow(const struct debugger *d, struct qemu *q, const struct experiment *e,
                            FILE *console, struct error *error)
{
    enum { LOOK_MS = 1000 };
    enum status status = STATUS_DONE;
    if (!d->stop_at) {
        return qemu_follow(q, e, console, false, error);
    }
    while (!status && !q->ended && !q->stopped_cores) {
        status = qemu_look(q, e, console, LOOK_MS, error);
    }
    if (!status && !q->ended) {
        announce(d, q, e->topology.nodes);
        status = qemu_follow(q, e, console, false, error);
    }
    if (status || !q->stopped_cores) {
        return status;
    }
    fprintf(stderr, "%s: the program has ended (%s) in cycle %" PRIu64 "; gdb may still look\n",
            d->command, q->reason, q->cycles);
    return wait_for_leave(d, error);
}
