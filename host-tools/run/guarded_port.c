/* SPDX-License-Identifier: BSD-2-Clause */
#include "guarded_port.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/subprocess.h"
#include "base/tcp.h"

enum {
    CLIENTS_MAX = 16,
    PACKETS_MAX = 4096,
    OPENING_MAX = 65536,
    OPENING_SECONDS = 30, /* who has not said by then who he is keeps no place */
    PIECE_BYTES = 16384
};

/* --- who is it? ----------------------------------------------------------- */

/* The packet after a '$', n bytes at most. 0: it cannot be one; else its length, or n + 1: its end
 * has not come yet. */
static size_t look_at_packet(const char *bytes, size_t n)
{
    unsigned char sum = 0;
    char said[3] = "";
    size_t i = 0;
    for (; i < n && bytes[i] != '#'; i++) {
        if (bytes[i] <= ' ' || bytes[i] > '~' || bytes[i] == '$') {
            return 0;
        }
        sum = (unsigned char)(sum + (unsigned char)bytes[i]);
    }
    for (size_t k = 0; k < 2; k++) {
        if (i + 1 + k >= n) {
            return n + 1;
        }
        said[k] = bytes[i + 1 + k];
        if (!isxdigit((unsigned char)said[k])) {
            return 0;
        }
    }
    return strtoul(said, NULL, 16) == sum ? i + 3 : 0;
}

/* Whether a method may have this character (RFC 9110, section 5.6.2: tchar). */
static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("!#$%&'*+-.^_`|~", c));
}

enum opening gdb_opening(const char *bytes, size_t n)
{
    bool packet = false, word = true;
    if (n > PACKETS_MAX) {
        return OPENING_BAD;
    }
    for (size_t i = 0; i < n; i++) {
        word = word && is_of_word(bytes[i]);
    }
    for (size_t i = 0; i < n;) {
        char c = bytes[i++];
        if (c == '$') {
            size_t length = look_at_packet(bytes + i, n - i);
            if (!length || length > n - i) {
                return length ? OPENING_UNFINISHED : OPENING_BAD;
            }
            packet = true;
            i += length;
        } else if (c != '+' && c != '-' && c != 3) { /* 3: stop, as Ctrl-C */
            return OPENING_BAD;
        }
    }
    return !packet ? OPENING_UNFINISHED : word ? OPENING_WORD : OPENING_GOOD;
}

enum opening jtag_opening(const char *bytes, size_t n)
{
    bool asks = false;
    if (n > OPENING_MAX) {
        return OPENING_BAD;
    }
    for (size_t i = 0; i < n; i++) {
        if (!bytes[i] || !strchr("01234567rstuRBbQ", bytes[i])) {
            return OPENING_BAD;
        }
        asks = asks || bytes[i] == 'R';
    }
    return asks ? OPENING_WORD : OPENING_UNFINISHED;
}

/* --- one connection ------------------------------------------------------- */

