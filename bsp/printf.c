/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The printf functions of newlib, of streams and of strings, with the formats of format.h. The linker
 * leads the calls of other objects here (--wrap, build.mk). Those for wide streams, as wprintf, are
 * newlib's own.
 */
#include <errno.h>
#include <reent.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#include "format.h"
#include "streams.h"

int __wrap__vfprintf_r(struct _reent *reent, FILE *stream, const char *format, va_list arguments);
int __wrap__vfiprintf_r(struct _reent *reent, FILE *stream, const char *format, va_list arguments);
int __wrap_vfprintf(FILE *stream, const char *format, va_list arguments);
int __wrap_vfiprintf(FILE *stream, const char *format, va_list arguments);
int __wrap__svfprintf_r(struct _reent *reent, FILE *string, const char *format, va_list arguments);
int __wrap__svfiprintf_r(struct _reent *reent, FILE *string, const char *format, va_list arguments);

/* newlib's, and declared in none of its headers that we may include. */
int __swsetup_r(struct _reent *reent, FILE *stream);
int __sfputs_r(struct _reent *reent, FILE *stream, const char *text, size_t bytes);
int __ssputs_r(struct _reent *reent, FILE *string, const char *text, size_t bytes);

enum { FIRST_BYTES = 64 };

struct sink {
    struct format_out out;
    struct _reent *reent;
    FILE *stream;
};

static int put_stream(struct format_out *out, const char *text, size_t bytes)
{
    struct sink *sink = (struct sink *)out;

    return __sfputs_r(sink->reent, sink->stream, text, bytes);
}

static int put_string(struct format_out *out, const char *text, size_t bytes)
{
    struct sink *sink = (struct sink *)out;

    return __ssputs_r(sink->reent, sink->stream, text, bytes);
}

int __wrap__vfprintf_r(struct _reent *reent, FILE *stream, const char *format, va_list arguments)
{
    struct sink sink = {{put_stream}, reent, stream};
    int bytes;

    if (!reent->__cleanup) {
        __wrap___sinit(reent);
    }
    if (fwide(stream, -1) >= 0 || /* it is for wide characters */
        ((!(stream->_flags & __SWR) || !stream->_bf._base) && __swsetup_r(reent, stream))) {
        return EOF;
    }
    bytes = bsp_format(&sink.out, format, arguments);
    if (bytes < 0) {
        stream->_flags |= __SERR;
    }
    return stream->_flags & __SERR ? EOF : bytes;
}

int __wrap__vfiprintf_r(struct _reent *reent, FILE *stream, const char *format, va_list arguments)
{
    return __wrap__vfprintf_r(reent, stream, format, arguments);
}

int __wrap_vfprintf(FILE *stream, const char *format, va_list arguments)
{
    return __wrap__vfprintf_r(_REENT, stream, format, arguments);
}

int __wrap_vfiprintf(FILE *stream, const char *format, va_list arguments)
{
    return __wrap__vfprintf_r(_REENT, stream, format, arguments);
}

/* A string is a stream without a file. That of asprintf() has memory of its own, which grows. */
int __wrap__svfprintf_r(struct _reent *reent, FILE *string, const char *format, va_list arguments)
{
    struct sink sink = {{put_string}, reent, string};
    int bytes;

    if (string->_flags & __SMBF && !string->_bf._base) {
        string->_bf._base = string->_p = malloc(FIRST_BYTES);
        if (!string->_p) {
            return EOF; /* errno is ENOMEM */
        }
        string->_bf._size = FIRST_BYTES;
    }
    bytes = bsp_format(&sink.out, format, arguments);
    if (bytes < 0) {
        string->_flags |= __SERR;
    }
    return string->_flags & __SERR ? EOF : bytes;
}

int __wrap__svfiprintf_r(struct _reent *reent, FILE *string, const char *format, va_list arguments)
{
    return __wrap__svfprintf_r(reent, string, format, arguments);
}
