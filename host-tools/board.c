/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * noct board: an emulated board that stays until Ctrl-C. Its gdb server
 * listens on the loopback only; the socket is opened here and handed down, so
 * that a port is never chosen twice and a taken one is noticed at once.
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
#include "memory.h"
#include "qemu.h"
#include "run.h"

/* A listening socket on 127.0.0.1:*port; 0 becomes a free one. */
static enum status listen_local(uint16_t *port, int *listener, struct complaint *why)
{
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons(*port),
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
                "gdb: port %u is taken; give another, or none to have a free one chosen", *port);
        }
        return complain(why, STATUS_ENVIRONMENT, "gdb: cannot listen on port %u: %s", *port,
                        strerror(error));
    }
    *port = ntohs(a.sin_port);
    *listener = fd;
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
static bool announce(const struct options *o, const struct experiment *e, uint16_t port)
{
    if (o->json) {
        json_t *line = json_pack("{s:i,s:i,s:n,s:n,s:i}", "schema", 1, "gdb", (int)port, "jtag",
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
               e->halt ? ", halted until a debugger says continue" : "", port, port, port);
    }
    return fflush(stdout) == 0 && !ferror(stdout);
}

static enum status keep_board(struct qemu *q, const struct experiment *e, const struct options *o,
                              uint16_t port, struct complaint *why)
{
    struct complaint died;
    enum status status = greet(port, e->halt, why);
    if (status) {
        /* Had QEMU something to say? That is the better reason. */
        return qemu_follow(q, e, stderr, false, &died) ? (*why = died, STATUS_ENVIRONMENT) : status;
    }
    if (!announce(o, e, port)) {
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

enum status ask_board(const struct options *o, json_t **answer, struct complaint *why)
{
    struct experiment e;
    struct image image;
    struct qemu q;
    char firmware[PATH_MAX];
    uint64_t asked = 0;
    int listener = QEMU_NO_SOCKET;
    (void)answer;
    enum status status = experiment_make(&e, o, NEED_SET | NEED_FIRMWARE | NEED_KNOWN_ROUTING, why);
    if (status) {
        return status;
    }
    if (o->text[KEY_gdb] && number_parse("gdb", o->text[KEY_gdb], 1, UINT16_MAX, &asked, why)) {
        experiment_free(&e);
        return STATUS_BAD;
    }
    uint16_t port = (uint16_t)asked;
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
        status = listen_local(&port, &listener, why);
    }
    if (!status) {
        qemu_on_signal(STATUS_DONE);
        status = qemu_start(&q, &e, firmware, listener, e.limit_cycles, why);
        close(listener);
        if (!status) {
            status = keep_board(&q, &e, o, port, why);
        }
        qemu_stop(&q);
    }
    experiment_free(&e);
    return status;
}
