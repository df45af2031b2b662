/* SPDX-License-Identifier: BSD-2-Clause */
/* What --links and --worms add to an answer, as tables. */
#ifndef NOCT_SHOW_DETAILS_H
#define NOCT_SHOW_DETAILS_H

#include <jansson.h>

#include "base/options.h"

/* Nothing of what was not asked for: an answer has more, if it is drawn. */
void show_details(const struct options *o, const json_t *result);

#endif
