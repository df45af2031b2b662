/* SPDX-License-Identifier: BSD-2-Clause */
#include "narrow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "table.h"

static struct {
    FILE *screen; /* NULL: nothing is kept */
    char *text;
    size_t length;
} kept;

/* Where the next character of a line stands that is seen: behind a sequence that sets a colour, which
 * is ESC, [, and all up to a letter. */
static size_t seen_from(const char *line, size_t length, size_t at)
{
    while (at + 1 < length && line[at] == '\033' && line[at + 1] == '[') {
        at += 2;
        while (at < length && !isalpha((unsigned char)line[at])) {
            at++;
        }
        at += at < length;
    }
    return at;
}

/* Is a line of so many bytes a row of a table, whose columns would be torn apart? It has gaps of more
 * than one space in it; a name and a sentence have only one. last: where its last column begins; column:
 * how many columns are before it. */
static bool is_row(const char *line, size_t length, size_t *last, size_t *column)
{
    unsigned gaps = 0, spaces = 0;
    size_t seen = 0;
    bool begun = false;
    for (size_t i = seen_from(line, length, 0); i < length; i = seen_from(line, length, i + 1)) {
        if (begun && spaces > 1 && line[i] != ' ') {
            *last = i;
            *column = seen;
        }
        spaces = line[i] == ' ' ? spaces + 1 : 0;
        begun |= spaces == 0;
        gaps += begun && spaces == 2;
        seen += ((unsigned char)line[i] & 0xc0) != 0x80;
    }
    return gaps > 1;
}

/* Where in a line so many columns end; length, if it has no more. A character of UTF-8 takes one. */
static size_t place_of(const char *line, size_t length, size_t columns)
{
    size_t i = seen_from(line, length, 0);
    for (; i < length; i = seen_from(line, length, i + 1)) {
        bool begins = ((unsigned char)line[i] & 0xc0) != 0x80;
        if (begins && columns-- == 0) {
            break;
        }
    }
    return i;
}

/* How much of a line goes into so many columns: up to a space; a word that is longer stays whole. */
static size_t fitting(const char *line, size_t length, size_t columns)
{
    const size_t most = place_of(line, length, columns);
    size_t n = most;
    if (most == length) {
        return length;
    }
    while (n > 0 && line[n] != ' ') {
        n--;
    }
    while (n > 0 && line[n - 1] == ' ') {
        n--;
    }
    return n > 0 ? n : most + strcspn(line + most, " \n");
}

/* A text in lines of so many columns, of which those behind the first begin with an indent. */
static void print_broken(FILE *to, const char *text, size_t length, size_t first, size_t others,
                         size_t indent)
{
    size_t n = fitting(text, length, first);
    for (;;) {
        n = n < length ? n : length;
        fprintf(to, "%.*s\n", (int)n, text);
        text += n;
        length -= n;
        while (length && *text == ' ') {
            text++;
            length--;
        }
        if (!length) {
            break;
        }
        fprintf(to, "%*s", (int)indent, "");
        n = fitting(text, length, others);
    }
}

/* A sentence in the last column of a row is broken within that column. */
static void print_line(FILE *to, const char *line, size_t length, size_t columns)
{
    enum { INDENT = 4, SENTENCE = 20 };
    size_t last = 0, column = 0;
    if (!is_row(line, length, &last, &column)) {
        print_broken(to, line, length, columns, columns - INDENT, INDENT);
    } else if (column + SENTENCE > columns) {
        fprintf(to, "%.*s\n", (int)length, line);
    } else {
        fprintf(to, "%.*s", (int)last, line);
        print_broken(to, line + last, length - last, columns - column, columns - column, column);
    }
}

void narrow_print(FILE *to, const char *text, unsigned columns)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        print_line(to, text, length, columns);
        text += length;
        text += *text == '\n';
    }
}

void narrow_begin(void)
{
    if (screen_columns() < SCREEN_COLUMNS) {
        kept.screen = stdout;
        stdout = open_memstream(&kept.text, &kept.length);
        if (!stdout) {
            out_of_memory();
        }
    }
}

void narrow_end(void)
{
    if (!kept.screen) {
        return;
    }
    if (fclose(stdout)) {
        out_of_memory();
    }
    stdout = kept.screen;
    kept.screen = NULL;
    narrow_print(stdout, kept.text, screen_columns());
    free(kept.text);
    kept.text = NULL;
}
