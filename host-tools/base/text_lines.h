/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines of a file that somebody names: whatever it is, reading it takes no more than bounded
 * memory, and what is no text is said. */
#ifndef NOCT_TEXT_LINES_H
#define NOCT_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"

/* The longest line. A study's million values, or a worm to all of 65,535 nodes, are shorter. */
#define TEXT_LINE_MIB 16
#define TEXT_LINE_MAX ((size_t)TEXT_LINE_MIB << 20)

struct text_lines {
    FILE *file;
    char *text;      /* the line, without its end of line */
    size_t length;   /* in bytes */
    uint64_t number; /* from 1 */
    bool whole;      /* it has an end of line: the last one may be torn */
    bool with_zeros; /* a zero byte in a line does not end the reading: it is the caller's affair */
    size_t room;
    const char *wrong; /* NULL: nothing */
    int failed;        /* errno, of a read */
};

#define TEXT_LINES(from) ((struct text_lines){.file = (from)})

/* The next one; false: there is none, or it cannot be had, which text_lines_end() says. */
bool text_lines_next(struct text_lines *lines);

/* Frees the text. what: the file in errors, as traffic 'w'. The status is that of before, if that is
 * bad. */
enum status text_lines_end(struct text_lines *lines, enum status before, const char *what,
                           struct error *error);

#endif
