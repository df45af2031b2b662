/* SPDX-License-Identifier: BSD-2-Clause */
/* SVG and HTML as text: numbers, escapes, and figures that are put together. */
#ifndef NOCT_PICTURE_SVG_H
#define NOCT_PICTURE_SVG_H

#include <stddef.h>
#include <stdio.h>

/* A figure that is being drawn, or is drawn: its text, and how large it is, in pixels. */
struct figure {
    FILE *file;
    char *text;
    size_t length;
    double width, height;
    const char *rows; /* NULL: it has none; else a name for a page, whose paper may part them */
    double top, line; /* where they begin; how high each is */
};

void figure_begin(struct figure *f);
void figure_end(struct figure *f); /* its text is then there */
void figure_free(struct figure *f);

/* Text between tags, or in a value in quotes: what XML would take for its own is escaped, and what
 * it may not have (control characters, bytes that are no UTF-8) becomes a question mark. */
void xml_text(FILE *f, const char *text);

/* A number with at most one digit behind the point. */
void svg_number(FILE *f, double value);

/* "M1 2": the letter, then the two numbers. */
void svg_point(FILE *f, char letter, double x, double y);

/* <text class="..." x="" y="">%s</text>, escaped. */
void svg_label(FILE *f, const char *classes, double x, double y, const char *text);

/* "1,234" */
enum { SVG_COUNT = 28 };
const char *svg_count(char text[SVG_COUNT], unsigned long long value);

#endif
