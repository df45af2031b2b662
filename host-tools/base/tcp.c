/* SPDX-License-Identifier: BSD-2-Clause */
#include "tcp.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { HOST_MAX = 256 };

/* "HOST:PORT" or "[ADDRESS]:PORT" in two. False: it is neither. */
static bool split_address(const char *address, char host[HOST_MAX], const char **port)
{
    const char *colon = strrchr(address, ':');
    size_t length = colon ? (size_t)(colon - address) : 0;
    if (length >= 2 && address[0] == '[' && address[length - 1] == ']') {
        address++;
        length -= 2;
    }
    if (!length || length >= HOST_MAX || !colon[1]) {
        return false;
    }
    memcpy(host, address, length);
    host[length] = 0;
    *port = colon + 1;
    char *end;
    long number = strtol(*port, &end, 10);
    return !*end && number > 0 && number <= UINT16_MAX;
}

/* One address; returns a connected socket, or -1 and errno. */
static int connect_one(const struct addrinfo *a, int seconds)
{
    int cause = 0;
    socklen_t length = sizeof cause;
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
    if (fd < 0) {
        return -1;
    }
    if (connect(fd, a->ai_addr, a->ai_addrlen)) {
        cause = errno;
        struct pollfd p = {.fd = fd, .events = POLLOUT};
        if (cause == EINPROGRESS && poll(&p, 1, seconds * 1000) <= 0) {
            cause = ETIMEDOUT;
        } else if (cause == EINPROGRESS && getsockopt(fd, SOL_SOCKET, SO_ERROR, &cause, &length)) {
            cause = errno;
        }
    }
    /* Questions are small, and the next one waits for the answer. */
    if (!cause && setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int))) {
        cause = errno;
    }
    if (!cause && fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK)) {
        cause = errno;
    }
    if (cause) {
        close(fd);
        errno = cause;
        return -1;
    }
    return fd;
}

/* A socket by its file; returns a connected socket, or -1 and errno. */
static int connect_file(const char *path, int seconds)
{
    /* By its descriptor: the name itself may be longer than an address has room for. */
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int place = open(path, O_PATH | O_CLOEXEC);
    int fd = place < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct timeval limit = {.tv_sec = seconds}, none = {0};
    snprintf(a.sun_path, sizeof a.sun_path, "/proc/self/fd/%d", place);
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit) ||
                    connect(fd, (struct sockaddr *)&a, sizeof a) ||
                    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none))) {
        int cause = errno == EAGAIN ? ETIMEDOUT : errno;
        close(fd);
        errno = cause;
        fd = -1;
    }
    int cause = errno;
    close(place); /* of -1: nothing */
    errno = cause;
    return fd;
}

/* Nobody is there, or not in time: a server that serves others first, or a host that is not. */
static enum status nobody(const struct tcp_kind *kind, const char *address, int cause,
                          struct error *error)
{
    error_set(error, STATUS_ENVIRONMENT, "board %s:%s: %s", kind->name, address, strerror(cause));
    return error_fix(error, "%s", cause == ETIMEDOUT ? "another debugger may have it" : kind->hint);
}

enum status tcp_connect(int *fd, const struct tcp_kind *kind, const char *address, int seconds,
                        struct error *error)
{
    char host[HOST_MAX];
    const char *port;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    if (address[0] == '/') {
        *fd = connect_file(address, seconds);
        return *fd >= 0 ? STATUS_DONE : nobody(kind, address, errno, error);
    }
    *fd = -1;
    if (!split_address(address, host, &port)) {
        return error_set(error, STATUS_BAD, "board '%s:%s': must be %s:HOST:PORT, as %s",
                         kind->name, address, kind->name, kind->example);
    }
    /* The loopback is there also where no file tells its name, as in a new root. */
    bool here = strcmp(host, "localhost") == 0;
    int cause = getaddrinfo(here ? NULL : host, port, &hints, &list);
    if (cause) {
        return error_set(error, STATUS_ENVIRONMENT, "board %s:%s: %s", kind->name, address,
                         gai_strerror(cause));
    }
    for (const struct addrinfo *a = list; a && *fd < 0; a = a->ai_next) {
        *fd = connect_one(a, seconds);
        cause = errno;
    }
    freeaddrinfo(list);
    return *fd >= 0 ? STATUS_DONE : nobody(kind, address, cause, error);
}
