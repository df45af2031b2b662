/* SPDX-License-Identifier: BSD-2-Clause */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 40 }; /* longer words are near nothing */

/* One line that any terminal and any JSON reader takes, whatever the user typed. */
static void make_printable(char *text)
{
    for (char *c = text; *c; c++) {
        if (*c < ' ' || *c > '~') {
            *c = '?';
        }
    }
}

/* Append to a text with room for ERROR_TEXT bytes; what does not fit is cut. */
static void append(char *text, const char *format, va_list list)
{
    size_t used = strlen(text);
    size_t room = ERROR_TEXT - used;
    int length = vsnprintf(text + used, room, format, list);
    if (length >= 0 && (size_t)length >= room) {
        memcpy(text + ERROR_TEXT - 4, "...", 4);
    }
    make_printable(text + used);
}

/* Append to a part of the error, and to its line, where "; " stands before a part that begins. */
static void add(struct error *error, char *part, const char *format, va_list list)
{
    va_list again;
    size_t used = strlen(error->text);
    if (!part[0] && part != error->what) {
        snprintf(error->text + used, ERROR_TEXT - used, "; ");
    }
    va_copy(again, list);
    append(part, format, list);
    append(error->text, format, again);
    va_end(again);
}

void error_clear(struct error *error)
{
    error->status = STATUS_DONE;
    error->text[0] = error->what[0] = error->fix[0] = error->remark[0] = 0;
}

enum status error_set(struct error *error, enum status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    error_clear(error);
    error->status = status;
    add(error, error->what, format, list);
    va_end(list);
    return status;
}

enum status error_fix(struct error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(error, error->fix, format, list);
    va_end(list);
    return error->status;
}

void error_remark(struct error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(error, error->remark, format, list);
    va_end(list);
}

void error_append(struct error *error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(error,
        error->remark[0] ? error->remark
        : error->fix[0]  ? error->fix
                         : error->what,
        format, list);
    va_end(list);
}

/* Levenshtein's distance, one row at a time. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[WORD_MAX + 1];
    size_t lb = strlen(b);
    for (unsigned j = 0; j <= lb; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= lb; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best) {
                best = row[j] + 1;
            }
            if (row[j - 1] + 1 < best) {
                best = row[j - 1] + 1;
            }
            row[j] = best;
        }
    }
    return row[lb];
}

/* How much longer or shorter than `length` is this name? */
static size_t apart(size_t length, const char *name)
{
    size_t other = strlen(name);
    return other > length ? other - length : length - other;
}

const char *nearest(const char *word, const char *const *names)
{
    size_t length = strlen(word);
    const char *best = NULL;
    unsigned least = length < 3 ? 1 : length < 6 ? 2 : 3;
    if (length < 2 || length > WORD_MAX) {
        return NULL;
    }
    for (unsigned i = 0; length >= 3 && names[i]; i++) {
        if (strncmp(word, names[i], length) == 0) {
            return names[i];
        }
    }
    for (; *names; names++) {
        if (strlen(*names) <= WORD_MAX && distance(word, *names) <= least) {
            unsigned d = distance(word, *names);
            if (!best || d < least || apart(length, *names) < apart(length, best)) {
                best = *names;
                least = d;
            }
        }
    }
    return best;
}
