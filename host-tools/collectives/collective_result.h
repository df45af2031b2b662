/* SPDX-License-Identifier: BSD-2-Clause */
/* What JSON answers say of a collective operation. */
#ifndef NOCT_COLLECTIVES_COLLECTIVE_RESULT_H
#define NOCT_COLLECTIVES_COLLECTIVE_RESULT_H

#include <jansson.h>

#include "collective.h"

/* What the answers of all depths begin with. */
json_t *collective_result_new(const struct collective *c, const struct options *o);

/* {"node":cycles}, the most and the mean of them, and the bound. returned: by rank, NOC_NEVER: it has
 * not. */
void collective_result_latency(json_t *result, const struct collective *c,
                               const uint64_t *returned);

/* By the model of costs; and what `auto` looked at. */
void collective_result_prediction(json_t *result, const struct collective *c);

#endif
