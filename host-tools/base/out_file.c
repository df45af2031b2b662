/* SPDX-License-Identifier: BSD-2-Clause */
#include "out_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum status out_file_check(const char *name, struct error *error)
{
    return out_file_check_of("out", name, error);
}

bool out_file_is_stdout(const char *name)
{
    struct stat about, answer;
    return stat(name, &about) == 0 && fstat(STDOUT_FILENO, &answer) == 0 &&
           about.st_dev == answer.st_dev && about.st_ino == answer.st_ino &&
           (!S_ISCHR(answer.st_mode) || isatty(STDOUT_FILENO));
}

/* Whoever reads a pipe would see its end when it is opened and closed for a look. So it stays open
 * until the next one, or for good. */
static bool keep_pipe(int fd)
{
    static int kept = -1;
    struct stat about;
    if (fstat(fd, &about) || !S_ISFIFO(about.st_mode)) {
        return false;
    }
    if (kept >= 0) {
        close(kept);
    }
    kept = fd;
    return true;
}

enum status out_file_check_of(const char *key, const char *name, struct error *error)
{
    if (out_file_is_stdout(name)) {
        return error_set(error, STATUS_BAD, "%s '%s': the answer goes there; give another file",
                         key, name);
    }
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool was = fd < 0 && errno == EEXIST;
    if (fd >= 0) {
        unlink(name);
    } else if (was) {
        fd = open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    }
    if (fd < 0 && errno == ENXIO) {
        return error_set(error, STATUS_BAD, "%s '%s': nobody reads this pipe", key, name);
    }
    if (fd < 0 && !(was && errno == ENOENT)) { /* ENOENT: it has gone since, or is a link to none */
        return error_set(error, STATUS_BAD, "%s '%s': %s; give a file that can be written", key,
                         name, strerror(errno));
    }
    if (fd >= 0 && !keep_pipe(fd)) {
        close(fd);
    }
    return STATUS_DONE;
}

void out_file_remove(const char *name)
{
    struct stat about;
    if (stat(name, &about) == 0 && S_ISREG(about.st_mode)) {
        unlink(name);
    }
}
