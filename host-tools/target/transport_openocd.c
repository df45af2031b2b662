/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board behind OpenOCD, by its Tcl language: one that runs already, or one that is started
 * here with a description. Words are read and written through its current target, over the system
 * bus where the target runs, so nothing is halted. Whatever it was configured for: every hart
 * shows the whole board. But OpenOCD, as it begins, halts each hart that it was configured for
 * for a moment to see what it has (its riscv target's examination), and lets it go on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_description.h"
#include "transport_priv.h"
#include "base/alloc.h"
#include "openocd.h"
#include "base/tcp.h"

enum { CONNECT_SECONDS = 10, ANSWER_SECONDS = 20 };

struct openocd_way {
    struct openocd *openocd;
    bool began;     /* with this connection */
    char host[256]; /* of one that runs already */
};

static void end(void *self)
{
    struct openocd_way *w = self;
    openocd_end(w->openocd);
    free(w);
}

/* One that could not look at its target when it began goes on without: all reads would fail. */
static enum status check_examined(struct openocd *o, const char *board, struct error *error)
{
    const char *result;
    struct error unused;
    if (openocd_ask(o, "[target current] was_examined", CONNECT_SECONDS, &result, &unused) ==
            STATUS_DONE &&
        strcmp(result, "0") == 0) {
        error_set(error, STATUS_ENVIRONMENT,
                  "board %s: OpenOCD could not examine its target when it started", board);
        return error_fix(error, "look into its log, and start it again");
    }
    return STATUS_DONE;
}

enum status transport_openocd_open(void **self, const char *board, const char *address,
                                   struct error *error)
{
    static const struct tcp_kind kind = {
        "openocd", "openocd:localhost:6666",
        "is OpenOCD running there? its Tcl port, tcl_port, is usually 6666"};
    int fd;
    enum status status = tcp_connect(&fd, &kind, address, CONNECT_SECONDS, error);
    if (status) {
        return status;
    }
    struct openocd_way *w = alloc_zeroed(sizeof *w);
    openocd_attach(&w->openocd, fd, board);
    status = openocd_ask(w->openocd, "target current", CONNECT_SECONDS, NULL, error);
    if (!status) {
        status = check_examined(w->openocd, board, error);
    }
    if (status) {
        end(w);
        return status;
    }
    snprintf(w->host, sizeof w->host, "%.*s", (int)(strrchr(address, ':') - address), address);
    *self = w;
    return STATUS_DONE;
}

enum status transport_described_open(void **self, const struct board_description *d,
                                     struct error *error)
{
    struct openocd_way *w = alloc_zeroed(sizeof *w);
    enum status status = openocd_start(&w->openocd, d, "", error);
    if (status) {
        free(w);
        return status;
    }
    w->began = true;
    *self = w;
    return STATUS_DONE;
}

/* "0x12 0x34 ..." into n words, little-endian. False: that is not what it is. */
static bool take_words(const char *result, unsigned char *to, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char *rest;
        unsigned long word = strtoul(result, &rest, 0);
        if (rest == result || word > UINT32_MAX) {
            return false;
        }
        for (unsigned b = 0; b < 4; b++) {
            *to++ = (unsigned char)(word >> 8 * b);
        }
        result = rest;
    }
    return *result == 0;
}

static enum status read_bytes(void *self, uint32_t address, void *to, size_t bytes,
                              struct error *error)
{
    struct openocd_way *w = self;
    char command[64];
    const char *result;
    snprintf(command, sizeof command, "read_memory 0x%x 32 %zu", (unsigned)address, bytes / 4);
    enum status status = openocd_ask(w->openocd, command, ANSWER_SECONDS, &result, error);
    if (!status && !take_words(result, to, bytes / 4)) {
        status = error_set(error, STATUS_ENVIRONMENT,
                           "OpenOCD's answer to '%s' is not what it should be: '%.40s'", command,
                           result);
    }
    return status;
}

static enum status write_word(void *self, uint32_t address, uint32_t word, struct error *error)
{
    struct openocd_way *w = self;
    char command[64];
    snprintf(command, sizeof command, "write_memory 0x%x 32 0x%x", (unsigned)address,
             (unsigned)word);
    return openocd_ask(w->openocd, command, ANSWER_SECONDS, NULL, error);
}

static const char *disturbs(const void *self)
{
    const struct openocd_way *w = self;
    return w->began
             ? "OpenOCD was started for this and has halted core 0 for a moment; one that runs already, openocd:HOST:PORT, halts none"
             : NULL;
}

/* As boards/nocturne.tcl names targets: each has a port of its own. */
static bool gdb_server(void *self, uint32_t core, char address[TRANSPORT_SERVER], uint32_t *thread)
{
    struct openocd_way *w = self;
    char command[64];
    const char *result;
    struct error unused;
    snprintf(command, sizeof command, "nocturne.%u cget -gdb-port", core);
    *thread = 1;
    if (w->began || openocd_ask(w->openocd, command, CONNECT_SECONDS, &result, &unused) ||
        atoi(result) <= 0) {
        return false;
    }
    bool here = strcmp(w->host, "localhost") == 0;
    snprintf(address, TRANSPORT_SERVER, "%s:%d", here ? "127.0.0.1" : w->host, atoi(result));
    return true;
}

const struct transport_kind transport_openocd = {
    .read = read_bytes,
    .write = write_word,
    .disturbs = disturbs,
    .gdb_server = gdb_server,
    .end = end,
};
