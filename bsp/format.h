/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What printf does, without a stream: text of a format and its arguments.
 */
#ifndef BSP_FORMAT_H
#define BSP_FORMAT_H

#include <float.h>
#include <stdarg.h>
#include <stddef.h>

/* The board's long double, which a test on another machine has under another name. */
#if LDBL_MANT_DIG == 113
typedef long double format_quad;
#else
typedef __float128 format_quad;
#endif

struct format_out {
    /** Takes so many bytes; not 0: it cannot, and is not called again. */
    int (*put)(struct format_out *out, const char *text, size_t bytes);
};

/**
 * All conversions of C17's printf, with positions of arguments as in POSIX (%2$s), 32 at most, and C
 * and S for lc and ls. Takes no memory from the heap. Returns how many bytes it has put, or -1: it
 * could not put them, they are more than INT_MAX (errno is EOVERFLOW), a wide character has no
 * bytes (EILSEQ), or a position is too high (EINVAL).
 */
int bsp_format(struct format_out *out, const char *format, va_list arguments);

#endif
