/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct board: an emulated board that stays until Ctrl-C. Its gdb server, and
 * its JTAG if asked for, listen on the loopback only; the sockets are opened here
 * and handed down, so that a port is never chosen twice and a taken one is noticed
 * at once.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command.h"
#include "files.h"
#include "gdb.h"
#include "live.h"
#include "memory.h"
#include "qemu.h"
#include "run.h"

/* What listens: --gdb always, --jtag if asked for. */
struct door {
    const char *name;
    uint16_t port; /* 0: a free one */
    int listener;  /* or QEMU_NO_SOCKET */
};

/* A listening socket on 127.0.0.1; port 0 becomes a free one. */
static enum status listen_local(struct door *d, struct complaint *why)
{
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons(d->port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t length = sizeof a;
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(fd, (struct sockaddr *)&a, sizeof a) || listen(fd, 1) ||
        getsockname(fd, (struct sockaddr *)&a, &length)) {
        int error = errno;
        if (fd >= 0) {
            close(fd);
        }
        if (error == EADDRINUSE) {
            return complain(
                why, STATUS_ENVIRONMENT,
                "%s: port %u is taken; give another, or none to have a free one chosen", d->name,
                d->port);
        }
        return complain(why, STATUS_ENVIRONMENT, "%s: cannot listen on port %u: %s", d->name,
                        d->port, strerror(error));
    }
    d->port = ntohs(a.sin_port);
    d->listener = fd;
    return STATUS_DONE;
}

/* A port that the user names; none: a free one. */
static enum status parse_port(struct door *d, const char *text, struct complaint *why)
{
    uint64_t port = 0;
    if (text && strcmp(text, OPTION_GIVEN) != 0 &&
        number_parse(d->name, text, 1, UINT16_MAX, &port, why)) {
        return STATUS_BAD;
    }
    d->port = (uint16_t)port;
    return STATUS_DONE;
}

/* Is it up? A word with its gdb server tells; board time stands still meanwhile. */
static enum status greet(uint16_t port, bool halted, struct complaint *why)
{
    enum { START_SECONDS = 60 }; /* of the largest board */
    struct gdb *g = claim(sizeof *g);
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    enum status status = gdb_connect(g, address, START_SECONDS, why);
    if (!status) {
        (halted ? gdb_leave : gdb_end)(g);
    }
    free(g);
    return status;
}

/* False: nobody can read it. */
static bool announce(const struct options *o, const struct experiment *e, const struct door *gdb,
                     const struct door *jtag)
{
    if (o->json) {
        json_t *line = json_pack("{s:i,s:i,s:o,s:n,s:i}", "schema", 1, "gdb", (int)gdb->port,
                                 "jtag", jtag->port ? json_integer(jtag->port) : json_null(),
                                 "console", "nodes", (int)e->topology.nodes);
        char *text = json_dumps(line, JSON_COMPACT);
        puts(text);
        free(text);
        json_decref(line);
    } else {
        printf("%s: %u cores%s; gdb server at localhost:%u; Ctrl-C ends it\n"
               "counters: noct counters --board gdb:localhost:%u\n"
               "debugger: gdb-multiarch -ex 'target remote localhost:%u'\n",
               e->topology_text, e->topology.nodes,
               e->halt ? ", halted until a debugger says continue" : "", gdb->port, gdb->port,
               gdb->port);
        if (jtag->port) {
            printf("JTAG: openocd -c 'set PORT %u' -f boards/emu.cfg\n", jtag->port);
        }
    }
    return fflush(stdout) == 0 && !ferror(stdout);
}

/* 'emu' of this user's other commands finds it from now on; or, where that cannot be, a warning. */
static void register_board(const struct experiment *e, const struct door *gdb,
                           const struct door *jtag)
{
    struct complaint why;
    struct live live = { .pid = getpid(), .gdb = gdb->port, .jtag = jtag->port, .board = 1 };
    snprintf(live.topology, sizeof live.topology, "%s", e->topology_text);
    if (live_announce(&live, &why)) {
        fprintf(stderr, "noct board: warning: %s\n", why.text);
    }
}

static enum status keep_board(struct qemu *q, const struct experiment *e, const struct options *o,
                              const struct door *gdb, const struct door *jtag,
                              struct complaint *why)
{
    struct complaint died;
    enum status status = greet(gdb->port, e->halt, why);
    if (status) {
        /* Had QEMU something to say? That is the better reason. */
        return qemu_follow(q, e, stderr, false, &died) ? (*why = died, STATUS_ENVIRONMENT) : status;
    }
    register_board(e, gdb, jtag);
    if (!announce(o, e, gdb, jtag)) {
        return STATUS_ENVIRONMENT; /* main() says why */
    }
    while (!status) {
        q->ended = false;
        status = qemu_follow(q, e, o->json ? stderr : stdout, false, why);
        if (!status) {
            fprintf(stderr,
                    "noct board: its cores have ended (%s) in cycle %" PRIu64
                    "; it stays until Ctrl-C\n",
                    q->reason, q->cycles);
        }
    }
    return status;
}

static enum status run_board(const struct options *o, const struct experiment *e,
                             const char *firmware, struct door *gdb, struct door *jtag,
                             struct complaint *why)
{
    struct qemu q;
    enum status status = listen_local(gdb, why);
    if (!status && o->text[KEY_jtag]) {
        status = listen_local(jtag, why);
    }
    if (!status) {
        qemu_on_signal(STATUS_DONE, live_withdraw);
        status = qemu_start(&q, e, firmware, gdb->listener, jtag->listener, e->limit_cycles, why);
        close(gdb->listener);
        if (jtag->listener >= 0) {
            close(jtag->listener);
        }
        if (!status) {
            status = keep_board(&q, e, o, gdb, jtag, why);
        }
        qemu_stop(&q);
        live_withdraw();
    }
    return status;
}

enum status ask_board(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct image image;
    char firmware[PATH_MAX];
    struct door gdb = { "gdb", 0, QEMU_NO_SOCKET }, jtag = { "jtag", 0, QEMU_NO_SOCKET };
    (void)answer;
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE | NEED_KNOWN_ROUTING, why);
    if (status) {
        return status;
    }
    if (parse_port(&gdb, o->text[KEY_gdb], why) || parse_port(&jtag, o->text[KEY_jtag], why)) {
        experiment_free(&e);
        return STATUS_BAD;
    }
    if (e.forced[0]) {
        fprintf(stderr, "noct board: warning: algorithm '%s' is forced: %s\n", e.algorithm->name,
                e.forced);
    }
    if (!o->text[KEY_firmware]) {
        status = check_routes(&e, why);
    }
    if (!status) {
        status = firmware_open(&image, firmware, &e, o, why);
    }
    if (!status) {
        image_close(&image);
        status = run_board(o, &e, firmware, &gdb, &jtag, why);
    }
    experiment_free(&e);
    return status;
}
