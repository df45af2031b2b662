/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page of the help on the screen, wrapped to the width of the terminal. Items that follow each
 * other become two columns if all their texts are short, else each text stands below its term.
 * Commands are wrapped by backslashes, so that they can be copied as they are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "help.h"
#include "base/alloc.h"
#include "show/table.h"

enum {
    COLUMNS_MIN = 40,
    COLUMNS_PLAIN = 80, /* where there is no terminal */
    LIST_MAX = 128,
    TERM_COLUMNS_MAX = 28,
    ROW_LINES_MAX = 3,
    INDENT = 2,
    BELOW = 8,
    MORE = 6,
    COMMENT_COLUMNS = 30 /* a command leaves so many for what it does, to have that beside it */
};

static int width;                                  /* of the screen */
static enum { TITLE, PARAGRAPH, LITERAL } written; /* the last thing */

/* Items, or examples, that follow each other, kept until something else comes. */
static struct {
    char *left, *right; /* term and text, or what it does and the command */
} list[LIST_MAX];
static int entries;
static bool examples;

/* COLUMNS, or the terminal's width; at most what fits the tables. */
static int screen_width(void)
{
    const char *given = getenv("COLUMNS");
    struct winsize size;
    int columns = given ? atoi(given) : 0;
    if (columns <= 0) {
        bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
        columns = known ? size.ws_col : COLUMNS_PLAIN;
    }
    return columns < COLUMNS_MIN    ? COLUMNS_MIN
         : columns > SCREEN_COLUMNS ? SCREEN_COLUMNS
                                    : columns;
}

/* Writes text from `column` on; further lines begin at `indent`. Returns the number of lines. With
 * out NULL it only counts. */
static int wrap(FILE *out, const char *text, int column, int indent)
{
    int lines = 1;
    for (bool first = true; *text; first = false) {
        int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > width) {
            lines++;
            column = indent;
            if (out) {
                fprintf(out, "\n%*s", indent, "");
            }
        } else if (!first) {
            column++;
            if (out) {
                putc(' ', out);
            }
        }
        if (out) {
            fprintf(out, "%.*s", length, text);
        }
        column += length;
        text += length;
        text += *text == ' ';
    }
    if (out) {
        putc('\n', out);
    }
    return lines;
}

/* --- lists ---------------------------------------------------------------------- */

/* The column at which texts begin, beside their terms; 0: they are too long for that. */
static int text_column(void)
{
    int longest = 0, column;
    for (int i = 0; i < entries; i++) {
        int length = (int)strlen(list[i].left);
        longest = length > longest && length <= TERM_COLUMNS_MAX ? length : longest;
    }
    column = INDENT + longest + 2;
    for (int i = 0; i < entries; i++) {
        if (column > width / 2 || wrap(NULL, list[i].right, column, column) > ROW_LINES_MAX) {
            return 0;
        }
    }
    return column;
}

static void put_items(void)
{
    int column = text_column(), text = column ? column : BELOW;
    for (int i = 0; i < entries; i++) {
        int at = INDENT + (int)strlen(list[i].left);
        printf("%*s%s", INDENT, "", list[i].left);
        if (column && at + 2 <= column) {
            printf("%*s", column - at, "");
        } else {
            printf("\n%*s", text, "");
        }
        wrap(stdout, list[i].right, text, text);
    }
}

/* How far a command goes on its line: to the end, or to the last place before `room` at which it
 * may be parted: before a flag or >, or behind ; or |, and not within quotes. */
static int command_part(const char *command, int room)
{
    int length = (int)strlen(command), part = 0;
    bool quoted = false;
    for (int i = 0; i < length && (i < room || !part); i++) {
        quoted ^= command[i] == '\'';
        bool here = command[i] == ' ' && i > 0 &&
                    (strncmp(command + i, " --", 3) == 0 || strncmp(command + i, " > ", 3) == 0 ||
                     strchr(";|", command[i - 1]));
        part = here && !quoted && (i + 2 <= room || !part) ? i : part;
    }
    return length <= room || !part ? length : part;
}

