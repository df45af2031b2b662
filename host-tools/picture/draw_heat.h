/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef NOCT_PICTURE_DRAW_HEAT_H
#define NOCT_PICTURE_DRAW_HEAT_H

#include "scene.h"

/* Prints how much each link carries, as digits, in as many columns as there are. */
void draw_heat(const struct scene *s);

#endif
