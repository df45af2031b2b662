/* SPDX-License-Identifier: BSD-2-Clause */
/* What the terminal behind a descriptor can show. */
#ifndef NOCT_BASE_TERMINAL_H
#define NOCT_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Can a line on it be written anew? Not if it is none, or TERM is dumb or not set: what moves the
 * cursor would be text there. */
bool terminal_redraws(int fd);

/* May text on it have colours? Not where NO_COLOR is set, to any text but the empty one
 * (https://no-color.org). */
bool terminal_has_colours(int fd);

/*
 * A stream to fd whose text does no more to a terminal than to set colours. All else that would act is
 * shown, as ^[ for ESC, and what is no UTF-8 as U+FFFD; also what writes over a line, which could hide
 * who has said what. NULL: there is no memory.
 */
FILE *terminal_stream(int fd);

/* From now on standard output and standard error are such streams, where they are terminals: names of
 * files, symbols and algorithms, rows and consoles may be anybody's. */
void terminal_guard(void);

#endif
