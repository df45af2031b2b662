/* SPDX-License-Identifier: BSD-2-Clause */
#include "svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/plain_text.h"

void figure_begin(struct figure *f)
{
    *f = (struct figure){.file = NULL};
    f->file = open_memstream(&f->text, &f->length);
    if (!f->file) {
        out_of_memory();
    }
}

void figure_end(struct figure *f)
{
    if (fclose(f->file)) {
        out_of_memory();
    }
    f->file = NULL;
}

void figure_free(struct figure *f)
{
    free(f->text);
    f->text = NULL;
}

void xml_text(FILE *f, const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    while (*c) {
        size_t n = plain_character((const char *)c);
        switch (*c) {
        case '&':
            fputs("&amp;", f);
            break;
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        case '\'':
            fputs("&#39;", f);
            break;
        default:
            if (n == 0) {
                fputc('?', f);
            } else {
                fwrite(c, 1, n, f);
            }
        }
        c += n ? n : 1;
    }
}

void svg_number(FILE *f, double value)
{
    long tenths = lround(value * 10);
    if (tenths % 10 == 0) {
        fprintf(f, "%ld", tenths / 10);
    } else {
        fprintf(f, "%s%ld.%ld", tenths < 0 ? "-" : "", labs(tenths) / 10, labs(tenths) % 10);
    }
}

void svg_point(FILE *f, char letter, double x, double y)
{
    fputc(letter, f);
    svg_number(f, x);
    fputc(' ', f);
    svg_number(f, y);
}

void svg_label(FILE *f, const char *classes, double x, double y, const char *text)
{
    fprintf(f, "<text class=\"%s\" x=\"", classes);
    svg_number(f, x);
    fputs("\" y=\"", f);
    svg_number(f, y);
    fputs("\">", f);
    xml_text(f, text);
    fputs("</text>\n", f);
}

const char *svg_count(char text[SVG_COUNT], unsigned long long value)
{
    char digits[SVG_COUNT];
    int n = snprintf(digits, sizeof digits, "%llu", value), to = 0;
    for (int i = 0; i < n; i++) {
        if (i > 0 && (n - i) % 3 == 0) {
            text[to++] = ',';
        }
        text[to++] = digits[i];
    }
    text[to] = 0;
    return text;
}
