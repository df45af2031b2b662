/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several values in the place of one: 8,64,512 is a list, 8..512x2 a range. A flag that is given
 * several times makes a list, too.
 */
#ifndef NOCT_SWEEP_VALUES_H
#define NOCT_SWEEP_VALUES_H

#include "base/options.h"

enum { VALUES_MAX = 1000000 };

struct values {
    char **text; /* malloc'd */
    uint32_t n;
};

/* What the text of this key stands for. An error names the key; nothing is then to be freed. */
enum status values_parse(struct values *v, int key, const char *text, struct error *error);
void values_free(struct values *v);

/* Does the text of some key stand for several values, or for none? A range does that of one, too. */
bool values_are_several(const struct options *o);

#endif
