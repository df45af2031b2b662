/*
 * Files below one directory, and nothing else
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/noc/host_path.h"

/* Others may make and remove the same name meanwhile; at some time that is enough. */
enum { TRIES_MAX = 16 };

/* One name of *path, which moves behind it and the slashes that follow: its length, or an errno,
 * negative. */
static int take_name(const char **path, char name[NAME_MAX + 1])
{
    size_t length = strcspn(*path, "/");

    if (length > NAME_MAX) {
        return -ENAMETOOLONG;
    }
    memcpy(name, *path, length);
    name[length] = 0;
    *path += length;
    *path += strspn(*path, "/");
    return strcmp(name, "..") == 0 ? -EACCES : (int)length;
}

/* What is this, if it is no directory? */
static int why_no_directory(int at, const char *name, int error)
{
    struct stat s;

    return error == ENOTDIR && fstatat(at, name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode)
               ? -EACCES
               : -error;
}

/* What is wrong with a name that has a slash behind it: no call is about directories. */
static int check_directory(int at, const char *name)
{
    struct stat s;

    if (fstatat(at, name, &s, AT_SYMLINK_NOFOLLOW)) {
        return -errno;
    }
    return S_ISDIR(s.st_mode) ? -EISDIR : S_ISLNK(s.st_mode) ? -EACCES : -ENOTDIR;
}

/* The directory of the last name, open, and that name; or an errno, negative. */
static int walk(int directory, const char *path, char name[NAME_MAX + 1])
{
    int at, next, length;
    bool directory_meant;

    if (*path == '/' || !*path) {
        return *path ? -EACCES : -ENOENT;
    }
    directory_meant = path[strlen(path) - 1] == '/';
    at = openat(directory, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (at < 0) {
        return -errno;
    }
    for (;;) {
        length = take_name(&path, name);
        if (length < 0 || !*path) {
            break;
        }
        if (strcmp(name, ".") == 0) {
            continue;
        }
        next = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        length = next < 0 ? why_no_directory(at, name, errno) : 0;
        close(at);
        if (next < 0) {
            return length;
        }
        at = next;
    }
    if (length >= 0 && strcmp(name, ".") == 0) {
        length = -EISDIR;
    } else if (length >= 0 && directory_meant) {
        length = check_directory(at, name);
    }
    if (length < 0) {
        close(at);
        return length;
    }
    return at;
}

/* 0: a regular file; else an errno, negative. */
static int check_kind(const struct stat *s)
{
    return S_ISREG(s->st_mode) ? 0 : S_ISDIR(s->st_mode) ? -EISDIR : -EACCES;
}

/* A file that is there: found first, without the effects that opening a device or a FIFO has, and
 * only then opened. */
static int open_found(int at, const char *name, int flags)
{
    char again[40];
    struct stat s;
    int found, fd, error;

    found = openat(at, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (found < 0) {
        return -errno;
    }
    error = fstat(found, &s) ? -errno : check_kind(&s);
    if (error) {
        close(found);
        return error;
    }
    snprintf(again, sizeof(again), "/proc/self/fd/%d", found);
    fd = open(again, (flags & ~(O_CREAT | O_EXCL)) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    error = -errno;
    close(found);
    return fd < 0 ? error : fd;
}

static int open_last(int at, const char *name, int flags)
{
    int i, fd = -EAGAIN;

    for (i = 0; i < TRIES_MAX; i++) {
        fd = open_found(at, name, flags);
        if (fd != -ENOENT || !(flags & O_CREAT)) {
            return fd;
        }
        fd = openat(at, name, flags | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            return fd < 0 ? -errno : fd;
        }
    }
    return -EAGAIN;
}

int nocturne_path_open(int directory, const char *path, int flags)
{
    char name[NAME_MAX + 1];
    int at = walk(directory, path, name), fd;

    if (at < 0) {
        return at;
    }
    fd = open_last(at, name, flags);
    close(at);
    return fd;
}

/* Is it a regular file; or, if `absent` is as good, nothing? */
static int check_file(int at, const char *name, bool absent)
{
    struct stat s;

    if (fstatat(at, name, &s, AT_SYMLINK_NOFOLLOW)) {
        return errno == ENOENT && absent ? 0 : -errno;
    }
    return check_kind(&s);
}

int nocturne_path_remove(int directory, const char *path)
{
    char name[NAME_MAX + 1];
    int at = walk(directory, path, name), error;

    if (at < 0) {
        return at;
    }
    error = check_file(at, name, false);
    if (!error && unlinkat(at, name, 0)) {
        error = -errno;
    }
    close(at);
    return error;
}

int nocturne_path_rename(int directory, const char *from, const char *to)
{
    char old[NAME_MAX + 1], new[NAME_MAX + 1];
    int at = walk(directory, from, old), to_at, error;

    if (at < 0) {
        return at;
    }
    to_at = walk(directory, to, new);
    error = to_at < 0 ? to_at : check_file(at, old, false);
    error = error ? error : check_file(to_at, new, true);
    if (!error && renameat(at, old, to_at, new)) {
        error = -errno;
    }
    close(at);
    if (to_at >= 0) {
        close(to_at);
    }
    return error;
}
