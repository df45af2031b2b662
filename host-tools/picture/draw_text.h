/* SPDX-License-Identifier: BSD-2-Clause */
/* The pictures of a terminal, on standard output, as wide as that is. */
#ifndef NOCT_PICTURE_DRAW_TEXT_H
#define NOCT_PICTURE_DRAW_TEXT_H

#include "scene.h"

/* The tree, the load of links and the cores over time, as far as the answer has them. */
void draw_text(const struct scene *s);

#endif
