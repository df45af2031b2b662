/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes all man pages, made from the help's pages: NAME.1 of commands, NAME.7 of topics.
 *
 * usage: man DIRECTORY DATE VERSION
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "help.h"

static void file_name(char path[PATH_MAX], const char *directory, const struct help_page *page)
{
    bool all = strcmp(page->name, "noct") == 0;
    int length = snprintf(path, PATH_MAX, "%s/%s%s.%d", directory, all ? "" : "noct-", page->name,
                          help_is_topic(page) ? 7 : 1);
    for (char *c = path + strlen(directory) + 1; length < PATH_MAX && *c; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
}

int main(int argc, char **argv)
{
    char path[PATH_MAX];
    if (argc != 4) {
        fprintf(stderr, "usage: man DIRECTORY DATE VERSION\n");
        return 2;
    }
    help_roff_date = argv[2];
    help_roff_version = argv[3];
    for (const struct help_page *p = help_pages; p->name; p++) {
        file_name(path, argv[1], p);
        if (!freopen(path, "w", stdout)) {
            perror(path);
            return 3;
        }
        help_write(p, HELP_WHOLE, &help_roff);
    }
    if (fflush(stdout) || ferror(stdout)) {
        perror(path);
        return 3;
    }
    return 0;
}
