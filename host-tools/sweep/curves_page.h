/* SPDX-License-Identifier: BSD-2-Clause */
/* Curves as a page for a browser: what is drawn, the drawing, a table of the means, the command. */
#ifndef NOCT_SWEEP_CURVES_PAGE_H
#define NOCT_SWEEP_CURVES_PAGE_H

#include <stdio.h>

#include "curves.h"

/* d: of curves_draw(). The page fetches nothing, and has no script. */
void curves_page(FILE *to, const struct curves *c, const struct drawing *d,
                 const struct options *o);

#endif