static bool send_all(int to, const char *bytes, size_t n)
{
    while (n) {
        ssize_t sent = send(to, bytes, n, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* Until either has gone. ends: what is shut of `to` then. */
static void copy(int from, int to, int ends)
{
    char bytes[PIECE_BYTES];
    ssize_t n;
    do {
        n = recv(from, bytes, sizeof bytes, 0);
    } while ((n < 0 && errno == EINTR) || (n > 0 && send_all(to, bytes, (size_t)n)));
    shutdown(to, ends);
    if (n != 0) {
        shutdown(from, SHUT_RDWR);
    }
}

/* Reads so much that it is known who is there; false: nobody who is let through. */
static bool is_let_through(int client, opening_judge *judge, char *bytes, size_t *length)
{
    const int64_t limit = clock_ms() + OPENING_SECONDS * INT64_C(1000);
    enum opening opening = OPENING_UNFINISHED;
    while (opening == OPENING_UNFINISHED || opening == OPENING_WORD) {
        const int64_t left = limit - clock_ms();
        const bool word = opening == OPENING_WORD;
        struct pollfd p = {.fd = client, .events = POLLIN};
        int ready = poll(&p, 1, (int)(word ? GUARDED_QUIET_MS : left > 0 ? left : 0));
        if (ready == 0 || left <= 0) {
            return ready == 0 && word;
        }
        ssize_t n = recv(client, bytes + *length, OPENING_MAX + 1 - *length, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            return false;
        }
        *length += n > 0 ? (size_t)n : 0;
        opening = judge(bytes, *length);
    }
    return opening == OPENING_GOOD;
}

/* In a process of its own: a connection from its first byte to its end. unknown: shut when it is known
 * who is there. */
static _Noreturn void serve_one(int client, int unknown, const char *address, opening_judge *judge)
{
    static const struct tcp_kind kind = {"debugger", "", ""};
    static char bytes[OPENING_MAX + 1];
    size_t length = 0;
    struct error unused;
    int server, on = 1;
    if (!is_let_through(client, judge, bytes, &length)) {
        _exit(0);
    }
    close(unknown);
    /* However long it takes: the server may have somebody else. */
    if (tcp_connect(&server, &kind, address, 0, &unused) || !send_all(server, bytes, length)) {
        _exit(0);
    }
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    pid_t self = getpid(), back = fork();
    if (back == 0) {
        program_bind(self);
        copy(server, client, SHUT_RDWR);
        _exit(0);
    }
    copy(client, server, SHUT_WR); /* the server may still have an answer */
    if (back > 0) {
        waitpid(back, NULL, 0);
    }
    _exit(0);
}

/* --- all of them ---------------------------------------------------------- */

/* Those that are connected, in the order in which they came. */
struct clients {
    unsigned n;
    struct {
        pid_t pid;
        int unknown; /* a pipe that is shut when it is known who is there */
    } at[CLIENTS_MAX];
};

static void forget(struct clients *c, unsigned i)
{
    close(c->at[i].unknown);
    c->n--;
    memmove(&c->at[i], &c->at[i + 1], (c->n - i) * sizeof c->at[0]);
}

static void reap(struct clients *c, bool waits)
{
    pid_t pid;
    while (c->n && (pid = waitpid(-1, NULL, waits ? 0 : WNOHANG)) > 0) {
        for (unsigned i = 0; i < c->n; i++) {
            if (c->at[i].pid == pid) {
                forget(c, i);
                break;
            }
        }
        waits = false;
    }
}

/* Whoever has not said for longest who he is goes. Of debuggers the new one waits for an end. */
static void make_room(struct clients *c)
{
    for (unsigned i = 0; i < c->n; i++) {
        struct pollfd p = {.fd = c->at[i].unknown};
        if (poll(&p, 1, 0) == 0) {
            kill(c->at[i].pid, SIGKILL);
            waitpid(c->at[i].pid, NULL, 0);
            forget(c, i);
            return;
        }
    }
    reap(c, true);
}

static _Noreturn void serve(int listener, const char *address, opening_judge *judge)
{
    static struct clients c;
    for (;;) {
        int known[2], client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        reap(&c, false);
        while (client >= 0 && c.n == CLIENTS_MAX) {
            make_room(&c);
        }
        if (client < 0 || pipe2(known, O_CLOEXEC)) {
            close(client);
            continue;
        }
        pid_t self = getpid(), child = fork();
        if (child == 0) {
            program_bind(self);
            close(listener);
            serve_one(client, known[1], address, judge);
        }
        close(known[1]);
        close(client);
        if (child > 0) {
            c.at[c.n].pid = child;
            c.at[c.n++].unknown = known[0];
        } else {
            close(known[0]);
        }
    }
}

enum status guarded_port_open(int listener, const char *address, const char *name,
                              opening_judge *judge, struct error *error)
{
    pid_t child = program_fork_server();
    if (child < 0) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot start the %s port's server: %s", name,
                         strerror(errno));
    }
    if (child == 0) {
        serve(listener, address, judge);
    }
    return STATUS_DONE;
}
