/* SPDX-License-Identifier: BSD-2-Clause */
/* The debug port of a board as gateware, with debuggers that read nothing. */
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "test.h"
#include "board/debug_port.h"

static struct control control;
static struct debug_port port;

BEFORE_EACH
{
    alarm(120); /* for what waits for ever */
}

AFTER_EACH
{
    alarm(0);
}

/* In the place of control.c: a memory whose words are their addresses. */
bool control_read(struct control *c, uint32_t address, uint32_t *word)
{
    assert_ptr_equal(c, &control);
    *word = address;
    return true;
}

bool control_write(struct control *c, uint32_t address, uint32_t word)
{
    assert_ptr_equal(c, &control);
    return address == word;
}

/* The port's connection has its limit, which is made shorter here. */
static void shorten_limit(void)
{
    const struct timeval shorter = {.tv_usec = 100000};
    struct timeval limit = {0};
    socklen_t bytes = sizeof limit;

    assert_int_equal(getsockopt(port.client, SOL_SOCKET, SO_SNDTIMEO, &limit, &bytes), 0);
    assert_int_equal(limit.tv_sec, DEBUG_PORT_SEND_S);
    assert_int_equal(setsockopt(port.client, SOL_SOCKET, SO_SNDTIMEO, &shorter, bytes), 0);
}

/* Requests whose answers, of 4 KiB each, fit into no socket. */
static void ask_and_read_nothing(int debugger)
{
    static const char REQUEST[] = "$m0,7f8#00";
    int i;

    for (i = 0; i < 1000 && port.client >= 0; i++) {
        (void)send(debugger, REQUEST, sizeof REQUEST - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        debug_port_look(&port, 0);
    }
}

TEST(who_reads_no_answer_has_vanished)
{
    int ends[2];

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    debug_port_begin(&port, &control, ends[0], false, true);
    shorten_limit();
    ask_and_read_nothing(ends[1]);
    assert_true(debug_port_is_over(&port));
    assert_true(port.holds);
    close(ends[1]);
}

TEST(the_next_debugger_is_served)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    socklen_t bytes = sizeof name;
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    const int silent = socket(AF_UNIX, SOCK_STREAM, 0), next = socket(AF_UNIX, SOCK_STREAM, 0);
    char answer[32] = "";

    assert_int_equal(bind(listener, (struct sockaddr *)&name, sizeof name.sun_family), 0);
    assert_int_equal(listen(listener, 2), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&name, &bytes), 0);
    debug_port_begin(&port, &control, listener, true, false);
    assert_int_equal(connect(silent, (struct sockaddr *)&name, bytes), 0);
    debug_port_look(&port, 0);
    shorten_limit();
    ask_and_read_nothing(silent);
    assert_int_equal(port.client, DEBUG_PORT_NONE);
    assert_true(port.holds);
    assert_int_equal(connect(next, (struct sockaddr *)&name, bytes), 0);
    assert_int_equal(send(next, "$m4,4#00", 8, 0), 8);
    debug_port_look(&port, 0);
    assert_int_equal(recv(next, answer, sizeof answer - 1, MSG_DONTWAIT), 13);
    assert_string_equal(answer, "+$04000000#84");
    close(next);
    close(silent);
    debug_port_look(&port, 0);
    close(listener);
}
