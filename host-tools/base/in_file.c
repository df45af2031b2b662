/* SPDX-License-Identifier: BSD-2-Clause */
#include "in_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *in_file_open(const char *name, const char **why)
{
    struct stat about;
    int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about)) {
        *why = strerror(errno);
    } else if (!S_ISREG(about.st_mode)) {
        *why = S_ISDIR(about.st_mode) ? "not a file, but a directory"
                                      : "not a file, but a pipe or a device";
    } else {
        FILE *file = fdopen(fd, "rb");
        *why = strerror(errno);
        if (file) {
            return file;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return NULL;
}
