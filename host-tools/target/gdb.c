/* SPDX-License-Identifier: BSD-2-Clause */
#include "gdb.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "registry.h"
#include "base/tcp.h"

enum {
    REPLY_SECONDS = 20, /* a board that is silent so long is not there */
    REQUESTS_MAX = 32,  /* under way at once: hides the round trips */
    CHUNK_MIN = 64,
    CHUNK_MAX = 2040, /* QEMU refuses reads of more than 2048 */
    WRITE_MAX = 112,  /* bytes in one packet */
    PC_REGISTER = 32
};

size_t gdb_frame(const char *payload, size_t length, char *out)
{
    char *end = out;
    unsigned char sum = 0;
    *end++ = '$';
    for (size_t i = 0; i < length; i++) {
        char c = payload[i];
        if (c == '$' || c == '#' || c == '}' || c == '*') {
            *end++ = '}';
            sum += '}';
            c ^= 0x20;
        }
        *end++ = c;
        sum += (unsigned char)c;
    }
    end += sprintf(end, "#%02x", sum);
    return (size_t)(end - out);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

static void put(struct gdb_decoder *d, char byte)
{
    if (d->length < GDB_PACKET_MAX) {
        d->packet[d->length] = byte;
    }
    d->length++;
}

/* A byte of the body, between '$' and '#'. */
static void decode_body(struct gdb_decoder *d, char byte)
{
    if (byte == '#') {
        d->state = GDB_SUM1;
        return;
    }
    d->sum += (unsigned char)byte;
    if (d->state == GDB_ESCAPE) {
        put(d, byte ^ 0x20);
        d->state = GDB_BODY;
    } else if (d->state == GDB_REPEAT) {
        char last = d->length && d->length <= GDB_PACKET_MAX ? d->packet[d->length - 1] : 0;
        for (int n = (unsigned char)byte - 29; n > 0; n--) {
            put(d, last);
        }
        d->state = GDB_BODY;
    } else if (byte == '}') {
        d->state = GDB_ESCAPE;
    } else if (byte == '*') {
        d->state = GDB_REPEAT;
    } else {
        put(d, byte);
    }
}

enum gdb_event gdb_decode(struct gdb_decoder *d, char byte)
{
    switch (d->state) {
    case GDB_IDLE:
        if (byte == '$') {
            d->state = GDB_BODY;
            d->length = 0;
            d->sum = 0;
        }
        return byte == '-' ? GDB_AGAIN : GDB_NOTHING;
    case GDB_BODY:
    case GDB_ESCAPE:
    case GDB_REPEAT:
        decode_body(d, byte);
        return GDB_NOTHING;
    case GDB_SUM1:
        d->said = (unsigned char)((hex_digit(byte) & 15) << 4);
        d->state = hex_digit(byte) < 0 ? GDB_IDLE : GDB_SUM2;
        return d->state == GDB_IDLE ? GDB_DAMAGED : GDB_NOTHING;
    case GDB_SUM2:
    default:
        d->state = GDB_IDLE;
        if (hex_digit(byte) < 0 || (d->said | hex_digit(byte)) != d->sum ||
            d->length > GDB_PACKET_MAX) {
            return GDB_DAMAGED;
        }
        d->packet[d->length] = 0;
        return GDB_PACKET;
    }
}

static enum status lost(struct gdb *g, struct error *error, const char *how)
{
    g->dead = true;
    return error_set(error, STATUS_ENVIRONMENT, "the board's gdb server %s", how);
}

static enum status send_all(struct gdb *g, const char *bytes, size_t n, struct error *error)
{
    while (n) {
        ssize_t sent = send(g->fd, bytes, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return lost(g, error, "hung up");
        }
        bytes += sent;
        n -= (size_t)sent;
    }
    return STATUS_DONE;
}

/* From now on: whatever else comes meanwhile, the next answer must come in time. */
static void expect_answer(struct gdb *g)
{
    g->until_ms = clock_ms() + (int64_t)g->seconds * 1000;
}

static enum status fill(struct gdb *g, struct error *error)
{
    struct pollfd p = {.fd = g->fd, .events = POLLIN};
    int64_t left_ms;
    int ready;
    do {
        left_ms = g->until_ms - clock_ms();
        ready = left_ms > 0 ? poll(&p, 1, (int)left_ms) : 0;
    } while (ready < 0 && errno == EINTR); /* a signal that does not end us */
    if (ready < 0) {
        return lost(g, error, "cannot be waited for");
    }
    if (ready == 0) {
        g->silent = true;
        return lost(g, error, "does not answer");
    }
    ssize_t n = recv(g->fd, g->in, sizeof g->in, 0);
    if (n <= 0) {
        g->hung_up = true;
        return lost(g, error, "hung up");
    }
    g->in_length = (size_t)n;
    g->in_at = 0;
    return STATUS_DONE;
}

/* With a feature of gdb's own: no method of HTTP has a colon, so a guarded port answers at once. */
static const char first_question[] = "qSupported:vContSupported+";

static enum status send_packet(struct gdb *g, const char *payload, struct error *error);

/* Wait for one packet; it is then in g->decoder.packet. */
static enum status next_packet(struct gdb *g, struct error *error)
{
    enum status status;
    for (;;) {
        while (g->in_at < g->in_length) {
            enum gdb_event event = gdb_decode(&g->decoder, (char)g->in[g->in_at++]);
            if (event == GDB_PACKET) {
                return g->quiet ? STATUS_DONE : send_all(g, "+", 1, error);
            }
            if (event == GDB_AGAIN && g->again) {
                /* A server keeps half a packet of whoever was there before us. */
                g->again = false;
                if ((status = send_packet(g, first_question, error))) {
                    return status;
                }
            }
            if (event == GDB_DAMAGED) {
                /* Sockets do not damage; and asking again would mix up the
                 * answers to all that is under way. */
                return lost(g, error, "sent a garbled answer");
            }
        }
        status = fill(g, error);
        if (status) {
            return status;
        }
    }
}

static enum status send_packet(struct gdb *g, const char *payload, struct error *error)
{
    char frame[1024];
    size_t length = strlen(payload);
    if (length > (sizeof frame - 8) / 2) {
        return lost(g, error, "cannot be asked so long a question");
    }
    expect_answer(g);
    return send_all(g, frame, gdb_frame(payload, length, frame), error);
}

/* Stop replies come unasked, when the board stops by itself. */
static bool is_stop_reply(const char *packet)
{
    return (packet[0] == 'T' || packet[0] == 'S' || packet[0] == 'W') && strlen(packet) >= 3;
}

/* And so do words for the user, "O" and then hex digits. */
static bool is_unasked(const char *packet)
{
    return is_stop_reply(packet) || (packet[0] == 'O' && strcmp(packet, "OK") != 0);
}

enum status gdb_ask(struct gdb *g, const char *payload, const char **reply, struct error *error)
{
    enum status status = send_packet(g, payload, error);
    do {
        if (status || (status = next_packet(g, error))) {
            return status;
        }
    } while (payload[0] != '?' && is_unasked(g->decoder.packet));
    *reply = g->decoder.packet;
    return STATUS_DONE;
}

/* What an 'O' packet says to the user is added to text. */
static void take_words(const char *packet, char *text, size_t size)
{
    size_t length = strlen(text);
    for (packet++; hex_digit(packet[0]) >= 0 && hex_digit(packet[1]) >= 0 && length + 1 < size;
         packet += 2) {
        text[length++] = (char)(hex_digit(packet[0]) << 4 | hex_digit(packet[1]));
    }
    text[length] = 0;
}

/*
 * A command in the server's own language; what it says is in text, as far as there is room. Whether
 * it did it OpenOCD does not tell otherwise.
 */
static enum status command(struct gdb *g, const char *say, char *text, size_t size,
                           struct error *error)
{
    char question[480];
    size_t length = (size_t)sprintf(question, "qRcmd,");
    for (const char *c = say; *c && length + 3 < sizeof question; c++) {
        length += (size_t)sprintf(question + length, "%02x", (unsigned char)*c);
    }
    text[0] = 0;
    enum status status = send_packet(g, question, error);
    while (!status && !(status = next_packet(g, error)) && is_unasked(g->decoder.packet)) {
        if (g->decoder.packet[0] == 'O') {
            take_words(g->decoder.packet, text, size);
        }
    }
    return status;
}

/*
 * OpenOCD halted its hart when we came. All memory can be read while it runs, by the system bus, so
 * it goes on at once; and says which it is.
 */
static enum status resume(struct gdb *g, struct error *error)
{
    char text[1024], state[16] = "";
    enum status status = command(g,
                                 "if {[[target current] curstate] eq {halted}} {catch resume}; "
                                 "echo \"noct: core [[target current] cget -coreid] is "
                                 "[[target current] curstate]\"",
                                 text, sizeof text, error);
    const char *said = status ? NULL : strstr(text, "noct: core ");
    if (!said || sscanf(said, "noct: core %d is %15s", &g->core, state) != 2) {
        g->core = -1;
    }
    if (strcmp(state, "halted") == 0) {
        error_set(error, STATUS_ENVIRONMENT,
                  "OpenOCD cannot resume core %d, which its gdb server has halted", g->core);
        status = error_fix(error, "its log says why");
    }
    return status;
}

static enum status begin(struct gdb *g, int fd, bool running, int seconds, struct error *error)
{
    const char *reply;
    memset(g, 0, sizeof *g);
    g->fd = fd;
    g->chunk = CHUNK_MAX;
    g->core = -1;
    g->seconds = seconds;
    expect_answer(g);
    enum status status = STATUS_DONE;
    do {
        if (running && (status = next_packet(g, error))) {
            return status;
        }
    } while (running && !is_stop_reply(g->decoder.packet));
    g->again = true;
    status = gdb_ask(g, first_question, &reply, error);
    g->again = false;
    if (status) {
        return status;
    }
    g->seconds = REPLY_SECONDS;
    g->openocd = strstr(reply, "qXfer:threads:read") != NULL;
    const char *size = strstr(reply, "PacketSize=");
    if (size) {
        size_t most = strtoul(size + strlen("PacketSize="), NULL, 16);
        size_t chunk = most > 16 ? (most - 16) / 2 & ~(size_t)3 : CHUNK_MIN;
        g->chunk = chunk < CHUNK_MIN ? CHUNK_MIN : chunk < CHUNK_MAX ? chunk : CHUNK_MAX;
    }
    if (strstr(reply, "QStartNoAckMode+")) {
        status = gdb_ask(g, "QStartNoAckMode", &reply, error);
        g->quiet = !status && strcmp(reply, "OK") == 0;
    }
    if (!status && g->openocd) {
        status = resume(g, error);
    }
    return status;
}

enum status gdb_begin(struct gdb *g, int fd, bool running, struct error *error)
{
    return begin(g, fd, running, REPLY_SECONDS, error);
}

/*
 * Nobody answered. Should the server turn to us when we are gone, it stops the board for
 * us; this lets it go on.
 */
static enum status give_up(struct gdb *g, const char *address, struct error *error)
{
    struct error unused;
    (void)send_packet(g, "D", &unused);
    error_set(error, STATUS_ENVIRONMENT, "board gdb:%s: no answer for %d seconds", address,
              g->seconds);
    return error_fix(error, "another debugger may hold the board, or this is no gdb server");
}

enum status gdb_connect(struct gdb *g, const char *address, int seconds, struct error *error)
{
    static const struct tcp_kind kind = {"gdb", "gdb:localhost:3333",
                                         "is one running? '" REGISTRY_START " --gdb' starts one"};
    int fd;
    enum status status = tcp_connect(&fd, &kind, address, seconds, error);
    if (status) {
        return status;
    }
    status = begin(g, fd, false, seconds, error);
    if (status && g->silent) {
        status = give_up(g, address, error);
    } else if (status && g->hung_up) {
        error_append(error, " at once");
        error_fix(error, "another debugger may hold the board, or this is no gdb server");
    }
    if (status) {
        close(fd);
    }
    return status;
}

void gdb_end(struct gdb *g)
{
    const char *reply;
    struct error unused;
    if (!g->dead) {
        (void)gdb_ask(g, "D", &reply, &unused);
    }
    close(g->fd);
}

void gdb_abandon(struct gdb *g)
{
    enum { WAIT_MS = 1000, PIECES_MAX = 1000 };
    static const char bye[] = "$D#44";
    struct pollfd p = {.fd = g->fd, .events = POLLIN};
    if (!g->dead && send(g->fd, bye, sizeof bye - 1, MSG_NOSIGNAL) > 0) {
        shutdown(g->fd, SHUT_WR);
        for (int i = 0;
             i < PIECES_MAX && poll(&p, 1, WAIT_MS) > 0 && recv(g->fd, g->in, sizeof g->in, 0) > 0;
             i++) {
        }
    }
}

void gdb_leave(struct gdb *g)
{
    close(g->fd);
}

/* A packet of hex digits into bytes. */
static enum status take_memory(struct gdb *g, uint32_t address, unsigned char *to, size_t bytes,
                               struct error *error)
{
    const struct gdb_decoder *d = &g->decoder;
    if (d->length != 2 * bytes) {
        error_set(error, STATUS_ENVIRONMENT, "the board cannot read %zu bytes at 0x%08x: '%.20s'",
                  bytes, address, d->packet);
        return error_fix(error, "is it a Nocturne board?");
    }
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_digit(d->packet[2 * i]), low = hex_digit(d->packet[2 * i + 1]);
        if (high < 0 || low < 0) {
            return lost(g, error, "answers nonsense");
        }
        to[i] = (unsigned char)(high << 4 | low);
    }
    return STATUS_DONE;
}

