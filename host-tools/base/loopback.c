/* SPDX-License-Identifier: BSD-2-Clause */
#include "loopback.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum status loopback_listen(const char *name, uint16_t *port, int *listener, struct error *error)
{
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons(*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof a;
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) ||
        bind(fd, (struct sockaddr *)&a, sizeof a) || listen(fd, 1) ||
        getsockname(fd, (struct sockaddr *)&a, &length)) {
        int cause = errno;
        if (fd >= 0) {
            close(fd);
        }
        if (cause == EADDRINUSE) {
            error_set(error, STATUS_ENVIRONMENT, "%s: port %u is taken", name, *port);
            return error_fix(error, "give another, or none to have a free one chosen");
        }
        return error_set(error, STATUS_ENVIRONMENT, "%s: cannot listen on port %u: %s", name, *port,
                         strerror(cause));
    }
    *port = ntohs(a.sin_port);
    *listener = fd;
    return STATUS_DONE;
}
