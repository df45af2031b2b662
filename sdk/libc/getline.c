/* SPDX-License-Identifier: BSD-2-Clause */
/* newlib has them under other names. Weak: many a program has a getline() of its own. */
#include <stdio.h>

__attribute__((weak)) ssize_t getline(char **line, size_t *room, FILE *from)
{
    return __getline(line, room, from);
}

__attribute__((weak)) ssize_t getdelim(char **line, size_t *room, int end, FILE *from)
{
    return __getdelim(line, room, end, from);
}
