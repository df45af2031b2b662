/* SPDX-License-Identifier: BSD-2-Clause */
#include "table.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"

struct table {
    const char *align;
    char **row;
    unsigned rows, room;
};

unsigned screen_columns(void)
{
    enum { LEAST = 40, MOST = 10000 };
    const char *given = getenv("COLUMNS");
    unsigned long columns = given ? strtoul(given, NULL, 10) : 0;
    struct winsize size;
    if (columns == 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        columns = size.ws_col;
    }
    columns = columns == 0 ? SCREEN_COLUMNS : columns;
    return columns < LEAST ? LEAST : columns > MOST ? MOST : (unsigned)columns;
}

static void keep(struct table *t, char *row)
{
    if (t->rows == t->room) {
        unsigned room = t->room ? 2 * t->room : 16;
        char **more = alloc_array(room, sizeof *more);
        if (t->rows) {
            memcpy(more, t->row, t->rows * sizeof *more);
        }
        free(t->row);
        t->row = more;
        t->room = room;
    }
    t->row[t->rows++] = row;
}

struct table *table_begin(const char *align, const char *headings)
{
    struct table *t = alloc_zeroed(sizeof *t);
    t->align = align;
    if (headings) {
        keep(t, alloc_text(headings));
    }
    return t;
}

void table_row(struct table *t, const char *format, ...)
{
    char row[600];
    va_list list;
    va_start(list, format);
    vsnprintf(row, sizeof row, format, list);
    va_end(list);
    keep(t, alloc_text(row));
}

/* Cell c of a row, which is left as it is. */
static int cell(const char *row, unsigned c, const char **start)
{
    while (c-- && *row) {
        row += strcspn(row, "\t");
        row += *row == '\t';
    }
    *start = row;
    return (int)strcspn(row, "\t");
}

static void put_spaces(int n)
{
    for (int i = 0; i < n; i++) {
        putchar(' ');
    }
}

void table_end(struct table *t)
{
    unsigned columns = (unsigned)strlen(t->align);
    int width[TABLE_COLUMNS_MAX] = {0};
    const char *start;
    for (unsigned r = 0; r < t->rows; r++) {
        for (unsigned c = 0; c < columns; c++) {
            int length = cell(t->row[r], c, &start);
            width[c] = length > width[c] ? length : width[c];
        }
    }
    for (unsigned r = 0; r < t->rows; r++) {
        for (unsigned c = 0; c < columns; c++) {
            int length = cell(t->row[r], c, &start);
            int pad = width[c] - length;
            bool last = c + 1 == columns, right = t->align[c] == 'r';
            put_spaces(right ? pad : 0);
            fwrite(start, 1, (size_t)length, stdout);
            put_spaces((last || right ? 0 : pad) + (last ? 0 : 2));
        }
        putchar('\n');
        free(t->row[r]);
    }
    free(t->row);
    free(t);
}

void chart_histogram(const char *unit, const uint64_t *value, unsigned n)
{
    enum { BINS = 12, BAR = 60, BESIDE = 11 }; /* the bin's begin, a rule, and a space */
    unsigned count[BINS] = {0}, most = 0, widest;
    uint64_t low = UINT64_MAX, high = 0, step;
    for (unsigned i = 0; i < n; i++) {
        low = value[i] < low ? value[i] : low;
        high = value[i] > high ? value[i] : high;
    }
    if (n < 2 || low == high) {
        return;
    }
    step = (high - low) / BINS + 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned b = (unsigned)((value[i] - low) / step);
        most = ++count[b] > most ? count[b] : most;
    }
    widest = screen_columns() - BESIDE - (unsigned)snprintf(NULL, 0, "%u", most);
    widest = widest < BAR ? widest : BAR;
    printf("\n%s\n", unit);
    for (unsigned b = 0; b < BINS && low + b * step <= high; b++) {
        unsigned bar = (count[b] * widest + most - 1) / most;
        printf("%8" PRIu64 " |", low + b * step);
        for (unsigned i = 0; i < bar; i++) {
            putchar('#');
        }
        printf(count[b] ? " %u\n" : "\n", count[b]);
    }
}
