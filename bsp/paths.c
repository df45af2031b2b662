/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System calls about files of the host that are not open.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "host.h"
#include "ni.h"

int _stat(const char *path, struct stat *st);
int _link(const char *from, const char *to);
int _unlink(const char *path);
struct _reent;
int __wrap__rename_r(struct _reent *reent, const char *from, const char *to);

static int fail(int error)
{
    errno = error;
    return -1;
}

/* Of a file that can be read, or of a directory. */
int _stat(const char *path, struct stat *st)
{
    int handle = host_is_there() ? host_open(path, NOC_HOST_R) : fail(ENOSYS), length;

    if (handle < 0 && errno == EISDIR) {
        *st = (struct stat){.st_mode = S_IFDIR};
        return 0;
    }
    if (handle < 0) {
        return -1;
    }
    length = host_length(handle);
    host_close(handle);
    if (length < 0) {
        return -1;
    }
    *st = (struct stat){.st_mode = S_IFREG, .st_size = length};
    return 0;
}

int _link(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return fail(ENOSYS);
}

static int call_names(uint32_t call, const char *path, const char *to)
{
    uint32_t block[] = {ni_address(path), (uint32_t)strlen(path), ni_address(to),
                        to ? (uint32_t)strlen(to) : 0};

    if (!host_is_there()) {
        return fail(ENOSYS);
    }
    return host_call(call, block) ? host_fail() : 0;
}

int _unlink(const char *path)
{
    return call_names(NOC_HOST_REMOVE, path, NULL);
}

/* newlib's own makes a link and removes the old name (--wrap, build.mk). */
int __wrap__rename_r(struct _reent *reent, const char *from, const char *to)
{
    (void)reent;
    return call_names(NOC_HOST_RENAME, from, to);
}