static void put_command(const char *command)
{
    for (int indent = INDENT; *command; indent = MORE) {
        int part = command_part(command, width - indent);
        bool last = !command[part];
        printf("%*s%.*s%s\n", indent, "", part, command, last ? "" : " \\");
        command += part + !last;
    }
}

/* What an example does stands beside the command where there is room, else above. */
static void put_examples(void)
{
    int column = 0;
    for (int i = 0; i < entries; i++) {
        int length = (int)strlen(list[i].right);
        column = length > column && length <= width - COMMENT_COLUMNS ? length : column;
    }
    for (int i = 0; i < entries; i++) {
        const char *what = list[i].left, *command = list[i].right;
        if ((int)strlen(command) <= column && INDENT + column + 4 + (int)strlen(what) <= width) {
            printf("%*s%-*s  # %s\n", INDENT, "", column, command, what);
        } else {
            printf("%*s# ", INDENT, "");
            wrap(stdout, what, INDENT + 2, INDENT + 2);
            put_command(command);
        }
    }
}

static void flush(void)
{
    (examples ? put_examples : put_items)();
    while (entries > 0) {
        entries--;
        free(list[entries].left);
        free(list[entries].right);
    }
}

static void keep(bool example, const char *left, const char *right)
{
    if (written != TITLE) {
        putchar('\n');
        written = TITLE;
    }
    if (entries == LIST_MAX || example != examples) {
        flush();
    }
    examples = example;
    list[entries].left = alloc_text(left);
    list[entries++].right = alloc_text(right);
}

static void screen_item(const char *term, const char *text)
{
    keep(false, term, text);
}

static void screen_example(const char *what, const char *command)
{
    keep(true, what, command);
}

/* --- the rest ----------------------------------------------------------------- */

static void screen_begin(const struct help_page *page)
{
    char title[200];
    bool all = strcmp(page->name, "noct") == 0;
    width = screen_width();
    written = PARAGRAPH;
    snprintf(title, sizeof title, "%s%s - %s", all || help_is_topic(page) ? "" : "noct ",
             page->name, page->summary);
    wrap(stdout, title, 0, 4);
}

static void screen_usage(const char *const *lines)
{
    const char *before = "usage: ";
    int indent = (int)strlen(before);
    if (*lines) {
        putchar('\n');
    }
    for (; *lines; lines++) {
        printf("%*s", indent, before);
        wrap(stdout, *lines, indent, indent + 5);
        before = "";
    }
    written = PARAGRAPH;
}

static void screen_heading(const char *text)
{
    flush();
    printf("\n%s\n", text);
    written = TITLE;
}

static void screen_paragraph(const char *text)
{
    bool below = entries > 0;
    flush();
    if (written != TITLE || below) {
        putchar('\n');
    }
    wrap(stdout, text, 0, 0);
    written = PARAGRAPH;
}

static void screen_literal(const char *line)
{
    flush();
    if (written == PARAGRAPH) {
        putchar('\n');
    }
    puts(line);
    written = LITERAL;
}

static void screen_see_also(const char *const *names)
{
    char line[600] = "see also:";
    size_t used = strlen(line);
    for (; *names; names++) {
        used +=
            (size_t)snprintf(line + used, sizeof line - used, " %s%s", *names, names[1] ? "," : "");
    }
    flush();
    putchar('\n');
    wrap(stdout, line, 0, 2);
}

static void screen_end(void)
{
    flush();
}

const struct help_writer help_screen = {.begin = screen_begin,
                                        .usage = screen_usage,
                                        .heading = screen_heading,
                                        .paragraph = screen_paragraph,
                                        .literal = screen_literal,
                                        .item = screen_item,
                                        .example = screen_example,
                                        .see_also = screen_see_also,
                                        .end = screen_end};
