/* SPDX-License-Identifier: BSD-2-Clause */
/* Who is let through to a board's gdb server and JTAG, and the private socket behind them. */
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
#include "run/guarded_port.h"
#include "target/registry.h"
#include "base/loopback.h"
#include "base/private_socket.h"
#include "base/tcp.h"

static enum opening opening(const char *text)
{
    return gdb_opening(text, strlen(text));
}

/* No word with a colon, a comma, a question mark is a browser's. */
TEST(gdb_is_let_through)
{
    static const char *const good[] = {
        "+$qSupported:multiprocess+;swbreak+#1b",
        "$?#3f",
        "\3$?#3f",
        "-$m40000000,100#ae",
        "$qSupported#37$?#3f", /* asked again before anybody looked */
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(opening(good[i]), OPENING_GOOD);
        for (size_t n = 0; n < 4; n++) { /* nothing before its end */
            assert_int_equal(gdb_opening(good[i], n), OPENING_UNFINISHED);
        }
    }
}

TEST(words_must_wait_for_an_answer)
{
    static const char *const words[] = {"$qSupported#37", "+$QStartNoAckMode#b0", "$g#67+",
                                        "$qSupported#37$D#44", "-$k#6b"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_int_equal(opening(words[i]), OPENING_WORD);
    }
}

TEST(openocd_must_wait_for_an_answer)
{
    static char long_one[100000];
    assert_int_equal(jtag_opening("", 0), OPENING_UNFINISHED);
    assert_int_equal(jtag_opening("rstuBbQ01234567", 15), OPENING_UNFINISHED);
    assert_int_equal(jtag_opening("26260R", 6), OPENING_WORD);
    assert_int_equal(jtag_opening("R0", 2), OPENING_WORD);
    for (int c = 0; c < 256; c++) {
        const char bytes[] = {'R', '0', (char)c};
        const bool known = c && strchr("01234567rstuRBbQ", c);
        assert_int_equal(jtag_opening(bytes, 3), known ? OPENING_WORD : OPENING_BAD);
    }
    memset(long_one, '0', sizeof long_one); /* a word without end */
    long_one[0] = 'R';
    assert_int_equal(jtag_opening(long_one, 50000), OPENING_WORD);
    assert_int_equal(jtag_opening(long_one, sizeof long_one), OPENING_BAD);
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
        assert_int_equal(opening(bad[i]), OPENING_BAD);
    }
    assert_int_equal(gdb_opening("\0", 1), OPENING_BAD);
    memset(long_one, '+', sizeof long_one); /* a word without end */
    assert_int_equal(gdb_opening(long_one, sizeof long_one), OPENING_BAD);
    long_one[0] = '$';
    assert_int_equal(gdb_opening(long_one, sizeof long_one), OPENING_BAD);
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
    assert_int_equal(guarded_port_open(listener, address, "gdb", gdb_opening, &error), STATUS_DONE);
    close(listener);
    say(&client, port, "+ / HTTP/1.1\r\n\r\n$D#44");
    assert_true(recv(client, bytes, sizeof bytes, 0) <= 0);
    close(client);
    struct pollfd p = {.fd = upstream, .events = POLLIN};
    assert_int_equal(poll(&p, 1, 0), 0); /* nobody has come */
    say(&client, port, "+$qSupported:x");
    assert_int_equal(send(client, "+#14", 4, MSG_NOSIGNAL), 4);
    int server = accept(upstream, NULL, NULL);
    assert_true(server >= 0);
    assert_int_equal(recv(server, bytes, 18, MSG_WAITALL), 18);
    assert_memory_equal(bytes, "+$qSupported:x+#14", 18);
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

/* What a browser may say as its first word is let through when nothing has followed it for a while. */
TEST(a_word_is_let_through_late)
{
    char address[PRIVATE_ADDRESS], bytes[8];
    struct error error = {.text = ""};
    uint16_t port = 0;
    int upstream, listener, client, patient;
    assert_int_equal(private_listen(&upstream, address, &error), STATUS_DONE);
    assert_int_equal(loopback_listen("jtag", &port, &listener, &error), STATUS_DONE);
    assert_int_equal(guarded_port_open(listener, address, "jtag", jtag_opening, &error),
                     STATUS_DONE);
    close(listener);
    struct pollfd p = {.fd = upstream, .events = POLLIN};
    say(&client, port, "s0R");
    say(&patient, port, "0R");
    assert_int_equal(poll(&p, 1, GUARDED_QUIET_MS / 2), 0); /* nobody has come */
    assert_int_equal(send(client, " / HTTP/1.1", 11, MSG_NOSIGNAL), 11);
    assert_true(recv(client, bytes, sizeof bytes, 0) <= 0);
    close(client);
    int server = accept(upstream, NULL, NULL);
    assert_int_equal(recv(server, bytes, 2, MSG_WAITALL), 2);
    assert_memory_equal(bytes, "0R", 2);
    assert_int_equal(poll(&p, 1, GUARDED_QUIET_MS), 0); /* nor does the other one later */
    close(server);
    close(patient);
    close(upstream);
}

/* It leaves no file, and a new process does not find it. */
TEST(a_private_socket_has_no_name)
{
    static const struct tcp_kind kind = {"gdb", "", "is one running?"};
    char place[] = "/tmp/test_guarded_port.XXXXXX", address[PRIVATE_ADDRESS];
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
    char runtime[] = "/tmp/test_guarded_port.XXXXXX", address[PATH_MAX], path[64];
    struct error error = {.text = ""};
    struct stat s;
    int listener;
    assert_non_null(mkdtemp(runtime));
    setenv("XDG_RUNTIME_DIR", runtime, 1);
    assert_int_equal(registry_listen(REGISTRY_GDB, &listener, address, &error), STATUS_DONE);
    assert_int_equal(stat(address, &s), 0);
    assert_int_equal(s.st_mode, S_IFSOCK | 0600);
    snprintf(path, sizeof path, "%s/nocturne", runtime);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode, S_IFDIR | 0700);
    close(listener);
    registry_remove();
    assert_int_equal(access(address, F_OK), -1);
    chmod(path, 0711);
    assert_int_equal(registry_listen(REGISTRY_GDB, &listener, address, &error), STATUS_ENVIRONMENT);
    assert_int_equal(listener, -1);
    assert_non_null(strstr(error.text, "that only you can use"));
    rmdir(path);
    rmdir(runtime);
}

BEFORE_ALL
{
    signal(SIGPIPE, SIG_IGN);
}
