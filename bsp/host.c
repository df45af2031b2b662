/* SPDX-License-Identifier: BSD-2-Clause */
#include "host.h"

#include <errno.h>
#include <string.h>

#include "ni.h"

bool host_is_there(void)
{
    return NOC_GET(ni_read(NI_HOST), NI_HOST, SERVED);
}

bool host_takes_errors(void)
{
    return NOC_GET(ni_read(NI_HOST), NI_HOST, ERRORS);
}

/* The host's numbers are Linux's; above 34 newlib has others. */
static int own_errno(uint32_t error)
{
    switch (error) {
    case NOC_HOST_ENAMETOOLONG:
        return ENAMETOOLONG;
    case NOC_HOST_ENOSYS:
        return ENOSYS;
    case NOC_HOST_ENOTEMPTY:
        return ENOTEMPTY;
    case NOC_HOST_ELOOP:
        return ELOOP;
    case NOC_HOST_EOVERFLOW:
        return EOVERFLOW;
    default:
        return error > 0 && error < NOC_HOST_ENAMETOOLONG ? (int)error : EIO;
    }
}

int host_fail(void)
{
    errno = own_errno(host_call(NOC_HOST_ERRNO, NULL));
    return -1;
}

int host_open(const char *path, uint32_t mode)
{
    uint32_t block[] = {ni_address(path), mode, (uint32_t)strlen(path)};
    int handle = (int)host_call(NOC_HOST_OPEN, block);

    return handle < 0 ? host_fail() : handle;
}

void host_close(int handle)
{
    uint32_t block = (uint32_t)handle;

    (void)host_call(NOC_HOST_CLOSE, &block);
}

/* Both say how many bytes were left, or UINT32_MAX. No more are moved than the result can say. */
static int move(uint32_t call, int handle, const void *at, uint32_t bytes)
{
    uint32_t block[] = {(uint32_t)handle, ni_address(at), bytes <= INT32_MAX ? bytes : INT32_MAX};
    uint32_t left;

    bytes = block[2];
    left = host_call(call, block);

    return left > bytes ? host_fail() : (int)(bytes - left);
}

int host_read(int handle, void *to, uint32_t bytes)
{
    return move(NOC_HOST_READ, handle, to, bytes);
}

int host_write(int handle, const void *from, uint32_t bytes)
{
    return move(NOC_HOST_WRITE, handle, from, bytes);
}

int host_length(int handle)
{
    uint32_t block = (uint32_t)handle;
    int length = (int)host_call(NOC_HOST_FLEN, &block);

    return length < 0 ? host_fail() : length;
}
