/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands of this room: each finds its answer as JSON. */
#ifndef NOCT_PREDICT_COMMANDS_H
#define NOCT_PREDICT_COMMANDS_H

#include <jansson.h>

#include "base/options.h"
#include "specify/identity.h"

/* With o->for_row an answer has no "messages" and no "latency" of each destination; a plan's "row" has
 * what a row tells in their place. */
enum status execute_plan(const struct options *o, json_t **result, struct error *error);
enum status execute_sim(const struct options *o, json_t **result, struct error *error);

/* Whether an experiment fits, before anything is planned or simulated; and what tells it from others
 * (identity_begin has been called). */
enum status check_plan(const struct options *o, struct identity *identity, struct error *error);
enum status check_sim(const struct options *o, struct identity *identity, struct error *error);

/* As execute_ of the same name, and with check_'s identity, unless it is NULL: an experiment with a set is
 * made once for both. The identity is whole if there is a result. */
enum status make_plan(const struct options *o, struct identity *identity, json_t **result,
                      struct error *error);
enum status make_sim(const struct options *o, struct identity *identity, json_t **result,
                     struct error *error);

#endif
