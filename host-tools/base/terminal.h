/* SPDX-License-Identifier: BSD-2-Clause */
/* What the terminal behind a descriptor can show. */
#ifndef NOCT_BASE_TERMINAL_H
#define NOCT_BASE_TERMINAL_H

#include <stdbool.h>

/* Can a line on it be written anew? Not if it is none, or TERM is dumb or not set: what moves the
 * cursor would be text there. */
bool terminal_redraws(int fd);

/* May text on it have colours? Not where NO_COLOR is set, to any text but the empty one
 * (https://no-color.org). */
bool terminal_has_colours(int fd);

#endif
