/* SPDX-License-Identifier: BSD-2-Clause */
/* Who is let through to a board's gdb server, and the private socket behind it. */
#include <stdint.h>

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"
#include "run/gdb_port.h"
#include "target/registry.h"
#include "base/loopback.h"
#include "base/private_socket.h"
#include "base/tcp.h"

static enum gdb_opening opening(const char *text)
{
    return gdb_port_opening(text, strlen(text));
}

TEST(gdb_is_let_through)
{
    static const char *const good[] = {
        "$qSupported#37",
        "+$qSupported:multiprocess+;swbreak+#1b",
        "+$QStartNoAckMode#b0",
        "$?#3f",
        "$g#67+",
        "\3$?#3f",
        "-$m40000000,100#ae",
        "$qSupported#37$D#44", /* asked again, and given up, before anybody looked */
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(opening(good[i]), GDB_OPENING_GOOD);
        for (size_t n = 0; n < 5; n++) { /* nothing before its end */
            assert_int_equal(gdb_port_opening(good[i], n), GDB_OPENING_UNFINISHED);
        }
    }
}

TEST(others_are_not)
{
    static const char *const bad[] = {
        "GET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\n\r\n+$M0,4:00000000#cc",
        "+ / HTTP/1.1\r\n\r\n$k#6b",
        "$ / HTTP/1.1\r\n\r\n#cc",
        "$k#6b / HTTP/1.1\r\n\r\n",
        "$D#44+ /",
        "$qSupported#37$D#44 ",
        "$qSupported#38",
        "$qSupported#3x",
        "$q Supported#57",
        "$q\x80#f1",
        "$q$#f5",
        "\x16\3\1",
        "x",
        " ",
    };
    char long_one[6000];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(opening(bad[i]), GDB_OPENING_BAD);
    }
    assert_int_equal(gdb_port_opening("\0", 1), GDB_OPENING_BAD);
    memset(long_one, '+', sizeof long_one); /* a word without end */
    assert_int_equal(gdb_port_opening(long_one, sizeof long_one), GDB_OPENING_BAD);
    long_one[0] = '$';
    assert_int_equal(gdb_port_opening(long_one, sizeof long_one), GDB_OPENING_BAD);
}

/* Connected to the port, with this said; what comes of it. */
static void say(int *client, uint16_t port, const char *text)
{
    static const struct tcp_kind kind = {"gdb", "", ""};
    struct error error;
    char address[32];
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    assert_int_equal(tcp_connect(client, &kind, address, 10, &error), STATUS_DONE);
    assert_int_equal(send(*client, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* The server hears of nobody but gdb, and passes on in both directions, ends too. */
TEST(the_port_serves_gdb_alone)
{
    char address[PRIVATE_ADDRESS], bytes[64];
    struct error error = {.text = ""};
    uint16_t port = 0;
    int upstream, listener, client;
    assert_int_equal(private_listen(&upstream, address, &error), STATUS_DONE);
    assert_int_equal(loopback_listen("gdb", &port, &listener, &error), STATUS_DONE);
    assert_int_equal(gdb_port_open(listener, address, &error), STATUS_DONE);
    close(listener);
    say(&client, port, "+ / HTTP/1.1\r\n\r\n$D#44");
    assert_true(recv(client, bytes, sizeof bytes, 0) <= 0);
    close(client);
    struct pollfd p = {.fd = upstream, .events = POLLIN};
    assert_int_equal(poll(&p, 1, 0), 0); /* nobody has come */
    say(&client, port, "+$qSupp");
    assert_int_equal(send(client, "orted#37", 8, MSG_NOSIGNAL), 8);
    int server = accept(upstream, NULL, NULL);
    assert_true(server >= 0);
    assert_int_equal(recv(server, bytes, 15, MSG_WAITALL), 15);
    assert_memory_equal(bytes, "+$qSupported#37", 15);
    assert_int_equal(send(server, "+$#00", 5, MSG_NOSIGNAL), 5);
    assert_int_equal(recv(client, bytes, 5, MSG_WAITALL), 5);
    assert_memory_equal(bytes, "+$#00", 5);
    assert_int_equal(send(client, "any\0thing", 9, MSG_NOSIGNAL), 9); /* it is gdb */
    shutdown(client, SHUT_WR);
    assert_int_equal(recv(server, bytes, sizeof bytes, MSG_WAITALL), 9);
    assert_int_equal(send(server, "bye", 3, MSG_NOSIGNAL), 3);
    close(server);
    assert_int_equal(recv(client, bytes, sizeof bytes, MSG_WAITALL), 3);
    close(client);
    close(upstream);
}

/* It leaves no file, and a new process does not find it. */
TEST(a_private_socket_has_no_name)
{
    static const struct tcp_kind kind = {"gdb", "", "is one running?"};
    char place[] = "/tmp/test_gdb_port.XXXXXX", address[PRIVATE_ADDRESS];
    struct error error = {.text = ""};
    int listener, client;
    assert_non_null(mkdtemp(place));
    setenv("TMPDIR", place, 1);
    assert_int_equal(private_listen(&listener, address, &error), STATUS_DONE);
    assert_int_equal(rmdir(place), 0); /* it is empty */
    assert_int_equal(tcp_connect(&client, &kind, address, 10, &error), STATUS_DONE);
    close(client);
    close(listener);
    assert_int_equal(tcp_connect(&client, &kind, address, 10, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "Connection refused; is one running?"));
    assert_int_equal(private_listen(&listener, address, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "name a directory in TMPDIR"));
    unsetenv("TMPDIR");
    assert_int_equal(tcp_connect(&client, &kind, "/nothing/there", 10, &error), STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "board gdb:/nothing/there: No such file"));
}

/* A server that serves others first: the wait has an end. */
TEST(a_full_socket_is_an_error)
{
    static const struct tcp_kind kind = {"gdb", "", ""};
    enum { MANY = 8 };
    char address[PRIVATE_ADDRESS];
    struct error error = {.text = ""};
    int listener, client[MANY];
    enum status status = STATUS_DONE;
    unsigned n = 0;
    assert_int_equal(private_listen(&listener, address, &error), STATUS_DONE);
    while (n < MANY && !(status = tcp_connect(&client[n], &kind, address, 1, &error))) {
        n++;
    }
    assert_true(n >= 1 && n < MANY);
    assert_int_equal(status, STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "another debugger may have it"));
    while (n--) {
        close(client[n]);
    }
    close(listener);
}

TEST(a_boards_socket_is_its_users_alone)
{
    char runtime[] = "/tmp/test_gdb_port.XXXXXX", address[PATH_MAX], path[64];
    struct error error = {.text = ""};
    struct stat s;
    int listener;
    assert_non_null(mkdtemp(runtime));
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    assert_int_equal(registry_listen(&listener, address, &error), STATUS_DONE);
    assert_int_equal(stat(address, &s), 0);
    assert_int_equal(s.st_mode, S_IFSOCK | 0600);
    snprintf(path, sizeof path, "%s/nocturne", runtime);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode, S_IFDIR | 0700);
    close(listener);
    registry_remove();
    assert_int_equal(access(address, F_OK), -1);
    chmod(path, 0711);
    assert_int_equal(registry_listen(&listener, address, &error), STATUS_ENVIRONMENT);
    assert_int_equal(listener, -1);
    assert_non_null(strstr(error.text, "that only you can use"));
    rmdir(path);
    rmdir(runtime);
}

BEFORE_ALL
{
    signal(SIGPIPE, SIG_IGN);
}
