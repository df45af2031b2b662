/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Temporary files. newlib's are in /tmp, which is outside of a program's directory; these are in it,
 * and have names of the core's own: tmp.NODE.NUMBER.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "ni.h"

enum { NAME_BYTES = 32 };

static unsigned number;

/* A name that no file has; false: it cannot be told, and errno says why. */
static int find_name(char name[NAME_BYTES])
{
    do {
        snprintf(name, NAME_BYTES, "tmp.%lu.%u", (unsigned long)ni_node(), number++);
    } while (access(name, F_OK) == 0);
    return errno == ENOENT;
}

char *tmpnam(char *to)
{
    static char own[NAME_BYTES];
    char *name = to ? to : own;

    return find_name(name) ? name : NULL;
}

/* The name is the only thing that is chosen here: there is one directory. */
char *tempnam(const char *directory, const char *prefix)
{
    char *name = malloc(NAME_BYTES);

    (void)directory;
    (void)prefix;
    if (name && !find_name(name)) {
        free(name);
        name = NULL;
    }
    return name;
}

/* It has no name any more, and goes when it is closed. */
FILE *tmpfile(void)
{
    char name[NAME_BYTES];
    FILE *f = find_name(name) ? fopen(name, "w+") : NULL;

    if (f) {
        (void)remove(name);
    }
    return f;
}
