/* SPDX-License-Identifier: BSD-2-Clause */
#include "lines.h"

#include <stdlib.h>

#include "base/alloc.h"

struct lines {
    FILE *to;
    const struct job *job;
    bool label;
    enum { BEFORE, NUMBER, AFTER, TEXT } at; /* in "[NODE] TEXT" */
    uint32_t node;
};

static void put_label(const struct lines *l)
{
    uint32_t rank = l->label ? job_rank(l->job, l->node) : 0;
    if (l->label && rank < l->job->ranks) {
        fprintf(l->to, "[%u] ", (unsigned)rank);
    } else if (l->label) {
        fprintf(l->to, "[node %u] ", (unsigned)l->node);
    }
}

static void put(struct lines *l, char c)
{
    switch (l->at) {
    case BEFORE: /* '[' */
        l->node = 0;
        l->at = NUMBER;
        break;
    case NUMBER:
        if (c == ']') {
            put_label(l);
            l->at = AFTER;
        } else {
            l->node = 10 * l->node + (uint32_t)(c - '0');
        }
        break;
    case AFTER: /* ' ' */
        l->at = TEXT;
        break;
    case TEXT:
        putc(c, l->to);
        l->at = c == '\n' ? BEFORE : TEXT;
        break;
    }
}

static ssize_t write_lines(void *cookie, const char *bytes, size_t n)
{
    struct lines *l = cookie;
    for (size_t i = 0; i < n; i++) {
        put(l, bytes[i]);
    }
    fflush(l->to);
    return (ssize_t)n;
}

static int close_lines(void *cookie)
{
    free(cookie);
    return 0;
}

FILE *lines_open(FILE *to, const struct job *job, bool label)
{
    struct lines *l = alloc_zeroed(sizeof *l);
    *l = (struct lines){.to = to, .job = job, .label = label};
    return fopencookie(l, "w", (cookie_io_functions_t){.write = write_lines, .close = close_lines});
}
