/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a path, as POSIX cuts it. */
#include <libgen.h>
#include <string.h>

char *__gnu_basename(const char *path); /* what <string.h> calls basename() */

/* The end of the path without the slashes behind it. */
static char *end_of(char *path)
{
    char *end = path + strlen(path);

    while (end > path + 1 && end[-1] == '/') {
        end--;
    }
    return end;
}

char *basename(char *path)
{
    static char dot[] = ".";
    char *end, *at;

    if (!path || !*path) {
        return dot;
    }
    end = end_of(path);
    if (end == path + 1 && *path == '/') {
        return path; /* nothing but slashes */
    }
    *end = 0;
    at = strrchr(path, '/');
    return at ? at + 1 : path;
}

char *dirname(char *path)
{
    static char dot[] = ".";
    char *end;

    if (!path || !*path) {
        return dot;
    }
    end = end_of(path);
    while (end > path && end[-1] != '/') {
        end--;
    }
    if (end == path) {
        return dot;
    }
    *end = 0;
    *end_of(path) = 0;
    return path;
}

char *__gnu_basename(const char *path)
{
    const char *at = strrchr(path, '/');

    return (char *)(at ? at + 1 : path);
}
