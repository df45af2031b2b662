/* SPDX-License-Identifier: BSD-2-Clause */
/* Pictures of an answer, as its options ask for them: --svg and --html. */
#ifndef NOCT_PICTURE_PICTURE_H
#define NOCT_PICTURE_PICTURE_H

#include <jansson.h>

#include "base/options.h"

/* Before anything is done: do the options make sense together, and can the files be written? */
enum status picture_check(const struct options *o, struct error *error);

/* The same of what a batch's lines have in common. */
enum status picture_check_batch(const struct options *defaults, struct error *error);

/* May a study have these? Its rows tell no worms and no links. */
enum status picture_check_study(const struct options *o, struct error *error);

/* Draw what was asked for; then take out of the answer what only pictures needed. */
enum status picture_draw(const char *command, const struct options *o, json_t *answer,
                         struct error *error);

/* Of --draw, on standard output, behind the answer for people. */
void picture_show(const char *command, const struct options *o, const json_t *answer);

#endif
