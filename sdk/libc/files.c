/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls of POSIX about files that newlib declares and has not. They are made of those that it has.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int creat(const char *path, mode_t mode)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

/* The host refuses paths with symbolic links, so that a file is never one. */
int lstat(const char *restrict path, struct stat *restrict st)
{
    return stat(path, st);
}

/* Whether the host would open it so. Nothing in a host's directory can be executed on a board. */
int access(const char *path, int mode)
{
    struct stat st;
    int fd;

    if (mode & ~(R_OK | W_OK | X_OK)) {
        errno = EINVAL;
        return -1;
    }
    if (stat(path, &st)) {
        return -1;
    }
    if (S_ISDIR(st.st_mode)) {
        return 0;
    }
    if (mode & X_OK) {
        errno = EACCES;
        return -1;
    }
    if (mode & W_OK) {
        fd = open(path, O_RDWR);
        return fd < 0 ? -1 : close(fd);
    }
    return 0;
}

/* Back to where it was; result: of the call. A core has one thread, so nobody sees the other place. */
static ssize_t back(int fd, off_t place, ssize_t result)
{
    int error = errno;

    (void)lseek(fd, place, SEEK_SET);
    errno = error;
    return result;
}

ssize_t pread(int fd, void *to, size_t bytes, off_t from)
{
    off_t place = lseek(fd, 0, SEEK_CUR);

    if (place < 0 || lseek(fd, from, SEEK_SET) < 0) {
        return -1;
    }
    return back(fd, place, read(fd, to, bytes));
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t to)
{
    off_t place = lseek(fd, 0, SEEK_CUR);

    if (place < 0 || lseek(fd, to, SEEK_SET) < 0) {
        return -1;
    }
    return back(fd, place, write(fd, from, bytes));
}

/* What was written is with the host already; when it is on a disk, the host cannot be asked. */
int fsync(int fd)
{
    struct stat st;

    return fstat(fd, &st);
}

int fdatasync(int fd)
{
    return fsync(fd);
}
