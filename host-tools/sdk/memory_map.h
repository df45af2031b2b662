/* SPDX-License-Identifier: BSD-2-Clause */
/* How much instruction memory and RAM a program takes, by part. */
#ifndef NOCT_SDK_MEMORY_MAP_H
#define NOCT_SDK_MEMORY_MAP_H

#include <jansson.h>
#include <stdbool.h>

#include "image/elf_image.h"

/* The answer of noct size about this image, from the symbols of linker/board.ld. STATUS_BAD: it was
 * not linked with that. */
enum status memory_map_make(const struct elf_image *image, const char *path, json_t **result,
                            struct error *error);

/* What is to be said of a program that command `name` has just linked: all of it if `whole`; else
 * only, on standard error, if a board needs more RAM for it than usual. Another file than a
 * program for a board is passed over. */
enum status memory_map_tell(const char *name, const char *path, bool whole, struct error *error);

#endif
