/* SPDX-License-Identifier: BSD-2-Clause */
#include "plain_text.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* The bytes of the UTF-8 character here; 0: it is none. */
static size_t utf8(const unsigned char *c)
{
    size_t n = *c < 0x80               ? 1
             : *c >= 0xc2 && *c < 0xe0 ? 2
             : *c >= 0xe0 && *c < 0xf0 ? 3
             : *c >= 0xf0 && *c < 0xf5 ? 4
                                       : 0;
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    /* Overlong, surrogates, beyond the last. */
    bool none = (*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) ||
                (*c == 0xf0 && c[1] < 0x90) || (*c == 0xf4 && c[1] > 0x8f);
    return none ? 0 : n;
}

/* U+2028 to U+202E end lines and turn text around, as U+200E, U+200F and U+2066 to U+2069 do;
 * U+FFFE and U+FFFF are no characters, and XML may not have them. */
static bool acts(const unsigned char *c, size_t n)
{
    if (n == 1) {
        return *c < 0x20 || *c == 0x7f;
    }
    if (n == 2) {
        return *c == 0xc2 && c[1] < 0xa0; /* U+0080 to U+009F */
    }
    if (n == 3 && *c == 0xe2 && c[1] == 0x80) {
        return c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae);
    }
    return n == 3 && ((*c == 0xe2 && c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9) ||
                      (*c == 0xef && c[1] == 0xbf && c[2] >= 0xbe));
}

size_t plain_character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t n = utf8(c);
    return acts(c, n) ? 0 : n;
}

bool is_plain_text(const char *text)
{
    size_t n = 1;
    while (*text && (n = plain_character(text))) {
        text += n;
    }
    return n;
}

/* Those that were made, so that a name is made once. */
static struct made {
    struct made *next;
    char text[];
} * made;

const char *plain_name(const char *name)
{
    if (!name || is_plain_text(name)) {
        return name;
    }
    const size_t length = strlen(name);
    struct made *m = alloc_zeroed(sizeof *m + length + 1), *known = made;
    for (size_t i = 0; i < length;) {
        const size_t n = plain_character(name + i);
        memcpy(m->text + i, n ? name + i : "?", n ? n : 1);
        i += n ? n : 1;
    }
    while (known && strcmp(known->text, m->text) != 0) {
        known = known->next;
    }
    if (known) {
        free(m);
        return known->text;
    }
    m->next = made;
    made = m;
    return m->text;
}
