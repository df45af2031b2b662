/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text of a file that describes a network, as it is read: lines of words and
 * numbers between blanks, comments from # on, lines that end with a newline or with a
 * return and a newline.
 */
#ifndef LIBNOC_TOPOLOGY_TEXT_H
#define LIBNOC_TOPOLOGY_TEXT_H

#include "fault.h"

struct noc_text {
    const char *text;
    uint32_t length, at;
};

enum { NOC_TEXT_NUMBER_MAX = 100000000 };

/* Begin to read, behind the mark that some editors put before UTF-8. False: other control
 * characters than blanks and ends of lines stand in it. */
bool noc_text_begin(struct noc_text *r, const char *text, uint32_t length, struct noc_fault *fault);

/* The character here; a newline at the end of the text. */
static inline char noc_text_here(const struct noc_text *r)
{
    return r->at < r->length ? r->text[r->at] : '\n';
}

/* Behind blanks: whether this line says more, before a comment. */
bool noc_text_goes_on(struct noc_text *r);

/* To the beginning of the next line. */
void noc_text_next_line(struct noc_text *r);

/* Whether this word stands here, with no letter or digit right behind it; then go behind it. */
bool noc_text_word(struct noc_text *r, const char *word);

/* Whether a decimal number stands here; then go behind it. Larger ones come out as
 * NOC_TEXT_NUMBER_MAX or more. */
bool noc_text_number(struct noc_text *r, uint32_t *n);

#endif
