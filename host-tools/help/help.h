/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The help: its pages, as the texts in host-tools/help have them, and the two ways in which a page
 * is written: to the screen (help_screen.c) and as a man page (help_roff.c). help.c decides what
 * stands on a page and in which order.
 */
#ifndef NOCT_HELP_HELP_H
#define NOCT_HELP_HELP_H

#include <stdbool.h>

struct command;

/*
 * A page, made from host-tools/help/NAME.txt by compile.py. Lists end with NULL and may be empty.
 * An entry of description and details is a paragraph, an item "term\ttext", or a literal line,
 * which begins with blanks. Entries of the lists below details are "left\tright".
 */
struct help_page {
    const char *name;                 /* "plan", "verify claims" or "topologies" */
    const char *summary;              /* without a capital and a full stop */
    const char *const *usage;         /* command lines; none: the page is a topic */
    const char *const *description;   /* on every form of the page */
    const char *const *details;       /* on the whole page alone */
    const char *const *flags;         /* key, and what it means for this command alone */
    const char *const *examples;      /* what it does, and the command */
    const char *const *more_examples; /* on the whole page alone */
    const char *const *exit_status;   /* status, and what it means for this command */
    const char *const *see_also;      /* pages' names and files below docs/ */
};
extern const struct help_page help_pages[]; /* a page without a name ends */
extern const char *const help_key_texts[];  /* [enum key]: a paragraph for each */

/* The page of this name; NULL if there is none. */
const struct help_page *help_page_find(const char *name);

/* Is it about a notion, not about a command? */
bool help_is_topic(const struct help_page *page);

/* How a page is written, to standard output. */
struct help_writer {
    void (*begin)(const struct help_page *page);
    void (*usage)(const char *const *lines); /* then comes the description */
    void (*heading)(const char *text);
    void (*paragraph)(const char *text);
    void (*literal)(const char *line);
    void (*item)(const char *term, const char *text);
    void (*example)(const char *what, const char *command);
    void (*see_also)(const char *const *names);
    void (*end)(void);
};
extern const struct help_writer help_screen, help_roff;

/* HELP_BRIEF: what 'noct COMMAND --help' prints, a screen or two. HELP_WHOLE: all of it. */
enum help_form { HELP_BRIEF, HELP_WHOLE };
void help_write(const struct help_page *page, enum help_form form, const struct help_writer *to);

/* Print the help of 'noct --help', of 'noct COMMAND --help', and the whole page of 'noct help WORD'
 * or 'noct help WORD SECOND', if there is one of that name; second may be NULL. */
void help_all(void);
void help_command(const struct command *command);
bool help_named(const char *word, const char *second);

/* For man pages: the date and the version that they have, as 2026-01-31 and 0.1.0. */
extern const char *help_roff_date, *help_roff_version;

#endif
