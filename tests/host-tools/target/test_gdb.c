/* SPDX-License-Identifier: BSD-2-Clause */
/* The gdb remote protocol's client, against a stub that is at times unkind. */
#include <stdint.h>

#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "target/counter_blocks.h"
#include "target/gdb.h"

/* Decode a whole text; the last event. */
static enum gdb_event decode(struct gdb_decoder *d, const char *text, size_t n)
{
    enum gdb_event event = GDB_NOTHING;
    for (size_t i = 0; i < n; i++) {
        event = gdb_decode(d, text[i]);
    }
    return event;
}

TEST(frames_have_a_checksum)
{
    char frame[64];
    size_t n = gdb_frame("m40000000,100", 13, frame);
    frame[n] = 0;
    assert_string_equal(frame, "$m40000000,100#ae");
    n = gdb_frame("", 0, frame);
    frame[n] = 0;
    assert_string_equal(frame, "$#00");
}

TEST(what_is_framed_is_decoded)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    char payload[256], frame[2 * sizeof payload + 5];
    for (unsigned i = 0; i < sizeof payload; i++) {
        payload[i] = (char)i; /* every byte, those that need escapes too */
    }
    size_t n = gdb_frame(payload, sizeof payload, frame);
    assert_int_equal(decode(&d, frame, n), GDB_PACKET);
    assert_int_equal(d.length, sizeof payload);
    assert_memory_equal(d.packet, payload, sizeof payload);
}

TEST(runs_are_repeated)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    /* "0* " is four zeros: ' ' - 29 = 3 more. */
    assert_int_equal(decode(&d, "+$0* #7a", 8), GDB_PACKET);
    assert_string_equal(d.packet, "0000");
}

TEST(wrong_sums_are_damaged)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    assert_int_equal(decode(&d, "$OK#9b", 6), GDB_DAMAGED);
    assert_int_equal(decode(&d, "$OK#9x", 6), GDB_DAMAGED);
    assert_int_equal(decode(&d, "$OK#9a", 6), GDB_PACKET);
}

TEST(too_long_is_damaged)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    char *frame = malloc(2 * GDB_PACKET_MAX + 16), *payload = malloc(GDB_PACKET_MAX + 1);
    memset(payload, 'a', GDB_PACKET_MAX + 1);
    size_t n = gdb_frame(payload, GDB_PACKET_MAX + 1, frame);
    assert_int_equal(decode(&d, frame, n), GDB_DAMAGED);
    n = gdb_frame(payload, GDB_PACKET_MAX, frame);
    assert_int_equal(decode(&d, frame, n), GDB_PACKET);
    free(frame);
    free(payload);
}

/* --- a stub in a process of its own -------------------------------------- */

struct stub {
    const char *supported;
    bool damages;     /* its answers to reads have a wrong sum */
    bool stops_first; /* says T02 before all else */
    bool hangs_up;    /* at the first read */
    bool refuses;     /* reads */
    bool half;        /* it has half a packet from before, so the first is damaged to it */
};

static void say(int fd, const char *payload)
{
    char frame[8192];
    size_t n = gdb_frame(payload, strlen(payload), frame);
    if (write(fd, frame, n) != (ssize_t)n) {
        _exit(1);
    }
}

/* Memory holds at each address its low byte. */
static void answer_read(int fd, const struct stub *stub, const char *packet)
{
    unsigned address, bytes;
    char reply[8192];
    if (stub->hangs_up) {
        _exit(0);
    }
    if (sscanf(packet, "m%x,%x", &address, &bytes) != 2 || bytes > 2048 || stub->refuses) {
        say(fd, "E22");
        return;
    }
    for (unsigned i = 0; i < bytes; i++) {
        sprintf(reply + 2 * i, "%02x", (address + i) & 0xff);
    }
    if (stub->damages) {
        if (write(fd, "$00#ff", 6) != 6) {
            _exit(1);
        }
        return;
    }
    say(fd, reply);
}

static void serve(int fd, const struct stub *stub)
{
    struct gdb_decoder d = {.state = GDB_IDLE};
    char byte;
    for (const char *c = stub->half ? "$noct_result" : ""; *c; c++) {
        gdb_decode(&d, *c);
    }
    if (stub->stops_first) {
        say(fd, "T02thread:01;");
    }
    while (read(fd, &byte, 1) == 1) {
        enum gdb_event event = gdb_decode(&d, byte);
        if (event == GDB_DAMAGED && write(fd, "-", 1) != 1) {
            _exit(1);
        }
        if (event != GDB_PACKET) {
            continue;
        }
        if (strncmp(d.packet, "qSupported", 10) == 0) {
            say(fd, stub->supported);
        } else if (d.packet[0] == 'm') {
            answer_read(fd, stub, d.packet);
        } else if (strcmp(d.packet, "QStartNoAckMode") == 0 || strcmp(d.packet, "D") == 0) {
            say(fd, "OK");
        } else {
            say(fd, "");
        }
    }
    _exit(0);
}

