/* SPDX-License-Identifier: BSD-2-Clause */
/* The board's one stream of lines, as two: "[NODE] TEXT" of the consoles, and "[NODE]! TEXT" of
 * standard error, which loses its mark. */
#ifndef NOCT_RUN_SPLIT_H
#define NOCT_RUN_SPLIT_H

#include <stddef.h>
#include <stdio.h>

enum { SPLIT_HEAD = 16 };

/* Between two pieces; all zero at first. */
struct split {
    enum { SPLIT_HEAD_OF_LINE, SPLIT_MARK, SPLIT_CONSOLE, SPLIT_ERRORS } at;
    char head[SPLIT_HEAD]; /* "[NODE]", not yet written */
    size_t head_length;
};

/* n bytes more of it. Of both each line is written in its turn: what is written before is flushed, so
 * that they stay in order where both go to one place. */
void split_put(struct split *s, FILE *console, FILE *errors, const char *bytes, size_t n);

#endif
