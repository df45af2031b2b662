/* SPDX-License-Identifier: BSD-2-Clause */
#include "pack.h"

#include <stdlib.h>
#include <zlib.h>

#include "base/alloc.h"

static void base64(FILE *f, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { LINE = 75 }; /* bytes; 100 characters */
    for (size_t i = 0; i < n; i += 3) {
        const unsigned bits = (unsigned)bytes[i] << 16 |
                              (i + 1 < n ? (unsigned)bytes[i + 1] << 8 : 0) |
                              (i + 2 < n ? (unsigned)bytes[i + 2] : 0);
        fputc(digits[bits >> 18], f);
        fputc(digits[bits >> 12 & 63], f);
        fputc(i + 1 < n ? digits[bits >> 6 & 63] : '=', f);
        fputc(i + 2 < n ? digits[bits & 63] : '=', f);
        if ((i + 3) % LINE == 0 || i + 3 >= n) {
            fputc('\n', f);
        }
    }
}

void pack(FILE *f, const char *text, size_t length)
{
    uLongf n = compressBound(length);
    unsigned char *packed = alloc_array(n, 1);
    if (compress2(packed, &n, (const unsigned char *)text, length, Z_DEFAULT_COMPRESSION) != Z_OK) {
        out_of_memory(); /* there is no other reason: the room is enough, and the level is one */
    }
    base64(f, packed, n);
    free(packed);
}
