/* SPDX-License-Identifier: BSD-2-Clause */
#include "text_lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

/* Room for one more byte, and the zero behind it. */
static void grow(struct text_lines *l)
{
    if (l->length + 2 > l->room) {
        l->room = l->room ? 2 * l->room : 256;
        l->text = realloc(l->text, l->room);
        if (!l->text) {
            out_of_memory();
        }
    }
}

bool text_lines_next(struct text_lines *l)
{
    int c;
    l->length = 0;
    l->whole = false;
    while (!l->whole && (c = getc_unlocked(l->file)) != EOF) {
        grow(l);
        l->whole = c == '\n';
        l->text[l->length] = (char)c;
        l->length += !l->whole;
        if ((!c && !l->with_zeros) || l->length > TEXT_LINE_MAX) {
            l->wrong = l->length > TEXT_LINE_MAX
                         ? "it is longer than " TEXT(TEXT_LINE_MIB) " MiB; no line may be"
                         : "a zero byte, so this is no text";
            l->number++;
            return false;
        }
    }
    l->failed = ferror(l->file) ? errno : 0;
    if (l->failed || (!l->length && !l->whole)) {
        return false;
    }
    l->text[l->length] = 0;
    l->number++;
    return true;
}

enum status text_lines_end(struct text_lines *l, enum status before, const char *what,
                           struct error *error)
{
    enum status status = before;
    if (!status && l->wrong) {
        status = error_set(error, STATUS_BAD, "%s, line %llu: %s", what,
                           (unsigned long long)l->number, l->wrong);
    } else if (!status && l->failed) {
        status = error_set(error, STATUS_BAD, "%s: cannot be read: %s", what, strerror(l->failed));
    }
    free(l->text);
    l->text = NULL;
    return status;
}
