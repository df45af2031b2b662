/* SPDX-License-Identifier: BSD-2-Clause */
/* The two files: one SVG, and a page for a browser. */
#ifndef NOCT_PICTURE_PAGE_H
#define NOCT_PICTURE_PAGE_H

#include <stdio.h>

#include "scene.h"

void page_write_svg(FILE *f, const struct scene *s);
void page_write_html(FILE *f, const struct scene *s);

/* style.css and page.js as they are in the sources, and what a content security policy says of
 * each: "sha256-..." (embed.py). */
extern const char page_style[], page_script[], page_style_hash[], page_script_hash[];

#endif
