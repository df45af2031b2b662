/* SPDX-License-Identifier: BSD-2-Clause */
#include "stale.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The section of the references, as the linker names a place in it. */
#define SECTION ":(.noc_headers"

void stale_begin(struct stale *s, const char *sdk)
{
    char path[PATH_MAX];
    FILE *file =
        snprintf(path, sizeof path, "%s/headers", sdk) < (int)sizeof path ? fopen(path, "r") : NULL;
    memset(s, 0, sizeof *s);
    if (file) {
        if (fscanf(file, "%31s %31s", s->own[0], s->own[1]) < 1) {
            s->own[0][0] = 0;
        }
        fclose(file);
    }
}

/* "/bin/ld: main.o:(.noc_headers+0x0): ...": main.o, malloc'd. With -flto the linker has the names of
 * files that it has made itself, and that are gone when anybody looks. */
static char *object_of(const char *line, const char *section)
{
    size_t n = (size_t)(section - line);
    char *name = alloc_zeroed(n + 1), *behind;
    memcpy(name, line, n);
    behind = strstr(name, "ld: ");
    if (behind) {
        behind += strlen("ld: ");
        memmove(name, behind, strlen(behind) + 1);
    }
    if (strstr(name, ".ltrans")) {
        free(name);
        name = alloc_text("one of the objects (-flto hides which)");
    }
    return name;
}

bool stale_read(struct stale *s, const char *line)
{
    const char *section = strstr(line, SECTION);
    const char *wanted = strstr(line, "undefined reference to `");
    if (!section || !wanted) {
        return false;
    }
    char *name = object_of(line, section);
    bool known = s->count == STALE_MAX;
    wanted += strlen("undefined reference to `");
    for (unsigned i = 0; i < s->count; i++) {
        known = known || strcmp(s->object[i].name, name) == 0;
    }
    if (known) {
        free(name);
        return true;
    }
    struct stale_object *o = &s->object[s->count++];
    o->name = name;
    for (unsigned i = 0; i < 2; i++) {
        size_t n = strlen(s->own[i]);
        o->own = o->own || (n && strncmp(wanted, s->own[i], n) == 0 && wanted[n] == '\'');
    }
    return true;
}

void stale_print(struct stale *s, const char *name)
{
    for (unsigned i = 0; i < s->count; i++) {
        struct stale_object *o = &s->object[i];
        fprintf(stderr, "noct %s: %s: %s\n", name, o->name,
                o->own ? "a library that is linked with it is from another version of Nocturne; "
                         "leave out -L, -B and files that lead to one"
                       : "it was compiled with another version of Nocturne than this noct's; "
                         "compile it anew");
        free(o->name);
        o->own = false;
    }
    s->count = 0;
}
