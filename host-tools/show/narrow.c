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
 * than one space in it; a name and a sentence have only one. */
static bool is_row(const char *line, size_t length)
{
    unsigned gaps = 0, spaces = 0;
    bool begun = false;
    for (size_t i = seen_from(line, length, 0); i < length; i = seen_from(line, length, i + 1)) {
        spaces = line[i] == ' ' ? spaces + 1 : 0;
        begun |= spaces == 0;
        gaps += begun && spaces == 2;
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

static void print_line(FILE *to, const char *line, size_t length, size_t columns)
{
    static const char indent[] = "    ";
    size_t n = is_row(line, length) ? length : fitting(line, length, columns);
    n = n < length ? n : length;
    fprintf(to, "%.*s\n", (int)n, line);
    for (;;) {
        line += n;
        length -= n;
        while (length && *line == ' ') {
            line++;
            length--;
        }
        if (!length) {
            break;
        }
        n = fitting(line, length, columns - strlen(indent));
        n = n < length ? n : length;
        fprintf(to, "%s%.*s\n", indent, (int)n, line);
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
