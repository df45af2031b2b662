/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The standard streams and their buffers. newlib takes the buffers from the heap at the first printf,
 * and prints character by character when that is used up. The linker leads the calls of other objects
 * to the functions here (--wrap, build.mk), so that output never needs the heap.
 */
#include <reent.h>
#include <stdio.h>
#include <unistd.h>

#include "noinit.h"
#include "streams.h"

FILE *__wrap___sfp(struct _reent *reent);
FILE *__real___sfp(struct _reent *reent);

/* newlib's, and declared in none of its headers that we may include. */
_READ_WRITE_RETURN_TYPE __sread(struct _reent *reent, void *cookie, char *to,
                                _READ_WRITE_BUFSIZE_TYPE bytes);
_READ_WRITE_RETURN_TYPE __swrite(struct _reent *reent, void *cookie, const char *from,
                                 _READ_WRITE_BUFSIZE_TYPE bytes);
_fpos_t __sseek(struct _reent *reent, void *cookie, _fpos_t to, int whence);

enum { ERROR_BYTES = 128, LINE_BYTES = BUFSIZ - ERROR_BYTES };

/* Standard error has a buffer too, up to the end of a line: without one newlib writes each character
 * by itself, and a board shows whole lines only. */
static BSP_NOINIT unsigned char line[LINE_BYTES], error_line[ERROR_BYTES];

static FILE *begin(int fd, int flags)
{
    FILE *f = &__sf[fd]; /* zeros */

    f->_flags = (short)flags;
    f->_file = (short)fd;
    f->_cookie = f;
    f->_read = __sread;
    f->_write = __swrite;
    f->_seek = __sseek;
    return f;
}

/* Written at the end of a line, or when it is full. */
static void begin_lines(int fd, unsigned char *buffer, size_t bytes)
{
    FILE *f = begin(fd, __SWR | __SLBF);

    f->_bf._base = f->_p = buffer;
    f->_bf._size = (int)bytes;
    f->_lbfsize = -(int)bytes;
}

/* exit() calls it by __stdio_exit_handler. */
static void flush_all(void)
{
    (void)_fwalk_sglue(_GLOBAL_REENT, _fflush_r, &__sglue);
}

/* newlib's mark that this has been done. */
static void flush(struct _reent *reent)
{
    (void)reent;
    flush_all();
}

void __wrap___sinit(struct _reent *reent)
{
    if (reent->__cleanup) {
        return;
    }
    reent->__cleanup = flush;
    __stdio_exit_handler = flush_all;
    begin(STDIN_FILENO, __SRD); /* at its first read it takes a buffer from the heap */
    begin_lines(STDOUT_FILENO, line, sizeof line);
    begin_lines(STDERR_FILENO, error_line, sizeof error_line);
}

/* fopen() comes here, perhaps before anything is printed. */
FILE *__wrap___sfp(struct _reent *reent)
{
    __wrap___sinit(_GLOBAL_REENT);
    return __real___sfp(reent);
}
