/* SPDX-License-Identifier: BSD-2-Clause */
/* A page of the help as a man page, in the macros of man(7). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "help.h"

/* Lines of the source; what it takes to make a flag bold. */
enum { LINE_COLUMNS = 66, BOLD_COLUMNS = 9 };

const char *help_roff_date = "", *help_roff_version = "";
static bool headed; /* the last thing written was a heading */

/* A character of the text, as it is: roff would make typography of some. */
static void put_char(char c, bool code)
{
    switch (c) {
    case '\\':
        fputs("\\e", stdout);
        break;
    case '\'':
        fputs("\\(aq", stdout);
        break;
    case '`':
        fputs("\\(ga", stdout);
        break;
    case '"':
        fputs("\\(dq", stdout);
        break;
    case '^':
        fputs("\\(ha", stdout);
        break;
    case '~':
        fputs("\\(ti", stdout);
        break;
    case '-':
        fputs(code ? "\\-" : "-", stdout);
        break;
    default:
        putchar(c);
    }
}

static void put_code(const char *text)
{
    if (*text == '.') {
        fputs("\\&", stdout);
    }
    for (; *text; text++) {
        put_char(*text, true);
    }
}

/* A word of a sentence; flags are bold, as far as they go. */
static void put_word(const char *word, int length)
{
    int flag = 0;
    if (length > 2 && strncmp(word, "--", 2) == 0) {
        for (flag = 2;
             flag < length && (isalnum((unsigned char)word[flag]) || word[flag] == '_');) {
            flag++;
        }
        fputs("\\fB", stdout);
    }
    for (int i = 0; i < length; i++) {
        if (flag && i == flag) {
            fputs("\\fR", stdout);
        }
        put_char(word[i], i < flag);
    }
    if (flag == length) {
        fputs("\\fR", stdout);
    }
}

/* Sentences; no line of the source begins with a full stop or with blanks. */
static void put_text(const char *text)
{
    int column = 0;
    for (const char *c = text; *c;) {
        int length = (int)strcspn(c, " "), printed = length + (*c == '-' ? BOLD_COLUMNS : 0);
        if (column > 0) {
            bool full = column + 1 + printed > LINE_COLUMNS;
            putchar(full ? '\n' : ' ');
            column = full ? 0 : column + 1;
        }
        if (column == 0 && *c == '.') {
            fputs("\\&", stdout);
        }
        put_word(c, length);
        column += printed;
        c += length;
        c += *c == ' ';
    }
    putchar('\n');
}

/* A page's name as man(1) knows it: "verify claims" is noct-verify-claims. */
static void put_name(const char *name, int (*letter)(int))
{
    if (strcmp(name, "noct") != 0) {
        put_name("noct", letter);
        put_char('-', true);
    }
    for (; *name; name++) {
        put_char(*name == ' ' ? '-' : (char)letter((unsigned char)*name), true);
    }
}

static int as_it_is(int c)
{
    return c;
}

static int section(const struct help_page *page)
{
    return help_is_topic(page) ? 7 : 1;
}

/* Behind a heading stands no space. */
static void begin_paragraph(void)
{
    if (!headed) {
        printf(".PP\n");
    }
    headed = false;
}

static void roff_heading(const char *text)
{
    printf(".SH ");
    for (; *text; text++) {
        put_char((char)toupper((unsigned char)*text), false);
    }
    putchar('\n');
    headed = true;
}

static void roff_begin(const struct help_page *page)
{
    printf(".\\\" SPDX-License-Identifier: BSD-2-Clause\n.TH ");
    put_name(page->name, toupper);
    printf(" %d %s \"Nocturne %s\" \"Nocturne manual\"\n", section(page), help_roff_date,
           help_roff_version);
    roff_heading("name");
    put_name(page->name, as_it_is);
    printf(" \\- ");
    put_text(page->summary);
}

static void roff_usage(const char *const *lines)
{
    if (*lines) {
        roff_heading("synopsis");
        printf(".nf\n");
        for (; *lines; lines++) {
            fputs("\\fB", stdout);
            put_code(*lines);
            printf("\\fR\n");
        }
        printf(".fi\n");
    }
    roff_heading("description");
}

static void roff_paragraph(const char *text)
{
    begin_paragraph();
    put_text(text);
}

static void put_block(const char *code)
{
    printf(".RS 4\n.EX\n");
    put_code(code);
    printf("\n.EE\n.RE\n");
}

static void roff_literal(const char *line)
{
    put_block(line + strspn(line, " "));
}

static void roff_item(const char *term, const char *text)
{
    printf(".TP\n\\fB");
    put_code(term);
    printf("\\fR\n");
    put_text(text);
    headed = false;
}

static void roff_example(const char *what, const char *command)
{
    char sentence[200];
    snprintf(sentence, sizeof sentence, "%c%s:", toupper((unsigned char)*what), what + 1);
    begin_paragraph();
    put_text(sentence);
    put_block(command);
}

static void roff_see_also(const char *const *names)
{
    roff_heading("see also");
    for (; *names; names++) {
        const struct help_page *page = help_page_find(*names);
        fputs("\\fB", stdout);
        if (page) {
            put_name(page->name, as_it_is);
            printf("\\fR(%d)", section(page));
        } else {
            put_code(*names);
            fputs("\\fR", stdout);
        }
        printf("%s\n", names[1] ? "," : "");
    }
}

static void roff_end(void)
{
}

const struct help_writer help_roff = {.begin = roff_begin,
                                      .usage = roff_usage,
                                      .heading = roff_heading,
                                      .paragraph = roff_paragraph,
                                      .literal = roff_literal,
                                      .item = roff_item,
                                      .example = roff_example,
                                      .see_also = roff_see_also,
                                      .end = roff_end};
