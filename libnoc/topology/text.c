/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading the text of a file that describes a network. */
#include "text.h"

#include <string.h>

bool noc_text_begin(struct noc_text *r, const char *text, uint32_t length, struct noc_fault *fault)
{
    for (uint32_t at = 0; at < length; at++) {
        unsigned char c = (unsigned char)text[at];
        bool blank =
            c == '\t' || c == '\n' || (c == '\r' && (at + 1 == length || text[at + 1] == '\n'));

        if ((c < ' ' && !blank) || c == 0x7f) {
            return noc_refuse(fault, NOC_FAULT_FILE_SYNTAX, at, c, "this is not text");
        }
    }
    *r = (struct noc_text){.text = text, .length = length};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        r->at = 3;
    }
    return true;
}

bool noc_text_goes_on(struct noc_text *r)
{
    while (noc_text_here(r) == ' ' || noc_text_here(r) == '\t') {
        r->at++;
    }
    return !strchr("\r\n#", noc_text_here(r));
}

void noc_text_next_line(struct noc_text *r)
{
    while (noc_text_here(r) != '\n') {
        r->at++;
    }
    r->at += r->at < r->length;
}

bool noc_text_word(struct noc_text *r, const char *word)
{
    struct noc_text behind = *r;

    for (; *word; word++, behind.at++) {
        if (noc_text_here(&behind) != *word) {
            return false;
        }
    }

    char next = noc_text_here(&behind);

    if ((next >= 'a' && next <= 'z') || (next >= '0' && next <= '9')) {
        return false;
    }
    *r = behind;
    return true;
}

bool noc_text_number(struct noc_text *r, uint32_t *n)
{
    uint32_t first = r->at;

    for (*n = 0; noc_text_here(r) >= '0' && noc_text_here(r) <= '9'; r->at++) {
        if (*n < NOC_TEXT_NUMBER_MAX) {
            *n = *n * 10 + (uint32_t)(noc_text_here(r) - '0');
        }
    }
    return r->at > first;
}