enum status gdb_memory(struct gdb *g, uint32_t address, void *to, size_t bytes, struct error *error)
{
    size_t asked = 0, taken = 0;
    while (taken < bytes) {
        char payload[40];
        enum status status;
        while (asked < bytes && asked - taken < REQUESTS_MAX * g->chunk) {
            size_t n = bytes - asked < g->chunk ? bytes - asked : g->chunk;
            snprintf(payload, sizeof payload, "m%x,%zx", (unsigned)(address + asked), n);
            if ((status = send_packet(g, payload, error))) {
                return status;
            }
            asked += n;
        }
        do {
            if ((status = next_packet(g, error))) {
                return status;
            }
        } while (is_unasked(g->decoder.packet));
        size_t n = bytes - taken < g->chunk ? bytes - taken : g->chunk;
        status = take_memory(g, (uint32_t)(address + taken), (unsigned char *)to + taken, n, error);
        if (status) {
            return status;
        }
        taken += n;
        expect_answer(g);
    }
    return STATUS_DONE;
}

enum status gdb_write(struct gdb *g, uint32_t address, const void *from, size_t bytes,
                      struct error *error)
{
    const unsigned char *byte = from;
    for (size_t done = 0; done < bytes;) {
        char payload[2 * WRITE_MAX + 32];
        const char *reply;
        size_t n = bytes - done < WRITE_MAX ? bytes - done : WRITE_MAX;
        size_t length = (size_t)sprintf(payload, "M%x,%zx:", (unsigned)(address + done), n);
        for (size_t i = 0; i < n; i++) {
            length += (size_t)sprintf(payload + length, "%02x", byte[done + i]);
        }
        enum status status = gdb_ask(g, payload, &reply, error);
        if (!status && strcmp(reply, "OK") != 0) {
            return error_set(error, STATUS_ENVIRONMENT,
                             "the board cannot write %zu bytes at 0x%08x: '%.20s'", n,
                             (unsigned)(address + done), reply);
        }
        if (status) {
            return status;
        }
        done += n;
    }
    return STATUS_DONE;
}
