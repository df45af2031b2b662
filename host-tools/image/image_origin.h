/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which image is it, and who made it? Cycles depend on both: two compilers make two images of the same
 * sources, and these take different cycles.
 */
#ifndef NOCT_IMAGE_IMAGE_ORIGIN_H
#define NOCT_IMAGE_IMAGE_ORIGIN_H

#include <jansson.h>

#include "base/hash.h"
#include "elf_image.h"

enum { COMPILER_TEXT = 128 };

/*
 * The compilers of the objects that were linked, as these say in the section .comment: "gcc 12.2.0", or
 * several in the order of the alphabet, as "clang 14.0.6, gcc 12.2.0". "unknown" where the file has no
 * such section, or no compiler that is known here has written in it.
 */
void image_compiler(const struct elf_image *image, char text[COMPILER_TEXT]);

/*
 * A hash of what is loaded into the board, from the first address of instruction memory on: 16
 * hexadecimal digits. Symbols, debug information and the file's name are not in it, so the same sources
 * in another directory have the same hash.
 */
void image_hash(const struct elf_image *image, char text[HASH_TEXT]);

/* Set the keys "compiler" and "image" of an answer. */
void image_origin_set(json_t *answer, const struct elf_image *image);

#endif
