/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The standard streams and their memory. newlib's __sinit() takes both from the heap at the first
 * printf, and writes to address 0 when that is used up. The linker leads the calls of other objects
 * to the function here (--wrap, build.mk), so that output never needs the heap.
 */
#include <reent.h>
#include <stdio.h>
#include <string.h>

#include "noinit.h"

void __wrap___sinit(struct _reent *reent);
FILE *__wrap___sfp(struct _reent *reent);
FILE *__real___sfp(struct _reent *reent);

/* newlib's, and declared in none of its headers that we may include. */
_READ_WRITE_RETURN_TYPE __sread(struct _reent *reent, void *cookie, char *to,
                                _READ_WRITE_BUFSIZE_TYPE bytes);
_READ_WRITE_RETURN_TYPE __swrite(struct _reent *reent, void *cookie, const char *from,
                                 _READ_WRITE_BUFSIZE_TYPE bytes);
_fpos_t __sseek(struct _reent *reent, void *cookie, _fpos_t to, int whence);
void _cleanup_r(struct _reent *reent);

enum { STREAMS = 3, ERROR_BYTES = 128, LINE_BYTES = BUFSIZ - ERROR_BYTES };

/* Standard error has a buffer too, up to the end of a line: without one newlib writes each character
 * by itself, and a board shows whole lines only. */
static BSP_NOINIT FILE stream[STREAMS];
static BSP_NOINIT unsigned char line[LINE_BYTES], error_line[ERROR_BYTES];

static FILE *begin(int fd, int flags)
{
    FILE *f = &stream[fd];

    memset(f, 0, sizeof *f);
    f->_flags = (short)flags;
    f->_file = (short)fd;
    f->_cookie = f;
    f->_read = __sread;
    f->_write = __swrite;
    f->_seek = __sseek;
    return f;
}

/* Written at the end of a line, or when it is full. */
static FILE *begin_lines(int fd, unsigned char *buffer, size_t bytes)
{
    FILE *f = begin(fd, __SWR | __SLBF);

    f->_bf._base = f->_p = buffer;
    f->_bf._size = (int)bytes;
    f->_lbfsize = -(int)bytes;
    return f;
}

void __wrap___sinit(struct _reent *reent)
{
    if (reent->__sdidinit) {
        return;
    }
    reent->__cleanup = _cleanup_r;
    reent->__sglue._next = NULL; /* what fopen() would take comes from the heap */
    reent->__sglue._niobs = STREAMS;
    reent->__sglue._iobs = stream;
    reent->_stdin = begin(0, __SRD); /* at its first read it takes a buffer from the heap */
    reent->_stdout = begin_lines(1, line, sizeof line);
    reent->_stderr = begin_lines(2, error_line, sizeof error_line);
    reent->__sdidinit = 1;
}

/* fopen() comes here, perhaps before anything is printed. */
FILE *__wrap___sfp(struct _reent *reent)
{
    __wrap___sinit(_GLOBAL_REENT);
    return __real___sfp(reent);
}
