/* SPDX-License-Identifier: BSD-2-Clause */
/* What POSIX programs ask about their system, and newlib leaves open. */
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "memmap.h"
#include "ni.h"
#include "stack.h"

enum {
    PAGE_BYTES = 4096, /* a board has no pages; programs align their buffers by it */
    OPEN_FILES = 3,
    POSIX_VERSION = 200809,
    HOST_NAME = 16,
    VARIABLES = 131072 /* bytes of arguments and environment, POSIX's usual least */
};

/* Each core is a system of its own, with one processor. */
long sysconf(int name)
{
    switch (name) {
    case _SC_PAGESIZE:
        return PAGE_BYTES;
    case _SC_PHYS_PAGES:
        return (long)(ni_read(NI_RAM) / PAGE_BYTES);
    case _SC_AVPHYS_PAGES: {
        uint32_t end = bsp_heap_end(ni_read(NI_RAM));
        return (long)((end - ni_address(sbrk(0))) / PAGE_BYTES);
    }
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return 1;
    case _SC_CLK_TCK:
        return NOC_CYCLES_PER_SECOND;
    case _SC_OPEN_MAX:
        return OPEN_FILES;
    case _SC_ARG_MAX:
        return VARIABLES;
    case _SC_HOST_NAME_MAX:
        return HOST_NAME;
    case _SC_VERSION:
        return POSIX_VERSION;
    case _SC_MONOTONIC_CLOCK:
    case _SC_TIMERS:
        return POSIX_VERSION;
    default:
        errno = EINVAL;
        return -1;
    }
}

int getpagesize(void)
{
    return PAGE_BYTES;
}

/* The node's number: node0, node1, ... */
int gethostname(char *name, size_t bytes)
{
    int length = snprintf(name, bytes, "node%lu", (unsigned long)ni_node());

    if ((size_t)length < bytes) {
        return 0;
    }
    errno = ENAMETOOLONG;
    return -1;
}

int posix_memalign(void **at, size_t alignment, size_t bytes)
{
    void *memory;
    int error = errno;

    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) {
        return EINVAL;
    }
    memory = memalign(alignment, bytes);
    errno = error; /* POSIX: the result is the error */
    if (!memory) {
        return ENOMEM;
    }
    *at = memory;
    return 0;
}
