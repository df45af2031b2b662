/* SPDX-License-Identifier: BSD-2-Clause */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_redraws(int fd)
{
    const char *term = getenv("TERM");
    return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool terminal_has_colours(int fd)
{
    const char *no = getenv("NO_COLOR");
    return terminal_redraws(fd) && !(no && *no);
}
