/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files of the host, as newlib's system calls. The host knows a place in a file, but cannot be
 * asked for it, so it is counted here.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "host.h"

int _open(const char *path, int flags, ...);

enum { FIRST = STDERR_FILENO + 1 };

static struct file {
    int handle;  /* 0: this place is free */
    uint32_t at; /* where the next byte is */
    bool append;
} file[NOC_HOST_FILES];

static int fail(int error)
{
    errno = error;
    return -1;
}

static struct file *file_of(int fd)
{
    return fd >= FIRST && fd < FIRST + NOC_HOST_FILES && file[fd - FIRST].handle ? &file[fd - FIRST]
                                                                                 : NULL;
}

/* --- opening --------------------------------------------------------------- */

/* Is there such a file? -1: it cannot be told, errno says why. */
static int exists(const char *path)
{
    int handle = host_open(path, NOC_HOST_R);

    if (handle < 0) {
        return errno == ENOENT ? 0 : -1;
    }
    host_close(handle);
    return 1;
}

/* A new file, or one cut to nothing, opened so. */
static int open_empty(const char *path, int access)
{
    int handle;

    if (access == O_RDONLY) {
        handle = host_open(path, NOC_HOST_W + 1);
        if (handle < 0) {
            return handle;
        }
        host_close(handle);
        return host_open(path, NOC_HOST_R);
    }
    return host_open(path, NOC_HOST_W + (access == O_RDWR ? NOC_HOST_RW : NOC_HOST_R));
}

/* What open() can say and fopen() cannot is put together of several calls. */
static int open_handle(const char *path, int flags)
{
    int access = flags & O_ACCMODE, there = 1;

    if ((flags & O_CREAT && (flags & O_EXCL || !(flags & (O_TRUNC | O_APPEND)))) ||
        (!(flags & O_CREAT) && flags & (O_TRUNC | O_APPEND))) {
        there = exists(path);
    }
    if (there < 0) {
        return -1;
    }
    if (there && flags & O_CREAT && flags & O_EXCL) {
        return fail(EEXIST);
    }
    if (!there && !(flags & O_CREAT)) {
        return fail(ENOENT);
    }
    if (!there || (flags & O_TRUNC && access != O_RDONLY)) {
        return open_empty(path, access);
    }
    if (flags & O_APPEND && access != O_RDONLY) {
        return host_open(path, NOC_HOST_A + (access == O_RDWR ? NOC_HOST_RW : NOC_HOST_R));
    }
    return host_open(path, access == O_RDONLY ? NOC_HOST_R : NOC_HOST_RW);
}

int _open(const char *path, int flags, ...)
{
    int i, handle;

    for (i = 0; i < NOC_HOST_FILES && file[i].handle; i++) {
    }
    if (!host_is_there()) {
        return fail(ENOSYS);
    }
    if (i == NOC_HOST_FILES) {
        return fail(EMFILE);
    }
    handle = open_handle(path, flags);
    if (handle < 0) {
        return -1;
    }
    file[i] = (struct file){.handle = handle, .append = flags & O_APPEND};
    return FIRST + i;
}

/* --- using ----------------------------------------------------------------- */

int bsp_file_read(int fd, void *to, size_t bytes)
{
    struct file *f = file_of(fd);
    int n = f ? host_read(f->handle, to, (uint32_t)bytes) : fail(EBADF);

    if (n > 0) {
        f->at += (uint32_t)n;
    }
    return n;
}

int bsp_file_write(int fd, const void *from, size_t bytes)
{
    struct file *f = file_of(fd);
    int n = f ? host_write(f->handle, from, (uint32_t)bytes) : fail(EBADF);

    if (n > 0) {
        f->at = f->append ? (uint32_t)host_length(f->handle) : f->at + (uint32_t)n;
    }
    return n;
}

int bsp_file_stat(int fd, struct stat *st)
{
    struct file *f = file_of(fd);
    int length = f ? host_length(f->handle) : fail(EBADF);

    if (length < 0) {
        return -1;
    }
    *st = (struct stat){.st_mode = S_IFREG, .st_size = length, .st_blksize = BUFSIZ};
    return 0;
}

off_t bsp_file_seek(int fd, off_t to, int whence)
{
    struct file *f = file_of(fd);
    int64_t from = 0;
    uint32_t block[2];

    if (!f) {
        return fail(EBADF);
    }
    if (whence == SEEK_CUR) {
        from = f->at;
    } else if (whence == SEEK_END) {
        from = host_length(f->handle);
        if (from < 0) {
            return -1;
        }
    }
    if ((whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END) || from + to < 0 ||
        from + to > NOC_HOST_FILE_BYTES) {
        return fail(EINVAL);
    }
    block[0] = (uint32_t)f->handle;
    block[1] = (uint32_t)(from + to);
    if (block[1] != f->at && host_call(NOC_HOST_SEEK, block)) {
        return host_fail();
    }
    f->at = block[1];
    return (off_t)block[1];
}

int bsp_file_close(int fd)
{
    struct file *f = file_of(fd);

    if (!f) {
        return fail(EBADF);
    }
    host_close(f->handle);
    f->handle = 0;
    return 0;
}
