/* SPDX-License-Identifier: BSD-2-Clause */
/* Text that a terminal, a picture and JSON show as it is: UTF-8 without control characters. */
#ifndef NOCT_PLAIN_TEXT_H
#define NOCT_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the character here has; 0: it is none, or one that does something to what is around
 * it: a control character, or one that turns the direction of writing. */
size_t plain_character(const char *text);

bool is_plain_text(const char *text);

/* A name out of somebody's file, as an answer can have it: the same text, or where it is not plain, one
 * with ? in the place of each byte of what is not. That one lives as long as noct. NULL: NULL. */
const char *plain_name(const char *name);

#endif
