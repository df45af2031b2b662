/* SPDX-License-Identifier: BSD-2-Clause */
#include "console_port.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "memmap.h"
#include "base/alloc.h"
#include "base/subprocess.h"

enum { CLIENTS_MAX = 16, PIECE_BYTES = 4096 };

/* --- the server ----------------------------------------------------------- */

struct server {
    int in, listener;
    int client[CLIENTS_MAX];
    unsigned clients;
    char text[NOC_CONSOLE_SIZE]; /* the last of it */
    size_t length;
};

/* False: he does not keep up, or has gone. */
static bool give(int client, const char *bytes, size_t n)
{
    return send(client, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n;
}

static void keep(struct server *s, const char *bytes, size_t n)
{
    if (s->length + n > sizeof s->text) {
        size_t drop = s->length + n - sizeof s->text;
        memmove(s->text, s->text + drop, s->length - drop);
        s->length -= drop;
    }
    memcpy(s->text + s->length, bytes, n);
    s->length += n;
}

static void hang_up(struct server *s, unsigned i)
{
    close(s->client[i]);
    s->client[i] = s->client[--s->clients];
}

/* False: there will be no more. */
static bool pass_on(struct server *s)
{
    char bytes[PIECE_BYTES];
    ssize_t n = read(s->in, bytes, sizeof bytes);
    if (n <= 0) {
        return n < 0 && errno == EINTR;
    }
    keep(s, bytes, (size_t)n);
    for (unsigned i = s->clients; i-- > 0;) {
        if (!give(s->client[i], bytes, (size_t)n)) {
            hang_up(s, i);
        }
    }
    return true;
}

static void let_in(struct server *s)
{
    const int room = 4 * sizeof s->text; /* so that the text fits at once */
    int client = accept4(s->listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0) {
        return;
    }
    setsockopt(client, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    if (s->clients == CLIENTS_MAX || !give(client, s->text, s->length)) {
        close(client);
        return;
    }
    s->client[s->clients++] = client;
}

/* The port takes no input. Who sends more than an empty line takes it for something else, as a
 * browser does that a web page has sent here, and would only keep others out. */
static void listen_to(struct server *s, unsigned i)
{
    char bytes[PIECE_BYTES];
    ssize_t n = recv(s->client[i], bytes, sizeof bytes, MSG_DONTWAIT);
    bool blank = true;
    for (ssize_t k = 0; k < n; k++) {
        blank = blank && (bytes[k] == '\n' || bytes[k] == '\r');
    }
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR) || !blank) {
        hang_up(s, i);
    }
}

static _Noreturn void serve(int in, int listener)
{
    struct server *s = alloc_zeroed(sizeof *s);
    s->in = in;
    s->listener = listener;
    for (;;) {
        struct pollfd p[2 + CLIENTS_MAX] = {{.fd = in, .events = POLLIN},
                                            {.fd = listener, .events = POLLIN}};
        unsigned clients = s->clients;
        for (unsigned i = 0; i < clients; i++) {
            p[2 + i] = (struct pollfd){.fd = s->client[i], .events = POLLIN};
        }
        if (poll(p, 2 + clients, -1) < 0) {
            continue;
        }
        for (unsigned i = clients; i-- > 0;) { /* hanging up moves only those behind */
            if (p[2 + i].revents) {
                listen_to(s, i);
            }
        }
        if (p[0].revents && !pass_on(s)) {
            _exit(0);
        }
        if (p[1].revents) {
            let_in(s);
        }
    }
}

/* --- our end -------------------------------------------------------------- */

struct port {
    FILE *also;
    int out;
};

static ssize_t write_both(void *cookie, const char *bytes, size_t n)
{
    struct port *p = cookie;
    fwrite(bytes, 1, n, p->also);
    fflush(p->also);
    for (size_t done = 0; done < n;) {
        ssize_t sent = send(p->out, bytes + done, n - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            break; /* the server has gone; the console goes on */
        }
        done += sent > 0 ? (size_t)sent : 0;
    }
    return (ssize_t)n;
}

static int close_port(void *cookie)
{
    struct port *p = cookie;
    close(p->out);
    free(p);
    return 0;
}

enum status console_port_open(FILE **stream, int listener, FILE *also, struct error *error)
{
    int pair[2];
    pid_t child =
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) ? -1 : program_fork_server();
    if (child < 0) {
        return error_set(error, STATUS_ENVIRONMENT, "cannot start the console's server: %s",
                         strerror(errno));
    }
    if (child == 0) {
        close(pair[0]);
        serve(pair[1], listener);
    }
    close(pair[1]);
    struct port *p = alloc_zeroed(sizeof *p);
    *p = (struct port){.also = also, .out = pair[0]};
    *stream =
        fopencookie(p, "w", (cookie_io_functions_t){.write = write_both, .close = close_port});
    return *stream
             ? STATUS_DONE
             : error_set(error, STATUS_ENVIRONMENT, "there is not enough memory for the console");
}
