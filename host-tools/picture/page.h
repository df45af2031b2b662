/* SPDX-License-Identifier: BSD-2-Clause */
/* The two files: one SVG, and a page for a browser. */
#ifndef NOCT_PICTURE_PAGE_H
#define NOCT_PICTURE_PAGE_H

#include <stdio.h>

#include "scene.h"

void page_write_svg(FILE *f, const struct scene *s);
void page_write_html(FILE *f, const struct scene *s);

/* What a page begins with, up to its first heading, and its last part but one: the command. That of
 * curves has a style more and no script, and its policy says so. */
enum page_kind { PAGE_OF_ANSWER, PAGE_OF_CURVES };
void page_write_head(FILE *f, const char *sentence, enum page_kind kind);
void page_write_command(FILE *f, const char *command);

/* style.css, curves.css and page.js as they are in the sources, and what a content security policy
 * says of each: "sha256-..." (embed.py). */
extern const char page_style[], page_style_hash[];
extern const char page_curves_style[], page_curves_style_hash[];
extern const char page_script[], page_script_hash[];

#endif
