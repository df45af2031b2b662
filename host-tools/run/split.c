/* SPDX-License-Identifier: BSD-2-Clause */
#include "split.h"

#include <string.h>

/* A line's head has come. It goes where the line does; before it, what the other one has. */
static void write_head(struct split *s, FILE *to, FILE *other)
{
    fflush(other);
    fwrite(s->head, 1, s->head_length, to);
    s->head_length = 0;
}

/* One character of "[NODE]", or of a line that is none of the board's. */
static void take_head(struct split *s, FILE *console, FILE *errors, char c)
{
    s->head[s->head_length++] = c;
    if (c == ']') {
        s->at = SPLIT_MARK;
    } else if (c == '\n' || s->head_length == SPLIT_HEAD) {
        write_head(s, console, errors);
        s->at = c == '\n' ? SPLIT_HEAD_OF_LINE : SPLIT_CONSOLE;
    }
}

void split_put(struct split *s, FILE *console, FILE *errors, const char *bytes, size_t n)
{
    const char *end = bytes + n, *line;
    while (bytes < end) {
        switch (s->at) {
        case SPLIT_HEAD_OF_LINE:
            take_head(s, console, errors, *bytes++);
            break;
        case SPLIT_MARK:
            s->at = *bytes == '!' ? SPLIT_ERRORS : SPLIT_CONSOLE;
            write_head(s, *bytes == '!' ? errors : console, *bytes == '!' ? console : errors);
            bytes += *bytes == '!';
            break;
        case SPLIT_CONSOLE:
        case SPLIT_ERRORS:
            line = memchr(bytes, '\n', (size_t)(end - bytes));
            line = line ? line + 1 : end;
            fwrite(bytes, 1, (size_t)(line - bytes), s->at == SPLIT_ERRORS ? errors : console);
            s->at = line[-1] == '\n' ? SPLIT_HEAD_OF_LINE : s->at;
            bytes = line;
            break;
        }
    }
    fflush(errors);
}
