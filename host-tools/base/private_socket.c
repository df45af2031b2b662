/* SPDX-License-Identifier: BSD-2-Clause */
#include "private_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int private_listen_in(int directory, const char *name)
{
    /* By its descriptor: the directory's name may be longer than an address has room for. */
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int length = snprintf(a.sun_path, sizeof a.sun_path, "/proc/self/fd/%d/%s", directory, name);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && ((size_t)length >= sizeof a.sun_path || fchmod(fd, 0600) ||
                    bind(fd, (struct sockaddr *)&a, sizeof a) || listen(fd, 1))) {
        int cause = errno;
        close(fd);
        errno = cause;
        return -1;
    }
    return fd;
}

enum status private_listen(int *listener, char address[PRIVATE_ADDRESS], struct error *error)
{
    static const char name[] = "gdb";
    const char *place = getenv("TMPDIR");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/noct-XXXXXX", place && *place ? place : "/tmp");
    bool made = mkdtemp(path);
    int directory = made ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
    *listener = directory >= 0 ? private_listen_in(directory, name) : -1;
    /* It stays open: the address is of it. */
    int file = *listener >= 0 ? openat(directory, name, O_PATH | O_CLOEXEC) : -1;
    int cause = errno;
    if (made) {
        unlinkat(directory, name, 0);
        rmdir(path);
    }
    if (directory >= 0) {
        close(directory);
    }
    if (file < 0) {
        if (*listener >= 0) {
            close(*listener);
            *listener = -1;
        }
        error_set(error, STATUS_ENVIRONMENT, "cannot make a socket in '%s': %s", path,
                  strerror(cause));
        return error_fix(error, "name a directory in TMPDIR");
    }
    snprintf(address, PRIVATE_ADDRESS, "/proc/self/fd/%d", file);
    return STATUS_DONE;
}