static pid_t start(const struct stub *stub, int *fd)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(pair[0]);
        serve(pair[1], stub);
    }
    close(pair[1]);
    *fd = pair[0];
    return child;
}

static void read_and_check(const struct stub *stub)
{
    enum { BYTES = 100000, BASE = 0x40000010 };
    struct gdb *g = malloc(sizeof *g);
    unsigned char *memory = malloc(BYTES);
    struct error error;
    int fd;
    pid_t child = start(stub, &fd);
    assert_int_equal(gdb_begin(g, fd, stub->stops_first, &error), STATUS_DONE);
    assert_int_equal(gdb_memory(g, BASE, memory, BYTES, &error), STATUS_DONE);
    for (unsigned i = 0; i < BYTES; i++) {
        assert_int_equal(memory[i], (BASE + i) & 0xff);
    }
    gdb_end(g);
    waitpid(child, NULL, 0);
    free(g);
    free(memory);
}

TEST(memory_is_read_whole)
{
    read_and_check(&(struct stub){.supported = "PacketSize=1000"});
    read_and_check(&(struct stub){.supported = ""});
    read_and_check(&(struct stub){.supported = "PacketSize=100;QStartNoAckMode+"});
}

TEST(a_stop_is_waited_for)
{
    read_and_check(&(struct stub){.supported = "PacketSize=1000", .stops_first = true});
}

TEST(half_a_packet_from_before_is_overcome)
{
    read_and_check(&(struct stub){.supported = "PacketSize=1000", .half = true});
}

/* A read from a stub that does not play along. */
static void fails_with(const struct stub *stub, const char *of)
{
    struct gdb *g = malloc(sizeof *g);
    struct error error = {.text = ""};
    char memory[64];
    int fd;
    pid_t child = start(stub, &fd);
    assert_int_equal(gdb_begin(g, fd, false, &error), STATUS_DONE);
    assert_int_equal(gdb_memory(g, 0, memory, sizeof memory, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, of));
    gdb_end(g);
    waitpid(child, NULL, 0);
    free(g);
}

TEST(a_lost_board_is_an_error)
{
    fails_with(&(struct stub){.supported = "", .hangs_up = true}, "hung up");
    fails_with(&(struct stub){.supported = "", .refuses = true}, "cannot read");
    fails_with(&(struct stub){.supported = "", .damages = true}, "garbled");
}

/* A board with other registers is not looked at any further. */
TEST(a_foreign_board_is_refused)
{
    struct gdb *g = malloc(sizeof *g);
    struct error error;
    int fd;
    pid_t child = start(&(struct stub){.supported = ""}, &fd);
    assert_int_equal(gdb_begin(g, fd, false, &error), STATUS_DONE);
    assert_int_equal(blocks_check_version(g, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "the register map 0x13121110, but noct has 0x4e4f43"));
    gdb_end(g);
    waitpid(child, NULL, 0);
    free(g);
}

TEST(addresses_are_checked)
{
    static const char *const bad[] = {
        "", ":", "host", ":1", "host:", "[]:1", "localhost:0", "localhost:65536", "localhost:x"};
    struct gdb g;
    struct error error;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(gdb_connect(&g, bad[i], 1, &error), STATUS_BAD);
    }
}

/* What is no answer, without end: noise, or a stub that stops and stops. */
TEST(noise_is_not_listened_to_for_ever)
{
    static const char *const noises[] = {"x", "$T05#b9"};
    for (unsigned i = 0; i < sizeof noises / sizeof *noises; i++) {
        struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t length = sizeof a;
        struct gdb *g = malloc(sizeof *g);
        struct error error;
        char address[40];
        int listener = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(bind(listener, (struct sockaddr *)&a, sizeof a), 0);
        assert_int_equal(listen(listener, 1), 0);
        assert_int_equal(getsockname(listener, (struct sockaddr *)&a, &length), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            int fd = accept(listener, NULL, NULL);
            while (write(fd, noises[i], strlen(noises[i])) > 0) {
            }
            _exit(0);
        }
        close(listener);
        snprintf(address, sizeof address, "127.0.0.1:%u", (unsigned)ntohs(a.sin_port));
        assert_int_equal(gdb_connect(g, address, 1, &error), STATUS_ENVIRONMENT);
        assert_non_null(strstr(error.text, "no answer for 1 seconds"));
        assert_int_equal(waitpid(child, NULL, 0), child);
        free(g);
    }
}

BEFORE_ALL
{
    signal(SIGPIPE, SIG_IGN);
}
