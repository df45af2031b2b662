/* SPDX-License-Identifier: BSD-2-Clause */
/* Which parts of a page of the help are written, and in which order. */
#ifndef NOCT_CLI_HELP_WRITE_H
#define NOCT_CLI_HELP_WRITE_H

#include "command.h"
#include "help/help.h"

/* HELP_BRIEF: what 'noct COMMAND --help' prints, a screen or two. HELP_WHOLE: all of it. */
enum help_form { HELP_BRIEF, HELP_WHOLE };
void help_write(const struct help_page *page, enum help_form form, const struct help_writer *to);

/* Without an experiment: 'noct --help', 'noct COMMAND --help', and the whole page 'noct help WORD'
 * or 'noct help WORD SECOND', if there is one of that name; second may be NULL. */
void help_all(void);
void help_command(const struct command *command);
bool help_named(const char *word, const char *second);

#endif
