/* SPDX-License-Identifier: BSD-2-Clause */
#include "diagnosis.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "memmap.h"

#define MISSING_MPI NULL /* depends on the command */

static const struct {
    const char *patterns, *why;
} rows[] = {
#define MISSING(patterns, why) {patterns, why},
#include "missing.def"
#undef MISSING
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The first row one of whose patterns this name matches; -1: none does. */
static int row_of(const char *name)
{
    for (int i = 0; i < ROWS; i++) {
        const char *at = rows[i].patterns;
        char pattern[64];
        int length;
        while (sscanf(at, "%63s%n", pattern, &length) == 1) {
            if (fnmatch(pattern, name, 0) == 0) {
                return i;
            }
            at += length;
        }
    }
    return -1;
}

static const char *why_of(const struct diagnosis *d, int row)
{
    return rows[row].why ? rows[row].why
         : d->mpi        ? "this MPI does not have it"
                         : "MPI programs are compiled by 'noct mpicc'";
}

/* --- reading ----------------------------------------------------------------------------- */

static void add_missing(struct diagnosis *d, const char *name)
{
    for (unsigned i = 0; i < d->missing_count; i++) {
        if (strcmp(d->missing[i], name) == 0) {
            return;
        }
    }
    if (d->missing_count < MISSING_MAX && row_of(name) >= 0) {
        d->missing[d->missing_count++] = alloc_text(name);
    }
}

/* What stands behind `before`, as far as one of `ends`. */
static bool name_after(const char *line, const char *before, const char *ends, char *name,
                       size_t room)
{
    const char *at = strstr(line, before);
    if (!at) {
        return false;
    }
    at += strlen(before);
    at += strspn(at, "`'");
    size_t n = strcspn(at, ends);
    snprintf(name, room, "%.*s", (int)n, at);
    return n > 0;
}

/* The same line without a terminal's colours. */
static void plain(char *to, size_t room, const char *line)
{
    char *end = to + room - 1;
    while (*line && to < end) {
        if (*line == '\033' && line[1] == '[') {
            line += 2 + strcspn(line + 2, "mK");
            line += *line != 0;
        } else {
            *to++ = *line++;
        }
    }
    *to = 0;
}

void diagnosis_read(struct diagnosis *d, const char *line)
{
    char text[2048], name[256];
    unsigned long long bytes;
    plain(text, sizeof text, line);
    const char *overflow = strstr(text, "' overflowed by ");
    if (overflow && sscanf(overflow, "' overflowed by %llu", &bytes) == 1) {
        *(strstr(text, "`RAM'") ? &d->ram : &d->image) = bytes;
    } else if (stale_read(&d->stale, text)) {
        return; /* no name that somebody wrote */
    } else if (name_after(text, "undefined reference to ", "'(", name, sizeof name) ||
               (strstr(text, "No such file or directory") &&
                (name_after(text, "fatal error: ", ":", name, sizeof name) ||
                 name_after(text, "cannot find ", ": \n", name, sizeof name) ||
                 name_after(text, "cannot read spec file ", "'", name, sizeof name)))) {
        add_missing(d, name);
    }
}

/* --- saying ------------------------------------------------------------------------------ */

/* The names of one row, as "fork, execvp: why". */
static void print_row(const struct diagnosis *d, const char *name, int row)
{
    bool any = false;
    for (unsigned i = 0; i < d->missing_count; i++) {
        if (row_of(d->missing[i]) == row) {
            if (!any) {
                fprintf(stderr, "noct %s: ", name);
            }
            fprintf(stderr, "%s%s", any ? ", " : "", d->missing[i]);
            any = true;
        }
    }
    if (any) {
        fprintf(stderr, ": %s\n", why_of(d, row));
    }
}

void diagnosis_print(struct diagnosis *d, const char *name)
{
    const uint32_t room = NOC_PARAMS_BASE - NOC_IMAGE_BASE;
    stale_print(&d->stale, name);
    for (int row = 0; row < ROWS; row++) {
        print_row(d, name, row);
    }
    if (d->ram) {
        fprintf(
            stderr,
            "noct %s: the program needs %llu bytes of RAM, but a core has at most %u: %llu bytes "
            "are missing\n",
            name, (unsigned long long)d->ram + NOC_RAM_MAX, (unsigned)NOC_RAM_MAX,
            (unsigned long long)d->ram);
    }
    if (d->image) {
        fprintf(stderr,
                "noct %s: the image is %llu bytes, but instruction memory has %u: %llu bytes are "
                "missing\n",
                name, (unsigned long long)d->image + room, room, (unsigned long long)d->image);
    }
    for (unsigned i = 0; i < d->missing_count; i++) {
        free(d->missing[i]);
    }
    d->missing_count = 0;
}
