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

/* Does somebody look at the lines? Those of a file or a pipe are for programs, and stay whole. */
static bool is_looked_at(void)
{
    return getenv("COLUMNS") || isatty(STDOUT_FILENO);
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
    char *row;
    va_list list;
    va_start(list, format);
    if (vasprintf(&row, format, list) < 0) {
        out_of_memory();
    }
    va_end(list);
    keep(t, row);
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

/* The characters of a cell's text, of UTF-8; none takes more than a column. */
static int characters(const char *text, int length)
{
    int n = 0;
    for (int i = 0; i < length; i++) {
        n += ((unsigned char)text[i] & 0xc0) != 0x80;
    }
    return n;
}

/* A column's cell of a row; last: nothing comes behind it. */
static void print_cell(const struct table *t, unsigned row, unsigned c, int width, bool last)
{
    const char *start;
    int length = cell(t->row[row], c, &start), pad = width - characters(start, length);
    const bool right = t->align[c] == 'r';
    put_spaces(right ? pad : 0);
    fwrite(start, 1, (size_t)length, stdout);
    put_spaces((last || right ? 0 : pad) + (last ? 0 : 2));
    if (last) {
        putchar('\n');
    }
}

/* The columns before `keys`, and from `begin` to `end`, of all rows. */
static void print_columns(const struct table *t, const int *width, unsigned keys, unsigned begin,
                          unsigned end)
{
    for (unsigned r = 0; r < t->rows; r++) {
        for (unsigned c = 0; c < keys; c++) {
            print_cell(t, r, c, width[c], false);
        }
        for (unsigned c = begin; c < end; c++) {
            print_cell(t, r, c, width[c], c + 1 == end);
        }
    }
}

/* Where it has more columns than the screen, the rest of its numbers stands below, with the words that
 * tell the rows apart once more. */
static void print_folded(const struct table *t, const int *width, unsigned columns, unsigned keys,
                         int room)
{
    for (unsigned begin = keys, end; begin < columns; begin = end) {
        int used = width[begin];
        for (end = begin + 1; end < columns && used + 2 + width[end] <= room; end++) {
            used += 2 + width[end];
        }
        fputs(begin > keys ? "\n" : "", stdout);
        print_columns(t, width, keys, begin, end);
    }
}

void table_end(struct table *t)
{
    const unsigned columns = (unsigned)strlen(t->align),
                   keys = (unsigned)strspn(t->align, "l"); /* what tells rows apart is left */
    int width[TABLE_COLUMNS_MAX] = {0}, all = 0, before = 0, widest = 0;
    const char *start;
    for (unsigned c = 0; c < columns; c++) {
        for (unsigned r = 0; r < t->rows; r++) {
            int length = cell(t->row[r], c, &start), seen = characters(start, length);
            width[c] = seen > width[c] ? seen : width[c];
        }
        all += width[c] + (c ? 2 : 0);
        before += c < keys ? width[c] + 2 : 0;
        widest = c >= keys && width[c] > widest ? width[c] : widest;
    }
    const int screen = (int)screen_columns();
    if (is_looked_at() && all > screen && keys < columns && before + widest <= screen) {
        print_folded(t, width, columns, keys, screen - before);
    } else {
        print_columns(t, width, 0, 0, columns);
    }
    for (unsigned r = 0; r < t->rows; r++) {
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
