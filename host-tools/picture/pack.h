/* SPDX-License-Identifier: BSD-2-Clause */
/* Text made small for a page: by zlib, as characters of base64. */
#ifndef NOCT_PICTURE_PACK_H
#define NOCT_PICTURE_PACK_H

#include <stddef.h>
#include <stdio.h>

/* Lines of base64, each of at most 100 characters. A browser has what undoes both. */
void pack(FILE *f, const char *text, size_t length);

#endif
